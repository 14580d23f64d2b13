package polygon

import (
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Triangulate cuts the region inside outer and outside the holes into triangles,
// all counter-clockwise, with the given points as corners. It is the constrained
// Delaunay triangulation, which avoids thin triangles where the outline allows
// (up to rounding; four points on one circle may be cut either way). A region
// of n points and h holes gives n + 2h - 2 triangles.
//
// Each loop is given once around, in either direction, not closed; points that
// repeat their predecessor are ignored. A loop may touch itself or another loop
// where a corner lies exactly on a corner, as outlines of tiles do. Every other
// contact is an error. The decisions are exact: a sliver of 1e-9 m is a region, and
// a spike of no width is an error.
//
// The error is a *geom.FieldError that names Outer, Holes[1], Outer[5] or
// Holes[1][5] and wraps geom.ErrNotFinite, geom.ErrOutOfRange, geom.ErrTooFewPoints,
// geom.ErrCollinear (no area), geom.ErrSelfIntersecting (the edge from that point crosses,
// touches or overlaps another one, named too; it may belong to another loop) or
// ErrHoleOutside.
func Triangulate(outer []mgl64.Vec2, holes ...[]mgl64.Vec2) ([][3]mgl64.Vec2, error) {
	m, err := triangulateRegion(outer, holes)
	if err != nil {
		return nil, err
	}
	var triangles [][3]mgl64.Vec2
	for t, in := range m.inside {
		if in {
			a, b, c := m.org[3*t], m.org[3*t+1], m.org[3*t+2]
			triangles = append(triangles, [3]mgl64.Vec2{m.points[a].Mgl(), m.points[b].Mgl(), m.points[c].Mgl()})
		}
	}
	return triangles, nil
}

// triangulateRegion returns the triangulation of all points with the loops as
// constraints and the triangles of the region marked.
func triangulateRegion(outer []mgl64.Vec2, holes [][]mgl64.Vec2) (*mesh, error) {
	r, err := newRegion(outer, holes)
	if err != nil {
		return nil, err
	}
	m := newMesh(r.points)
	for k := range r.edges {
		if hit, ok := m.insertConstraint(int32(k), r.edges[k].from, r.edges[k].to); !ok {
			return nil, r.meetingError(int32(k), hit)
		}
	}
	if k, left := m.markInside(); k >= 0 {
		return nil, r.sideError(k, left)
	}
	if l := m.selfCrossingLoop(r); l != noLoop {
		k, left := m.misorientedEdge(r, l)
		return nil, r.ownSideError(k, left)
	}
	return m, nil
}

// inCircle reports whether d lies inside the circle through the counter-clockwise
// a, b, c, and is false where the rounded determinant cannot decide. So every flip
// improves the mesh, and flipping ends.
func inCircle(a, b, c, d geom.Vec2) bool {
	a, b, c = a.Sub(d), b.Sub(d), c.Sub(d)
	la, lb, lc := a.LengthSquared(), b.LengthSquared(), c.LengthSquared()
	det := float64(la*b.Cross(c)) + float64(lb*c.Cross(a)) + float64(lc*a.Cross(b))
	size := float64(la*absCross(b, c)) + float64(lb*absCross(c, a)) + float64(lc*absCross(a, b))
	// With u = 2^-53: each squared length is off by 4u, each cross product by 4u
	// of absCross, their product and the two sums by 3u more: 11u of size. Above the
	// floor of 2^-900 the error of underflow is far smaller than that.
	return det > float64(size*(16.0/(1<<53))) && size > 0x1p-900
}

func absCross(a, b geom.Vec2) float64 {
	x, y := float64(a.X*b.Y), float64(a.Y*b.X)
	return max(x, -x) + max(y, -y)
}
