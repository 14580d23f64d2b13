package solver

import (
	"slices"

	columns "github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
)

// Columns adds the columns of the solver to a list. The lists of the colours follow from the
// indices of contacts and joints in them.
func (s *Solver) Columns(l *columns.List) {
	l.State("impacts", columns.Slice(&s.impacts))
	s.articulations.Columns(l)
}

// Restored derives the dependent data of the solver from its columns after they were restored.
func (s *Solver) Restored() {
	s.articulations.Restored()
	s.clusters.forgotten, s.clusters.begun = true, s.clusters.begun[:0]
}

// Relink derives the lists of the colours from the tables after they were restored.
func (s *Solver) Relink(c *state.Contacts, j *state.Joints, bodies *state.Bodies) {
	for i := range s.constraints {
		list := &s.constraints[i]
		list.Contacts, list.Joints = list.Contacts[:0], list.Joints[:0]
	}
	clear(s.colorsOf[:cap(s.colorsOf)]) // take lengthens it without clearing
	for row, slot := range c.Slots[:c.Awake()] {
		m := &c.Meta[slot]
		if m.Color == state.None {
			continue
		}
		put(&s.constraints[m.Color].Contacts, m.Index, slot)
		c.Colors[row] = uint8(m.Color)
		p := &c.Pair[row]
		e := bodyPair{p.BodyA, p.BodyB, true, true}
		if p.Flags&state.ContactStaticPair != 0 {
			e = bodyPairOf(bodies, p.BodyA, p.BodyB)
		}
		s.take(e, m.Color, bodies.Cap())
	}
	for row, slot := range j.Slots[:j.Awake()] {
		if m := &j.Meta[slot]; m.Color != state.None {
			put(&s.constraints[m.Color].Joints, m.Index, slot)
			s.take(bodyPairOf(bodies, j.Link[row].BodyA, j.Link[row].BodyB), m.Color, bodies.Cap())
		}
	}
	s.order.Restored()
}

// put writes an element of a list, which grows if necessary.
func put[T any](list *[]T, at uint32, x T) {
	if n := int(at) + 1; n > len(*list) {
		if n > cap(*list) {
			*list = slices.Grow(*list, n-len(*list))
		}
		*list = (*list)[:n] // all elements are written before the list is read
	}
	(*list)[at] = x
}
