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
	return geom.NewFieldError(pointName(i), geom.From(p), pointReason{reason, pointName(j)})
}

// pointReason is a reason that ends in the name of another point.
type pointReason struct {
	error
	point string
}

func (r pointReason) Error() string { return r.error.Error() + " " + r.point }

func (r pointReason) Unwrap() error { return r.error }

func duplicateError(i, j int, p mgl64.Vec2) error { return pointError(i, j, p, geom.ErrDuplicate) }

// minCornerSine is the sine of the smallest angle between the two edges of a corner.
// With less, the normals of the edges would be the same for the engine.
const minCornerSine = 1e-9

// convexOrder returns the points counter-clockwise, or the reason why they are not the
// corners of a convex polygon. A polygon is convex if it turns in the same direction
// in every corner and makes one revolution in total.
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
// that always turns in one direction enters that half once per revolution.
func inUpperHalf(e geom.Vec2) bool { return e.Y > 0 || e.Y == 0 && e.X > 0 }

// convexityError returns the error for the first point whose edge crosses an earlier edge, else for
// the first point without a corner, else for the first concave corner.
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
	// Every corner turns in the same direction and no two edges cross, but the boundary
	// makes more than one revolution: it runs over itself.
	return pointError(n-1, 0, points[n-1], geom.ErrSelfIntersecting)
}

// flatCorner returns the first corner in which the boundary continues straight,
// else the first in which it reverses its direction, else -1.
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

// dropFlatCorners removes the corners of a convex polygon that convexOrder
// would refuse. Each removal makes the neighbouring corners sharper, so it continues
// until a whole revolution finds no flat corner.
func dropFlatCorners(points []mgl64.Vec2) []mgl64.Vec2 {
	ring := append([]mgl64.Vec2(nil), points...)
	for i, unchanged := 0, 0; unchanged < len(ring) && len(ring) > 3; {
		n := len(ring)
		before, at, after := geom.From(ring[(i+n-1)%n]), geom.From(ring[i]), geom.From(ring[(i+1)%n])
		in, _ := at.Sub(before).Unit()
		out, _ := after.Sub(at).Unit()
		if at.Distance(after) < mergeDistance(at, after) || in.Cross(out) <= minCornerSine {
			ring = append(ring[:i], ring[i+1:]...)
			i, unchanged = (i+n-2)%(n-1), 0 // the corner before is sharper now: check it again
			continue
		}
		i, unchanged = (i+1)%n, unchanged+1
	}
	return ring
}
