package table

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/id"
)

// SlotOfID returns the slot of an ID, even if it is no longer alive.
func (t *Identities[S]) SlotOfID(i id.ID) S { return S(t.ids.SlotOf(i)) }

// Canonical returns the ID that an object would have if every ID had the number of its slot: it
// depends on slots alone.
func (t *Identities[S]) Canonical(i id.ID) id.ID { return t.ids.Canonical(i) }

// NameOf returns the number in the IDs of a slot.
func (t *Identities[S]) NameOf(slot S) uint32 { return t.ids.NameOf(id.Slot(slot)) }

// Numbers returns one more than the largest number in an ID.
func (t *Identities[S]) Numbers() int { return t.ids.Numbers() }

// Renamed reports whether numbers in IDs differ from the numbers of their slots.
func (t *Identities[S]) Renamed() bool { return t.ids.Renamed() }

// Rename gives the slots of a table, none of which was used twice, the IDs that they had in
// another, as Pool.Rename does.
func (t *Identities[S]) Rename(names []S, from *Identities[S]) {
	numbers := make([]id.Slot, len(names))
	for i, slot := range names {
		numbers[i] = id.Slot(slot)
	}
	t.ids.Rename(numbers, from.ids.Cap())
}

// UseFreshSlots makes every new record take a slot that no record has had, or allows free slots to
// be used again.
func (t *Identities[S]) UseFreshSlots(on bool) { t.ids.Fresh = on }

// CopyNames makes a table that is a copy translate IDs as another does.
func (t *Identities[S]) CopyNames(from *Identities[S]) { t.ids.CopyNames(&from.ids) }

// NameColumns adds the columns of the numbers to a list.
func (t *Identities[S]) NameColumns(l *column.List) { t.ids.NameColumns(l) }

// RebuildNames derives the slots of the numbers of IDs that were read from a file. It panics when
// two slots have the same.
func (t *Identities[S]) RebuildNames(name string) { t.ids.RebuildNames(name) }

// HasFirstIDs reports whether every record has the first ID of its slot.
func (t *Identities[S]) HasFirstIDs() bool { return t.ids.HasFirstIDs() }
