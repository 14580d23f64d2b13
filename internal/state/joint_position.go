package state

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
)

// UpdateAngles updates the angles that the kind uses, as continuations of the last ones.
func (b *GenericJoint) UpdateAngles(bodies *Bodies, l *JointLink) {
	qa := bodies.Pose[bodies.Rows[l.BodyA]].R
	qb := bodies.Pose[bodies.Rows[l.BodyB]].R
	switch l.Kind {
	case joint.KindDistance, joint.KindPulley, joint.KindMouse, joint.KindFriction:
	case joint.KindAngle:
		b.AngleA = Unwrap(qa.Angle(), b.AngleA)
		b.AngleB = Unwrap(qb.Angle(), b.AngleB)
	default:
		b.Angle = Unwrap(qa.InverseMul(qb).Angle(), b.Angle)
	}
}

// gap returns the anchor of B as seen from that of A, in the world's axes, m.
func (b *GenericJoint) gap(bodies *Bodies, l *JointLink) geom.Vec2 {
	pa, pb := bodies.Pose[bodies.Rows[l.BodyA]], bodies.Pose[bodies.Rows[l.BodyB]]
	return pb.P.Sub(pa.P).Add(pb.R.Apply(b.AnchorB).Sub(pa.R.Apply(b.AnchorA)))
}

// translation returns the distance from A's anchor to B's along the axis, m.
func (b *GenericJoint) translation(bodies *Bodies, l *JointLink) float64 {
	return bodies.Pose[bodies.Rows[l.BodyA]].R.Apply(b.Axis).Dot(b.gap(bodies, l))
}

// Ropes returns the two lengths of rope, each from its wheel to its body.
func (b *GenericJoint) Ropes(bodies *Bodies, l *JointLink) (atA, atB geom.Vec2) {
	pa, pb := bodies.Pose[bodies.Rows[l.BodyA]], bodies.Pose[bodies.Rows[l.BodyB]]
	return pa.P.Sub(b.wheelA).Add(pa.R.Apply(b.AnchorA)), pb.P.Sub(b.wheelB).Add(pb.R.Apply(b.AnchorB))
}

// Coordinates returns the coordinates now, m or rad. UpdateAngles must have been called.
func (b *GenericJoint) Coordinates(bodies *Bodies, l *JointLink) [2]float64 {
	switch l.Kind {
	case joint.KindDistance:
		return [2]float64{b.gap(bodies, l).Length()}
	case joint.KindPrismatic, joint.KindWheel, joint.KindGroove:
		return [2]float64{b.translation(bodies, l), b.Angle}
	case joint.KindAngle:
		return [2]float64{b.AngleB - float64(b.Ratio*b.AngleA)}
	case joint.KindPulley:
		a, c := b.Ropes(bodies, l)
		return [2]float64{a.Length() + float64(b.Ratio*c.Length())}
	default:
		return [2]float64{b.Angle}
	}
}

// AdvanceRatchet moves the tooth of a ratchet to the last one passed at the given angle, rad.
func (b *GenericJoint) AdvanceRatchet(value float64) {
	d, ok := b.def.(*joint.Ratchet)
	if !ok {
		return
	}
	if d.Reverse {
		value = -value
	}
	passed := value
	if d.Step > 0 {
		passed = d.Phase + float64(d.Step*math.Floor((value-d.Phase)/d.Step+1e-6))
	}
	if !b.hasTooth || passed > b.tooth {
		b.tooth, b.hasTooth = passed, true
	}
	x := &b.Scalars[0]
	if d.Reverse {
		x.Lower, x.Upper = -Unlimited, -b.tooth
	} else {
		x.Lower, x.Upper = b.tooth, Unlimited
	}
}

func (r *RevolutePoint) Anchors() (onA, onB geom.Vec2) {
	return geom.Vec2{X: r.Ax, Y: r.Ay}, geom.Vec2{X: r.Bx, Y: r.By}
}

// RelativeRotation returns the rotation from the joint's frame in A to that in B, given the
// rotations of the bodies.
func (r *RevolutePoint) RelativeRotation(a, b geom.Rot) geom.Rot {
	return a.InverseMul(b).Mul(geom.Rot{C: r.C, S: r.S})
}

// UnwrappedAngle returns the angle now, as the continuation of the last one.
func (r *RevolutePoint) UnwrappedAngle(bodies *Bodies, l *JointLink) float64 {
	qa := bodies.Pose[bodies.Rows[l.BodyA]].R
	qb := bodies.Pose[bodies.Rows[l.BodyB]].R
	return Unwrap(r.RelativeRotation(qa, qb).Angle(), r.Angle)
}

// Unwrap returns the angle nearest to last that differs from x by whole turns.
func Unwrap(x, last float64) float64 {
	const fullTurn = 2 * math.Pi
	return x + float64(fullTurn*math.Floor((last-x)/fullTurn+0.5))
}

// NearestQuarterTurn returns the multiple of a right angle nearest to a rotation: enough to
// count whole turns by, without an arc tangent for every joint in every tick.
func NearestQuarterTurn(q geom.Rot) float64 {
	switch {
	case q.C >= math.Abs(q.S):
		return 0
	case -q.C >= math.Abs(q.S):
		return math.Pi
	case q.S > 0:
		return math.Pi / 2
	default:
		return -math.Pi / 2
	}
}
