package polygon

import (
	"github.com/go-gl/mathgl/mgl64"
)

// Decompose cuts the region inside outer and outside the holes into convex
// polygons whose corners are given points: counter-clockwise, every corner
// turning strictly left, together exactly the region. Each part can become a
// shape of one body.
//
// The parts are few. Without holes and up to 256 points no set of cuts from
// corner to corner gives fewer. A larger outline is first cut into such pieces
// and every hole is first joined to what surrounds it by one cut; whatever cut
// turns out not to be needed is taken out again. The time grows little faster than
// the number of points; what counts is how many concave corners see one another.
//
// How loops may be given and which errors there are is told at Triangulate. A
// part may have a corner as flat as float64 can tell, flatter than NewPolygon
// takes; Simplify measured outlines first.
func Decompose(outer []mgl64.Vec2, holes ...[]mgl64.Vec2) ([][]mgl64.Vec2, error) {
	m, err := triangulateRegion(outer, holes)
	if err != nil {
		return nil, err
	}
	parts := mergeConvex(m.points, m.convexPieces())
	// Cutting to the holes first is a guess. Merging triangles guesses otherwise
	// and is cheap, so take the better of the two.
	if merged := mergeConvex(m.points, m.insideTriangles()); len(merged) < len(parts) {
		parts = merged
	}
	out := make([][]mgl64.Vec2, len(parts))
	for i, part := range parts {
		out[i] = make([]mgl64.Vec2, len(part))
		for j, id := range part {
			out[i][j] = m.points[id].Mgl()
		}
	}
	return out, nil
}

// insideTriangles lists the triangles of the region by their points.
func (m *mesh) insideTriangles() [][]int32 {
	var pieces [][]int32
	for t, in := range m.inside {
		if in {
			pieces = append(pieces, m.org[3*t:3*t+3])
		}
	}
	return pieces
}

// convexPieces cuts the region into simply connected outlines of bounded size
// and each of those into as few convex pieces as possible.
func (m *mesh) convexPieces() [][]int32 {
	c := newCutMesh(m)
	c.connectHoles()
	c.splitLargeLoops()
	var pieces [][]int32
	for l := range c.loops {
		pieces = appendFewestPieces(c, int32(l), pieces)
	}
	return pieces
}
