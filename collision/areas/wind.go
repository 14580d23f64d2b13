package areas

import (
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
)

// Blow adds the drag and lift of a wind on the part of a collider in the present area. The
// coefficients include half the density (kg/m^2).
func (m *DragEffects) Blow(s *DragSum, c shape.Convex, drag, lift float64) {
	s.lifts = s.lifts || lift > 0
	m.pieces = outline.Append(m.pieces[:0], c, s.pose)
	met := m.cut(c, s.pose)
	m.facets = outline.AppendFacets(m.facets[:0], met, s.rotation.ApplyInverse(s.velocity))
	for _, facet := range m.facets {
		s.addFacet(facet, drag, lift)
	}
}
