package scene

import (
	"fmt"

	"github.com/carom2d/carom/joint"
)

func walkJoint(f visitor, j *Joint) {
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
	f.fail("type", fmt.Errorf("%T %w", j.Def, ErrNotInScene))
}

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

// walkBase describes the fields that the definitions of all kinds share.
func walkBase(f visitor, b *joint.Base) {
	f.flag("collideConnected", &b.CollideConnected)
	f.flag("disabled", &b.Disabled)
	f.number("hertz", &b.Hertz, nonNegativeRate)
	f.number("damping", &b.Damping, nonNegativeRate)
	f.number("maxForce", &b.MaxForce, nonNegativeAmount)
	f.number("maxTorque", &b.MaxTorque, nonNegativeAmount)
	f.number("breakForce", &b.BreakForce, nonNegativeAmount)
	f.number("breakTorque", &b.BreakTorque, nonNegativeAmount)
	f.flag("reportOnly", &b.ReportOnly)
}

func walkRevolute(f visitor, r *joint.Revolute) {
	walkBase(f, &r.Base)
	f.point("localAnchorA", &r.LocalAnchorA, localPosition)
	f.point("localAnchorB", &r.LocalAnchorB, localPosition)
	f.number("localAngleA", &r.LocalAngleA, anyAngle)
	f.number("localAngleB", &r.LocalAngleB, anyAngle)
	f.flag("limit", &r.Limit)
	f.number("lower", &r.Lower, anyAngle)
	f.number("upper", &r.Upper, anyAngle)
	f.number("motorSpeed", &r.MotorSpeed, anyRate)
	f.number("maxMotorTorque", &r.MaxMotorTorque, nonNegativeAmount)
	f.number("springHertz", &r.SpringHertz, nonNegativeRate)
	f.number("springDamping", &r.SpringDamping, nonNegativeRate)
	f.number("targetAngle", &r.TargetAngle, anyAngle)
	f.finish(r.Validate)
}
