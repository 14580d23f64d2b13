package areas

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
)

// Fluid is what carries bodies up and slows them down.
type Fluid struct {
	Density       float64 // kg/m^2
	LinearDrag    float64 // 1/s
	QuadraticDrag float64 // coefficient
}

// Displace adds a part of the buoyancy and drag on a collider, as far as it lies in the present
// area and below the surface: ascending points in the area's frame, or none.
func (m *DragEffects) Displace(s *DragSum, c shape.Convex, surface []geom.Vec2, f *Fluid, part float64) {
	wet := m.cut(c, s.pose)
	if len(surface) > 0 {
		m.below = outline.Below(m.below[:0], wet, surface, &m.scratch)
		wet = m.below
	}
	if len(wet) == 0 {
		return
	}
	density := float64(part * f.Density)
	moments := outline.MomentsOf(wet, s.center)
	if moments.Area > 0 {
		first := s.rotation.Apply(moments.First)
		s.displaced += float64(density * moments.Area)
		s.first = s.first.MulAdd(density, first)
		if f.LinearDrag > 0 {
			s.addResistance(f.LinearDrag*density, moments.Area, first, moments.Second)
		}
		for i := range wet {
			if p := &wet[i]; p.Cut {
				m.waterlines = append(m.waterlines, waterline{
					density: density, next: s.lines,
					a: s.rotation.Apply(p.A.Sub(s.center)), b: s.rotation.Apply(p.B.Sub(s.center)),
				})
				s.lines = int32(len(m.waterlines))
			}
		}
	}
	if f.QuadraticDrag > 0 {
		m.facets = outline.AppendFacets(m.facets[:0], wet, s.rotation.ApplyInverse(s.velocity))
		for _, facet := range m.facets {
			s.addFacet(facet, 0.5*density*f.QuadraticDrag, 0)
		}
	}
}
