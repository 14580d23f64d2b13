package solver

import (
	"math/bits"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/schedule"
)

// A body that touches n others needs n colours, so 23 suffice for all bodies except large ones
// under a heap. A constraint without a free colour goes to the overflow. Constraints with a body
// that is not dynamic take the highest free colour and so are solved last in a pass. Errors then
// remain inside a stack rather than between the stack and the ground.
const (
	firstColor   = 1  // the first real colour
	staticColors = 20 // constraints of two dynamic bodies take colours below it
	overflow     = schedule.Overflow
	colorCount   = schedule.ColorCount
)

// bodyPair holds the bodies of a constraint and whether they are dynamic.
type bodyPair struct {
	a, b               uint32
	dynamicA, dynamicB bool
}

func bodyPairOf(bodies *state.Bodies, a, b uint32) bodyPair {
	return bodyPair{a, b, bodies.Meta[a].Type == body.Dynamic, bodies.Meta[b].Type == body.Dynamic}
}

// takenColors returns the colours in which the dynamic bodies of a constraint already have
// constraints, as bits.
func (s *Solver) takenColors(e bodyPair) (taken uint32) {
	if e.dynamicA && int(e.a) < len(s.colorsOf) {
		taken = s.colorsOf[e.a]
	}
	if e.dynamicB && int(e.b) < len(s.colorsOf) {
		taken |= s.colorsOf[e.b]
	}
	return taken
}

// take records that the dynamic bodies of a constraint have it in a colour. The argument bodies is
// the number of bodies.
func (s *Solver) take(e bodyPair, color uint32, bodies int) {
	if len(s.colorsOf) < bodies {
		s.colorsOf = grow.Resize(s.colorsOf, bodies)
	}
	if color == overflow {
		return
	}
	if e.dynamicA {
		s.colorsOf[e.a] |= 1 << color
	}
	if e.dynamicB {
		s.colorsOf[e.b] |= 1 << color
	}
}

// release removes the colour of a constraint from its dynamic bodies.
func (s *Solver) release(e bodyPair, color uint32) {
	if color == overflow {
		return
	}
	if e.dynamicA {
		s.colorsOf[e.a] &^= 1 << color
	}
	if e.dynamicB {
		s.colorsOf[e.b] &^= 1 << color
	}
}

// assignColor returns a free colour for a constraint between the given bodies and marks the bodies
// in it.
func (s *Solver) assignColor(e bodyPair, bodies int) uint32 {
	if !e.dynamicA && !e.dynamicB {
		panic("solver: a constraint needs a dynamic body")
	}
	const all = 1<<colorCount - 1<<firstColor // except the overflow
	free := ^s.takenColors(e) & all
	color := uint32(bits.Len32(free|1<<overflow)) - 1
	if e.dynamicA && e.dynamicB {
		color = uint32(bits.TrailingZeros32(free | 1<<staticColors))
		if color >= staticColors {
			color = overflow
		}
	}
	s.take(e, color, bodies)
	return color
}

// appendTo appends a slot to the list of a colour and returns its index.
func appendTo[T any](list *[]T, slot T) uint32 {
	*list = append(*list, slot)
	return uint32(len(*list) - 1)
}

// swapRemove removes the element at an index of a list. The last element takes its place and is
// returned.
func swapRemove[T any](list *[]T, at uint32) T {
	last := len(*list) - 1
	moved := (*list)[last]
	(*list)[at] = moved
	*list = (*list)[:last]
	return moved
}

// LinkContact assigns a colour to a contact and writes it to the contact's Meta. The contact is
// touching and awake, and at least one of its bodies is dynamic. The order of the calls is part of
// the result.
func (s *Solver) LinkContact(c *state.Contacts, slot state.ContactSlot, bodies *state.Bodies) {
	p, m := &c.Pair[c.Rows[slot]], &c.Meta[slot]
	if m.Color != state.None {
		panic("solver: the contact is linked already")
	}
	m.Color = s.assignColor(bodyPairOf(bodies, p.BodyA, p.BodyB), bodies.Cap())
	s.enlist(c, slot, p.Flags)
	c.Written.Set(int(slot))
	s.order.MarkChanged()
	s.noteImpact(slot, p.Flags)
	markHeavyNeighbor(bodies, c, p.BodyA, p.BodyB)
}

// enlist appends a contact to the list of its colour.
func (s *Solver) enlist(c *state.Contacts, slot state.ContactSlot, flags state.ContactFlags) {
	m, row := &c.Meta[slot], c.Rows[slot]
	if flags&state.ContactCone != 0 {
		c.Cone[row].Slip = 0
	}
	c.Colors[row] = uint8(m.Color)
	m.Index = appendTo(&s.constraints[m.Color].Contacts, slot)
}

// UnlinkContact removes a contact from its colour. The last contact of the colour takes its place.
// The bodies of the contact must have the same types as when it was linked.
func (s *Solver) UnlinkContact(c *state.Contacts, slot state.ContactSlot, bodies *state.Bodies) {
	p, m := &c.Pair[c.Rows[slot]], &c.Meta[slot]
	if m.Color == state.None {
		panic("solver: the contact is not linked")
	}
	s.release(bodyPairOf(bodies, p.BodyA, p.BodyB), m.Color)
	moved := s.delist(c, slot, m.Color)
	m.Color = state.None
	c.Written.Set(int(moved))
	c.Written.Set(int(slot))
	s.order.MarkChanged()
}

// delist removes a contact from the list of its colour, and returns the contact that takes its
// place there.
func (s *Solver) delist(c *state.Contacts, slot state.ContactSlot, color uint32) (moved state.ContactSlot) {
	m := &c.Meta[slot]
	moved = swapRemove(&s.constraints[color].Contacts, m.Index)
	c.Meta[moved].Index = m.Index
	m.Index = 0
	c.Colors[c.Rows[slot]] = state.NoColor
	return moved
}

// LinkJoint assigns a colour to a joint and writes it to the joint's Meta. The joint is enabled and
// awake, and at least one of its bodies is dynamic. Exclusive joints go to the overflow: joints of
// more than two dynamic bodies and joints that run code of the game.
func (s *Solver) LinkJoint(j *state.Joints, slot state.JointSlot, bodies *state.Bodies) {
	m := &j.Meta[slot]
	if m.Color != state.None {
		panic("solver: the joint is linked already")
	}
	l := &j.Link[j.Rows[slot]]
	m.Color = overflow
	if !j.Exclusive(slot, bodies) {
		m.Color = s.assignColor(bodyPairOf(bodies, l.BodyA, l.BodyB), bodies.Cap())
	}
	m.Index = appendTo(&s.constraints[m.Color].Joints, slot)
	j.MarkChanged(slot)
	s.order.MarkChanged()
}

// UnlinkJoint removes a joint from its colour. The bodies of the joint must have the same types as
// when it was linked.
func (s *Solver) UnlinkJoint(j *state.Joints, slot state.JointSlot, bodies *state.Bodies) {
	m := &j.Meta[slot]
	if m.Color == state.None {
		panic("solver: the joint is not linked")
	}
	l := &j.Link[j.Rows[slot]]
	s.release(bodyPairOf(bodies, l.BodyA, l.BodyB), m.Color)
	j.MarkChanged(slot)
	j.Meta[swapRemove(&s.constraints[m.Color].Joints, m.Index)].Index = m.Index
	s.order.MarkChanged()
	m.Color, m.Index = state.None, 0
}

// Colors returns the number of colours in use, including the overflow.
func (s *Solver) Colors() int {
	n := 0
	for i := range s.constraints {
		if s.constraints[i].Len() > 0 {
			n++
		}
	}
	return n
}
