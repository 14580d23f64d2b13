package narrowphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// sumRay is the cast of a core with one or two vertices against a polygonal core, as a ray.
// The cores meet at the fraction t where t v lies in K = P - S, the polygon less the moving
// segment. With skins it is the first touch of the ray and K rounded by both skins
// together. K is never built: a face of K has the normal of an edge of P, or is one of the
// two sides of S, and is as far out as P and S are along that normal.
//
// The steps are as for a ray against a rounded polygon. A line that passes K beside its outermost
// vertices misses. A face from whose front the motion does not approach separates the shapes for
// ever. Among the other faces, the ray enters through the face that it passes last, if it passes
// that face between its ends. Beyond an end the ray can only enter through the circle around that
// corner of K.
//
// The result is final if every comparison is clear of the roundings. Otherwise the outcome is
// castUnclear, and the features are tested one by one.
type sumRay struct {
	*capsuleCast
	side    geom.Vec2 // unit, along the moving core
	length  float64   // of the moving core
	clear   float64   // m, a distance beyond all roundings
	points  []geom.Vec2
	normals []geom.Vec2 // of the edge from point i to point i+1; none of a single point

	// The face that the ray passes last, its distance and its speed of approach.
	face         int
	gap, closing float64
	parallel     bool // to the moving core: both ends of the core touch the face at once

	low, high int // the points farthest against and along the normal of the side
}

// castOutcome is the outcome of a cast by sumRay.
type castOutcome uint8

const (
	castUnclear castOutcome = iota
	castMiss
	castHit
)

// The faces of the moving core. The polygon's faces are numbered from 0 on.
const (
	leftFace  = -1 // K's outward normal is the left perpendicular of the side
	rightFace = -2
	noFace    = -3
)

// cast returns whether the shapes touch, and keeps the touch if they do. The polygon's
// points and normals are copied to the buffers if it has none of its own.
func (s *capsuleCast) cast(polygon shape.Convex) castOutcome {
	var pointBuffer, normalBuffer [2]geom.Vec2
	r := sumRay{capsuleCast: s, face: noFace}
	switch polygon.Kind {
	case shape.KindBox, shape.KindPolygon:
		r.points, r.normals = polygon.Points(), polygon.EdgeNormals()
	case shape.KindCircle:
		pointBuffer[0] = polygon.A
		r.points = pointBuffer[:1]
	default:
		n, length := polygon.B.Sub(polygon.A).RightPerp().Unit()
		if length == 0 {
			return castUnclear
		}
		pointBuffer, normalBuffer = [2]geom.Vec2{polygon.A, polygon.B}, [2]geom.Vec2{n, n.Neg()}
		r.points, r.normals = pointBuffer[:], normalBuffer[:]
	}
	r.side, r.length = s.ends[1].Sub(s.ends[0]).Unit()
	r.clear = float64(2*s.tolerance) + float64(castUlps*epsilon*sumAbs(s.v))
	switch meets, certain := r.lineMeets(); {
	case !certain:
		return castUnclear
	case !meets || r.separates():
		return castMiss
	}
	return r.enter()
}

// lineMeets reports whether the line of the ray meets K, and whether that is beyond the
// roundings.
func (r *sumRay) lineMeets() (meets, certain bool) {
	low, high := math.Inf(1), math.Inf(-1)
	n, left, right := r.side.LeftPerp(), math.Inf(-1), math.Inf(1)
	for i, p := range r.points {
		across, along := r.v.Cross(p), n.Dot(p)
		low, high = min(low, across), max(high, across)
		if along > left {
			left, r.high = along, i
		}
		if along < right {
			right, r.low = along, i
		}
	}
	c0, c1 := r.v.Cross(r.ends[0]), r.v.Cross(r.ends[1])
	low, high = low-max(c0, c1), high-min(c0, c1)
	speed := r.v.Length()
	reach, slack := float64(r.skins*speed), float64(r.clear*speed)
	if low > reach+slack || high < -reach-slack {
		return false, true
	}
	return true, low < reach-slack && high > slack-reach
}

// separates reports whether a face of K separates the shapes up to the limit. It finds the
// face that the ray passes last; noFace if none separates them at the start.
func (r *sumRay) separates() bool {
	apart := false
	for i, n := range r.normals {
		d0, d1 := n.Dot(r.ends[0]), n.Dot(r.ends[1])
		gap, closing := min(d0, d1)-n.Dot(r.points[i])-r.skins, -n.Dot(r.v)
		if r.staysApart(gap, closing) {
			return true
		}
		apart = apart || gap > r.clear
		if r.isLater(gap, closing) {
			r.face, r.gap, r.closing, r.parallel = i, gap, closing, math.Abs(d0-d1) <= r.tolerance
		}
	}
	if r.length > 0 {
		n := r.side.LeftPerp()
		d0, d1, speed := n.Dot(r.ends[0]), n.Dot(r.ends[1]), n.Dot(r.v)
		for _, side := range [2]struct {
			face         int
			gap, closing float64
		}{
			{leftFace, min(d0, d1) - n.Dot(r.points[r.high]) - r.skins, -speed},
			{rightFace, n.Dot(r.points[r.low]) - max(d0, d1) - r.skins, speed},
		} {
			if r.staysApart(side.gap, side.closing) {
				return true
			}
			apart = apart || side.gap > r.clear
			if r.isLater(side.gap, side.closing) {
				r.face, r.gap, r.closing, r.parallel = side.face, side.gap, side.closing, false
			}
		}
	}
	if !apart {
		r.face = noFace
	}
	return false
}

// staysApart reports whether a gap that closes at the given speed remains up to the limit.
func (r *sumRay) staysApart(gap, closing float64) bool {
	return gap > r.clear && gap-float64(r.limit*max(closing, 0)) > r.clear
}

// isLater reports whether the ray passes a face later than all before.
func (r *sumRay) isLater(gap, closing float64) bool {
	return closing > 0 && (r.face == noFace || float64(gap*r.closing) > float64(r.gap*closing))
}

// enter keeps the touch on the last face, or on the circle at one of its ends.
func (r *sumRay) enter() castOutcome {
	switch ends := 2; {
	case r.face >= 0:
		return r.enterEdge()
	case r.face != noFace:
		return r.enterSide()
	default:
		if r.length == 0 {
			ends = 1
		}
		if len(r.points)+ends > 3 {
			return castUnclear // in front of a corner, or overlapping
		}
	}
	// K is a point or a segment, and the ray starts straight in front of one of its ends.
	p, e := r.points[0], r.ends[0]
	if q := r.points[len(r.points)-1]; r.v.Dot(q.Sub(p)) < 0 {
		p = q
	}
	if f := r.ends[1]; r.v.Dot(f.Sub(e)) > 0 {
		e = f
	}
	return r.enterCorner(p, e)
}

// enterEdge: an end of the moving core, or both at once, meet an edge of the polygon.
func (r *sumRay) enterEdge() castOutcome {
	t := r.gap / r.closing
	n, p := r.normals[r.face], r.points[r.face]
	next := r.face + 1
	if next == len(r.points) {
		next = 0
	}
	q := r.points[next]
	first, last := r.ends[0], r.ends[1] // along the edge
	if !r.parallel {
		if n.Dot(last) < n.Dot(first) {
			first = last
		}
		last = first
	}
	edge := q.Sub(p)
	from, to := edge.Dot(first.MulAdd(t, r.v).Sub(p)), edge.Dot(last.MulAdd(t, r.v).Sub(p))
	if from > to {
		first, last, from, to = last, first, to, from
	}
	length2 := edge.LengthSquared()
	switch {
	case to < 0:
		return r.enterCorner(p, last)
	case from > length2:
		return r.enterCorner(q, first)
	case from >= 0:
		return r.keep(t, first.MulAdd(t, r.v).MulSub(r.skins, n), n)
	case to <= length2:
		return r.keep(t, last.MulAdd(t, r.v).MulSub(r.skins, n), n)
	}
	return r.keep(t, p, n) // the moving core covers the edge
}

// enterSide: a vertex of the polygon meets a side of the moving core.
func (r *sumRay) enterSide() castOutcome {
	t := r.gap / r.closing
	n, p := r.side.LeftPerp(), r.points[r.high]
	if r.face == rightFace {
		n, p = n.Neg(), r.points[r.low]
	}
	switch at := r.side.Dot(p.Sub(r.ends[0]).MulSub(t, r.v)); {
	case at < 0:
		return r.enterCorner(p, r.ends[0])
	case at > r.length:
		return r.enterCorner(p, r.ends[1])
	}
	return r.keep(t, p, n)
}

// enterCorner: the vertex p meets the end e at the distance of the skins, as in vertexOnEnd. This
// is the first touch if no other vertex or end is ahead of them along the normal.
func (r *sumRay) enterCorner(p, e geom.Vec2) castOutcome {
	w := e.Sub(p)
	b, across, squared := w.Dot(r.v), w.Cross(r.v), r.v.LengthSquared()
	d := float64(float64(r.skins*r.skins)*squared) - float64(across*across)
	distance := w.Length()
	gap := distance - r.skins
	if !(d > 0 && b < 0 && gap > r.clear && r.skins > r.clear) {
		return castUnclear
	}
	t := float64(gap*(distance+r.skins)) / (math.Sqrt(d) - b)
	n, _ := w.MulAdd(t, r.v).Unit()
	low, high := n.Dot(p)+r.tolerance, n.Dot(e)-r.tolerance
	for _, q := range r.points {
		if n.Dot(q) > low {
			return castUnclear
		}
	}
	if min(n.Dot(r.ends[0]), n.Dot(r.ends[1])) < high {
		return castUnclear
	}
	return r.keep(t, p, n)
}

// keep keeps a touch that is not beyond the limit.
func (r *sumRay) keep(t float64, point, normal geom.Vec2) castOutcome {
	if !(t >= 0) {
		return castUnclear
	}
	if t > r.limit {
		return castMiss
	}
	r.limit, r.point, r.normal, r.found = t, point, normal, true
	return castHit
}
