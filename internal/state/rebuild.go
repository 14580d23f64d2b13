package state

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Rebuilding: the derived columns of a table whose state was read from a file.

// Rebuild derives the counts.
func (s *Bodies) Rebuild() {
	s.Dominant = 0
	for i := range s.Meta {
		if s.Meta[i].Dominance != 0 {
			s.Dominant++
		}
	}
}

// CustomRecord holds the numbers of a custom shape from its compilation. Files store it, because
// the last bits of the numbers depend on the position of the body's centre of mass at that time.
type CustomRecord struct {
	Slot        ColliderSlot
	Offset      geom.Vec2
	Center      geom.Vec2 // of the bounding circle, from the offset
	Origin      geom.Vec2 // the offset from the body's centre of mass
	Circle      geom.Vec2 // the centre of the bounding circle, from the body's centre of mass
	Bounds      geom.Box
	InnerRadius float64
	Mass        shape.Mass
}

// CustomRecords returns the records of the custom shapes, in ascending order of slots.
func (s *Colliders) CustomRecords() []CustomRecord {
	var list []CustomRecord
	for i := range s.Geometry {
		slot := ColliderSlot(i)
		if g := &s.Geometry[i]; s.At(slot) != 0 && g.Kind == shape.KindCustom {
			x := s.customOf(slot)
			list = append(list, CustomRecord{slot, x.offset, x.center, g.A, g.Center, x.bounds, x.innerRadius, x.mass})
		}
	}
	return list
}

// Rebuild compiles the shapes of all colliders, which lie on living bodies. The table has no
// geometry yet. It returns the slot of a refused shape.
func (s *Colliders) Rebuild(bodies *Bodies) (ColliderSlot, error) {
	s.Geometry = make([]shape.Geometry, len(s.Meta))
	for i := range s.Meta {
		slot := ColliderSlot(i)
		if s.At(slot) == 0 {
			continue
		}
		g, err := s.compile(s.Meta[i].Shape, bodies.Meta[s.Link[i].Owner].LocalCenter)
		if err != nil {
			return slot, err
		}
		s.commit(&g)
		s.Geometry[i] = g
	}
	s.fits.forgetAll()
	s.shapes++
	return 0, nil
}

// SetCustomRecord puts back the record of a custom shape. It reports whether the record belongs
// to the shape, up to rounding.
func (s *Colliders) SetCustomRecord(r *CustomRecord) bool {
	if s.At(r.Slot) == 0 || !s.IsCustom(r.Slot) {
		return false
	}
	x, g := s.customOf(r.Slot), &s.Geometry[r.Slot]
	size := g.BoundingRadius + length1(x.offset) + length1(g.A) + length1(g.Center)
	near := func(a, b geom.Vec2) bool { return length1(a.Sub(b)) <= float64(1e-9*size) }
	m := r.Mass
	switch {
	case !near(r.Offset, x.offset), !near(r.Center, x.center), !near(r.Origin, g.A), !near(r.Circle, g.Center),
		!near(r.Bounds.Min, x.bounds.Min), !near(r.Bounds.Max, x.bounds.Max), !(math.Abs(r.InnerRadius-x.innerRadius) <= float64(1e-9*size)):
		return false
	case !(m.Mass >= 0 && m.Mass <= 1e18 && m.Inertia >= 0 && m.Inertia <= 1e60 && length1(m.Center) <= 1e12):
		return false
	}
	*x = customShape{offset: r.Offset, center: r.Center, bounds: r.Bounds, innerRadius: r.InnerRadius, mass: r.Mass}
	g.A, g.Center = r.Origin, r.Circle
	return true
}

// length1 is the sum of the coordinates' sizes.
func length1(v geom.Vec2) float64 { return math.Abs(v.X) + math.Abs(v.Y) }

// Rebuild derives the strengths and the counts. The joints have their definitions.
func (s *Joints) Rebuild() {
	s.Strength = make([]JointStrength, len(s.Link))
	s.companionCount, s.withCallbacks, s.driven = 0, 0, 0
	for row := range s.Link {
		l := &s.Link[row]
		s.Strength[row] = strengthOf(s.definition(s.Owner(s.Slots[row])).Shared())
		if l.Kind == JointCompanion {
			s.companionCount++
		}
		s.count(l.Flags)
	}
}

// count counts a joint with some flags.
func (s *Joints) count(f JointFlags) {
	if f&JointHasCallbacks != 0 {
		s.withCallbacks++
	}
	if f&JointDriven != 0 {
		s.driven++
	}
}
