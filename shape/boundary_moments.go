package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// The mass of a shape with nothing but a support function is an integral along its
// boundary. Between two support points p and q the boundary lies inside the
// triangle of p, q and the corner in which their tangents meet. The parabola in
// that triangle, a quadratic Bezier curve, follows a smooth boundary with an
// error of the fifth order in the angle between the tangents, and its moments have a
// closed form. Each piece is cut at the point farthest from its chord until its parabola and
// its two halves have the same moments. If the farthest point lies on the
// chord, the boundary is the chord, so flat sides and corners are exact.

// boundaryPoint is a point of the boundary with the outward unit direction for
// which the support function answered it.
type boundaryPoint struct{ point, normal geom.Vec2 }

const (
	initialPieces     = 16    // pieces before any refinement, against chance agreement
	maxBoundaryDepth  = 48    // halvings of a piece
	boundaryTolerance = 1e-11 // of the whole, by which a piece may disagree

	// maxBoundaryPieces is a limit for wrong support functions, those with different
	// answers for one direction or with NaN. Smooth boundaries take hundreds of
	// pieces, polygons a few per corner.
	maxBoundaryPieces = 1 << 20
)

// boundaryIntegrator gathers the moments of a custom shape about its bounding centre.
type boundaryIntegrator struct {
	c                                              Convex
	areaTolerance, firstTolerance, secondTolerance float64 // negligible in one piece
	sum                                            moments
	pieces                                         int // that have been cut
}

// boundaryMoments integrates the whole boundary. ok is false if the support function
// cannot belong to a convex shape.
func boundaryMoments(c Convex) (m moments, ok bool) {
	w := boundaryIntegrator{c: c}
	var ring [initialPieces]boundaryPoint
	for i := range ring {
		ring[i] = w.boundaryPoint(geom.RotFromAngle(twoPi * float64(i) / initialPieces).X())
	}
	r := c.BoundingRadius
	areaEstimate := float64(1e-9 * r * r) // a custom shape may be a mere line
	for i, p := range ring {
		areaEstimate += parabola(p, ring[(i+1)%initialPieces]).area
	}
	w.areaTolerance = float64(boundaryTolerance * areaEstimate)
	w.firstTolerance = float64(w.areaTolerance * r)
	w.secondTolerance = float64(w.firstTolerance * r)
	for i, p := range ring {
		q := ring[(i+1)%initialPieces]
		w.refine(p, q, parabola(p, q), maxBoundaryDepth)
	}
	return w.sum, w.pieces < maxBoundaryPieces
}

// boundaryPoint returns the boundary point along a unit direction, relative to the centre.
func (w *boundaryIntegrator) boundaryPoint(normal geom.Vec2) boundaryPoint {
	return boundaryPoint{w.c.Support(normal).Sub(w.c.Center), normal}
}

// refine adds the piece from p to q, whose parabola has the given moments.
func (w *boundaryIntegrator) refine(p, q boundaryPoint, whole moments, depth int) {
	normal, length := q.point.Sub(p.point).RightPerp().Unit()
	if length <= float64(1e-14*w.c.BoundingRadius) || w.pieces == maxBoundaryPieces {
		return // a corner, up to a sliver without area
	}
	w.pieces++
	m := w.boundaryPoint(normal)
	if m.point.Sub(p.point).Dot(normal) <= float64(1e-14*w.c.BoundingRadius) {
		w.accumulate(bezier(p.point, p.point.Lerp(q.point, 0.5), q.point))
		return
	}
	first, second := parabola(p, m), parabola(m, q)
	if depth == 0 || w.converged(whole, first, second) {
		w.accumulate(first)
		w.accumulate(second)
		return
	}
	w.refine(p, m, first, depth-1)
	w.refine(m, q, second, depth-1)
}

func (w *boundaryIntegrator) accumulate(m moments) {
	w.sum.area += m.area
	w.sum.first = w.sum.first.Add(m.first)
	w.sum.second += m.second
}

// converged reports whether a piece and its halves have the same moments.
func (w *boundaryIntegrator) converged(whole, a, b moments) bool {
	residual := whole.first.Sub(a.first).Sub(b.first).Abs()
	return math.Abs(whole.area-a.area-b.area) <= w.areaTolerance &&
		max(residual.X, residual.Y) <= w.firstTolerance &&
		math.Abs(whole.second-a.second-b.second) <= w.secondTolerance
}

func parabola(p, q boundaryPoint) moments {
	// The tangents meet at p + s t with t along p's tangent and
	// (p + s t - q) . q.normal = 0.
	t := p.normal.LeftPerp()
	corner := p.point.Lerp(q.point, 0.5)
	if sine := t.Dot(q.normal); sine > 1e-12 {
		s := q.point.Sub(p.point).Dot(q.normal) / sine
		s = min(max(s, 0), q.point.Distance(p.point)) // a guard against rounding
		corner = p.point.MulAdd(s, t)
	}
	return bezier(p.point, corner, q.point)
}

// gauss4 holds the nodes on [0, 1] and the weights of the Gauss-Legendre rule of
// four points, exact for polynomials up to degree seven.
var gauss4 = [4][2]float64{
	{(1 - 0.8611363115940525752239) / 2, 0.3478548451374538573731 / 2},
	{(1 - 0.3399810435848562648027) / 2, 0.6521451548625461426269 / 2},
	{(1 + 0.3399810435848562648027) / 2, 0.6521451548625461426269 / 2},
	{(1 + 0.8611363115940525752239) / 2, 0.3478548451374538573731 / 2},
}

// bezier returns the moments of the area swept from the origin to the curve
// p(t) = (1-t)^2 a + 2t(1-t) b + t^2 c: one half of the integral of p x dp, a
// third of p (p x dp), and a quarter of p.p (p x dp).
func bezier(a, b, c geom.Vec2) moments {
	var m moments
	for _, node := range gauss4 {
		ab, bc := a.Lerp(b, node[0]), b.Lerp(c, node[0])
		p, dp := ab.Lerp(bc, node[0]), bc.Sub(ab)
		crossWeight := float64(2 * node[1] * p.Cross(dp))
		m.area += float64(crossWeight * 0.5)
		m.first = m.first.MulAdd(crossWeight/3, p)
		m.second += float64(crossWeight * 0.25 * p.LengthSquared())
	}
	return m
}
