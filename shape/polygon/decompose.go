package polygon

import "github.com/go-gl/mathgl/mgl64"

// Decompose cuts the region inside outer and outside the holes into convex
// polygons. Together they cover exactly the region. Their corners are points of
// the input, listed counter-clockwise, and every corner turns strictly left. Each
// part can become a shape of one body.
//
// Without holes and with up to 256 points, no set of cuts from corner to corner gives fewer parts.
// A larger outline is first cut into outlines of that size. Each hole is first joined by one cut to
// the loop around it. Unnecessary cuts are removed in the end. The time grows little faster than
// the number of points. It depends most on the number of concave corners that see one another.
//
// Loops and errors are as of Triangulate. A part may have a corner so flat that shape.NewPolygon
// refuses it: Simplify measured outlines first.
func Decompose(outer []mgl64.Vec2, holes ...[]mgl64.Vec2) ([][]mgl64.Vec2, error) {
	m, err := triangulateRegion(outer, holes)
	if err != nil {
		return nil, err
	}
	parts := mergeConvex(m.points, m.convexPieces())
	// The cuts to the holes are a guess and may cost parts. Merging triangles is cheap and makes
	// other guesses. The better of the two results is taken.
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
