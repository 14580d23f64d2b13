package solver

import (
	"slices"

	columns "github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
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
	clear(s.colorsOf[:cap(s.colorsOf)])
	if n := bodies.Cap(); len(s.colorsOf) < n {
		s.colorsOf = grow.Resize(s.colorsOf, n)
	}
	colors, pairs := c.Colors[:c.Awake()], c.Pair[:c.Awake()]
	for row, slot := range c.Slots[:c.Awake()] {
		m := &c.Meta[slot]
		if m.Color == state.None {
			continue
		}
		colors[row] = uint8(m.Color)
		list := &s.constraints[m.Color].Contacts
		if int(m.Index) >= len(*list) {
			*list = lengthen(*list, m.Index)
		}
		(*list)[m.Index] = slot
		p := &pairs[row]
		if m.Color == overflow || p.Flags&state.ContactStaticPair != 0 {
			s.take(bodyPairOf(bodies, p.BodyA, p.BodyB), m.Color, bodies.Cap())
			continue
		}
		s.colorsOf[p.BodyA] |= 1 << m.Color
		s.colorsOf[p.BodyB] |= 1 << m.Color
	}
	for row, slot := range j.Slots[:j.Awake()] {
		if m := &j.Meta[slot]; m.Color != state.None {
			list := &s.constraints[m.Color].Joints
			if int(m.Index) >= len(*list) {
				*list = lengthen(*list, m.Index)
			}
			(*list)[m.Index] = slot
			s.take(bodyPairOf(bodies, j.Link[row].BodyA, j.Link[row].BodyB), m.Color, bodies.Cap())
		}
	}
	s.order.Restored()
}

// lengthen makes a list of a colour longer, up to an index. All its elements are written before it
// is read.
func lengthen[T any](list []T, to uint32) []T {
	n := int(to) + 1
	if n > cap(list) {
		list = slices.Grow(list, n-len(list))
	}
	return list[:n]
}
