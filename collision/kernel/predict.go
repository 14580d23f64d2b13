package kernel

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// Surfaces are the surfaces of two shapes at their single point of contact.
type Surfaces struct {
	RadiusA, RadiusB float64 // of curvature, m
	FlatA, FlatB     bool    // a side is perpendicular to the normal
	Reach            float64 // the largest distance by which a prediction may move the point, m
}

// Predict moves the point and the normal of a contact between arcs that the solver does not follow
// to their places in the middle of the tick. As the bodies turn, the point moves along the arcs,
// and the normal turns with their centres or with a flat side. Arms and normals of the beginning
// would be late by half a tick, and a late torque feeds an oscillation. So would the torque of an
// approaching contact in the tick in which it begins to press. The cached manifold of a point that
// may have moved is cleared: if it were reused, the point would turn with the body. The point of a
// disc that rolls about its centre of mass on a flat side at rest has not moved.
func (t *Tables) Predict(row int, f *Surfaces) {
	contacts, bodies := t.Contacts, t.Bodies
	pair, s := &contacts.Pair[row], &contacts.Solver[row]
	a, b := &bodies.State[bodies.Rows[pair.BodyA]], &bodies.State[bodies.Rows[pair.BodyB]]
	if t.predict(s, a, b, f) {
		contacts.Cache[row] = state.ManifoldCache{}
	}
}

// predict reports whether the point may have moved.
func (t *Tables) predict(s *state.SolverContact, a, b *state.BodyState, f *Surfaces) bool {
	ca, cb, flatA, flatB := f.RadiusA, f.RadiusB, f.FlatA, f.FlatB
	q := &s.Points[0]
	n, half := geom.Vec2{X: float64(s.NormalX), Y: float64(s.NormalY)}, float64(0.5*q.Separation)
	onA, onB := geom.Vec2{X: float64(q.AX), Y: float64(q.AY)}, geom.Vec2{X: float64(q.BX), Y: float64(q.BY)}
	centerA, centerB := onA.MulSub(half+ca, n), onB.MulAdd(half+cb, n)
	if flatA && flatB || flatA && a.Flags&state.FlagDynamic == 0 && !FollowsArc(b, centerB, cb) ||
		flatB && b.Flags&state.FlagDynamic == 0 && !FollowsArc(a, centerA, ca) {
		return false
	}
	between := onA.Sub(onB).Add(t.halfMotion(a, b, maxTurn*(ca+cb))) // from A's centre of mass to B's
	var turnA, turnB geom.Rot                                        // computed where they are needed: a disc about its centre of mass needs none
	if flatA || isEccentric(centerA, ca) {
		turnA = t.halfTurn(a)
		centerA = turnA.Apply(centerA)
	}
	if flatB || isEccentric(centerB, cb) {
		turnB = t.halfTurn(b)
		centerB = turnB.Apply(centerB)
	}
	if flatA {
		n = turnA.Apply(n)
		onB = centerB.MulSub(half+cb, n)
		onA = onB.Add(between)
	} else {
		if flatB {
			n = turnB.Apply(n)
		} else if d, length := between.Add(centerB).Sub(centerA).Unit(); length > 0 && d.Dot(n) > 1-maxTurn {
			n = d
		}
		onA = centerA.MulAdd(half+ca, n)
		onB = onA.Sub(between)
	}
	if onA.Sub(geom.Vec2{X: float64(q.AX), Y: float64(q.AY)}).LengthSquared() > float64(f.Reach*f.Reach) {
		return false // beyond the end of a side
	}
	s.NormalX, s.NormalY = float32(n.X), float32(n.Y)
	q.AX, q.AY, q.BX, q.BY = float32(onA.X), float32(onA.Y), float32(onB.X), float32(onB.Y)
	return true
}

// maxTurn is the largest angle by which a prediction turns a body or a normal, rad.
const maxTurn = 0.125

// halfTurn returns the rotation of a body in half a tick, by maxTurn at most.
func (t *Tables) halfTurn(s *state.BodyState) geom.Rot {
	x := float64(float64(0.5*t.Timestep) * float64(s.W))
	if x < -maxTurn {
		x = -maxTurn
	} else if x > maxTurn {
		x = maxTurn
	}
	return geom.RotFromAngle(x)
}

// halfMotion returns the motion of body B relative to body A in half a tick, by limit at most.
func (t *Tables) halfMotion(a, b *state.BodyState, limit float64) geom.Vec2 {
	v := geom.Vec2{X: float64(b.VX) - float64(a.VX), Y: float64(b.VY) - float64(a.VY)}
	d := v.Mul(0.5 * t.Timestep)
	if squared := d.LengthSquared(); !(squared < float64(limit*limit)*(1-0x1p-40)) { // then the root is below the limit in any case
		if length := math.Sqrt(squared); length > limit {
			d = d.Mul(limit / length)
		}
	}
	return d
}

// FollowsArc reports whether a body can turn and the centre of one of its arcs, relative to the
// centre of mass, is so far from the centre of mass that the arm changes when the body turns.
func FollowsArc(s *state.BodyState, center geom.Vec2, radius float64) bool {
	return radius > 0 && isEccentric(center, radius) &&
		s.Flags&(state.FlagDynamic|state.FlagLockRotation) == state.FlagDynamic
}

// minEccentricity is the smallest distance of an arc's centre from the centre of mass, as a
// fraction of the radius, that exceeds the error of the radius.
const minEccentricity = 1.0 / 1024

// isEccentric reports whether the centre of an arc is off the centre of mass.
func isEccentric(center geom.Vec2, radius float64) bool {
	limit := minEccentricity * radius
	return center.Dot(center) > float64(limit*limit)
}
