package constraint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// CanProject reports whether Project closes gaps of a joint: it acts, is a rope or has a rigid part
// of two bodies, and no bound lets it give way.
func CanProject(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) bool {
	row := s.Rows[slot]
	l, strength := &s.Link[row], &s.Strength[row]
	if s.Meta[slot].Color == state.None || l.Flags&state.JointHasCallbacks != 0 || bodies.Uneven(l.BodyA, l.BodyB) ||
		!(strength.MaxForce > math.MaxFloat32) || !(strength.MaxTorque > math.MaxFloat32) {
		return false
	}
	switch l.Kind {
	case joint.KindRevolute:
		return true
	case joint.KindGear, joint.KindCustom, state.JointCompanion:
		return false
	}
	b := &s.GenericAt(l.Data).Block
	return b.On && !b.Spring || hasRopeLimit(s, slot)
}

// hasRopeLimit reports whether a joint is a rope that ends or that may not become shorter.
func hasRopeLimit(s *state.Joints, slot state.JointSlot) bool {
	return s.IsRope(slot) && s.GenericOf(slot).Scalars[0].Features&state.FeatureLimit != 0
}

// Project moves the two bodies of a joint by the least motion, weighted by their masses, that takes
// the errors from the rigid part of the joint or from the limits of a rope, to first order. The
// inverse masses of A and B are multiplied by shareA and shareB. Project returns the largest error
// before, in m or rad.
func Project(s *state.Joints, bodies *state.Bodies, slot state.JointSlot, shareA, shareB float32) (worst float64) {
	w := rigidPartNow(s, bodies, slot)
	w.ma, w.ia = float32(shareA*w.ma), float32(shareA*w.ia)
	w.mb, w.ib = float32(shareB*w.mb), float32(shareB*w.ib)
	k := &w.Block
	k.factors = factor(&k.Jacobians, k.N, &w.masses)
	impulses := k.impulse(k.Err, k.N)
	var move pairVelocity
	for i := range k.N {
		worst = max(worst, math.Abs(float64(k.Err[i])))
		move.applyImpulse(&k.Jacobians[i], &w.masses, -impulses[i])
	}
	moveBody(bodies, w.A, move.ax, move.ay, move.aw)
	moveBody(bodies, w.B, move.bx, move.by, move.bw)
	return worst
}

// rigidPartNow returns the lines and errors of the rigid part of a joint, or of the limits of a
// rope, at the present poses.
func rigidPartNow(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) (w Generic) {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != joint.KindRevolute {
		w = measureNow(s, bodies, slot)
		if w.geometry.HoldsLength() {
			w.Block.Err[0] = w.startError
		}
		if rec := s.GenericAt(l.Data); hasRopeLimit(s, slot) {
			x := &rec.Scalars[0]
			w.Block.N, w.Block.Err[0] = 1, float32(beyond(float64(w.startError)+rec.Reference, x.Lower, x.Upper))
		}
		return w
	}
	var anchors state.GenericJoint
	anchors.AnchorA, anchors.AnchorB = s.RevolutePoints[l.Data].Anchors()
	w.beginTick(&anchors, bodies, l)
	w.Block.N, w.maxGap = 2, float32(math.Inf(1))
	unmoved := state.BodyState{DC: 1}
	w.Measure(&unmoved, &unmoved)
	return w
}

// moveBody moves a body, but not along or about an axis that it has locked.
func moveBody(bodies *state.Bodies, row int32, x, y, angle float32) {
	pose, flags := &bodies.Pose[row], bodies.State[row].Flags
	if flags&state.FlagLockX == 0 {
		pose.P.X += float64(x)
	}
	if flags&state.FlagLockY == 0 {
		pose.P.Y += float64(y)
	}
	if angle != 0 {
		pose.R = geom.RotFromAngle(float64(angle)).Mul(pose.R).Unit()
	}
}
