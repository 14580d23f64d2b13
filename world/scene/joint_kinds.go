package scene

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
)

// Gear is the Def of a gear. A gear names no bodies: A and B of its Joint are
// empty.
type Gear struct {
	joint.Gear

	First, Second int // the joints that it couples, by their place in the scene, before its own
}

// jointKind is a type of joint in a document: how it is walked and made.
type jointKind struct {
	name string
	is   func(def any) bool
	walk func(f visitor, j *Joint)
	make func(w *world.World, a, b world.Body, def any) (world.Joint, error)
	def  func(j world.Joint) any // without the game's own data
}

// kindOf describes a type of joint by the walk of its definition. Made is the
// method of the world that makes it, and as what gives back its handle.
func kindOf[D any, H interface{ Def() D }](kind joint.Kind, walk func(visitor, *D), create func(*world.World, world.Body, world.Body, D) (H, error),
	cast func(world.Joint) (H, bool), baseHandle func(H) world.Joint) jointKind {
	return jointKind{
		name: kind.String(),
		is:   func(def any) bool { _, ok := def.(D); return ok },
		walk: func(f visitor, j *Joint) {
			d, _ := j.Def.(D)
			walk(f, &d)
			if f.reading() {
				j.Def = d
			}
		},
		make: func(w *world.World, a, b world.Body, def any) (world.Joint, error) {
			h, err := create(w, a, b, def.(D))
			return baseHandle(h), err
		},
		def: func(j world.Joint) any {
			h, _ := cast(j)
			d := h.Def()
			any(&d).(interface{ Shared() *joint.Base }).Shared().UserData = nil
			return d
		},
	}
}

// jointKinds are the types that join two bodies, revolute first. Gears are apart.
var jointKinds = []jointKind{
	kindOf(joint.KindRevolute, walkRevolute, (*world.World).CreateRevolute,
		world.Joint.Revolute, func(h world.Revolute) world.Joint { return h.Joint }),
	kindOf(joint.KindDistance, walkDistance, (*world.World).CreateDistance,
		world.Joint.Distance, func(h world.Distance) world.Joint { return h.Joint }),
	kindOf(joint.KindPrismatic, walkPrismatic, (*world.World).CreatePrismatic,
		world.Joint.Prismatic, func(h world.Prismatic) world.Joint { return h.Joint }),
	kindOf(joint.KindWeld, walkWeld, (*world.World).CreateWeld,
		world.Joint.Weld, func(h world.Weld) world.Joint { return h.Joint }),
	kindOf(joint.KindWheel, walkWheel, (*world.World).CreateWheel,
		world.Joint.Wheel, func(h world.Wheel) world.Joint { return h.Joint }),
	kindOf(joint.KindMotor, walkMotor, (*world.World).CreateMotor,
		world.Joint.Motor, func(h world.Motor) world.Joint { return h.Joint }),
	kindOf(joint.KindMouse, walkMouse, (*world.World).CreateMouse,
		world.Joint.Mouse, func(h world.Mouse) world.Joint { return h.Joint }),
	kindOf(joint.KindAngle, walkAngle, (*world.World).CreateAngle,
		world.Joint.Angle, func(h world.Angle) world.Joint { return h.Joint }),
	kindOf(joint.KindPulley, walkPulley, (*world.World).CreatePulley,
		world.Joint.Pulley, func(h world.Pulley) world.Joint { return h.Joint }),
	kindOf(joint.KindRatchet, walkRatchet, (*world.World).CreateRatchet,
		world.Joint.Ratchet, func(h world.Ratchet) world.Joint { return h.Joint }),
	kindOf(joint.KindGroove, walkGroove, (*world.World).CreateGroove,
		world.Joint.Groove, func(h world.Groove) world.Joint { return h.Joint }),
	kindOf(joint.KindRotarySpring, walkRotarySpring, (*world.World).CreateRotarySpring,
		world.Joint.RotarySpring, func(h world.RotarySpring) world.Joint { return h.Joint }),
	kindOf(joint.KindFriction, walkFriction, (*world.World).CreateFriction,
		world.Joint.Friction, func(h world.Friction) world.Joint { return h.Joint }),
	kindOf(joint.KindFilter, walkFilterJoint, (*world.World).CreateFilter,
		world.Joint.Filter, func(h world.Filter) world.Joint { return h.Joint }),
}

// jointNames are the types that a document may name.
var jointNames = func() []string {
	var names []string
	for _, k := range jointKinds {
		names = append(names, k.name)
	}
	return append(names, joint.KindGear.String())
}()

func walkDistance(f visitor, d *joint.Distance) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.number("length", &d.Length, optionalLength)
	f.flag("loose", &d.Loose)
	f.number("minLength", &d.MinLength, optionalLength)
	f.number("maxLength", &d.MaxLength, optionalLength)
	f.number("springHertz", &d.SpringHertz, nonNegativeRate)
	f.number("springDamping", &d.SpringDamping, nonNegativeRate)
	f.number("minSpringForce", &d.MinSpringForce, anyAmount)
	f.number("maxSpringForce", &d.MaxSpringForce, anyAmount)
	f.number("motorSpeed", &d.MotorSpeed, anyRate)
	f.number("maxMotorForce", &d.MaxMotorForce, nonNegativeAmount)
	f.finish(func() error {
		if d.Law != nil {
			return geom.NewFieldError("Law", "a function", ErrNotInScene)
		}
		return d.Validate()
	})
}

func walkPrismatic(f visitor, d *joint.Prismatic) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.point("localAxisA", &d.LocalAxisA, localPosition.asRequired())
	f.number("angle", &d.Angle, anyAngle)
	f.flag("limit", &d.Limit)
	f.number("lower", &d.Lower, localPosition)
	f.number("upper", &d.Upper, localPosition)
	f.number("motorSpeed", &d.MotorSpeed, anyRate)
	f.number("maxMotorForce", &d.MaxMotorForce, nonNegativeAmount)
	f.number("springHertz", &d.SpringHertz, nonNegativeRate)
	f.number("springDamping", &d.SpringDamping, nonNegativeRate)
	f.number("targetTranslation", &d.TargetTranslation, localPosition)
	f.finish(d.Validate)
}

func walkWeld(f visitor, d *joint.Weld) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.number("angle", &d.Angle, anyAngle)
	f.number("linearHertz", &d.LinearHertz, nonNegativeRate)
	f.number("linearDamping", &d.LinearDamping, nonNegativeRate)
	f.number("angularHertz", &d.AngularHertz, nonNegativeRate)
	f.number("angularDamping", &d.AngularDamping, nonNegativeRate)
	f.finish(d.Validate)
}

func walkWheel(f visitor, d *joint.Wheel) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.point("localAxisA", &d.LocalAxisA, localPosition.asRequired())
	f.number("springHertz", &d.SpringHertz, nonNegativeRate)
	f.number("springDamping", &d.SpringDamping, nonNegativeRate)
	f.flag("limit", &d.Limit)
	f.number("lower", &d.Lower, localPosition)
	f.number("upper", &d.Upper, localPosition)
	f.number("motorSpeed", &d.MotorSpeed, anyRate)
	f.number("maxMotorTorque", &d.MaxMotorTorque, nonNegativeAmount)
	f.finish(d.Validate)
}

func walkMotor(f visitor, d *joint.Motor) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.point("velocity", &d.Velocity, anyRate)
	f.number("maxVelocityForce", &d.MaxVelocityForce, nonNegativeAmount)
	f.number("angularVelocity", &d.AngularVelocity, anyRate)
	f.number("maxVelocityTorque", &d.MaxVelocityTorque, nonNegativeAmount)
	f.number("linearHertz", &d.LinearHertz, nonNegativeRate)
	f.number("linearDamping", &d.LinearDamping, nonNegativeRate)
	f.number("angle", &d.Angle, anyAngle)
	f.number("angularHertz", &d.AngularHertz, nonNegativeRate)
	f.number("angularDamping", &d.AngularDamping, nonNegativeRate)
	f.number("maxSpringTorque", &d.MaxSpringTorque, nonNegativeAmount)
	f.finish(d.Validate)
}

func walkMouse(f visitor, d *joint.Mouse) {
	walkBase(f, &d.Base)
	f.point("localTargetA", &d.LocalTargetA, worldPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.number("springHertz", &d.SpringHertz, nonNegativeRate)
	f.number("springDamping", &d.SpringDamping, nonNegativeRate)
	f.finish(d.Validate)
}

func walkAngle(f visitor, d *joint.Angle) {
	walkBase(f, &d.Base)
	f.number("ratio", &d.Ratio, anyFactor)
	f.number("angle", &d.Angle, anyAngle)
	f.flag("loose", &d.Loose)
	f.flag("limit", &d.Limit)
	f.number("lower", &d.Lower, anyAngle)
	f.number("upper", &d.Upper, anyAngle)
	f.number("springHertz", &d.SpringHertz, nonNegativeRate)
	f.number("springDamping", &d.SpringDamping, nonNegativeRate)
	f.number("motorSpeed", &d.MotorSpeed, anyRate)
	f.number("maxMotorTorque", &d.MaxMotorTorque, nonNegativeAmount)
	f.finish(d.Validate)
}

func walkPulley(f visitor, d *joint.Pulley) {
	walkBase(f, &d.Base)
	f.point("wheelA", &d.WheelA, worldPosition)
	f.point("wheelB", &d.WheelB, worldPosition)
	f.point("localAnchorA", &d.LocalAnchorA, localPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.number("ratio", &d.Ratio, nonNegativeFactor)
	f.number("length", &d.Length, numberRange{max: maxPosition})
	f.number("slack", &d.Slack, optionalLength)
	f.flag("rigid", &d.Rigid)
	f.finish(d.Validate)
}

func walkRatchet(f visitor, d *joint.Ratchet) {
	walkBase(f, &d.Base)
	f.number("step", &d.Step, numberRange{max: maxAngle})
	f.number("phase", &d.Phase, anyAngle)
	f.flag("reverse", &d.Reverse)
	f.finish(d.Validate)
}

func walkGroove(f visitor, d *joint.Groove) {
	walkBase(f, &d.Base)
	f.point("localGrooveA1", &d.LocalGrooveA1, localPosition)
	f.point("localGrooveA2", &d.LocalGrooveA2, localPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.finish(d.Validate)
}

func walkRotarySpring(f visitor, d *joint.RotarySpring) {
	walkBase(f, &d.Base)
	f.number("angle", &d.Angle, anyAngle)
	f.number("stiffness", &d.Stiffness, nonNegativeAmount)
	// The key damping is that of joint.Base.
	f.number("springDamping", &d.Damping, nonNegativeAmount)
	f.number("maxSpring", &d.MaxSpring, nonNegativeAmount)
	f.finish(func() error {
		if d.Law != nil {
			return geom.NewFieldError("Law", "a function", ErrNotInScene)
		}
		return d.Validate()
	})
}

func walkFriction(f visitor, d *joint.Friction) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPosition)
	f.point("localAnchorB", &d.LocalAnchorB, localPosition)
	f.number("force", &d.Force, nonNegativeAmount)
	f.number("torque", &d.Torque, nonNegativeAmount)
	f.finish(d.Validate)
}

func walkFilterJoint(f visitor, d *joint.Filter) {
	walkBase(f, &d.Base)
	f.finish(d.Validate)
}

func walkGear(f visitor, d *Gear) {
	walkBase(f, &d.Base)
	f.integer("first", &d.First, MaxJoints)
	f.integer("second", &d.Second, MaxJoints)
	f.number("ratio", &d.Ratio, anyFactor)
	f.finish(d.Validate)
}

// checkGear looks at the joints that a gear couples: earlier ones that turn or
// slide, and that move different bodies.
func (s *Scene) checkGear(first *firstError, at *docPath, i int, g *Gear) {
	var movedBodies [2]string
	for k, j := range [2]int{g.First, g.Second} {
		field := at.field([2]string{"first", "second"}[k])
		if j >= i {
			first.record(field, fmt.Errorf("%d %w: must be a joint before this", j, geom.ErrOutOfRange))
			return
		}
		switch s.Joints[j].Def.(type) {
		case joint.Revolute, joint.Prismatic:
			movedBodies[k] = s.Joints[j].B
		default:
			first.record(field, fmt.Errorf("%d %w: must be revolute or prismatic", j, geom.ErrOutOfRange))
			return
		}
	}
	if movedBodies[0] == movedBodies[1] {
		first.record(at.field("second"), fmt.Errorf("%q %w", shorten(movedBodies[1]), world.ErrSameBody))
	}
	if s.Joints[i].A != "" || s.Joints[i].B != "" {
		first.record(at.field("a"), fmt.Errorf("%q %w: a gear names joints", shorten(s.Joints[i].A+s.Joints[i].B), geom.ErrOutOfRange))
	}
}

var (
	anyAmount = numberRange{min: -maxAmount, max: maxAmount}
	anyFactor = numberRange{min: -maxCoefficient, max: maxCoefficient}
)
