package state

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/joint"
)

// compileRevolute derives the records of a revolute joint from its definition and its bodies.
func (s *Joints) compileRevolute(bodies *Bodies, l *JointLink) {
	a, b := BodySlot(l.BodyA), BodySlot(l.BodyB)
	d, r := s.revolutes.at(l.Data), &s.RevolutePoints[l.Data]
	onA := geom.From(d.LocalAnchorA).Sub(bodies.Meta[a].LocalCenter)
	onB := geom.From(d.LocalAnchorB).Sub(bodies.Meta[b].LocalCenter)
	frame := geom.RotFromAngle(d.LocalAngleB).Mul(geom.RotFromAngle(d.LocalAngleA).Inverse())
	r.Ax, r.Ay, r.Bx, r.By, r.C, r.S = onA.X, onA.Y, onB.X, onB.Y, frame.C, frame.S
	var c JointCoordinate
	c.addSpring(d.SpringHertz, d.SpringDamping, d.TargetAngle)
	c.addMotor(d.MotorSpeed, d.MaxMotorTorque)
	c.addLimit(d.Limit, d.Lower, d.Upper)
	s.setDriven(l, c.isDriven())
	l.Flags &^= JointHasAngularPart
	if c.Features != 0 {
		l.Flags |= JointHasAngularPart
		s.RevoluteAngles = grow.Resize(s.RevoluteAngles, max(len(s.RevoluteAngles), int(l.Data)+1))
	}
	if int(l.Data) < len(s.RevoluteAngles) {
		s.RevoluteAngles[l.Data].pack(&c)
	}
}

// pack copies a coordinate, without the impulses of features that no longer act.
func (x *RevoluteAngle) pack(c *JointCoordinate) {
	x.Target, x.Lower, x.Upper = c.Target, c.Lower, c.Upper
	x.Speed, x.MaxMotorTorque = float32(c.MotorSpeed), float32(min(c.MotorMax, math.MaxFloat32))
	x.Hertz, x.Damping = float32(c.Hertz), float32(c.Damping)
	x.Parts = 0
	if c.Features&FeatureSpring != 0 {
		x.Parts |= AngleSpring
	} else {
		x.SpringImpulse = 0
	}
	if c.Features&FeatureMotor == 0 {
		x.MotorImpulse = 0
	}
	if c.Features&FeatureLimit != 0 {
		x.Parts |= AngleLimits
	} else {
		x.LowerImpulse, x.UpperImpulse = 0, 0
	}
}

// AddRevolute makes an awake revolute joint from a valid definition. The bodies
// exist and differ.
func (s *Joints) AddRevolute(bodies *Bodies, a, b BodySlot, def *joint.Revolute) JointSlot {
	i := s.revolutes.alloc()
	s.RevolutePoints = grow.Resize(s.RevolutePoints, len(s.revolutes.table))
	s.RevolutePoints[i] = RevolutePoint{}
	if int(i) < len(s.RevoluteAngles) {
		s.RevoluteAngles[i] = RevoluteAngle{}
	}
	*s.revolutes.at(i) = *def
	slot := s.add(bodies, JointLink{BodyA: uint32(a), BodyB: uint32(b), Kind: joint.KindRevolute, Data: i}, &def.Base)
	l := &s.Link[s.Rows[slot]]
	s.compileRevolute(bodies, l)
	r := &s.RevolutePoints[i]
	r.Angle = r.UnwrappedAngle(bodies, l)
	return slot
}

// Revolute returns the present definition of a revolute joint.
func (s *Joints) Revolute(slot JointSlot) joint.Revolute {
	return *s.revolutes.at(s.revolute(slot).Data)
}

// EditRevolute replaces the definition of a living revolute joint with another
// valid one. The impulses stay, so that small changes do not disturb resting bodies.
func (s *Joints) EditRevolute(bodies *Bodies, slot JointSlot, def *joint.Revolute) {
	*s.revolutes.at(s.revolute(slot).Data) = *def
	s.compileBase(slot, &def.Base)
	s.recompile(bodies, slot)
}

// RevoluteAngle returns the angle of a revolute joint, with whole turns, rad.
func (s *Joints) RevoluteAngle(bodies *Bodies, slot JointSlot) float64 {
	l := s.revolute(slot)
	return s.RevolutePoints[l.Data].UnwrappedAngle(bodies, l)
}

// RevoluteSpeed returns the angular velocity of B against A, rad/s.
func (s *Joints) RevoluteSpeed(bodies *Bodies, slot JointSlot) float64 {
	l := s.revolute(slot)
	return float64(bodies.State[bodies.Rows[l.BodyB]].W) - float64(bodies.State[bodies.Rows[l.BodyA]].W)
}

// RevoluteMotorTorque returns the torque of the motor in the last sub-step, N m.
func (s *Joints) RevoluteMotorTorque(slot JointSlot) float64 {
	if l := s.revolute(slot); l.Flags&JointHasAngularPart != 0 {
		return float64(s.RevoluteAngles[l.Data].MotorTorque)
	}
	return 0
}

// RevoluteSeparation returns the vector from A's anchor to B's, m.
func (s *Joints) RevoluteSeparation(bodies *Bodies, slot JointSlot) geom.Vec2 {
	l := s.revolute(slot)
	r := &s.RevolutePoints[l.Data]
	a, b := bodies.Pose[bodies.Rows[l.BodyA]], bodies.Pose[bodies.Rows[l.BodyB]]
	onA, onB := r.Anchors()
	return b.P.Sub(a.P).Add(b.R.Apply(onB).Sub(a.R.Apply(onA)))
}

// revolute returns the link of a joint, which must be of this kind.
func (s *Joints) revolute(slot JointSlot) *JointLink {
	l := &s.Link[s.Rows[slot]]
	if l.Kind != joint.KindRevolute {
		panic(wrongJointKind)
	}
	return l
}

func (r *RevolutePoint) Anchors() (onA, onB geom.Vec2) {
	return geom.Vec2{X: r.Ax, Y: r.Ay}, geom.Vec2{X: r.Bx, Y: r.By}
}

// RelativeRotation returns the rotation from the joint's frame in A to the joint's frame in B,
// given the rotations of the bodies.
func (r *RevolutePoint) RelativeRotation(a, b geom.Rot) geom.Rot {
	return a.InverseMul(b).Mul(geom.Rot{C: r.C, S: r.S})
}

// UnwrappedAngle returns the present angle, as the continuation of the last angle.
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

// NearestQuarterTurn returns the multiple of a right angle nearest to a rotation. It is enough for
// counting whole turns, without an arc tangent for every joint in every tick.
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
