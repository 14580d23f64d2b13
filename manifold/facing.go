package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// parallelSlope is the slope up to which two edges count as parallel. Resting
// shapes live there, and which of their two faces has the larger separation is
// then noise; so A's face is the reference whatever the noise says. The price is
// a normal off by this angle at most and a separation off by half its square.
const parallelSlope = 1.0 / 512

// mergeFraction of the shorter edge is the overlap of two edges below which its
// two ends are one point.
const mergeFraction = 1e-9

// slackFraction of the speculative distance (half a linear slop) is how far a
// vertex of B may stick out beyond A's edge and still give its name to the
// point. Equal boxes stacked exactly have both vertices in one place; without
// slack the name would follow the rounding.
const slackFraction = 1.0 / 8

// facing is a reference face and the edge of the other shape that faces it. All
// rules about two points, one point, ties and names are here, for boxes,
// capsules, polygons and custom shapes alike.
//
// The incident edge is given in the frame of the face: X is the height above
// the face's line along normal, Y runs along Left(normal), counter-clockwise
// around the reference shape.
type facing struct {
	origin, normal geom.Vec2 // of the face's frame, in the manifold's frame
	first, last    float64   // Y where the face begins and ends
	low, high      geom.Vec2 // ends of the incident edge, low.Y <= high.Y
	radius, other  float64   // skins of the reference and of the incident shape
	speculative    float64
	swapped        bool // the reference face belongs to B

	faceFirst, faceLast uint32 // names of the reference's vertices
	edgeLow, edgeHigh   uint32 // names of the incident vertices
}

// collide writes the manifold. The face is the one of largest separation (or
// parallel to it), and the lower end of the incident edge is the other shape's
// deepest vertex against it.
func (f *facing) collide(dst *Manifold) {
	low, high := f.low, f.high
	deepest := low
	if high.X < low.X {
		deepest = high
	}
	from, to := max(low.Y, f.first), min(high.Y, f.last)
	width := high.Y - low.Y
	if deepest.X > 0 && (deepest.Y < f.first || deepest.Y > f.last) {
		// The closest features are two corners, unless the edges are parallel
		// and lie over each other.
		if from >= to || math.Abs(high.X-low.X) > float64(parallelSlope*width) {
			f.corner(dst, deepest.Y > f.last)
			return
		}
	}
	limit := f.speculative + (f.radius + f.other)
	dst.Normal = f.outward(f.normal)
	dst.Count = 0
	if to-from <= float64(mergeFraction*min(width, f.last-f.first)) {
		if deepest.X <= limit {
			y := min(max(deepest.Y, f.first), f.last)
			f.add(dst, deepest.X, y, f.end(deepest == low))
		}
		return
	}
	x := low.X
	if low.Y < f.first {
		x = f.heightAt(f.first)
	}
	if x <= limit {
		f.add(dst, x, from, f.end(true))
	}
	x = high.X
	if high.Y > f.last {
		x = f.heightAt(f.last)
	}
	if x <= limit {
		f.add(dst, x, to, f.end(false))
	}
}

// heightAt returns the height of the incident edge over y, strictly between its ends.
func (f *facing) heightAt(y float64) float64 {
	t := (y - f.low.Y) / (f.high.Y - f.low.Y)
	return f.low.X + float64(t*(f.high.X-f.low.X))
}

// add appends a point of the incident core at height x over y.
func (f *facing) add(dst *Manifold, x, y float64, id uint32) {
	h := 0.5 * (x + (f.radius - f.other))
	dst.Points[dst.Count] = Point{
		Anchor:     f.origin.MulAdd(h, f.normal).MulAdd(y, f.normal.Left()),
		Separation: x - (f.radius + f.other),
		Feature:    id,
	}
	dst.Count++
}

// end names the low or high end of the overlap: a vertex of B on A's edge if it
// lies over that edge, else a vertex of A on B's. The rule does not ask which of
// the two is the reference, so names survive a change of reference.
func (f *facing) end(low bool) uint32 {
	slack := float64(slackFraction * f.speculative)
	if f.swapped {
		slack = -slack
	}
	vertex, corner := f.edgeHigh, f.faceLast
	incident := f.high.Y <= f.last+slack
	if low {
		vertex, corner = f.edgeLow, f.faceFirst
		incident = f.low.Y >= f.first-slack
	}
	switch {
	case incident && !f.swapped:
		return feature(faceVertex, f.faceFirst, vertex)
	case incident:
		return feature(vertexFace, vertex, f.faceFirst)
	case !f.swapped:
		return feature(vertexFace, corner, f.edgeHigh)
	default:
		return feature(faceVertex, f.edgeHigh, corner)
	}
}

// corner writes the one point between an end of the face and the incident edge.
func (f *facing) corner(dst *Manifold, last bool) {
	c, name := geom.Vec2{Y: f.first}, f.faceFirst
	if last {
		c, name = geom.Vec2{Y: f.last}, f.faceLast
	}
	q := segmentPoint(f.low, f.high, c)
	n, distance := q.Sub(c).Unit()
	if distance == 0 {
		n = geom.Vec2{X: 1}
	}
	separation := distance - (f.radius + f.other)
	if separation > f.speculative {
		dst.Count = 0
		return
	}
	other := f.edgeHigh
	if q.Sub(f.low).LengthSquared() < q.Sub(f.high).LengthSquared() {
		other = f.edgeLow
	}
	id := feature(vertexVertex, name, other)
	if f.swapped {
		id = feature(vertexVertex, other, name)
	}
	p := c.MulAdd(0.5*(distance+(f.radius-f.other)), n)
	tangent := f.normal.Left()
	dst.Normal = f.outward(f.normal.Mul(n.X).MulAdd(n.Y, tangent))
	dst.Points[0] = Point{
		Anchor:     f.origin.MulAdd(p.X, f.normal).MulAdd(p.Y, tangent),
		Separation: separation,
		Feature:    id,
	}
	dst.Count = 1
}

// outward turns a direction away from the reference into one from A to B.
func (f *facing) outward(n geom.Vec2) geom.Vec2 {
	if f.swapped {
		return n.Neg()
	}
	return n
}
