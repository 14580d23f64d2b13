package shape

import "github.com/carom2d/carom/geom"

// Contains reports whether p lies in the shape or on its border, skin included.
// Segments without a skin and chain segments have no inside: they contain only those
// points of their line that are exact in float64.
func Contains(c Convex, p geom.Vec2) bool {
	switch c.Kind {
	case KindHalfPlane:
		return p.Sub(c.A).Dot(c.B) <= 0
	case KindCustom:
		_, inside := c.customClosest(p)
		return inside && p.Finite()
	}
	if p.Sub(c.Center).LengthSquared() > float64(c.BoundingRadius*c.BoundingRadius) {
		return false
	}
	q, inside := c.closestOnCore(p)
	return inside || p.Sub(q).LengthSquared() <= float64(c.Radius*c.Radius)
}

// ClosestPoint returns the point of the shape, skin included, that is closest to p: p itself if it
// lies inside.
func ClosestPoint(c Convex, p geom.Vec2) geom.Vec2 {
	if c.Kind == KindCustom {
		q, _ := c.customClosest(p)
		return q
	}
	q, inside := c.closestOnCore(p)
	if inside {
		return p
	}
	n, distance := p.Sub(q).Unit()
	if distance <= c.Radius {
		return p
	}
	return q.MulAdd(c.Radius, n)
}

// closestOnCore returns the point of a built-in core closest to p, and whether
// that is p itself because the core contains it.
func (c Convex) closestOnCore(p geom.Vec2) (q geom.Vec2, inside bool) {
	switch c.Kind {
	case KindCircle:
		return c.A, false
	case KindCapsule, KindSegment, KindChainSegment:
		return geom.ClosestOnSegment(c.A, c.B, p), false
	case KindBox:
		rot := c.Rotation()
		local := rot.ApplyInverse(p.Sub(c.Center))
		clamped := local.Max(c.A.Neg()).Min(c.A)
		return c.Center.Add(rot.Apply(clamped)), clamped == local
	case KindPolygon:
		return closestOnPolygon(c.Points(), c.EdgeNormals(), p)
	case KindHalfPlane:
		height := p.Sub(c.A).Dot(c.B)
		return p.MulSub(max(height, 0), c.B), height <= 0
	}
	rot := c.Rotation()
	local := rot.ApplyInverse(p.Sub(c.Center))
	switch c.Kind {
	case KindEllipse:
		q, inside = closestOnEllipse(c.A, local)
	case KindHalfEllipse:
		if local.Y <= 0 {
			q = geom.Vec2{X: min(max(local.X, -c.A.X), c.A.X)}
			inside = q == local
		} else {
			q, inside = closestOnEllipse(c.A, local)
		}
	case KindSector:
		q, inside = closestOnSector(c.A.X, c.sectorEnd(), local)
	}
	return c.Center.Add(rot.Apply(q)), inside
}

// closestOnPolygon compares the closest points of all edges that have p on their outer
// side. The closest point of the polygon is one of them.
func closestOnPolygon(points, normals []geom.Vec2, p geom.Vec2) (q geom.Vec2, inside bool) {
	least := -1.0
	for i, a := range points {
		if p.Sub(a).Dot(normals[i]) <= 0 {
			continue
		}
		b := points[0]
		if i+1 < len(points) {
			b = points[i+1]
		}
		onEdge := geom.ClosestOnSegment(a, b, p)
		if s := onEdge.Sub(p).LengthSquared(); least < 0 || s < least {
			least, q = s, onEdge
		}
	}
	if least < 0 {
		return p, true
	}
	return q, false
}

// closestOnEllipse returns the point of the solid ellipse with semi-axes r
// closest to p.
//
// For p outside, the closest point q lies on the border with p - q along the
// gradient there: p - q = t (q.X/r.X^2, q.Y/r.Y^2) for some t > 0. With
// q = (p.X r.X^2/(t + r.X^2), ...) on the border, t is the positive root of
//
//	f(t) = (r.X p.X/(t + r.X^2))^2 + (r.Y p.Y/(t + r.Y^2))^2 - 1.
//
// f decreases and is convex there, so Newton's steps from a point with f >= 0 increase t
// up to the root and never pass it. The loop ends when t no longer increases.
func closestOnEllipse(r, p geom.Vec2) (q geom.Vec2, inside bool) {
	x, y := p.X/r.X, p.Y/r.Y
	if float64(x*x)+float64(y*y) <= 1 {
		return p, true
	}
	// In units of the larger semi-axis nothing overflows, however far away p is.
	unit := max(r.X, r.Y)
	a, u := r.Mul(1/unit), p.Abs().Mul(1/unit)
	a2 := geom.Vec2{X: float64(a.X * a.X), Y: float64(a.Y * a.Y)}
	// Each term alone is at most one, which bounds t from below.
	t := max(0, float64(a.X*u.X)-a2.X, float64(a.Y*u.Y)-a2.Y)
	for range 64 {
		gx, gy := float64(a.X*u.X)/(t+a2.X), float64(a.Y*u.Y)/(t+a2.Y)
		f := float64(gx*gx) + float64(gy*gy) - 1
		slope := 2 * (float64(gx*gx)/(t+a2.X) + float64(gy*gy)/(t+a2.Y))
		next := t + f/slope
		if !(next > t) {
			break
		}
		t = next
	}
	// (q.X/r.X, q.Y/r.Y) has unit length: normalizing it puts q on the border exactly.
	c, _ := geom.Vec2{X: float64(a.X*u.X) / (t + a2.X), Y: float64(a.Y*u.Y) / (t + a2.Y)}.Unit()
	q = geom.Vec2{X: float64(r.X * c.X), Y: float64(r.Y * c.Y)}
	if p.X < 0 {
		q.X = -q.X
	}
	if p.Y < 0 {
		q.Y = -q.Y
	}
	return q, false
}

// closestOnSector returns the point of a sector closest to p, in its own frame.
func closestOnSector(radius float64, end, p geom.Vec2) (q geom.Vec2, inside bool) {
	if p.Y < 0 {
		end.Y = -end.Y // the near flat side
	}
	cross := end.Cross(p)
	if p.Y < 0 {
		cross = -cross
	}
	if p.X >= 0 && cross <= 0 {
		u, length := p.Unit()
		if length <= radius {
			return p, true
		}
		return u.Mul(radius), false
	}
	return geom.ClosestOnSegment(geom.Vec2{}, end.Mul(radius), p), false
}
