package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// Result is the distance of two shapes and their nearest points, in A's frame.
type Result struct {
	Distance       float64   // m; minus the penetration depth, from the functions that find it
	PointA, PointB geom.Vec2 // witness points, on the borders of A and B
	Normal         geom.Vec2 // unit, from A to B
	Iterations     int       // support points of the difference that were tried
	Overlap        bool      // the shapes touch or overlap
}

// Cache holds the end of the last search between two shapes, so that the next search, after a small
// motion, starts there. The zero Cache starts cold. Any content is safe, even the cache of another
// pair. The content changes the time of a search and, where several results are right, the choice
// among them.
type Cache struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	direction geom.Vec2
	ia, ib    [2]uint16
	count     uint16
}

// Distance returns how far apart two shapes are, b posed in a's frame, and their closest
// points. Shapes that touch or overlap have distance zero, Overlap set, no normal, and
// one common point as both witness points; SignedDistance has their depth. The cache may
// be nil.
func Distance(a, b shape.Convex, pose *geom.Transform, cache *Cache) Result {
	var r Result
	signedDistance(&r, a, b, pose, cache, false)
	if r.Overlap {
		dropPenetration(&r, a, b)
	}
	return r
}

// searchNearest finds the part of the difference nearest to the origin. It starts from the
// cache and writes the end of the search there.
func (m *minkowskiDifference) searchNearest(s *simplex, cache *Cache) (overlap bool, iterations int) {
	if cache == nil {
		m.seedDirection(s, m.centerDirection())
		return m.nearestSimplex(s)
	}
	m.seedFromCache(s, cache)
	overlap, iterations = m.nearestSimplex(s)
	m.saveToCache(s, cache)
	return overlap, iterations
}

// seedDirection makes the simplex the support point along the unit vector of d.
func (m *minkowskiDifference) seedDirection(s *simplex, d geom.Vec2) {
	u, _ := d.Unit()
	m.supportInto(&s.Vertices[0], u)
	s.Count = 1
}

// seedFromCache takes the simplex from the cache. For polygonal cores it takes the cached vertices,
// and for round cores the support point along the cached direction.
func (m *minkowskiDifference) seedFromCache(s *simplex, cache *Cache) {
	for i := range min(cache.count, 2) {
		ia, ib := uint32(cache.ia[i]), uint32(cache.ib[i])
		if ia >= m.countA || ib >= m.countB {
			s.Count = 0
			break
		}
		m.vertexInto(&s.Vertices[i], ia, ib)
		s.Count++
	}
	switch {
	case s.Count == 2:
		s.reduceEdge()
	case s.Count == 1:
	case cache.direction != geom.Vec2{}:
		m.seedDirection(s, cache.direction)
	default:
		m.seedDirection(s, m.centerDirection())
	}
}

// saveToCache writes the nearest feature to the cache, or two vertices of a triangle that
// contains the origin.
func (m *minkowskiDifference) saveToCache(s *simplex, cache *Cache) {
	if !m.polygonal() {
		d := s.Vertices[s.Count-1].D
		if s.Count < 3 {
			d, _ = s.toOrigin()
		}
		*cache = Cache{direction: d}
		return
	}
	count := min(s.Count, 2)
	cache.count = uint16(count)
	for i := range count {
		v := &s.Vertices[i]
		cache.ia[i], cache.ib[i] = uint16(v.IA), uint16(v.IB)
	}
}

// nearlyTouching times a difference's rounding is the distance at which the direction
// between two vertices has only three digits left.
const nearlyTouching = 1 << 10

// nearlyTouchingRound times a difference's rounding r is the distance below which the direction
// between the closest points is no longer the normal of round cores, unless refineDirection found
// it. At core distance c that direction is off by up to sqrt(2 r/c), which may tilt it past a long,
// almost flat side. The last direction of the search is proven to separate. It misses the closest
// points by no more than sqrt(2 r c), here about 1e-10 of the coordinates.
const nearlyTouchingRound = 1 << 36

// separatedResult writes the result for cores that are apart, with the skins added. The
// distance is negative when the skins overlap.
//
// The vector between two vertices that nearly touch is rounding error, and not a direction. Then
// the normal comes from the faces of polygonal cores, or from the last direction of the search
// between round cores.
func (m *minkowskiDifference) separatedResult(dst *Result, s *simplex, iterations int) {
	polygonal := m.polygonal()
	if !polygonal {
		if e, ok := m.refineDirection(s); ok {
			m.resultFromEdge(dst, &e, iterations)
			return
		}
	}
	onA, onB, n, core := s.closestPoints()
	switch {
	case polygonal && s.Count == 1 && core < nearlyTouching*m.tolerance:
		m.overlapResult(dst, iterations)
		return
	case !polygonal && core < nearlyTouchingRound*m.tolerance:
		n = m.lastDirection
	}
	dst.Iterations = iterations
	dst.addSkins(m.a, m.b, onA, onB, n, core)
}

// addSkins writes the result for two cores with their witness points, skins added.
func (r *Result) addSkins(a, b shape.Convex, onA, onB, n geom.Vec2, core float64) {
	r.Distance = core - a.Radius - b.Radius
	r.PointA, r.PointB = onA.MulAdd(a.Radius, n), onB.MulSub(b.Radius, n)
	r.Normal, r.Overlap = n, r.Distance <= 0
}

// refineDirection finds the direction between separate round cores to full precision, if the search
// left it between two known directions. The search itself ends when the distance is known to
// rounding. At distance d the direction may then be off by sqrt(2 r/d), with r the rounding,
// because the distance hardly depends on the direction.
func (m *minkowskiDifference) refineDirection(s *simplex) (e nearestEdge, ok bool) {
	for i := range s.Count {
		if v := &s.Vertices[i]; v.D.Dot(v.P) < 0 && math.Abs(v.supportDerivative()) <= m.tolerance {
			return nearestEdge{from: *v, to: *v, normal: v.D, depth: v.D.Dot(v.P)}, true
		}
	}
	if s.Count != 2 {
		return e, false
	}
	from, to := &s.Vertices[0], &s.Vertices[1]
	if from.D.Cross(to.D) < 0 {
		from, to = to, from
	}
	if !bracketsMinimum(from, to) {
		return e, false
	}
	return m.refineMinimum(*from, *to), true
}

// dropPenetration turns the result of an overlap into one without a penetration.
//
// If only the skins of radii ra and rb overlap, the point that divides the segment between the
// cores as ra to rb is within both skins. It is ra/(ra + rb) of the way from PointA to PointB. For
// a half-plane and another shape the common point is the other shape's deepest point.
func dropPenetration(r *Result, a, b shape.Convex) {
	fraction := 0.0
	if skins := a.Radius + b.Radius; skins > 0 {
		fraction = a.Radius / skins
	}
	switch {
	case a.Kind == shape.KindHalfPlane:
		fraction = 1
	case b.Kind == shape.KindHalfPlane:
		fraction = 0
	}
	p := r.PointA.Lerp(r.PointB, fraction)
	*r = Result{PointA: p, PointB: p, Iterations: r.Iterations, Overlap: true}
}

// commonPoint returns a point of both cores, given the simplex that contains the origin. Let the
// origin be a weighted sum of the vertices. With these weights the vertices' points on A and their
// points on B sum to the same point.
func (s *simplex) commonPoint() geom.Vec2 {
	if s.Count < 3 {
		onA, onB, _, _ := s.closestPoints()
		return onA.Lerp(onB, 0.5)
	}
	a, b, c := &s.Vertices[0], &s.Vertices[1], &s.Vertices[2]
	wa, wb, wc := b.P.Cross(c.P), c.P.Cross(a.P), a.P.Cross(b.P)
	sum := wa + wb + wc
	if sum == 0 {
		return a.A.Lerp(a.B, 0.5)
	}
	onA := a.A.Mul(wa/sum).MulAdd(wb/sum, b.A).MulAdd(wc/sum, c.A)
	onB := a.B.Mul(wa/sum).MulAdd(wb/sum, b.B).MulAdd(wc/sum, c.B)
	return onA.Lerp(onB, 0.5)
}
