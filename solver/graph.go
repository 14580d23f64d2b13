package solver

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/schedule"
)

// A body that touches n others needs n colours, so 23 suffice for all but large bodies
// under a heap. A constraint that finds no free colour goes to the overflow. Constraints
// with a body that is not dynamic take the highest free colour and so are solved
// last in a pass. Errors then remain inside a stack rather than between it and the ground.
const (
	firstColor   = 1  // the first real colour
	staticColors = 20 // constraints of two dynamic bodies take colours below it
	overflow     = schedule.Overflow
	colorCount   = schedule.ColorCount
)

// color is the set of dynamic bodies that have a constraint in a colour. The set of the
// overflow stays empty: its constraints may share bodies.
type color struct {
	bodies bitset.Set // dynamic bodies, by slot
}

// bodyPair holds the bodies of a constraint and whether they are dynamic.
type bodyPair struct {
	a, b               uint32
	dynamicA, dynamicB bool
}

func bodyPairOf(bodies *state.Bodies, a, b uint32) bodyPair {
	return bodyPair{a, b, bodies.Meta[a].Type == body.Dynamic, bodies.Meta[b].Type == body.Dynamic}
}

// free reports whether neither dynamic body has a constraint in the colour.
func (c *color) free(e bodyPair) bool {
	return !(e.dynamicA && c.bodies.Has(e.a)) && !(e.dynamicB && c.bodies.Has(e.b))
}

// take puts the dynamic bodies of a constraint into the colour.
func (c *color) take(e bodyPair, bodies int) {
	c.bodies.Grow(bodies)
	if e.dynamicA {
		c.bodies.Set(e.a)
	}
	if e.dynamicB {
		c.bodies.Set(e.b)
	}
}

// release takes the dynamic bodies of a constraint out of the colour.
func (c *color) release(e bodyPair) {
	if e.dynamicA {
		c.bodies.Clear(e.a)
	}
	if e.dynamicB {
		c.bodies.Clear(e.b)
	}
}

// assignColor returns a free colour for a constraint between the given bodies and marks
// them in it.
func (s *Solver) assignColor(e bodyPair, bodies int) uint32 {
	if !e.dynamicA && !e.dynamicB {
		panic("solver: a constraint needs a dynamic body")
	}
	if e.dynamicA && e.dynamicB {
		for i := firstColor; i < staticColors; i++ {
			if s.colors[i].free(e) {
				s.colors[i].take(e, bodies)
				return uint32(i)
			}
		}
		return overflow
	}
	for i := colorCount - 1; i >= firstColor; i-- {
		if s.colors[i].free(e) {
			s.colors[i].take(e, bodies)
			return uint32(i)
		}
	}
	return overflow
}

// appendTo appends a slot to the list of a colour and returns its place.
func appendTo[T any](list *[]T, slot T) uint32 {
	*list = append(*list, slot)
	return uint32(len(*list) - 1)
}

// swapRemove removes the element at a place of the list. The last element takes that place and
// is returned.
func swapRemove[T any](list *[]T, at uint32) T {
	last := len(*list) - 1
	moved := (*list)[last]
	(*list)[at] = moved
	*list = (*list)[:last]
	return moved
}

// LinkContact gives a contact a colour and writes it to its Meta. The contact is
// touching and awake, and one of its bodies at least is dynamic. The order of
// the calls is part of the result.
func (s *Solver) LinkContact(c *state.Contacts, slot state.ContactSlot, bodies *state.Bodies) {
	p := &c.Pair[c.Rows[slot]]
	s.colorContact(c, slot, p.Flags, bodyPairOf(bodies, p.BodyA, p.BodyB), bodies)
	markHeavyNeighbor(bodies, c, p.BodyA, p.BodyB)
}

// colorContact gives a contact with such flags and bodies a colour.
func (s *Solver) colorContact(c *state.Contacts, slot state.ContactSlot, flags state.ContactFlags, e bodyPair, bodies *state.Bodies) {
	m := &c.Meta[slot]
	if m.Color != state.None {
		panic("solver: the contact is linked already")
	}
	if flags&state.ContactCone != 0 {
		c.Cone[c.Rows[slot]].Slip = 0
	}
	c.SetColor(slot, s.assignColor(e, bodies.Cap()))
	m.Index = appendTo(&s.constraints[m.Color].Contacts, slot)
	c.Written.Set(int(slot))
	s.order.MarkChanged()
	s.noteImpact(slot, flags)
}

// UnlinkContact takes a contact out of its colour. The last contact of the colour takes
// its place. Its bodies have the types that they had when it was linked.
func (s *Solver) UnlinkContact(c *state.Contacts, slot state.ContactSlot, bodies *state.Bodies) {
	p := &c.Pair[c.Rows[slot]]
	s.uncolorContact(c, slot, bodyPairOf(bodies, p.BodyA, p.BodyB))
}

// EndContact is UnlinkContact for a contact that ends in this tick.
func (s *Solver) EndContact(c *state.Contacts, ended *state.ContactChange) {
	s.uncolorContact(c, ended.Slot, changedPair(ended))
}

// changedPair returns the bodies of a contact that changes.
func changedPair(c *state.ContactChange) bodyPair {
	return bodyPair{uint32(c.BodyA), uint32(c.BodyB), c.DynamicA, c.DynamicB}
}

// uncolorContact takes a contact of such bodies out of its colour.
func (s *Solver) uncolorContact(c *state.Contacts, slot state.ContactSlot, e bodyPair) {
	m := &c.Meta[slot]
	if m.Color == state.None {
		panic("solver: the contact is not linked")
	}
	if m.Color != overflow {
		s.colors[m.Color].release(e)
	}
	moved := swapRemove(&s.constraints[m.Color].Contacts, m.Index)
	c.Meta[moved].Index = m.Index
	c.Written.Set(int(moved))
	c.Written.Set(int(slot))
	s.order.MarkChanged()
	c.SetColor(slot, state.None)
	m.Index = 0
}

// LinkJoint gives a joint a colour and writes it to its Meta. The joint is
// enabled and awake, and one of its bodies at least is dynamic. Exclusive joints go to the
// overflow: joints of more than two dynamic bodies and joints that run code of the game.
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

// UnlinkJoint takes a joint out of its colour. Its bodies have the types that
// they had when it was linked.
func (s *Solver) UnlinkJoint(j *state.Joints, slot state.JointSlot, bodies *state.Bodies) {
	m := &j.Meta[slot]
	if m.Color == state.None {
		panic("solver: the joint is not linked")
	}
	l := &j.Link[j.Rows[slot]]
	if m.Color != overflow {
		s.colors[m.Color].release(bodyPairOf(bodies, l.BodyA, l.BodyB))
	}
	j.MarkChanged(slot)
	j.Meta[swapRemove(&s.constraints[m.Color].Joints, m.Index)].Index = m.Index
	s.order.MarkChanged()
	m.Color, m.Index = state.None, 0
}

// Colors returns how many colours are in use, the overflow included.
func (s *Solver) Colors() int {
	n := 0
	for i := range s.constraints {
		if s.constraints[i].Len() > 0 {
			n++
		}
	}
	return n
}

// Overflow returns how many contacts and joints are in the overflow. They are solved one after
// the other and cost more than others.
func (s *Solver) Overflow() int {
	return s.constraints[overflow].Len()
}
