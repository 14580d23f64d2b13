package sensors

import (
	"sort"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// Compounds. A sensor or a visitor of several parts counts as one: the visitor is in the sensor
// while any part of it overlaps any part of the sensor.

// crossing is a change of the overlap of two parts.
type crossing struct {
	fraction float64 // of the tick
	begins   bool
}

// updateCompound is updateVisitor for a sensor or a visitor with parts.
func (s *Stage) updateCompound(sensor, visitor state.ColliderSlot, before bool) {
	m := &s.motion
	m.crossings = m.crossings[:0]
	overlaps, after := 0, false // pairs of parts that overlap at the start; whether one does at the end
	for part := uint32(sensor); part != state.None; part = s.p.Shapes.NextPart(part) {
		s.setMotion(&s.current, state.ColliderSlot(part))
		for v := uint32(visitor); v != state.None; v = s.p.Shapes.NextPart(v) {
			started, ended := s.updateParts(state.ColliderSlot(v))
			if started {
				overlaps++
			}
			after = after || ended
		}
	}
	id := s.p.Shapes.Meta[visitor].ID
	if after {
		s.now = append(s.now, id)
	}
	inside := before
	note := func(fraction float64) {
		if inside != (overlaps > 0) {
			inside = !inside
			s.changes = append(s.changes, Change{sensor, id, fraction, inside})
		}
	}
	note(0) // a call between the ticks has changed the overlap
	sort.Sort(&m.crossings)
	for _, c := range m.crossings {
		if c.begins {
			overlaps++
		} else {
			overlaps--
		}
		note(c.fraction)
	}
}

// updateParts records the times at which the current part of a sensor and a part of a visitor begin
// and cease to overlap. It returns whether they overlap at the start and at the end of the tick.
func (s *Stage) updateParts(v state.ColliderSlot) (before, after bool) {
	m, c := &s.motion, s.current.slot
	a, b := s.p.Shapes.Convex(c), s.p.Shapes.Convex(v)
	s.setMotion(&m.visitor, v)
	pose := s.current.way[0].Sweep.Start.InverseMul(m.visitor.way[0].Sweep.Start)
	before = narrowphase.Intersects(a, b, &pose)
	pose = s.poseOf(c).InverseMul(*s.poseOf(v))
	after = narrowphase.Intersects(a, b, &pose)
	inside := before
	for _, fraction := range s.changesInTick(v, before, after) {
		inside = !inside
		m.crossings = append(m.crossings, crossing{fraction, inside})
	}
	return before, after
}

// crossings are ordered by time. At equal times begins come first, so that a visitor passes from
// part to part without leaving.
type crossings []crossing

func (x *crossings) Len() int      { return len(*x) }
func (x *crossings) Swap(i, j int) { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }
func (x *crossings) Less(i, j int) bool {
	a, b := (*x)[i], (*x)[j]
	return a.fraction < b.fraction || a.fraction == b.fraction && a.begins && !b.begins
}
