package polygon

import (
	"cmp"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Hull returns the convex hull of points in any order: its corners counter-clockwise from the
// leftmost, lowest corner. Each corner is an input point. Inner points, repeated points and points
// on the line between two corners are left out. Every corner turns strictly left: the turns are
// decided exactly.
//
// The error is a *geom.FieldError that names the point at fault and wraps
// geom.ErrNotFinite or geom.ErrOutOfRange, or names all points and wraps
// geom.ErrTooFewPoints (fewer than three distinct ones) or geom.ErrCollinear.
//
// A corner may be so flat that shape.NewPolygon rejects it. shape.NewHullPolygon leaves such
// corners out.
func Hull(points []mgl64.Vec2) ([]mgl64.Vec2, error) {
	sorted, err := distinctPoints(points)
	if err != nil {
		return nil, err
	}
	ring := hullOfSorted(sorted)
	if len(ring) < 3 {
		return nil, geom.NewFieldError("Points", len(points), geom.ErrCollinear)
	}
	return mglPoints(ring), nil
}

// distinctPoints returns the points sorted by x and then y, without repetitions. Fewer
// than three are an error.
func distinctPoints(points []mgl64.Vec2) ([]geom.Vec2, error) {
	if err := geom.CheckExtents("Points", points); err != nil {
		return nil, err
	}
	sorted := sortPoints(geomPoints(points))
	if len(sorted) < 3 {
		return nil, geom.NewFieldError("Points", len(sorted), geom.ErrTooFewPoints)
	}
	return sorted, nil
}

func comparePoints(p, q geom.Vec2) int {
	if c := cmp.Compare(p.X, q.X); c != 0 {
		return c
	}
	return cmp.Compare(p.Y, q.Y)
}

// hullOfSorted returns the hull of distinct sorted points by the monotone chain
// (Andrew, 1979): the lower side left to right, then the upper side back.
// Of collinear points only the two ends remain.
func hullOfSorted(sorted []geom.Vec2) []geom.Vec2 {
	ring := make([]geom.Vec2, 0, len(sorted)+1)
	extend := func(first int, p geom.Vec2) {
		for n := len(ring); n >= first+2 && geom.Orient(ring[n-2], ring[n-1], p) <= 0; n = len(ring) {
			ring = ring[:n-1]
		}
		ring = append(ring, p)
	}
	for _, p := range sorted {
		extend(0, p)
	}
	lower := len(ring) - 1
	for _, p := range slices.Backward(sorted[:len(sorted)-1]) {
		extend(lower, p)
	}
	return ring[:len(ring)-1] // the first point closed the ring
}

// geomPoints converts from points of the public interface.
func geomPoints(points []mgl64.Vec2) []geom.Vec2 {
	out := make([]geom.Vec2, len(points))
	for i, p := range points {
		out[i] = geom.From(p)
	}
	return out
}

// mglPoints converts to points of the public interface.
func mglPoints(points []geom.Vec2) []mgl64.Vec2 {
	out := make([]mgl64.Vec2, len(points))
	for i, p := range points {
		out[i] = p.Mgl()
	}
	return out
}
