package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// CapsuleCast moves a circle, capsule or segment, posed in the frame of a shape with a
// polygonal core (box, polygon, capsule, segment, circle), along the translation. It
// returns where they first touch, if that is no farther than maxFraction of the
// translation. The result equals ShapeCast's with the polygon as A, in closed form: exact, without
// iteration, in time that grows with the number of vertices. Other kinds of shapes panic.
//
// The motion is a ray against the Minkowski sum of the polygon and the core, rounded by both skins.
// Where rounding could decide, because the shapes touch, pass at a tangent or overlap, the features
// are tested instead. The first touch is then the earliest of three kinds: an end of the moving
// core against a face of the polygon, a vertex of the polygon against a side of the core, and a
// vertex against an end.
func CapsuleCast(polygon, moving shape.Convex, pose *geom.Transform, translation geom.Vec2, maxFraction float64) (hit Hit, ok bool) {
	if coreVertexCount(polygon) == 0 || coreVertexCount(moving) == 0 || coreVertexCount(moving) > 2 {
		panic("narrowphase: CapsuleCast wants a polygon, and a capsule, segment or circle that moves")
	}
	if startsBehindChain(polygon, moving, pose) {
		return Hit{}, false
	}
	s := newCapsuleCast(polygon, moving, pose, translation, maxFraction)
	switch s.cast(polygon) {
	case castMiss:
		return Hit{}, false
	case castUnclear:
		if s.castFeatures(polygon, moving, pose) {
			r := SignedDistance(polygon, moving, pose, nil)
			return Hit{Normal: r.Normal, Point: r.PointA.Lerp(r.PointB, 0.5), InitialOverlap: true}, true
		}
	}
	if !s.found {
		return Hit{}, false
	}
	// The point of the earliest touch is on the core of the polygon.
	return Hit{Fraction: s.limit, Point: s.point.MulAdd(polygon.Radius, s.normal), Normal: s.normal}, true
}

func newCapsuleCast(polygon, moving shape.Convex, pose *geom.Transform, translation geom.Vec2, maxFraction float64) capsuleCast {
	s := capsuleCast{
		v: translation, skins: polygon.Radius + moving.Radius, limit: maxFraction,
		tolerance: castUlps * epsilon * (coordinateBound(polygon) + coordinateBound(moving) + sumAbs(pose.P)),
	}
	s.ends[0] = pose.Apply(moving.A)
	s.ends[1] = s.ends[0]
	if moving.Kind != shape.KindCircle {
		s.ends[1] = pose.Apply(moving.B)
	}
	return s
}

// castFeatures keeps the earliest touch of all pairs of features. It reports whether the
// shapes overlap before any motion.
func (s *capsuleCast) castFeatures(polygon, moving shape.Convex, pose *geom.Transform) (overlap bool) {
	var m minkowskiDifference
	m.init(polygon, moving, pose)
	if s.overlaps(&m) {
		return true
	}
	s.polygon = polygon
	for _, s.anyNormal = range [2]bool{false, true} {
		if s.tryFeatures(); s.found {
			break
		}
	}
	return false
}

func (s *capsuleCast) tryFeatures() {
	polygon := s.polygon
	side, length := s.ends[1].Sub(s.ends[0]).Unit()
	count := coreVertexCount(polygon)
	p := polygon.CoreVertex(0)
	for i := range count {
		j := i + 1
		if j == count {
			j = 0
		}
		q := polygon.CoreVertex(j)
		n := faceNormal(polygon, i)
		for k, e := range s.ends {
			if k == 0 || length > 0 {
				s.endOnFace(e, p, q, n)
				s.vertexOnEnd(p, e)
			}
		}
		if length > 0 {
			s.vertexOnSide(p, side, side.LeftPerp(), length)
			s.vertexOnSide(p, side, side.RightPerp(), length)
		}
		p = q
	}
}

// capsuleCast holds the motion and the earliest touch.
type capsuleCast struct {
	v         geom.Vec2    // the motion
	ends      [2]geom.Vec2 // of the moving core, at the start
	skins     float64
	tolerance float64   // m, the length by which rounding may shorten a feature
	limit     float64   // the earliest fraction so far
	point     geom.Vec2 // on the core of the polygon
	normal    geom.Vec2 // from the polygon to the moving shape
	found     bool

	// Of castFeatures: a touch counts only if the shapes separate along its normal. Rounding may
	// leave no such touch. Then anyNormal is set, and touches with any normal count.
	polygon   shape.Convex
	anyNormal bool
}

// overlaps reports whether the shapes overlap before any motion. The faces of the cores decide. If
// the cores are apart, their nearest features decide.
func (s *capsuleCast) overlaps(m *minkowskiDifference) bool {
	switch depth := m.minDepthFace().depth; {
	case math.IsInf(depth, 1): // two points
	case depth > s.tolerance:
		return true
	case depth < -s.skins:
		return false
	}
	nearest := math.Inf(1)
	count := coreVertexCount(m.a)
	p := m.a.CoreVertex(count - 1)
	for i := range count {
		q := m.a.CoreVertex(i)
		for _, e := range s.ends {
			nearest = min(nearest, e.Distance(geom.ClosestOnSegment(p, q, e)))
		}
		nearest = min(nearest, q.Distance(geom.ClosestOnSegment(s.ends[0], s.ends[1], q)))
		p = q
	}
	return nearest < s.skins-s.tolerance
}

// keepEarliest keeps a touch if it is the earliest so far. Where shapes touch from the start,
// several features touch at once, and not all of them have a normal along which the shapes
// separate.
func (s *capsuleCast) keepEarliest(t float64, point, normal geom.Vec2) {
	if (t < s.limit || t == s.limit && !s.found) && (s.anyNormal || s.separatesAlong(t, normal)) {
		s.limit, s.point, s.normal, s.found = t, point, normal, true
	}
}

// separatesAlong reports whether the shapes at fraction t only touch along the normal.
func (s *capsuleCast) separatesAlong(t float64, n geom.Vec2) bool {
	farthest := math.Inf(-1)
	for i := range coreVertexCount(s.polygon) {
		farthest = max(farthest, n.Dot(s.polygon.CoreVertex(i)))
	}
	nearest := min(n.Dot(s.ends[0]), n.Dot(s.ends[1])) + float64(t*n.Dot(s.v))
	slack := float64(4*s.tolerance) + float64(castUlps*epsilon*t*sumAbs(s.v))
	return nearest-farthest-s.skins >= -slack
}

// stillAhead reports whether an approaching feature has not passed yet. The gap is its distance to
// the place where it touches.
func (s *capsuleCast) stillAhead(gap float64) bool { return gap >= -s.tolerance }

// endOnFace: the end e touches the face pq when n . (e + v t - p) = skins, between the
// face's ends. A motion along the face or away from it never touches it.
func (s *capsuleCast) endOnFace(e, p, q, n geom.Vec2) {
	closing := -n.Dot(s.v)
	gap := n.Dot(e.Sub(p)) - s.skins
	if closing <= 0 || !s.stillAhead(gap) {
		return
	}
	t := max(gap/closing, 0) // rounding may have put a touch at the start a little before it
	point := e.MulAdd(t, s.v).MulSub(s.skins, n)
	edge, length := q.Sub(p).Unit()
	if along := edge.Dot(point.Sub(p)); along >= -s.tolerance && along <= length+s.tolerance {
		s.keepEarliest(t, point, n)
	}
}

// vertexOnSide: seen from the moving shape the vertex p moves by -v, and touches the side
// with outward normal n when n . (p - v t - ends[0]) = skins.
func (s *capsuleCast) vertexOnSide(p, side, n geom.Vec2, length float64) {
	closing := n.Dot(s.v)
	from := p.Sub(s.ends[0])
	gap := n.Dot(from) - s.skins
	if closing <= 0 || !s.stillAhead(gap) {
		return
	}
	t := max(gap/closing, 0) // rounding may have put a touch at the start a little before it
	if along := side.Dot(from.MulSub(t, s.v)); along >= -s.tolerance && along <= length+s.tolerance {
		s.keepEarliest(t, p, n.Neg())
	}
}

// vertexOnEnd: |e + v t - p| = skins is a quadratic equation in t. With w = e - p, a
// quarter of its discriminant is skins^2 v.v - (w x v)^2, free of cancellation. When that
// is negative the end passes by. Without skins only features with length can be hit: the
// faces and sides that meet in these points.
func (s *capsuleCast) vertexOnEnd(p, e geom.Vec2) {
	w := e.Sub(p)
	b := w.Dot(s.v)
	across := w.Cross(s.v)
	d := float64(float64(s.skins*s.skins)*s.v.LengthSquared()) - float64(across*across)
	minRadius := s.skins - s.tolerance
	if minRadius <= 0 || b >= 0 || float64(across*across) >= float64(float64(minRadius*minRadius)*s.v.LengthSquared()) {
		return
	}
	gap := w.Length() - s.skins
	if !s.stillAhead(gap) {
		return
	}
	t := max(float64(gap*(w.Length()+s.skins))/(math.Sqrt(d)-b), 0)
	n, _ := w.MulAdd(t, s.v).Unit()
	s.keepEarliest(t, p, n)
}
