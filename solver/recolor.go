package solver

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Recoloring.
//
// In a tick many contacts begin and many end. The colour of a contact depends on the contacts
// before it, so the colours are assigned one after the other, using only the colours of the bodies
// and of the contacts. The list of a colour depends on no other colour, so workers share the lists.

// recoloring is the change of the colours of the contacts that begin or end.
type recoloring struct {
	contacts *state.Contacts
	changes  []state.ContactChange
	blocks   []recolor // of the lists
}

// recolor is a block: the lists of every len(blocks)th colour.
type recolor struct {
	moved []uint32 // contacts whose index in their list has changed
}

// recolorBlocks is the number of blocks that share the lists of many changes. Each block visits all
// changes. Fewer than minSharedChanges are one block.
const (
	recolorBlocks    = 8
	minSharedChanges = 256
)

// Recolor assigns colours to the contacts that begin among some changes, in the order of the
// changes, and clears the colours of the contacts that end. RecolorLists must follow for each block
// of RecolorBlocks, and EndRecolor after that.
func (s *Solver) Recolor(c *state.Contacts, changes []state.ContactChange, bodies *state.Bodies) {
	for i := range changes {
		change := &changes[i]
		change.Color = state.NoColor
		m, e := &c.Meta[change.Slot], bodyPair{uint32(change.BodyA), uint32(change.BodyB), change.DynamicA, change.DynamicB}
		switch {
		case change.Begins():
			if m.Color != state.None {
				panic("solver: the contact is linked already")
			}
			m.Color = s.assignColor(e, bodies.Cap())
			change.Color = uint8(m.Color)
			s.noteBegin(c, change, m.Color, bodies)
		case change.Ends() && m.Color != state.None:
			s.release(e, m.Color)
			change.Color, m.Color = uint8(m.Color), state.None
		}
	}
	s.recoloring.contacts, s.recoloring.changes = c, changes
}

// noteBegin records the consequences of a new contact for its bodies.
func (s *Solver) noteBegin(c *state.Contacts, begun *state.ContactChange, color uint32, bodies *state.Bodies) {
	s.noteImpact(begun.Slot, begun.Flags)
	if isFarLighter(begun.InvMassA, begun.InvMassB) || isFarLighter(begun.InvMassB, begun.InvMassA) {
		markHeavyNeighbor(bodies, c, uint32(begun.BodyA), uint32(begun.BodyB))
	}
	if color <= maxStackColor || color >= minStackColor {
		s.clusters.begun = append(s.clusters.begun, begun.Slot)
	}
}

// RecolorBlocks returns the number of blocks of the lists for a number of changes. The lists do not
// depend on it.
func (s *Solver) RecolorBlocks(changes, workers int) int {
	r, n := &s.recoloring, 1
	if workers > 1 && changes >= minSharedChanges {
		n = recolorBlocks
	}
	r.blocks = grow.Resize(r.blocks, n)
	return n
}

// RecolorLists changes the lists of the colours of a block.
func (s *Solver) RecolorLists(block int) {
	r := &s.recoloring
	mine := uint32(0) // the colours of the block, as bits
	for color := block; color < colorCount; color += len(r.blocks) {
		mine |= 1 << color
	}
	moved := r.blocks[block].moved[:0]
	for i := range r.changes {
		change := &r.changes[i]
		if mine>>change.Color&1 == 0 { // true for state.NoColor
			continue
		}
		if change.Begins() {
			s.enlist(r.contacts, change.Slot, change.Flags)
		} else {
			moved = append(moved, uint32(s.delist(r.contacts, change.Slot, uint32(change.Color))))
		}
	}
	r.blocks[block].moved = moved
}

// EndRecolor finishes the change of the colours.
func (s *Solver) EndRecolor() {
	r := &s.recoloring
	changed := false
	for i := range r.changes {
		if change := &r.changes[i]; change.Color != state.NoColor {
			r.contacts.Written.Set(int(change.Slot))
			changed = true
		}
	}
	for i := range r.blocks {
		r.contacts.Written.SetEach(r.blocks[i].moved)
	}
	if changed {
		s.order.MarkChanged()
	}
	r.contacts, r.changes = nil, nil
}
