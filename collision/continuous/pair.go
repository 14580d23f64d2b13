package continuous

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// motionPair is two colliders with their sweeps over the same time.
type motionPair struct {
	_                       [0]func() // not comparable, so no program has code for a comparison
	fixed, moving           shape.Convex
	fixedSweep, movingSweep narrowphase.Sweep
	segment                 shape.Geometry // fixed, when that is a segment of a chain

	// All of the following is relative to fixed's frame, in metres.
	start, end     geom.Vec2 // the centre of moving's bounding circle at both ends of the sweep
	centerArcError float64   // bounds how far the centre leaves the straight line
	arcError       float64   // the same for every point of moving
	motionBound    float64   // bounds the distance that any point of moving covers

	// Of a fixed segment or capsule.
	side   geom.Vec2 // unit, from its A to its B
	length float64

	search narrowphase.ImpactSearch // of the sweeps, once beginSearch has been called
}

// beginSearch prepares searches for the time of impact.
func (mp *motionPair) beginSearch() {
	mp.search.Init(mp.fixed, &mp.fixedSweep, mp.moving, &mp.movingSweep)
}

// samples is the number of steps into which moveToShallowest divides the time before an impact.
const samples = 8

// moveToShallowest moves an impact to the last of a few earlier times at which the signed distance
// is largest, to within a tolerance. The distance at the start of the sweep takes part in the
// maximum, but an impact is never moved back to the start.
func (mp *motionPair) moveToShallowest(hit *narrowphase.Impact, start, tolerance float64) {
	var found [samples]narrowphase.Result
	best := start
	var cache narrowphase.Cache
	for i := 1; i < samples; i++ {
		time := float64(hit.Time*float64(i)) / samples
		pose := mp.fixedSweep.At(time).InverseMul(mp.movingSweep.At(time))
		found[i] = narrowphase.SignedDistance(mp.fixed, mp.moving, &pose, &cache)
		best = max(best, found[i].Distance)
	}
	for i := samples - 1; i > 0; i-- {
		if found[i].Distance >= best-tolerance {
			hit.Time = float64(hit.Time*float64(i)) / samples
			hit.Distance = found[i].Distance
			hit.Normal = mp.fixedSweep.At(hit.Time).R.Apply(found[i].Normal)
			return
		}
	}
}

// measureMotion computes the motion of moving relative to fixed.
//
// A point at distance c from the origin of a frame that rotates by the angle b, and whose origin
// moves straight, leaves the straight line by no more than c b b / 8. Relative to a frame that
// rotates by a, at distance r and speed v (per sweep), a straight line bends by (a a r + 2 a v) /
// 8. Both bounds are an eighth of the second derivative.
func (mp *motionPair) measureMotion() {
	f, m := &mp.fixedSweep, &mp.movingSweep
	switch g := mp.fixed; g.Kind {
	case shape.KindSegment, shape.KindChainSegment, shape.KindCapsule:
		mp.side, mp.length = g.B.Sub(g.A).Unit()
	}
	mp.start = f.Start.ApplyInverse(m.Start.Apply(mp.moving.Center))
	mp.end = f.End.ApplyInverse(m.End.Apply(mp.moving.Center))
	mp.centerArcError, mp.arcError = 0, 0
	movingTurns, fixedTurns := m.Start.R != m.End.R, f.Start.R != f.End.R
	if !movingTurns && !fixedTurns {
		mp.motionBound = mp.start.Distance(mp.end)
		return
	}
	c, bound := mp.moving.Center.Length(), mp.moving.BoundingRadius
	if mp.moving.Kind == shape.KindCircle {
		bound = 0 // its rotation about its own centre moves nothing
	}
	a, b := 0.0, 0.0
	if movingTurns {
		b = angleBound(m.Start.R.InverseMul(m.End.R))
	}
	mp.centerArcError, mp.arcError = float64(b*float64(b*c)), float64(b*float64(b*(c+bound)))
	if fixedTurns {
		a = angleBound(f.Start.R.InverseMul(f.End.R))
		maxDistance := max(mp.start.Length(), mp.end.Length())
		speed := m.End.P.Sub(f.End.P).Distance(m.Start.P.Sub(f.Start.P))
		mp.centerArcError += float64(a * (float64(a*maxDistance) + 2*(speed+float64(b*c))))
		mp.arcError += float64(a * (float64(a*(maxDistance+bound)) + 2*(speed+float64(b*(c+bound)))))
	}
	mp.centerArcError, mp.arcError = float64(0.125*mp.centerArcError), float64(0.125*mp.arcError)
	chord := 2.0 // the relative rotation of two rotating bodies may exceed half a turn
	if a+b < math.Pi {
		chord = chordLength(f.Start.R.InverseMul(m.Start.R).InverseMul(f.End.R.InverseMul(m.End.R)))
	}
	mp.motionBound = mp.start.Distance(mp.end) + float64(2*mp.centerArcError) + float64(chord*bound)
}

// angleBound returns an upper bound for the angle of a rotation of up to half a turn, in radians.
// An arc is less than pi/2 times its chord, and little longer than its chord when it is short.
func angleBound(q geom.Rot) float64 {
	c := chordLength(q)
	// asin(x) <= x + (pi/2 - 1) x^3 on [0, 1], with x half the chord.
	x := 0.5 * c
	return c + float64((math.Pi-2)*float64(x*float64(x*x)))
}

// misses reports whether a line separates the bounding circle of moving, grown by margin, from
// fixed during the whole sweep. It tries the lines of the sides of fixed and of the direction of
// the motion. So false does not mean that the pair meets.
func (mp *motionPair) misses(margin float64) bool {
	g := mp.fixed
	r := mp.moving.BoundingRadius + g.Radius + margin + mp.centerArcError
	switch g.Kind {
	case shape.KindBox, shape.KindPolygon:
		points := g.Points()
		for i, n := range g.EdgeNormals() {
			if min(n.Dot(mp.start.Sub(points[i])), n.Dot(mp.end.Sub(points[i]))) > r {
				return true
			}
		}
		return mp.passesBeside(points, r)
	case shape.KindSegment, shape.KindChainSegment, shape.KindCapsule:
		return mp.missesSegment(r)
	case shape.KindHalfPlane:
		return min(g.B.Dot(mp.start.Sub(g.A)), g.B.Dot(mp.end.Sub(g.A))) > r
	default:
		ends := [1]geom.Vec2{g.Center}
		r += g.BoundingRadius - g.Radius
		return mp.passesBeside(ends[:], r) || mp.beyondEnds(g.Center, r)
	}
}

func (mp *motionPair) missesSegment(r float64) bool {
	g := mp.fixed
	side, length := mp.side, mp.length
	a, b := mp.start.Sub(g.A), mp.end.Sub(g.A)
	x0, x1 := side.Dot(a), side.Dot(b)
	y0, y1 := side.Cross(a), side.Cross(b)
	if max(x0, x1) < -r || min(x0, x1) > length+r || min(y0, y1) > r || max(y0, y1) < -r {
		return true
	}
	ends := [2]geom.Vec2{g.A, g.B}
	return mp.passesBeside(ends[:], r)
}

// faceSeparation is the separation along the normal of one face of fixed: the face from which
// moving keeps the largest distance during the sweep.
type faceSeparation struct {
	normal                     geom.Vec2 // of the face, in the frame of fixed
	minDistance                float64   // a lower bound of the signed distance from the face during the sweep
	startDistance, endDistance float64   // at the start and the end of the sweep
	edge, endPoint             geom.Vec2 // from one end of the face to the other end, and to moving's nearest point at the end of the sweep
	found                      bool

	maxStartDistance float64 // largest distance from any face at the start, a lower bound of that from fixed
}

// staysAbove reports whether moving keeps so far from the face during the sweep that a search for a
// signed distance finds nothing: the face alone separates the two. The share of the tolerance is
// far more than rounding.
func (f *faceSeparation) staysAbove(target, tolerance float64) bool {
	return f.minDistance > target+float64(1.125*tolerance)
}

// bestFace finds the face of fixed from which moving keeps the largest distance. Only faces count
// that have the centre of moving's bounding circle in front of them at the start.
func (mp *motionPair) bestFace() faceSeparation {
	none := math.Inf(-1)
	f := faceSeparation{minDistance: none, startDistance: none, endDistance: none, maxStartDistance: none}
	from, to := mp.fixedSweep.Start.InverseMul(mp.movingSweep.Start), mp.fixedSweep.End.InverseMul(mp.movingSweep.End)
	switch g := mp.fixed; g.Kind {
	case shape.KindBox, shape.KindPolygon:
		points, normals := g.Points(), g.EdgeNormals()
		prev := len(points) - 1
		for i := range points {
			mp.testFace(&f, &from, &to, normals[prev], points[prev], points[i])
			prev = i
		}
	case shape.KindSegment, shape.KindChainSegment, shape.KindCapsule:
		n := mp.side.RightPerp() // the bits of the unit vector of B.Sub(A).RightPerp()
		if n.Dot(mp.start.Sub(g.A)) < 0 {
			n = n.Neg()
		}
		mp.testFace(&f, &from, &to, n, g.A, g.B)
	case shape.KindHalfPlane:
		mp.testFace(&f, &from, &to, g.B, g.A, g.A)
	}
	return f
}

// testFace measures one face, from a to b.
func (mp *motionPair) testFace(f *faceSeparation, from, to *geom.Transform, n, a, b geom.Vec2) {
	if n.Dot(mp.start.Sub(a)) <= 0 {
		return
	}
	skins := mp.fixed.Radius + mp.moving.Radius
	p, _ := mp.moving.CoreSupport(from.R.ApplyInverse(n).Neg())
	p = from.Apply(p).Sub(a)
	q, _ := mp.moving.CoreSupport(to.R.ApplyInverse(n).Neg())
	q = to.Apply(q).Sub(a)
	start, end := n.Dot(p)-skins, n.Dot(q)-skins
	f.maxStartDistance = max(f.maxStartDistance, start)
	if minDistance := min(start, end) - mp.arcError; minDistance > f.minDistance {
		f.normal, f.minDistance, f.startDistance, f.endDistance = n, minDistance, start, end
		f.edge, f.endPoint, f.found = b.Sub(a), q, true
	}
}

// endInset returns the distance of the nearest point from the ends of the face, along the face, at
// the end of the sweep. It is negative beside the face.
func (mp *motionPair) endInset(f *faceSeparation) float64 {
	switch {
	case mp.fixed.Kind == shape.KindHalfPlane:
		return math.Inf(1)
	case !f.found:
		return -1
	}
	side, length := f.edge.Unit()
	x := side.Dot(f.endPoint)
	return min(x, length-x)
}

// hasAcuteEnd reports whether fixed has an acute angle at an end of the face.
func (mp *motionPair) hasAcuteEnd(f *faceSeparation) bool {
	if mp.fixed.Kind != shape.KindPolygon {
		return false
	}
	normals := mp.fixed.EdgeNormals()
	last := normals[len(normals)-1]
	for i, n := range normals {
		if next := normals[(i+1)%len(normals)]; n == f.normal {
			return min(n.Dot(last), n.Dot(next)) < -acuteCosine
		}
		last = n
	}
	return false
}

// acuteCosine is the cosine of an angle that counts as acute.
const acuteCosine = 1e-6

// earliestTime returns a time before which the distance of moving from the face is larger than
// distance.
func (mp *motionPair) earliestTime(f *faceSeparation, distance float64) float64 {
	distance = float64(distance) // rounds a caller's product when this is inlined
	if gap := f.startDistance - mp.arcError - distance; gap > 0 {
		return gap / (f.startDistance - f.endDistance) // it gets nearer, or all of it would be clear
	}
	return 0
}

// farFromSegment reports whether fixed is a segment and the bounding circle of moving starts
// farther from it than distance.
func (mp *motionPair) farFromSegment(distance float64) bool {
	switch g := mp.fixed; g.Kind {
	case shape.KindSegment, shape.KindChainSegment, shape.KindCapsule:
		side := g.B.Sub(g.A)
		t := min(max(side.Dot(mp.start.Sub(g.A))/side.LengthSquared(), 0), 1)
		r := mp.moving.BoundingRadius + g.Radius + distance
		return g.A.MulAdd(t, side).Sub(mp.start).LengthSquared() > float64(r*r)
	}
	return false
}

// startsBehindChain reports whether moving starts behind a segment of a chain, with more than half
// of its height behind the segment's line. Then it may come out. A depth of less than the
// speculative distance does not count, as in the contacts. For a shape that starts in front, the
// segment is two-sided from then on.
func (mp *motionPair) startsBehindChain(speculative float64) bool {
	mp.segment = *mp.fixed.Geometry
	mp.segment.Kind = shape.KindSegment
	mp.fixed.Geometry = &mp.segment
	n, _ := mp.segment.B.Sub(mp.segment.A).RightPerp().Unit()
	pose := mp.fixedSweep.Start.InverseMul(mp.movingSweep.Start)
	low, _ := mp.moving.CoreSupport(pose.R.ApplyInverse(n).Neg())
	high, _ := mp.moving.CoreSupport(pose.R.ApplyInverse(n))
	middle := pose.Apply(low).Lerp(pose.Apply(high), 0.5)
	return n.Dot(middle.Sub(mp.segment.A)) < -speculative
}

// passesBeside reports whether all points are on one side of the line of the motion and farther
// from it than r.
func (mp *motionPair) passesBeside(points []geom.Vec2, r float64) bool {
	v := mp.end.Sub(mp.start)
	limit := float64(r * v.Length())
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		x := v.Cross(p.Sub(mp.start))
		low, high = min(low, x), max(high, x)
	}
	return low > limit || high < -limit
}

// beyondEnds reports whether a point is farther than r ahead of the motion's end or
// behind its start, measured along the motion.
func (mp *motionPair) beyondEnds(point geom.Vec2, r float64) bool {
	v := mp.end.Sub(mp.start)
	length := v.Length()
	limit := float64(r * length)
	return v.Dot(point.Sub(mp.end)) > limit || v.Dot(point.Sub(mp.start)) < -limit
}
