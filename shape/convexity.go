package shape

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

func pointName(i int) string { return fmt.Sprintf("Points[%d]", i) }

// pointError returns an error about point i that ends in the name of point j.
func pointError(i, j int, p mgl64.Vec2, reason error) error {
	return geom.NewFieldError(pointName(i), geom.From(p), fmt.Errorf("%w Points[%d]", reason, j))
}

func duplicateError(i, j int, p mgl64.Vec2) error { return pointError(i, j, p, geom.ErrDuplicate) }

// minCornerSine is the sine of the least turn that makes a corner. Below it the two
// edges have the same normal for every purpose of the engine.
const minCornerSine = 1e-9

// convexOrder returns the points counter-clockwise, or says why they are not the
// corners of a convex polygon. A polygon is convex when it turns the same way
// in every corner and once around in all.
func convexOrder(points []mgl64.Vec2) ([]geom.Vec2, error) {
	if err := checkPoints(points); err != nil {
		return nil, err
	}
	n := len(points)
	ring := make([]geom.Vec2, n)
	for i, p := range points {
		ring[i] = geom.From(p)
	}
	edges := make([]geom.Vec2, n)
	for i := range ring {
		j := (i + 1) % n
		if ring[i].Distance(ring[j]) < mergeDistance(ring[i], ring[j]) {
			return nil, duplicateError(max(i, j), min(i, j), points[max(i, j)])
		}
		edges[i], _ = ring[j].Sub(ring[i]).Unit()
	}
	lefts, rights, revolutions := 0, 0, 0
	for i, e := range edges {
		before := edges[(i+n-1)%n]
		if turn := before.Cross(e); turn > minCornerSine {
			lefts++
		} else if turn < -minCornerSine {
			rights++
		}
		if inUpperHalf(e) && !inUpperHalf(before) {
			revolutions++
		}
	}
	if revolutions != 1 || lefts != n && rights != n {
		return nil, convexityError(points, ring, edges)
	}
	if rights == n {
		for i, j := 1, n-1; i < j; i, j = i+1, j-1 {
			ring[i], ring[j] = ring[j], ring[i]
		}
	}
	return ring, nil
}

// checkPoints refuses too few points, too many, and any that is not finite.
func checkPoints(points []mgl64.Vec2) error {
	switch {
	case len(points) < 3:
		return geom.NewFieldError("Points", len(points), geom.ErrTooFewPoints)
	case len(points) > maxPoints:
		return geom.NewFieldError("Points", len(points), ErrTooManyPoints)
	}
	return geom.CheckExtents("Points", points)
}

// inUpperHalf reports whether the direction of e is an angle in [0, pi). A boundary
// that turns one way enters that half once per lap.
func inUpperHalf(e geom.Vec2) bool { return e.Y > 0 || e.Y == 0 && e.X > 0 }

// convexityError finds the point to blame: the first whose edge meets the boundary
// before it, else the first without a corner, else the first reflex one.
func convexityError(points []mgl64.Vec2, ring, edges []geom.Vec2) error {
	n := len(ring)
	for j := 2; j < n; j++ {
		for i := 0; i < j-1; i++ {
			if i == 0 && j == n-1 {
				continue // neighbours
			}
			if geom.SegmentsIntersect(ring[i], ring[i+1], ring[j], ring[(j+1)%n]) {
				return pointError(j, i, points[j], geom.ErrSelfIntersecting)
			}
		}
	}
	if i := flatCorner(edges); i >= 0 {
		return geom.NewFieldError(pointName(i), ring[i], geom.ErrCollinear)
	}
	area := 0.0
	for i := 1; i+1 < n; i++ {
		area += ring[i].Sub(ring[0]).Cross(ring[i+1].Sub(ring[0]))
	}
	for i, e := range edges {
		if (edges[(i+n-1)%n].Cross(e) < 0) == (area > 0) {
			return geom.NewFieldError(pointName(i), ring[i], geom.ErrNotConvex)
		}
	}
	// Every corner turns the same way, no two edges cross, and yet there is not
	// one lap: the boundary runs over itself.
	return pointError(n-1, 0, points[n-1], geom.ErrSelfIntersecting)
}

// flatCorner returns the first corner in which the boundary goes straight on,
// else the first in which it turns back on itself, else -1.
func flatCorner(edges []geom.Vec2) int {
	reversal := -1
	for i, e := range edges {
		before := edges[(i+len(edges)-1)%len(edges)]
		if math.Abs(before.Cross(e)) > minCornerSine {
			continue
		}
		if before.Dot(e) > 0 {
			return i
		}
		if reversal < 0 {
			reversal = i
		}
	}
	return reversal
}

// dropFlatCorners leaves out the corners of a convex polygon that convexOrder
// would refuse. Each one that goes makes its neighbours sharper, so it goes
// around until a whole lap finds none.
func dropFlatCorners(points []mgl64.Vec2) []mgl64.Vec2 {
	ring := append([]mgl64.Vec2(nil), points...)
	for i, unchanged := 0, 0; unchanged < len(ring) && len(ring) > 3; {
		n := len(ring)
		before, at, after := geom.From(ring[(i+n-1)%n]), geom.From(ring[i]), geom.From(ring[(i+1)%n])
		in, _ := at.Sub(before).Unit()
		out, _ := after.Sub(at).Unit()
		if at.Distance(after) < mergeDistance(at, after) || in.Cross(out) <= minCornerSine {
			ring = append(ring[:i], ring[i+1:]...)
			i, unchanged = (i+n-2)%(n-1), 0 // the corner before is sharper now, look again
			continue
		}
		i, unchanged = (i+1)%n, unchanged+1
	}
	return ring
}
