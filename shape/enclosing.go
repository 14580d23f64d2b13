package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// rectangle is a box in a polygon's frame. Its first corner, centre - x - y,
// is the polygon's first vertex.
type rectangle struct {
	center, half, axis geom.Vec2
}

// rectangleOf returns the rectangle of four vertices. ok is false if they differ from a
// rectangle by more than the rounding of their coordinates.
func rectangleOf(points []geom.Vec2) (rectangle, bool) {
	if len(points) != 4 {
		return rectangle{}, false
	}
	var size float64
	for _, p := range points {
		a := p.Abs()
		size = max(size, a.X, a.Y)
	}
	tolerance := float64(2e-15 * size)
	m02, m13 := points[0].Lerp(points[2], 0.5), points[1].Lerp(points[3], 0.5)
	x := points[1].Sub(points[0]).Add(points[2].Sub(points[3])).Mul(0.25)
	y := points[3].Sub(points[0]).Add(points[2].Sub(points[1])).Mul(0.25)
	// The axis is along the longer side, where rounding changes the angle less.
	axis, hx := x.Unit()
	hy, skew := axis.Cross(y), axis.Dot(y)
	if hy > hx {
		up, l := y.Unit()
		axis, hy = up.RightPerp(), l
		hx, skew = axis.Dot(x), up.Dot(x)
	}
	if m02.Distance(m13) > tolerance || math.Abs(skew) > tolerance {
		return rectangle{}, false
	}
	return rectangle{center: m02, half: geom.Vec2{X: hx, Y: hy}, axis: axis}, true
}

// enclosingCircle returns the smallest circle around the points of a convex
// polygon (Chrystal, 1885). Start with any side and the vertex from which the side
// appears under the smallest angle. If that angle is right or obtuse, the side is the
// diameter. Otherwise, if neither angle at the side is obtuse, the circle passes through
// the side and the vertex. Else continue with the side opposite the obtuse angle. The
// circle shrinks with every iteration, so the loop ends.
func enclosingCircle(points []geom.Vec2) (center geom.Vec2, radius float64) {
	n := len(points)
	i, j := 0, 1
	for range n * n {
		k := smallestAngle(points, i, j)
		a, b, p := points[i], points[j], points[k]
		pa, pb, ab := a.Sub(p), b.Sub(p), b.Sub(a)
		switch {
		case pa.Dot(pb) <= 0:
			center = a.Lerp(b, 0.5)
		case pa.Dot(ab) > 0: // obtuse at a
			i = k
			continue
		case pb.Dot(ab) < 0: // obtuse at b
			j = k
			continue
		default:
			center = circumcenter(a, b, p)
		}
		break
	}
	for _, p := range points {
		radius = max(radius, p.Distance(center))
	}
	return center, radius
}

// smallestAngle returns the point, other than i and j, from which the side ij is
// seen under the smallest angle: the largest cotangent.
func smallestAngle(points []geom.Vec2, i, j int) int {
	best, index := math.Inf(-1), -1
	for k, p := range points {
		if k == i || k == j {
			continue
		}
		pa, pb := points[i].Sub(p), points[j].Sub(p)
		if cot := pa.Dot(pb) / math.Abs(pa.Cross(pb)); index < 0 || cot > best {
			best, index = cot, k
		}
	}
	return index
}

// circumcenter returns the centre of the circle through a, b and c.
func circumcenter(a, b, c geom.Vec2) geom.Vec2 {
	u, v := b.Sub(a), c.Sub(a)
	w := v.Mul(u.LengthSquared()).Sub(u.Mul(v.LengthSquared()))
	return a.Add(w.RightPerp().Mul(0.5 / u.Cross(v)))
}
