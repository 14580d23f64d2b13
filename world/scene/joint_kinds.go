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
	walk func(f fields, j *Joint)
	make func(w *world.World, a, b world.Body, def any) (world.Joint, error)
	def  func(j world.Joint) any // without the game's own data
}

// kindOf describes a type of joint by the walk of its definition. Made is the
// method of the world that makes it, and as what gives back its handle.
func kindOf[D any, H interface{ Def() D }](kind joint.Kind, walk func(fields, *D), made func(*world.World, world.Body, world.Body, D) (H, error),
	as func(world.Joint) (H, bool), plain func(H) world.Joint) jointKind {
	return jointKind{
		name: kind.String(),
		is:   func(def any) bool { _, ok := def.(D); return ok },
		walk: func(f fields, j *Joint) {
			d, _ := j.Def.(D)
			walk(f, &d)
			if f.reading() {
				j.Def = d
			}
		},
		make: func(w *world.World, a, b world.Body, def any) (world.Joint, error) {
			h, err := made(w, a, b, def.(D))
			return plain(h), err
		},
		def: func(j world.Joint) any {
			h, _ := as(j)
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
	kindOf(joint.KindFilter, walkNoCollision, (*world.World).CreateFilter,
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

func walkDistance(f fields, d *joint.Distance) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.number("length", &d.Length, skin)
	f.flag("loose", &d.Loose)
	f.number("minLength", &d.MinLength, skin)
	f.number("maxLength", &d.MaxLength, skin)
	f.number("springHertz", &d.SpringHertz, someRate)
	f.number("springDamping", &d.SpringDamping, someRate)
	f.number("minSpringForce", &d.MinSpringForce, anyAmount)
	f.number("maxSpringForce", &d.MaxSpringForce, anyAmount)
	f.number("motorSpeed", &d.MotorSpeed, anyRate)
	f.number("maxMotorForce", &d.MaxMotorForce, amount)
	f.made(func() error {
		if d.Law != nil {
			return geom.Refuse("Law", "a function", ErrNotInScene)
		}
		return d.Validate()
	})
}

func walkPrismatic(f fields, d *joint.Prismatic) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.point("localAxisA", &d.LocalAxisA, localPlace.must())
	f.number("angle", &d.Angle, anyAngle)
	f.flag("limit", &d.Limit)
	f.number("lower", &d.Lower, localPlace)
	f.number("upper", &d.Upper, localPlace)
	f.number("motorSpeed", &d.MotorSpeed, anyRate)
	f.number("maxMotorForce", &d.MaxMotorForce, amount)
	f.number("springHertz", &d.SpringHertz, someRate)
	f.number("springDamping", &d.SpringDamping, someRate)
	f.number("targetTranslation", &d.TargetTranslation, localPlace)
	f.made(d.Validate)
}

func walkWeld(f fields, d *joint.Weld) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.number("angle", &d.Angle, anyAngle)
	f.number("linearHertz", &d.LinearHertz, someRate)
	f.number("linearDamping", &d.LinearDamping, someRate)
	f.number("angularHertz", &d.AngularHertz, someRate)
	f.number("angularDamping", &d.AngularDamping, someRate)
	f.made(d.Validate)
}

func walkWheel(f fields, d *joint.Wheel) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.point("localAxisA", &d.LocalAxisA, localPlace.must())
	f.number("springHertz", &d.SpringHertz, someRate)
	f.number("springDamping", &d.SpringDamping, someRate)
	f.flag("limit", &d.Limit)
	f.number("lower", &d.Lower, localPlace)
	f.number("upper", &d.Upper, localPlace)
	f.number("motorSpeed", &d.MotorSpeed, anyRate)
	f.number("maxMotorTorque", &d.MaxMotorTorque, amount)
	f.made(d.Validate)
}

func walkMotor(f fields, d *joint.Motor) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.point("velocity", &d.Velocity, anyRate)
	f.number("maxVelocityForce", &d.MaxVelocityForce, amount)
	f.number("angularVelocity", &d.AngularVelocity, anyRate)
	f.number("maxVelocityTorque", &d.MaxVelocityTorque, amount)
	f.number("linearHertz", &d.LinearHertz, someRate)
	f.number("linearDamping", &d.LinearDamping, someRate)
	f.number("angle", &d.Angle, anyAngle)
	f.number("angularHertz", &d.AngularHertz, someRate)
	f.number("angularDamping", &d.AngularDamping, someRate)
	f.number("maxSpringTorque", &d.MaxSpringTorque, amount)
	f.made(d.Validate)
}

func walkMouse(f fields, d *joint.Mouse) {
	walkBase(f, &d.Base)
	f.point("localTargetA", &d.LocalTargetA, anyPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.number("springHertz", &d.SpringHertz, someRate)
	f.number("springDamping", &d.SpringDamping, someRate)
	f.made(d.Validate)
}

func walkAngle(f fields, d *joint.Angle) {
	walkBase(f, &d.Base)
	f.number("ratio", &d.Ratio, anyFactor)
	f.number("angle", &d.Angle, anyAngle)
	f.flag("loose", &d.Loose)
	f.flag("limit", &d.Limit)
	f.number("lower", &d.Lower, anyAngle)
	f.number("upper", &d.Upper, anyAngle)
	f.number("springHertz", &d.SpringHertz, someRate)
	f.number("springDamping", &d.SpringDamping, someRate)
	f.number("motorSpeed", &d.MotorSpeed, anyRate)
	f.number("maxMotorTorque", &d.MaxMotorTorque, amount)
	f.made(d.Validate)
}

func walkPulley(f fields, d *joint.Pulley) {
	walkBase(f, &d.Base)
	f.point("wheelA", &d.WheelA, anyPlace)
	f.point("wheelB", &d.WheelB, anyPlace)
	f.point("localAnchorA", &d.LocalAnchorA, localPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.number("ratio", &d.Ratio, coefficient)
	f.number("length", &d.Length, span{most: maxPlace})
	f.number("slack", &d.Slack, skin)
	f.flag("rigid", &d.Rigid)
	f.made(d.Validate)
}

func walkRatchet(f fields, d *joint.Ratchet) {
	walkBase(f, &d.Base)
	f.number("step", &d.Step, span{most: maxAngle})
	f.number("phase", &d.Phase, anyAngle)
	f.flag("reverse", &d.Reverse)
	f.made(d.Validate)
}

func walkGroove(f fields, d *joint.Groove) {
	walkBase(f, &d.Base)
	f.point("localGrooveA1", &d.LocalGrooveA1, localPlace)
	f.point("localGrooveA2", &d.LocalGrooveA2, localPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.made(d.Validate)
}

func walkRotarySpring(f fields, d *joint.RotarySpring) {
	walkBase(f, &d.Base)
	f.number("angle", &d.Angle, anyAngle)
	f.number("stiffness", &d.Stiffness, amount)
	// The key damping is that of joint.Base.
	f.number("springDamping", &d.Damping, amount)
	f.number("maxSpring", &d.MaxSpring, amount)
	f.made(func() error {
		if d.Law != nil {
			return geom.Refuse("Law", "a function", ErrNotInScene)
		}
		return d.Validate()
	})
}

func walkFriction(f fields, d *joint.Friction) {
	walkBase(f, &d.Base)
	f.point("localAnchorA", &d.LocalAnchorA, localPlace)
	f.point("localAnchorB", &d.LocalAnchorB, localPlace)
	f.number("force", &d.Force, amount)
	f.number("torque", &d.Torque, amount)
	f.made(d.Validate)
}

func walkNoCollision(f fields, d *joint.Filter) {
	walkBase(f, &d.Base)
	f.made(d.Validate)
}

func walkGear(f fields, d *Gear) {
	walkBase(f, &d.Base)
	f.integer("first", &d.First, MaxJoints)
	f.integer("second", &d.Second, MaxJoints)
	f.number("ratio", &d.Ratio, anyFactor)
	f.made(d.Validate)
}

// checkGear looks at the joints that a gear couples: earlier ones that turn or
// slide, and that move different bodies.
func (s *Scene) checkGear(fault *faults, at *place, i int, g *Gear) {
	var moved [2]string
	for k, j := range [2]int{g.First, g.Second} {
		field := at.field([2]string{"first", "second"}[k])
		if j >= i {
			fault.keep(field, fmt.Errorf("%d %w: must be a joint before this", j, geom.ErrOutOfRange))
			return
		}
		switch s.Joints[j].Def.(type) {
		case joint.Revolute, joint.Prismatic:
			moved[k] = s.Joints[j].B
		default:
			fault.keep(field, fmt.Errorf("%d %w: must be revolute or prismatic", j, geom.ErrOutOfRange))
			return
		}
	}
	if moved[0] == moved[1] {
		fault.keep(at.field("second"), fmt.Errorf("%q %w", shorten(moved[1]), world.ErrSameBody))
	}
	if s.Joints[i].A != "" || s.Joints[i].B != "" {
		fault.keep(at.field("a"), fmt.Errorf("%q %w: a gear names joints", shorten(s.Joints[i].A+s.Joints[i].B), geom.ErrOutOfRange))
	}
}

var (
	anyAmount = span{least: -maxAmount, most: maxAmount}
	anyFactor = span{least: -maxCoefficient, most: maxCoefficient}
)
