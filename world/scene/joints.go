package scene

import (
	"fmt"

	"github.com/carom2d/carom/joint"
)

// jointName returns the name of a definition's type, or "" when the format has none.
func jointName(def any) string {
	if _, ok := def.(Gear); ok {
		return joint.KindGear.String()
	}
	for _, k := range jointKinds {
		if k.is(def) {
			return k.name
		}
	}
	return ""
}

func walkJoint(f fields, j *Joint) {
	name := jointName(j.Def)
	f.choice("type", &name, true, jointNames...)
	f.text("a", &j.A, MaxText)
	f.text("b", &j.B, MaxText)
	if name == joint.KindGear.String() {
		g, _ := j.Def.(Gear)
		walkGear(f, &g)
		if f.reading() {
			j.Def = g
		}
		return
	}
	for _, k := range jointKinds {
		if k.name == name {
			k.walk(f, j)
			return
		}
	}
	f.refuse("type", fmt.Errorf("%T %w", j.Def, ErrNotInScene))
}

// walkBase describes what the definitions of all kinds share.
func walkBase(f fields, b *joint.Base) {
	f.flag("collideConnected", &b.CollideConnected)
	f.flag("disabled", &b.Disabled)
	f.number("hertz", &b.Hertz, someRate)
	f.number("damping", &b.Damping, someRate)
	f.number("maxForce", &b.MaxForce, amount)
	f.number("maxTorque", &b.MaxTorque, amount)
	f.number("breakForce", &b.BreakForce, amount)
	f.number("breakTorque", &b.BreakTorque, amount)
	f.flag("reportOnly", &b.ReportOnly)
}

func walkRevolute(f fields, r *joint.Revolute) {
	walkBase(f, &r.Base)
	f.point("localAnchorA", &r.LocalAnchorA, localPlace)
	f.point("localAnchorB", &r.LocalAnchorB, localPlace)
	f.number("localAngleA", &r.LocalAngleA, anyAngle)
	f.number("localAngleB", &r.LocalAngleB, anyAngle)
	f.flag("limit", &r.Limit)
	f.number("lower", &r.Lower, anyAngle)
	f.number("upper", &r.Upper, anyAngle)
	f.number("motorSpeed", &r.MotorSpeed, anyRate)
	f.number("maxMotorTorque", &r.MaxMotorTorque, amount)
	f.number("springHertz", &r.SpringHertz, someRate)
	f.number("springDamping", &r.SpringDamping, someRate)
	f.number("targetAngle", &r.TargetAngle, anyAngle)
	f.made(r.Validate)
}
