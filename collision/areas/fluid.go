package areas

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
)

// Fluid holds the coefficients of buoyancy and drag.
type Fluid struct {
	Density       float64 // kg/m^2
	LinearDrag    float64 // 1/s
	QuadraticDrag float64 // coefficient
}

// displacement is a collider in a fluid.
type displacement struct {
	sum     *DragSum
	shape   shape.Convex
	surface []geom.Vec2 // ascending points in the area's frame, or none
	fluid   *Fluid
	part    float64 // of the buoyancy and drag
}

// displace adds the buoyancy and drag on the region of a collider that lies in the present area,
// below the surface and outside all covers.
func (m *DragEffects) displace(d *displacement) {
	if len(m.covers) == 0 || d.shape.Kind == shape.KindCustom {
		m.pieces = outline.Append(m.pieces[:0], d.shape, d.sum.pose)
		m.displaceWet(d)
		return
	}
	m.stack = outline.Append(m.stack[:0], d.shape, d.sum.pose)
	m.displaceUncovered(d, column.Span{Hi: len(m.stack)}, 0)
}

// displaceWet adds the buoyancy and drag on the present pieces.
func (m *DragEffects) displaceWet(d *displacement) {
	s, f := d.sum, d.fluid
	wet := m.cut(d.shape, s.pose)
	if len(d.surface) > 0 {
		m.below = outline.Below(m.below[:0], wet, d.surface, &m.scratch)
		wet = m.below
	}
	if len(wet) == 0 {
		return
	}
	density := float64(d.part * f.Density)
	moments := outline.MomentsOf(wet, s.center)
	if moments.Area > 0 {
		first := s.rotation.Apply(moments.First)
		s.displaced += float64(density * moments.Area)
		s.first = s.first.MulAdd(density, first)
		if f.LinearDrag > 0 {
			s.addResistance(f.LinearDrag*density, moments.Area, first, moments.Second)
		}
		for i := range wet {
			if p := &wet[i]; p.Cut && !p.Seam {
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
