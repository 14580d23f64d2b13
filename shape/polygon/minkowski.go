package polygon

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// MinkowskiSum returns the convex polygon of all sums of a point of a and a point of b, for two
// convex polygons. It is the area that a covers when it is moved by every vector of b. Its corners
// are counter-clockwise from the leftmost, lowest corner. Every corner turns strictly left:
// parallel edges, found exactly, become one. With the points of b negated, the result contains the
// origin exactly if the two polygons meet. It takes time n log n.
//
// Each polygon is given once around, in either direction. The error is a
// *geom.FieldError that names A, A[3], B or B[3] and wraps geom.ErrNotFinite,
// geom.ErrOutOfRange, geom.ErrTooFewPoints, geom.ErrDuplicate, geom.ErrCollinear, geom.ErrNotConvex
// or geom.ErrSelfIntersecting.
func MinkowskiSum(a, b []mgl64.Vec2) ([]mgl64.Vec2, error) {
	p, err := convexRing("A", a)
	if err != nil {
		return nil, err
	}
	q, err := convexRing("B", b)
	if err != nil {
		return nil, err
	}
	return mglPoints(convexSum(p, q)), nil
}

// convexSum returns the sum of two strictly convex rings that begin at their leftmost corners.
func convexSum(p, q []geom.Vec2) []geom.Vec2 {
	// Both rings start at the leftmost corner, so their edges start in the same
	// half turn: merge them by direction.
	n, m := len(p), len(q)
	sums := make([]geom.Vec2, 0, n+m)
	for i, j := 0, 0; i < n || j < m; {
		sums = append(sums, p[i%n].Add(q[j%m]))
		turn := geom.TurnSign(p[i%n], p[(i+1)%n], q[j%m], q[(j+1)%m])
		if j == m || i < n && turn >= 0 {
			i++
			if j < m && turn == 0 {
				j++
			}
		} else {
			j++
		}
	}
	// The sums are rounded, which can bend a nearly straight corner inward. The hull
	// of the rounded points is strictly convex.
	slices.SortStableFunc(sums, comparePoints)
	return hullOfSorted(slices.Compact(sums))
}

// convexRing returns the corners of a convex polygon counter-clockwise from the
// leftmost, or an error. A loop is a convex polygon if its points are the corners of
// their own hull, in the order of the hull.
func convexRing(name string, points []mgl64.Vec2) ([]geom.Vec2, error) {
	at := func(i int) string { return fmt.Sprintf("%s[%d]", name, i) }
	if err := geom.CheckExtents(name, points); err != nil {
		return nil, err
	}
	n := len(points)
	if n < 3 {
		return nil, geom.NewFieldError(name, n, geom.ErrTooFewPoints)
	}
	given := geomPoints(points)
	sorted := slices.Clone(given)
	slices.SortStableFunc(sorted, comparePoints)
	sorted = slices.Compact(sorted)
	ring := hullOfSorted(sorted)
	if len(ring) != n {
		return nil, cornerError(at, given, ring)
	}
	start := slices.Index(given, ring[0])
	step := 1
	if given[(start+1)%n] != ring[1] {
		step = n - 1
	}
	for k, p := range ring {
		if given[(start+k*step)%n] != p {
			return nil, crossingError(at, given)
		}
	}
	return ring, nil
}

// cornerError returns the error for the first point that is no corner of ring, the
// hull of all points.
func cornerError(at func(int) string, given, ring []geom.Vec2) error {
	n := len(given)
	for i, p := range given {
		if first := slices.Index(given, p); first < i {
			return geom.NewFieldError(at(i), p, fmt.Errorf("%w %s", geom.ErrDuplicate, at(first)))
		}
	}
	for i, p := range given {
		if geom.Orient(given[(i+n-1)%n], p, given[(i+1)%n]) == 0 {
			return geom.NewFieldError(at(i), p, geom.ErrCollinear)
		}
		if !slices.Contains(ring, p) {
			return geom.NewFieldError(at(i), p, geom.ErrNotConvex)
		}
	}
	panic("polygon: every point is a corner of the hull")
}

// crossingError returns the error for corners of a convex polygon in the wrong
// order, in which two edges cross.
func crossingError(at func(int) string, given []geom.Vec2) error {
	n := len(given)
	for j := range n {
		for i := range j {
			if geom.SegmentsCross(given[i], given[i+1], given[j], given[(j+1)%n]) {
				return geom.NewFieldError(at(j), given[j], fmt.Errorf("%w %s", geom.ErrSelfIntersecting, at(i)))
			}
		}
	}
	panic("polygon: no two edges cross")
}
