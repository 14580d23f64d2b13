package collision

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// pairSweep is two colliders that move for the same time.
type pairSweep struct {
	fixed, moving       shape.Convex
	fixedWay, movingWay narrowphase.Sweep
	segment             shape.Geometry // fixed, when that is a segment of a chain

	// The bounding centre of moving in fixed's frame, at the start and at the end;
	// by how much its way between may leave the straight line, and by how much that
	// of any point of moving; and a bound on how far any of them came, in metres.
	start, end  geom.Vec2
	bulge, bend float64
	way         float64
}

func (w *pairSweep) impact(target, tolerance float64) narrowphase.Impact {
	return narrowphase.TimeOfImpact(w.fixed, &w.fixedWay, w.moving, &w.movingWay, target, tolerance)
}

// distance returns the signed distance at the start.
func (w *pairSweep) distance() float64 {
	pose := w.fixedWay.Start.InverseMul(w.movingWay.Start)
	return narrowphase.SignedDistance(w.fixed, w.moving, &pose, nil).Distance
}

// looks is how many times before an impact are looked at by shallowest.
const looks = 8

// shallowest moves an impact to the last of a few earlier times at which the signed
// distance is the greatest, or less than that by no more than slack. Start is the
// distance when the sweep starts; an impact is not moved that far back.
func (w *pairSweep) shallowest(hit *narrowphase.Impact, start, slack float64) {
	var found [looks]narrowphase.Result
	best := start
	var cache narrowphase.Cache
	for i := 1; i < looks; i++ {
		time := float64(hit.Time*float64(i)) / looks
		pose := w.fixedWay.At(time).InverseMul(w.movingWay.At(time))
		found[i] = narrowphase.SignedDistance(w.fixed, w.moving, &pose, &cache)
		best = max(best, found[i].Distance)
	}
	for i := looks - 1; i > 0; i-- {
		if found[i].Distance >= best-slack {
			hit.Time = float64(hit.Time*float64(i)) / looks
			hit.Distance = found[i].Distance
			hit.Normal = w.fixedWay.At(hit.Time).R.Apply(found[i].Normal)
			return
		}
	}
}

// measure fills in how moving moves, as seen by fixed.
//
// A point at distance c from the origin of its frame, which turns by the angle b
// and goes straight, leaves the straight line by no more than c b b / 8. Seen from
// a frame that turns by a, at distance r and speed v (per sweep), a straight way
// bends by (a a r + 2 a v) / 8: both are an eighth of the second derivative.
func (w *pairSweep) measure() {
	f, m := &w.fixedWay, &w.movingWay
	w.start = f.Start.ApplyInverse(m.Start.Apply(w.moving.Center))
	w.end = f.End.ApplyInverse(m.End.Apply(w.moving.Center))
	w.bulge, w.bend = 0, 0
	turns, turning := m.Start.R != m.End.R, f.Start.R != f.End.R
	if !turns && !turning {
		w.way = w.start.Distance(w.end)
		return
	}
	c, bound := w.moving.Center.Length(), w.moving.BoundingRadius
	b := 0.0
	if turns {
		b = turned(m.Start.R.InverseMul(m.End.R))
	}
	w.bulge, w.bend = float64(b*float64(b*c)), float64(b*float64(b*(c+bound)))
	if turning {
		a := turned(f.Start.R.InverseMul(f.End.R))
		far := max(w.start.Length(), w.end.Length())
		speed := m.End.P.Sub(f.End.P).Distance(m.Start.P.Sub(f.Start.P))
		w.bulge += float64(a * (float64(a*far) + 2*(speed+float64(b*c))))
		w.bend += float64(a * (float64(a*(far+bound)) + 2*(speed+float64(b*(c+bound)))))
	}
	w.bulge, w.bend = float64(0.125*w.bulge), float64(0.125*w.bend)
	w.way = w.start.Distance(w.end) + float64(2*w.bulge) +
		float64(chord(f.Start.R.InverseMul(m.Start.R).InverseMul(f.End.R.InverseMul(m.End.R)))*bound)
}

// turned returns an upper bound for the size of a turn below half a turn, rad: an
// arc is less than pi/2 times its chord, and exceeds it by little when short.
func turned(q geom.Rot) float64 {
	c := chord(q)
	// asin(x) <= x + (pi/2 - 1) x^3 on [0, 1], with x half the chord.
	x := 0.5 * c
	return c + float64((math.Pi-2)*float64(x*float64(x*x)))
}

// misses reports whether the bounding circle of moving, grown by margin, stays on
// one side of a line all the time while fixed is on the other. The lines tried are
// the sides of fixed and the direction of the motion. It may say no to what misses.
func (w *pairSweep) misses(margin float64) bool {
	g := w.fixed
	r := w.moving.BoundingRadius + g.Radius + margin + w.bulge
	switch g.Kind {
	case shape.KindBox, shape.KindPolygon:
		points := g.Points()
		for i, n := range g.EdgeNormals() {
			if min(n.Dot(w.start.Sub(points[i])), n.Dot(w.end.Sub(points[i]))) > r {
				return true
			}
		}
		return w.passes(points, r)
	case shape.KindSegment, shape.KindChainSegment, shape.KindCapsule:
		return w.missesSegment(r)
	case shape.KindHalfPlane:
		return min(g.B.Dot(w.start.Sub(g.A)), g.B.Dot(w.end.Sub(g.A))) > r
	default:
		ends := [1]geom.Vec2{g.Center}
		r += g.BoundingRadius - g.Radius
		return w.passes(ends[:], r) || w.before(g.Center, r)
	}
}

func (w *pairSweep) missesSegment(r float64) bool {
	g := w.fixed
	side, length := g.B.Sub(g.A).Unit()
	a, b := w.start.Sub(g.A), w.end.Sub(g.A)
	x0, x1 := side.Dot(a), side.Dot(b)
	y0, y1 := side.Cross(a), side.Cross(b)
	if max(x0, x1) < -r || min(x0, x1) > length+r || min(y0, y1) > r || max(y0, y1) < -r {
		return true
	}
	ends := [2]geom.Vec2{g.A, g.B}
	return w.passes(ends[:], r)
}

// facing is how moving stands to the face of fixed that it keeps farthest from.
type facing struct {
	normal     geom.Vec2 // of the face, in the frame of fixed
	least      float64   // signed distance from the face: at least this all the time
	start, end float64   // when the sweep starts and ends
	over, into float64   // how far the nearest point is from the ends of the face then: negative beside it

	bound float64 // of all faces the largest distance at the start: moving is no nearer to fixed
}

// faces measures how moving stays in front of one and the same face of fixed. Only
// faces count that the middle of moving is in front of when the sweep starts.
func (w *pairSweep) faces() facing {
	f := facing{least: math.Inf(-1), bound: math.Inf(-1), over: -1, into: -1}
	from, to := w.fixedWay.Start.InverseMul(w.movingWay.Start), w.fixedWay.End.InverseMul(w.movingWay.End)
	switch g := w.fixed; g.Kind {
	case shape.KindBox, shape.KindPolygon:
		points, normals := g.Points(), g.EdgeNormals()
		before := len(points) - 1
		for i := range points {
			w.face(&f, &from, &to, normals[before], points[before], points[i])
			before = i
		}
	case shape.KindSegment, shape.KindChainSegment, shape.KindCapsule:
		n, _ := g.B.Sub(g.A).RightPerp().Unit()
		if n.Dot(w.start.Sub(g.A)) < 0 {
			n = n.Neg()
		}
		w.face(&f, &from, &to, n, g.A, g.B)
	case shape.KindHalfPlane:
		w.face(&f, &from, &to, g.B, g.A, g.A)
		f.over, f.into = math.Inf(1), math.Inf(1)
	}
	return f
}

// face measures one face, from a to b.
func (w *pairSweep) face(f *facing, from, to *geom.Transform, n, a, b geom.Vec2) {
	if n.Dot(w.start.Sub(a)) <= 0 {
		return
	}
	skins := w.fixed.Radius + w.moving.Radius
	p, _ := w.moving.CoreSupport(from.R.ApplyInverse(n).Neg())
	p = from.Apply(p).Sub(a)
	q, _ := w.moving.CoreSupport(to.R.ApplyInverse(n).Neg())
	q = to.Apply(q).Sub(a)
	start, end := n.Dot(p)-skins, n.Dot(q)-skins
	f.bound = max(f.bound, start)
	if least := min(start, end) - w.bend; least > f.least {
		side, length := b.Sub(a).Unit()
		f.normal, f.least, f.start, f.end = n, least, start, end
		x, y := side.Dot(p), side.Dot(q)
		f.over, f.into = min(x, length-x), min(y, length-y)
	}
}

// soonest returns a time before which moving does not come as near as that.
func (w *pairSweep) soonest(f *facing, distance float64) float64 {
	distance = float64(distance) // a caller's product, once this is inlined
	if ahead := f.start - w.bend - distance; ahead > 0 {
		return ahead / (f.start - f.end) // it gets nearer, or all of it would be clear
	}
	return 0
}

// apart reports whether the bounding circle of moving starts farther than that
// from a segment.
func (w *pairSweep) apart(distance float64) bool {
	switch g := w.fixed; g.Kind {
	case shape.KindSegment, shape.KindChainSegment, shape.KindCapsule:
		side := g.B.Sub(g.A)
		t := min(max(side.Dot(w.start.Sub(g.A))/side.LengthSquared(), 0), 1)
		r := w.moving.BoundingRadius + g.Radius + distance
		return g.A.MulAdd(t, side).Sub(w.start).LengthSquared() > float64(r*r)
	}
	return false
}

// comesOut reports whether moving starts behind a segment of a chain, with more
// than half of its height over the segment's line: it may come out. What has sunk
// in by less than the speculative distance is forgiven, as it is by the contacts.
// What starts in front of it takes the segment for one with two sides from then on.
func (w *pairSweep) comesOut(speculative float64) bool {
	w.segment = *w.fixed.Geometry
	w.segment.Kind = shape.KindSegment
	w.fixed.Geometry = &w.segment
	n, _ := w.segment.B.Sub(w.segment.A).RightPerp().Unit()
	pose := w.fixedWay.Start.InverseMul(w.movingWay.Start)
	low, _ := w.moving.CoreSupport(pose.R.ApplyInverse(n).Neg())
	high, _ := w.moving.CoreSupport(pose.R.ApplyInverse(n))
	middle := pose.Apply(low).Lerp(pose.Apply(high), 0.5)
	return n.Dot(middle.Sub(w.segment.A)) < -speculative
}

// passes reports whether all points are farther than r to one side of the line
// that the motion follows.
func (w *pairSweep) passes(points []geom.Vec2, r float64) bool {
	v := w.end.Sub(w.start)
	limit := float64(r * v.Length())
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		x := v.Cross(p.Sub(w.start))
		low, high = min(low, x), max(high, x)
	}
	return low > limit || high < -limit
}

// before reports whether a point is farther than r ahead of the motion's end or
// behind its start.
func (w *pairSweep) before(point geom.Vec2, r float64) bool {
	v := w.end.Sub(w.start)
	length := v.Length()
	limit := float64(r * length)
	return v.Dot(point.Sub(w.end)) > limit || v.Dot(point.Sub(w.start)) < -limit
}
