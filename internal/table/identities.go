package table

import "github.com/carom2d/carom/internal/id"

// Identities hands out the slots of a table. The zero Identities is ready.
type Identities[S ~uint32] struct {
	ids id.Pool `column:"state"`
}

// NewSlot takes a slot.
func (t *Identities[S]) NewSlot() S { return S(t.ids.NewSlot()) }

// FreeSlot gives a slot back.
func (t *Identities[S]) FreeSlot(slot S) { t.ids.FreeSlot(id.Slot(slot)) }

// takeSlots takes slots and writes them to a list.
func (t *Identities[S]) takeSlots(slots []S) {
	for i := range slots {
		slots[i] = S(t.ids.NewSlot())
	}
}

// FreeSlots gives slots back, in their order.
func (t *Identities[S]) FreeSlots(slots []S) {
	for _, slot := range slots {
		t.ids.FreeSlot(id.Slot(slot))
	}
}

// IDAt returns the ID of an occupied slot, or zero.
func (t *Identities[S]) IDAt(slot S) id.ID { return t.ids.At(id.Slot(slot)) }

// AliveID reports whether an ID names a record that was not removed.
func (t *Identities[S]) AliveID(i id.ID) bool { return t.ids.Alive(i) }

// Living returns the number of occupied slots.
func (t *Identities[S]) Living() int { return t.ids.Len() }

// ValidateIdentities panics when the identities contradict themselves, or a column by slot has
// another length.
func (t *Identities[S]) ValidateIdentities(name string, columns ...int) {
	t.ids.Validate(name)
	for _, n := range columns {
		if n != t.ids.Cap() {
			panic(name + ": columns by slot differ in length")
		}
	}
}
