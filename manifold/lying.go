package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// A flat side may lie on a surface of small curvature, which bulges by less than half a slop over
// the line between the ends of the side. Such a side has points at both ends, as on a level floor.
// With the single point of convex shapes a body would rock: the point moves from end to end as the
// body turns by a hundredth of a radian, and the ends would push in turn.
const (
	lyingBulge  = 1.0 / 8  // of the speculative distance: half a slop
	lyingSlope  = 1.0 / 32 // the largest between the side and the surface, at the contact and from end to end
	lyingShare  = 0.5      // the largest size of the side's shape, as a part of the curved shape's
	probedShare = 0.5      // the largest between two points of the bounding radius of the side's shape
	flatShare   = 1e-6     // of its length, by which a side may leave the line between its ends
	widerFactor = 1.02     // of the square of the distance of two points, above which two others replace them
)

// lyingPair is a shape with a flat side and a curved shape on which it may lie, both in the frame
// of the manifold.
type lyingPair struct {
	curved, flat   shape.Convex
	ofCurved, pose geom.Transform // the poses of the two
	onB            bool           // B is the curved one
	speculative    float64
}

// CollideLying replaces the point of a contact that Collide has found by two if one of the shapes
// lies on the other. It is for flat sides that may rock. The side of a body that does not turn
// carries a round shape at one point.
func CollideLying(dst *Manifold, a, b shape.Convex, pose *geom.Transform, speculative float64) {
	if pairFuncs[a.Kind][b.Kind] != general {
		return
	}
	p := lyingPair{curved: a, flat: b, ofCurved: geom.IdentityTransform, pose: *pose, speculative: speculative}
	if a.BoundingRadius < b.BoundingRadius {
		p = lyingPair{curved: b, flat: a, ofCurved: *pose, pose: geom.IdentityTransform, onB: true, speculative: speculative}
	}
	if p.curved.Kind < shape.KindEllipse || p.flat.BoundingRadius > float64(lyingShare*p.curved.BoundingRadius) || dst.Count == 0 {
		return
	}
	// Probing a custom shape for sides may take a short piece of a gentle curve for a side.
	if limit := float64(probedShare * p.flat.BoundingRadius); dst.Count == 2 &&
		(p.curved.Kind != shape.KindCustom || spread(&dst.Points) > float64(limit*limit)) {
		return
	}
	n := dst.Normal
	if p.onB {
		n = n.Neg()
	}
	var points [2]Point
	if m, ok := p.ends(&points, n); ok && (dst.Count == 1 || spread(&points) > float64(widerFactor*spread(&dst.Points))) {
		dst.Count, dst.Points, dst.Normal = 2, points, m
		if p.onB {
			dst.Normal = m.Neg()
		}
	}
}

// spread returns the square of the distance of two points, m^2.
func spread(points *[2]Point) float64 { return points[0].Anchor.Sub(points[1].Anchor).LengthSquared() }

// ends writes the points of the side that faces a surface with the outward normal n, and returns
// the normal of the surface between them.
func (p *lyingPair) ends(dst *[2]Point, n geom.Vec2) (geom.Vec2, bool) {
	tilt := n.RightPerp().Mul(lyingSlope)
	local := p.pose.R.ApplyInverse(n)
	localTilt := p.pose.R.ApplyInverse(tilt)
	first, i := p.flat.CoreSupport(localTilt.Sub(local))
	last, j := p.flat.CoreSupport(localTilt.Add(local).Neg())
	down, length := first.Sub(last).RightPerp().Unit()
	if length == 0 || down.Dot(local) > 0 {
		return n, false
	}
	if deepest, _ := p.flat.CoreSupport(down); down.Dot(deepest.Sub(first)) > float64(flatShare*length) {
		return n, false
	}
	first, last = p.pose.Apply(first), p.pose.Apply(last)
	from, ok1 := p.surface(first, n)
	to, ok2 := p.surface(last, n)
	middle, ok := p.surface(first.Lerp(last, 0.5), n)
	if !ok || !ok1 || !ok2 || n.Dot(middle.Sub(from.Lerp(to, 0.5))) > float64(lyingBulge*p.speculative) {
		return n, false
	}
	m, _ := from.Sub(to).LeftPerp().Unit()
	if m.Dot(n) < 0 {
		m = m.Neg()
	}
	// Between the ends there may be the corner of a custom shape. On the tip of a thin ellipse the
	// ends are at one place but for rounding.
	if side := p.pose.R.Apply(down); m.Dot(side) >= 0 || math.Abs(m.Cross(side)) > lyingSlope {
		return n, false
	}
	if i == j {
		j = i + 1
	}
	for k, q := range [2]geom.Vec2{first, last} {
		height := m.Dot(q.Sub(from))
		separation := height - p.flat.Radius
		if separation > p.speculative {
			return n, false
		}
		dst[k] = Point{Anchor: q.MulSub(0.5*(height+p.flat.Radius), m), Separation: separation, Feature: featureID(faceVertex, 0, i)}
		if k == 1 {
			dst[k].Feature = featureID(faceVertex, 0, j)
		}
	}
	return m, true
}

// surface returns the point of the curved surface over or under a point, along the normal n.
func (p *lyingPair) surface(q, n geom.Vec2) (geom.Vec2, bool) {
	far := 2 * (p.curved.BoundingRadius + p.flat.BoundingRadius)
	ray := geom.Ray{
		Origin:      p.ofCurved.ApplyInverse(q.MulAdd(far, n)),
		Translation: p.ofCurved.R.ApplyInverse(n.Mul(-2 * far)),
	}
	hit, ok := shape.RayCast(p.curved, ray)
	return q.MulAdd(far-float64(2*float64(far*hit.Fraction)), n), ok && !hit.Inside
}
