package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// BoxOf returns the smallest axis-aligned box around a shape in the pose t, skin
// included. It allocates nothing. A half-plane has an end on one side at most; on the
// others its box ends at geom.MaxExtent from its point.
func BoxOf(c Convex, t geom.Transform) geom.Box {
	switch c.Kind {
	case KindCircle:
		p := t.Apply(c.A)
		return geom.Box{Min: p, Max: p}.Grow(c.Radius)
	case KindCapsule, KindSegment, KindChainSegment:
		a, b := t.Apply(c.A), t.Apply(c.B)
		return geom.Box{Min: a.Min(b), Max: a.Max(b)}.Grow(c.Radius)
	case KindBox:
		// The box's axes in the world are q and its left perpendicular. Each component of
		// an axis adds its share of the half extent along that axis.
		q := t.R.Apply(c.B).Abs()
		return boxAround(t.Apply(c.Center), geom.Vec2{
			X: q.Dot(c.A) + c.Radius,
			Y: geom.Vec2{X: q.Y, Y: q.X}.Dot(c.A) + c.Radius,
		})
	case KindPolygon:
		return boxOfPoints(c.Points(), t).Grow(c.Radius)
	case KindEllipse:
		q := t.R.Apply(c.B)
		return boxAround(t.Apply(c.Center), geom.Vec2{
			X: geom.Vec2{X: float64(q.X * c.A.X), Y: float64(q.Y * c.A.Y)}.Length() + c.Radius,
			Y: geom.Vec2{X: float64(q.Y * c.A.X), Y: float64(q.X * c.A.Y)}.Length() + c.Radius,
		})
	case KindHalfPlane:
		return boxOfHalfPlane(t.Apply(c.A), t.R.Apply(c.B))
	}
	return boxOfSupport(c, t)
}

// boxAround returns the box with the given centre and half extents.
func boxAround(center, half geom.Vec2) geom.Box {
	return geom.Box{Min: center.Sub(half), Max: center.Add(half)}
}

// boxOfPoints rotates every point and translates only the box. Which point is the outermost so far
// is unpredictable, so the coordinates are compared as integers, which needs no branch. The sign of
// a zero does not matter.
func boxOfPoints(points []geom.Vec2, t geom.Transform) geom.Box {
	first := t.R.Apply(points[0])
	loX, loY := rank(first.X), rank(first.Y)
	hiX, hiY := loX, loY
	for _, point := range points[1:] {
		v := t.R.Apply(point)
		x, y := rank(v.X), rank(v.Y)
		loX, loY = min(loX, x), min(loY, y)
		hiX, hiY = max(hiX, x), max(hiY, y)
	}
	lo, hi := geom.Vec2{X: unrank(loX), Y: unrank(loY)}, geom.Vec2{X: unrank(hiX), Y: unrank(hiY)}
	return geom.Box{Min: lo.Add(t.P), Max: hi.Add(t.P)}
}

// rank maps numbers to integers in the same order. Read as integers, the bits of positive numbers
// are in order, and the bits of negative ones in the opposite order.
func rank(x float64) int64 {
	b := int64(math.Float64bits(x))
	return b ^ int64(uint64(b>>63)>>1)
}

// unrank is the inverse of rank.
func unrank(r int64) float64 {
	return math.Float64frombits(uint64(r ^ int64(uint64(r>>63)>>1)))
}

// boxOfSupport finds the farthest points along the four axis directions of the world.
func boxOfSupport(c Convex, t geom.Transform) geom.Box {
	x, y := t.R.ApplyInverse(geom.Vec2{X: 1}), t.R.ApplyInverse(geom.Vec2{Y: 1})
	right, _ := c.CoreSupport(x)
	left, _ := c.CoreSupport(x.Neg())
	top, _ := c.CoreSupport(y)
	bottom, _ := c.CoreSupport(y.Neg())
	low := geom.Vec2{X: t.Apply(left).X, Y: t.Apply(bottom).Y}
	high := geom.Vec2{X: t.Apply(right).X, Y: t.Apply(top).Y}
	// A wrong support function must not give an inverted box.
	return geom.Box{Min: low.Min(high), Max: high.Max(low)}.Grow(c.Radius)
}

// boxOfHalfPlane has a finite side only if the edge is exactly horizontal or vertical,
// as floors and walls are.
func boxOfHalfPlane(p, n geom.Vec2) geom.Box {
	b := boxAround(p, geom.Vec2{X: infiniteExtent, Y: infiniteExtent})
	switch {
	case n.X == 0 && n.Y > 0:
		b.Max.Y = p.Y
	case n.X == 0:
		b.Min.Y = p.Y
	case n.Y == 0 && n.X > 0:
		b.Max.X = p.X
	case n.Y == 0:
		b.Min.X = p.X
	}
	return b
}
