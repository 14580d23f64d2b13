package id

import (
	"slices"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
)

// none is the slot of a number that has none.
const none = ^Slot(0)

// Rename gives the slots of a pool that has handed out only first IDs the IDs of another pool with
// another order: slot i gets the IDs with the number names[i]. Numbers below count that are not
// among the names are dead. From then on a number and its slot belong together for ever.
func (p *Pool) Rename(names []Slot, count int) {
	if len(names) != len(p.generations) || len(p.free)+p.retired > 0 {
		panic("id: other names than slots, or slots that were used before")
	}
	p.names = slices.Clone(names)
	p.numbers = count
	p.RebuildNames("id")
}

// RebuildNames derives the slots of the numbers. It panics when two slots have the same.
func (p *Pool) RebuildNames(name string) {
	switch {
	case len(p.names) == 0 && p.numbers == 0:
		return
	case len(p.names) != len(p.generations) || p.numbers < len(p.names) || p.numbers > maxNumbers:
		panic(name + ": as many numbers as slots are wanted")
	}
	p.slots = slices.Repeat([]Slot{none}, p.numbers)
	for s, number := range p.names {
		if int64(number) >= int64(p.numbers) || p.slots[number] != none {
			panic(name + ": the number of a slot is that of another")
		}
		p.slots[number] = Slot(s)
	}
}

// maxNumbers bounds the memory that a file asks for.
const maxNumbers = 1 << 26

// Renamed reports whether numbers in IDs differ from the numbers of their slots.
func (p *Pool) Renamed() bool { return len(p.slots) > 0 }

// SlotOf returns the slot of an ID, even if it is no longer alive.
func (p *Pool) SlotOf(i ID) Slot {
	s := i.Slot()
	if !p.Renamed() {
		return s
	}
	if uint(s) >= uint(len(p.slots)) {
		return none
	}
	return p.slots[s]
}

// Canonical returns the ID that an object would have if numbers were equal to slots.
func (p *Pool) Canonical(i ID) ID {
	if !p.Renamed() || i == 0 {
		return i
	}
	return Make(p.SlotOf(i), i.Generation())
}

// NameOf returns the number in the IDs of a slot.
func (p *Pool) NameOf(s Slot) Slot {
	if !p.Renamed() {
		return s
	}
	return p.names[s]
}

// Numbers returns one more than the largest number in an ID.
func (p *Pool) Numbers() int {
	if !p.Renamed() {
		return p.Cap()
	}
	return p.numbers
}

// nameLast gives the newest slot the next number.
func (p *Pool) nameLast() {
	p.names = grow.Append(p.names, Slot(len(p.slots)))
	p.slots = grow.Append(p.slots, Slot(len(p.names)-1))
	p.numbers++
}

// CopyNames makes the pool translate IDs as another pool does, and copies nothing else.
func (p *Pool) CopyNames(from *Pool) {
	if !from.Renamed() {
		p.slots, p.names, p.numbers = p.slots[:0], p.names[:0], 0
		return
	}
	p.slots = append(p.slots[:0], from.slots...)
	p.names, p.numbers = append(p.names[:0], from.names...), from.numbers
}

// NameColumns adds the columns of the numbers to a list.
func (p *Pool) NameColumns(l *column.List) {
	l.State("ids.names", column.Slice(&p.names).NotHashed())
	l.State("ids.numbers", column.Value(&p.numbers, func(*column.Hasher, int) {}))
	l.Derived("ids.slots", column.Slice(&p.slots))
}

// validateNames panics when slots and numbers contradict each other.
func (p *Pool) validateNames(name string) {
	if len(p.slots) != p.numbers || p.Renamed() && len(p.names) != len(p.generations) {
		panic(name + ": slots without a number")
	}
	for s, number := range p.names {
		if p.slots[number] != Slot(s) {
			panic(name + ": the number of a slot is that of another")
		}
	}
}

// HasFirstIDs reports whether every living ID is the first of its slot and has its number.
func (p *Pool) HasFirstIDs() bool {
	for _, g := range p.generations {
		if g&1 == 1 && g != 1 {
			return false
		}
	}
	return !p.Renamed() && p.retired == 0
}
