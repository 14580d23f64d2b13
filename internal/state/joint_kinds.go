package state

import (
	"cmp"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
)

// Geometry says how the lines and the coordinates of a generic joint follow from the poses of its
// bodies.
type Geometry uint8

const (
	GeometryNone      Geometry = iota // of kinds that have no generic record
	GeometryPoint                     // anchors that meet; the angle of B against A
	GeometryAnchors                   // the same without the angle
	GeometrySlide                     // translation along an axis of A; the angle
	GeometryLength                    // length between the anchors
	GeometryOwnAngles                 // angles of the bodies, with a ratio
	GeometryRopes                     // lengths of rope from two wheels, with a ratio
)

var geometries = [JointKinds]Geometry{
	joint.KindDistance:     GeometryLength,
	joint.KindPrismatic:    GeometrySlide,
	joint.KindWeld:         GeometryPoint,
	joint.KindWheel:        GeometrySlide,
	joint.KindMotor:        GeometryPoint,
	joint.KindMouse:        GeometryAnchors,
	joint.KindAngle:        GeometryOwnAngles,
	joint.KindPulley:       GeometryRopes,
	joint.KindRatchet:      GeometryPoint,
	joint.KindGroove:       GeometrySlide,
	joint.KindRotarySpring: GeometryPoint,
	joint.KindFriction:     GeometryAnchors,
	joint.KindNoCollision:  GeometryPoint,
}

// GeometryOf returns the geometry of a kind.
func GeometryOf(kind joint.Kind) Geometry { return geometries[kind] }

// HoldsLength reports whether the rigid part of a joint holds its first coordinate, a length.
func (g Geometry) HoldsLength() bool { return g == GeometryLength || g == GeometryRopes }

// actsOnAngle marks the kinds that act on the angle alone, except for a bounded force on the
// anchors.
var actsOnAngle = [JointKinds]bool{
	joint.KindMotor: true, joint.KindAngle: true, joint.KindRatchet: true, joint.KindRotarySpring: true, joint.KindFriction: true,
}

// ActsOnAngle reports whether a kind acts on the angle alone, except for a bounded force on the
// anchors.
func ActsOnAngle(kind joint.Kind) bool { return actsOnAngle[kind] }

// UpdateAngles updates the angles that the geometry uses, as continuations of the last angles.
func (b *GenericJoint) UpdateAngles(bodies *Bodies, l *JointLink) {
	qa := bodies.Pose[bodies.Rows[l.BodyA]].R
	qb := bodies.Pose[bodies.Rows[l.BodyB]].R
	switch GeometryOf(l.Kind) {
	case GeometryLength, GeometryRopes, GeometryAnchors:
	case GeometryOwnAngles:
		b.AngleA = Unwrap(qa.Angle(), b.AngleA)
		b.AngleB = Unwrap(qb.Angle(), b.AngleB)
	default:
		b.Angle = Unwrap(qa.InverseMul(qb).Angle(), b.Angle)
	}
}

// Coordinates returns the coordinates now, m or rad. UpdateAngles must have been called.
func (b *GenericJoint) Coordinates(bodies *Bodies, l *JointLink) [2]float64 {
	switch GeometryOf(l.Kind) {
	case GeometryLength:
		return [2]float64{b.gap(bodies, l).Length()}
	case GeometrySlide:
		return [2]float64{b.translation(bodies, l), b.Angle}
	case GeometryOwnAngles:
		return [2]float64{b.AngleB - float64(b.Ratio*b.AngleA)}
	case GeometryRopes:
		a, c := b.Ropes(bodies, l)
		return [2]float64{a.Length() + float64(b.Ratio*c.Length())}
	default:
		return [2]float64{b.Angle}
	}
}

// gap returns the vector from A's anchor to B's, in the world's axes, m.
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

// CheckJoint returns a *geom.FieldError for the first field of a definition that cannot be used for
// a joint between two bodies: errors of Validate, and lengths to be measured that would be zero.
func CheckJoint(bodies *Bodies, a, b BodySlot, def joint.Definition) error {
	if err := def.Validate(); err != nil {
		return err
	}
	if d, ok := def.(*joint.Distance); ok && !d.Loose && d.Length == 0 {
		anchorA := bodies.Origin(a).Apply(geom.From(d.LocalAnchorA))
		anchorB := bodies.Origin(b).Apply(geom.From(d.LocalAnchorB))
		if length := anchorB.Distance(anchorA); length < 1e-9 {
			return geom.NewFieldError("Length", length, geom.ErrDegenerate)
		}
	}
	return nil
}

// compileGeneric fills a record whose plan is empty from its definition.
func compileGeneric(b *GenericJoint, bodies *Bodies, l *JointLink) {
	switch d := b.def.(type) {
	case *joint.Distance:
		compileDistance(d, b, bodies, l)
	case *joint.Prismatic:
		compilePrismatic(d, b, bodies, l)
	case *joint.Weld:
		compileWeld(d, b, bodies, l)
	case *joint.Wheel:
		compileWheel(d, b, bodies, l)
	case *joint.Motor:
		compileMotor(d, b, bodies, l)
	case *joint.Mouse:
		compileMouse(d, b, bodies, l)
	case *joint.Angle:
		compileAngle(d, b, bodies, l)
	case *joint.Pulley:
		compilePulley(d, b, bodies, l)
	case *joint.Ratchet:
		compileRatchet(d, b, bodies, l)
	case *joint.Groove:
		compileGroove(d, b, bodies, l)
	case *joint.RotarySpring:
		compileRotarySpring(d, b, bodies, l)
	case *joint.Friction:
		compileFriction(d, b, bodies, l)
	}
}

func compileDistance(d *joint.Distance, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.Axis.X, b.Axis.Y = 1, 0
	if d.Length == 0 {
		c := *d // a snapshot may hold the old
		d, b.def = &c, &c
		d.Length = b.gap(bodies, l).Length()
	}
	b.Reference = d.Length
	x := &b.Scalars[0]
	x.Target, x.SpringMin, x.SpringMax = d.Length, d.MinSpringForce, d.MaxSpringForce
	switch {
	case d.Loose:
	case d.Law != nil:
		x.Features, x.ForceLaw = FeatureForceLaw, d.Law
	case d.SpringHertz > 0:
		x.addSpring(d.SpringHertz, d.SpringDamping, d.Length)
	default:
		b.Block = jointBlock{N: 1, Linear: 1, On: true}
	}
	lower, upper := cmp.Or(d.MinLength, -Unlimited), cmp.Or(d.MaxLength, Unlimited) // zero means no limit
	x.addLimit(d.MinLength > 0 || d.MaxLength > 0, lower, upper)
	if !b.Block.On || d.MaxForce > 0 { // a rod without a bound has no motor
		x.addMotor(d.MotorSpeed, d.MaxMotorForce)
	}
}

func compilePrismatic(d *joint.Prismatic, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.Axis = unitVector(d.LocalAxisA)
	b.setReferenceAngle(d.Angle)
	b.Block = jointBlock{N: 2, Linear: 1, On: true}
	x := &b.Scalars[0]
	x.addSpring(d.SpringHertz, d.SpringDamping, d.TargetTranslation)
	x.addMotor(d.MotorSpeed, d.MaxMotorForce)
	x.addLimit(d.Limit, d.Lower, d.Upper)
}

// compileWeld makes one block of three lines of a weld that is rigid in position and angle,
// because the load of a cantilever is force and torque at once.
func compileWeld(d *joint.Weld, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.setReferenceAngle(d.Angle)
	if d.LinearHertz == 0 && d.AngularHertz == 0 {
		b.Block = jointBlock{N: 3, Linear: 2, On: true}
		return
	}
	b.Block = jointBlock{N: 2, Linear: 2, On: true, Spring: d.LinearHertz > 0, Hertz: d.LinearHertz, Damping: d.LinearDamping}
	x := &b.Scalars[0]
	x.Angular, x.Target = true, b.Reference
	if d.AngularHertz == 0 {
		x.Features = FeatureHold
		return
	}
	x.addSpring(d.AngularHertz, d.AngularDamping, b.Reference)
}

func compileWheel(d *joint.Wheel, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.Axis = unitVector(d.LocalAxisA)
	b.Block = jointBlock{N: 1, Linear: 1, On: true}
	b.Scalars[0].addSpring(d.SpringHertz, d.SpringDamping, 0)
	b.Scalars[0].addLimit(d.Limit, d.Lower, d.Upper)
	b.Scalars[1].Angular = true
	b.Scalars[1].addMotor(d.MotorSpeed, d.MaxMotorTorque)
}

func compileMotor(d *joint.Motor, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.setReferenceAngle(d.Angle)
	b.Block = jointBlock{N: 2, Linear: 2, On: d.LinearHertz > 0, Spring: true, Hertz: d.LinearHertz, Damping: d.LinearDamping}
	b.PlanarMotor = jointPlanarMotor{On: d.MaxVelocityForce > 0, Speed: geom.From(d.Velocity), MaxForce: d.MaxVelocityForce}
	x := &b.Scalars[0]
	x.Angular = true
	x.addSpring(d.AngularHertz, d.AngularDamping, b.Reference)
	x.SpringMin, x.SpringMax = -d.MaxSpringTorque, d.MaxSpringTorque
	x.addMotor(d.AngularVelocity, d.MaxVelocityTorque)
}

func compileMouse(d *joint.Mouse, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalTargetA, d.LocalAnchorB)
	b.Block = jointBlock{
		N: 2, Linear: 2, On: true, Spring: true,
		Hertz: cmp.Or(d.SpringHertz, 5), Damping: cmp.Or(d.SpringDamping, 0.7),
	}
}

func compileAngle(d *joint.Angle, b *GenericJoint, _ *Bodies, _ *JointLink) {
	b.Ratio = cmp.Or(d.Ratio, 1)
	x := &b.Scalars[0]
	x.Angular, x.Target = true, d.Angle
	x.addSpring(d.SpringHertz, d.SpringDamping, d.Angle)
	if !d.Loose && d.SpringHertz == 0 {
		x.Features |= FeatureHold
	}
	x.addLimit(d.Limit, d.Lower, d.Upper)
	x.addMotor(d.MotorSpeed, d.MaxMotorTorque)
}

func compilePulley(d *joint.Pulley, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.Axis = geom.Vec2{Y: -1}
	b.wheelA, b.wheelB = geom.From(d.WheelA), geom.From(d.WheelB)
	b.Ratio = cmp.Or(d.Ratio, 1)
	if d.Length == 0 {
		c := *d // a snapshot may hold the old
		d, b.def = &c, &c
		d.Length = b.Coordinates(bodies, l)[0] + d.Slack
	}
	b.Reference = d.Length
	if d.Rigid {
		b.Block = jointBlock{N: 1, Linear: 1, On: true}
		return
	}
	b.Scalars[0].addLimit(true, -Unlimited, d.Length)
}

// compileRatchet keeps the tooth: see keepsTooth.
func compileRatchet(_ *joint.Ratchet, b *GenericJoint, _ *Bodies, _ *JointLink) {
	b.Scalars[0].Angular = true
	b.Scalars[0].addLimit(true, -Unlimited, Unlimited)
}

func compileGroove(d *joint.Groove, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalGrooveA1, d.LocalAnchorB)
	axis, length := geom.From(d.LocalGrooveA2).Sub(geom.From(d.LocalGrooveA1)).Unit()
	b.Axis = axis
	b.Block = jointBlock{N: 1, Linear: 1, On: true}
	b.Scalars[0].addLimit(true, 0, length)
}

func compileRotarySpring(d *joint.RotarySpring, b *GenericJoint, _ *Bodies, _ *JointLink) {
	x := &b.Scalars[0]
	x.Angular, x.Target = true, d.Angle
	x.SpringMin, x.SpringMax = -d.MaxSpring, d.MaxSpring
	if d.Law != nil {
		x.Features, x.ForceLaw = FeatureForceLaw, d.Law
		return
	}
	x.Features = FeatureSpring
	x.Stiffness, x.Viscosity = d.Stiffness, d.Damping
}

func compileFriction(d *joint.Friction, b *GenericJoint, bodies *Bodies, l *JointLink) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.Block = jointBlock{N: 2, Linear: 2}
	b.PlanarMotor = jointPlanarMotor{On: d.Force > 0, MaxForce: d.Force}
	b.Scalars[0].Angular = true
	b.Scalars[0].addMotor(0, d.Torque)
}

// unitVector returns the direction of a vector that Validate accepts.
func unitVector(v [2]float64) geom.Vec2 {
	u, _ := geom.From(v).Unit()
	return u
}

// setAnchors places the anchors that a definition gives from the bodies' origins.
func (b *GenericJoint) setAnchors(bodies *Bodies, l *JointLink, a, c [2]float64) {
	b.AnchorA = geom.From(a).Sub(bodies.Meta[l.BodyA].LocalCenter)
	b.AnchorB = geom.From(c).Sub(bodies.Meta[l.BodyB].LocalCenter)
}

// setReferenceAngle sets the angle to keep. Whole turns do not matter: the nearest is kept.
func (b *GenericJoint) setReferenceAngle(angle float64) { b.Reference = Unwrap(angle, b.Angle) }

// IsRope reports whether a joint has a length that no rigid part holds.
//
//go:noinline
func (s *Joints) IsRope(slot JointSlot) bool {
	l := &s.Link[s.Rows[slot]]
	return GeometryOf(l.Kind).HoldsLength() && !s.GenericAt(l.Data).Block.On
}
