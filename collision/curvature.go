package collision

import (
	"math"

	"github.com/carom2d/carom/collision/kernel"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// updateCurvature records the curvature of the surfaces of two bodies at their contact. It records
// the arcs that the solver follows. For other surfaces it records, by ContactCurvedA and
// ContactCurvedB, the change of the separation as the body turns.
func (p *Pipeline) updateCurvature(c *recomputed, e *evaluator) {
	pair, s, m := c.pair, c.solver, c.manifold
	ca, cb := c.a.Radius, c.b.Radius
	curved := hasCurvedCore(max(c.a.Kind, c.b.Kind), m.Count)
	if curved {
		ca, cb = radiiOfCurvature(m, c.a, c.b, c.rel)
	}
	pair.Flags &^= state.ContactCurvedA | state.ContactCurvedB | state.ContactArc | state.ContactPlainArc
	if !(ca+cb > 0) {
		return
	}
	pair.Flags |= curvatureFlags(s, ca, cb)
	if m.Count != 1 {
		return
	}
	loaded := s.Points[0].NormalImpulse > 0
	if !loaded && (!curved || p.moveBySlop(pair)) {
		if s.Points[0].Separation > 0 && pair.Flags&state.ContactBouncy != 0 &&
			!isFlat(c.a, m.Normal) && !isFlat(c.b, c.rel.R.ApplyInverse(m.Normal).Neg()) {
			p.turnToImpact(c, ca, cb)
		}
		return // the place where two flying bodies are or meet decides, not the predicted one
	}
	reach := float64(maxShift * min(c.a.BoundingRadius, c.b.BoundingRadius))
	f := kernel.Surfaces{RadiusA: ca, RadiusB: cb, Reach: reach}
	if c.a.Kind != shape.KindCircle {
		f.FlatA = isFlat(c.a, m.Normal)
	}
	if c.b.Kind != shape.KindCircle {
		f.FlatB = isFlat(c.b, c.rel.R.ApplyInverse(m.Normal).Neg())
	}
	if loaded {
		if ra, rb := p.followedRadii(c, &f); ra+rb > 0 {
			pair.SetArc(true)
			s.SetArcRadii(float32(ra), float32(rb))
			return
		}
		if !curved && float64(s.Points[0].Separation) > p.Tolerance.Slop {
			return
		}
	}
	e.recomputed.predictions.Add(&e.tables, c.row, &f)
}

// impactTicks bounds the time, in ticks, in which two arcs meet that turnToImpact considers.
// Restitution looks ahead by a tick and a sub-step.
const impactTicks = 2

// turnToImpact turns the normal of two arcs that fly towards each other and will bounce to the
// direction in which they meet, or in which they are nearest as they pass each other. The arcs have
// the radii ra and rb. With the present direction a ball that is hit off its centre would leave
// too far aside, and balls that miss each other would bounce.
//
// Let d be the vector between the centres of the arcs, v its rate, and R the sum of the radii. They
// meet when |d + v t| = R. At that direction n the present separation is n.d - R.
func (p *Pipeline) turnToImpact(c *recomputed, ra, rb float64) {
	s, states, rows := c.solver, p.Bodies.State, p.Bodies.Rows
	q := &s.Points[0]
	n, half, reach := geom.Vec2{X: float64(s.NormalX), Y: float64(s.NormalY)}, float64(0.5*q.Separation), ra+rb
	centerA := geom.Vec2{X: float64(q.AX), Y: float64(q.AY)}.MulSub(half+ra, n)
	centerB := geom.Vec2{X: float64(q.BX), Y: float64(q.BY)}.MulAdd(half+rb, n)
	v := velocityAt(&states[rows[c.pair.BodyB]], centerB).Sub(velocityAt(&states[rows[c.pair.BodyA]], centerA))
	d := n.Mul(reach + float64(q.Separation))
	vv, vd := v.LengthSquared(), v.Dot(d)
	if !(vd < 0) {
		return
	}
	root := float64(vd*vd) - float64(vv*(d.LengthSquared()-float64(reach*reach)))
	time := (-vd - math.Sqrt(max(root, 0))) / vv
	n, length := d.MulAdd(min(time, impactTicks*p.Timestep), v).Unit()
	if !(length > 0) {
		return
	}
	separation := n.Dot(d) - reach
	half = float64(0.5 * separation)
	onA, onB := centerA.MulAdd(ra+half, n), centerB.MulSub(rb+half, n)
	s.NormalX, s.NormalY, q.Separation = float32(n.X), float32(n.Y), float32(separation)
	q.AX, q.AY, q.BX, q.BY = float32(onA.X), float32(onA.Y), float32(onB.X), float32(onB.Y)
}

// leverImpact puts the anchors of points that will bounce on the surfaces of their own bodies. Half
// way between the surfaces friction would have a lever that is up to 10 mm too long.
func leverImpact(s *state.SolverContact) {
	for i := range min(int(s.Count), len(s.Points)) {
		q := &s.Points[i]
		half := float32(0.5 * max(q.Separation, 0))
		x, y := float32(half*s.NormalX), float32(half*s.NormalY)
		q.AX, q.AY, q.BX, q.BY = q.AX-x, q.AY-y, q.BX+x, q.BY+y
	}
}

// velocityAt returns the velocity of a point of a body, m/s. The arm leads from the centre of mass
// to the point.
func velocityAt(b *state.BodyState, arm geom.Vec2) geom.Vec2 {
	return geom.Vec2{X: float64(b.VX), Y: float64(b.VY)}.MulAdd(float64(b.W), arm.LeftPerp())
}

// moveBySlop reports whether two bodies move relative to each other by more than a slop in a tick.
func (p *Pipeline) moveBySlop(pair *state.ContactPair) bool {
	a, b := &p.Bodies.State[p.Bodies.Rows[pair.BodyA]], &p.Bodies.State[p.Bodies.Rows[pair.BodyB]]
	v := geom.Vec2{X: float64(b.VX) - float64(a.VX), Y: float64(b.VY) - float64(a.VY)}
	limit := p.Tolerance.Slop / p.Timestep
	return v.LengthSquared() > float64(limit*limit)
}

// maxShift is the largest distance by which a prediction may move a point, as a share of the
// smaller bounding radius. A side that turns on a surface of a large radius touches it elsewhere at
// once, or with an end.
const maxShift = 0.25

// followedRadii returns the radii of curvature of the arcs that the solver follows at a point where
// two bodies press each other, or zeros. The other body must hold the normal of the contact: a body
// that is not dynamic, or a side of a shape that is not smaller, whose inertia is mostly greater.
// Otherwise the normal turns as fast as the arms.
func (p *Pipeline) followedRadii(c *recomputed, f *kernel.Surfaces) (ra, rb float64) {
	pair, s := c.pair, c.solver
	static := pair.Flags&state.ContactStaticPair != 0
	heldByA, heldByB := static, static
	if !static {
		rA, rB := c.a.BoundingRadius, c.b.BoundingRadius
		heldByA, heldByB = rA >= rB, rB >= rA
	}
	heldByA, heldByB = heldByA && !f.FlatB && (static || f.FlatA), heldByB && !f.FlatA && (static || f.FlatB)
	if !heldByA && !heldByB {
		return 0, 0
	}
	bodies, q := p.Bodies, &s.Points[0]
	n, half := geom.Vec2{X: float64(s.NormalX), Y: float64(s.NormalY)}, float64(0.5*q.Separation)
	if heldByB && kernel.FollowsArc(&bodies.State[bodies.Rows[pair.BodyA]], geom.Vec2{X: float64(q.AX), Y: float64(q.AY)}.MulSub(half+f.RadiusA, n), f.RadiusA) {
		ra = f.RadiusA
	}
	if heldByA && kernel.FollowsArc(&bodies.State[bodies.Rows[pair.BodyB]], geom.Vec2{X: float64(q.BX), Y: float64(q.BY)}.MulAdd(half+f.RadiusB, n), f.RadiusB) {
		rb = f.RadiusB
	}
	return ra, rb
}

// isFlat reports whether a shape with corners has a side perpendicular to a direction. The normal
// turns with a side, while the place of a contact on the side does not.
func isFlat(c shape.Convex, n geom.Vec2) bool {
	if c.Kind == shape.KindCircle || hasCurvedCore(c.Kind, 1) {
		return false
	}
	t := n.RightPerp()
	switch c.Kind {
	case shape.KindCapsule, shape.KindSegment, shape.KindChainSegment:
		along := c.B.Sub(c.A)
		return (n.MulSub(probeAngle, t).Dot(along) > 0) != (n.MulAdd(probeAngle, t).Dot(along) > 0) && c.A != c.B
	}
	before, after := c.CoreSupports(n.MulSub(probeAngle, t), n.MulAdd(probeAngle, t))
	return before != after
}

// radiiOfCurvature returns the radii of curvature of two surfaces at their contact.
func radiiOfCurvature(m *manifold.Manifold, a, b shape.Convex, rel *geom.Transform) (ca, cb float64) {
	ca, cb = a.Radius, b.Radius
	if hasCurvedCore(a.Kind, m.Count) {
		ca = radiusOfCurvature(a, m.Normal)
	}
	if hasCurvedCore(b.Kind, m.Count) {
		cb = radiusOfCurvature(b, rel.R.ApplyInverse(m.Normal).Neg())
	}
	return ca, cb
}

// curvatureFlags returns which of two bodies have a surface so curved that the arm of the contact
// should not rotate with the body.
//
// A surface with the radius of curvature c moves along the normal like the centre of its curvature:
// only the part arm - c of the arm from the centre of mass to the surface rotates with the body.
// The solver can rotate the whole arm, with an error of c, or not rotate it, with an error of |arm
// - c|. So not rotating it is better for arms between zero and 2 c.
func curvatureFlags(s *state.SolverContact, ca, cb float64) (f state.ContactFlags) {
	p := &s.Points[0]
	f = state.ContactCurvedA & isBetween(0, float32(p.AX*s.NormalX)+float32(p.AY*s.NormalY), float32(2*ca))
	return f | state.ContactCurvedB&isBetween(-float32(2*cb), float32(p.BX*s.NormalX)+float32(p.BY*s.NormalY), 0)
}

// isBetween returns all ones if a number is between two others, else zero. It has no branches,
// because a processor could not predict them.
func isBetween(low, x, high float32) state.ContactFlags {
	var above, below state.ContactFlags
	if x > low {
		above = 1
	}
	if x < high {
		below = 1
	}
	return -(above & below)
}

// hasCurvedCore reports whether the core of a shape of some kind may be curved at a contact with a
// number of points. Corners and flat sides have the radius of curvature of their skin.
func hasCurvedCore(k shape.Kind, pointCount int) bool {
	return pointCount == 1 && k >= shape.KindEllipse // the last kinds: ellipses, half ellipses, sectors, custom shapes
}

// probeAngle is the angle to both sides at which radiusOfCurvature probes, as a tangent.
const probeAngle = 1.0 / 64

// chordToRadius is one over the sine of the angle whose tangent is probeAngle.
const chordToRadius = 64.00781202322104

// radiusOfCurvature returns the radius of curvature of a shape at its support point along a unit
// direction. It is the mean of both sides if the surface is smooth there. Where an arc meets a
// corner it is the radius of the more curved side.
func radiusOfCurvature(c shape.Convex, n geom.Vec2) float64 {
	t := n.RightPerp()
	before, _ := c.CoreSupport(n.MulSub(probeAngle, t))
	mid, _ := c.CoreSupport(n)
	after, _ := c.CoreSupport(n.MulAdd(probeAngle, t))
	next, last := after.Sub(mid).Dot(t), mid.Sub(before).Dot(t)
	chord := max(0, min(next, last))
	if max(next, last) < float64(1.5*chord) {
		chord = 0.5 * (next + last)
	}
	return c.Radius + float64(chordToRadius*chord)
}
