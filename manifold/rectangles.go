package manifold

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// rectangles is two rectangles seen from the first one's own axes. A capsule is
// a rectangle without height. Faces count counter-clockwise from the one that
// looks along X; face i runs from vertex i to vertex i+1.
type rectangles struct {
	a, b        geom.Vec2 // half extents of the cores
	d           geom.Vec2 // centre of b
	q           geom.Rot  // turn of b
	ra, rb      float64   // skins
	speculative float64
}

// collide writes the manifold in the first rectangle's axes. Each of the four
// possible axes has a closed form: along an axis of one rectangle the other
// reaches |cos| and |sin| times its half extents.
func (r *rectangles) collide(dst *Manifold) {
	limit := r.speculative + (r.ra + r.rb)
	c, s := math.Abs(r.q.C), math.Abs(r.q.S)
	dst.Count = 0
	ax := math.Abs(r.d.X) - (r.a.X + (float64(c*r.b.X) + float64(s*r.b.Y)))
	ay := math.Abs(r.d.Y) - (r.a.Y + (float64(s*r.b.X) + float64(c*r.b.Y)))
	if ax > limit || ay > limit {
		return
	}
	e := r.q.Unapply(r.d)
	bx := math.Abs(e.X) - (r.b.X + (float64(c*r.a.X) + float64(s*r.a.Y)))
	by := math.Abs(e.Y) - (r.b.Y + (float64(s*r.a.X) + float64(c*r.a.Y)))
	if bx > limit || by > limit {
		return
	}
	// The end of a capsule is no face: it can keep two cores apart but not be
	// the way out of an overlap.
	if r.a.Y == 0 && ax <= 0 {
		ax = math.Inf(-1)
	}
	if r.b.Y == 0 && bx <= 0 {
		bx = math.Inf(-1)
	}
	if max(ax, ay) >= max(bx, by) {
		na := geom.Vec2{X: math.Copysign(1, r.d.X)}
		if ay > ax {
			na = geom.Vec2{Y: math.Copysign(1, r.d.Y)}
		}
		r.faceOfA(dst, na)
		return
	}
	nb := geom.Vec2{X: -math.Copysign(1, e.X)}
	if by > bx {
		nb = geom.Vec2{Y: -math.Copysign(1, e.Y)}
	}
	if min(c, s) <= parallelSlope {
		// A's face opposite, when it is a face and they lie over each other.
		na := r.q.Apply(nb)
		switch {
		case math.Abs(na.X) < math.Abs(na.Y):
			if ax < 0 {
				r.faceOfA(dst, geom.Vec2{Y: -math.Copysign(1, na.Y)})
				return
			}
		case ay < 0 && r.a.Y > 0:
			r.faceOfA(dst, geom.Vec2{X: -math.Copysign(1, na.X)})
			return
		}
	}
	r.faceOfB(dst, nb)
}

// faceOfA takes A's face with normal n, a unit vector along one of its axes.
func (r *rectangles) faceOfA(dst *Manifold, n geom.Vec2) {
	f := facing{radius: r.ra, other: r.rb, speculative: r.speculative}
	reach := f.rectangle(n, r.a, r.b, r.d, r.q)
	f.origin = n.Mul(reach)
	f.normal = n
	f.collide(dst)
}

// faceOfB is faceOfA with the roles exchanged; n is in B's axes.
func (r *rectangles) faceOfB(dst *Manifold, n geom.Vec2) {
	f := facing{radius: r.rb, other: r.ra, speculative: r.speculative, swapped: true}
	back := r.q.Inverse()
	reach := f.rectangle(n, r.b, r.a, back.Apply(r.d).Neg(), back)
	f.normal = r.q.Apply(n)
	f.origin = r.d.MulAdd(reach, f.normal)
	f.collide(dst)
}

// rectangle fills in the edges for the face with normal n (a unit vector along
// an axis) of a rectangle with half extents h, against one with half extents
// other at d, turned by q; it returns how far the face is from the centre.
func (f *facing) rectangle(n, h, other, d geom.Vec2, q geom.Rot) (reach float64) {
	// Multiplying by n, whose parts are 0 and 1 or -1, is exact and saves a
	// branch that nothing could predict.
	quarter := geom.Rot{C: n.X, S: n.Y}
	d = quarter.Unapply(d)
	q = quarter.Unmul(q)
	reach, half := h.X, h.Y
	f.faceFirst = uint32(1 - n.X) // 0 or 2
	if n.X == 0 {
		reach, half = h.Y, h.X
		f.faceFirst = uint32(2 - n.Y) // 1 or 3
	}
	f.faceLast = (f.faceFirst + 1) & 3
	f.first, f.last = -half, half
	// The incident face is the one that looks most against X; its ends are
	// centre + out and then half an edge along the face or back.
	var out, along geom.Vec2
	if math.Abs(q.C) >= math.Abs(q.S) && other.Y > 0 {
		sign := -math.Copysign(1, q.C)
		out = q.X().Mul(float64(sign * other.X))
		along = q.Y().Mul(float64(sign * other.Y))
		f.edgeHigh = uint32(1 - sign)
	} else {
		sign := math.Copysign(1, q.S)
		out = q.Y().Mul(float64(sign * other.Y))
		along = q.X().Mul(-float64(sign * other.X))
		f.edgeHigh = uint32(2 - sign)
	}
	f.edgeLow = (f.edgeHigh + 1) & 3
	centre := geom.Vec2{X: d.X - reach + out.X, Y: d.Y + out.Y}
	f.low = centre.Add(along)
	f.high = centre.Sub(along)
	return reach
}
