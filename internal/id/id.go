package id

import "github.com/carom2d/carom/internal/grow"

// Slot is a stable index.
type Slot = uint32

// ID is a slot and its generation. Generations start at 1, so zero is no ID.
type ID uint64

// Make joins a slot and a generation.
func Make(slot Slot, generation uint32) ID { return ID(uint64(generation)<<32 | uint64(slot)) }

// Slot returns the slot of i.
func (i ID) Slot() Slot { return Slot(i) }

// Generation returns the generation of i.
func (i ID) Generation() uint32 { return uint32(i >> 32) }

// Pool hands out slots, the most recently freed first. A slot whose generations are used up is
// retired, so no ID is handed out twice. The zero Pool is ready.
type Pool struct {
	generations []uint32 // odd: alive; zero: retired
	free        []Slot
	retired     int

	// IDs that were handed out before their slots changed hands: see Rename. The lists are empty
	// otherwise.
	names   []Slot // by slot: the number in its IDs, which then differs from the number of the slot
	numbers int    // number of numbers, including numbers without a slot
	slots   []Slot // by number, from the names

	// Fresh makes NewSlot leave free slots alone, so that every ID is the first of its slot.
	Fresh bool
}

// NewSlot takes a slot.
func (p *Pool) NewSlot() Slot {
	if n := len(p.free); n > 0 && !p.Fresh {
		s := p.free[n-1]
		p.free = p.free[:n-1]
		p.generations[s]++
		return s
	}
	p.generations = grow.Append(p.generations, 1)
	if p.Renamed() {
		p.nameLast()
	}
	return Slot(len(p.generations) - 1)
}

// FreeSlot ends the life of the ID of an occupied slot. It panics when the slot is free.
func (p *Pool) FreeSlot(s Slot) {
	if p.generations[s]&1 == 0 {
		panic("id: free of a slot that is not alive")
	}
	if p.generations[s]++; p.generations[s] == 0 { // the next one would be the first again
		p.retired++
		return
	}
	p.free = append(p.free, s)
}

// Alive reports whether i names something that has not been freed.
func (p *Pool) Alive(i ID) bool {
	s, g := p.SlotOf(i), i.Generation()
	return uint(s) < uint(len(p.generations)) && p.generations[s] == g && g&1 == 1
}

// At returns the ID of an occupied slot, or zero for a free one.
func (p *Pool) At(s Slot) ID {
	if uint(s) >= uint(len(p.generations)) || p.generations[s]&1 == 0 {
		return 0
	}
	if p.Renamed() {
		return p.renamedAt(s)
	}
	return Make(s, p.generations[s])
}

// renamedAt is not inlined, unlike its only caller.
//
//go:noinline
func (p *Pool) renamedAt(s Slot) ID { return Make(p.names[s], p.generations[s]) }

// Cap returns one more than the largest slot ever handed out.
func (p *Pool) Cap() int { return len(p.generations) }

// Len returns the number of living IDs.
func (p *Pool) Len() int { return len(p.generations) - len(p.free) - p.retired }
