package turns

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
)

// Definition returns the definition with which a new joint holds as a joint does now, if the bodies
// lie as they do now. A new joint counts whole turns from its first angle on, so that the angles of
// its definition move with that angle.
func Definition(j world.Joint) joint.Definition {
	def := j.Definition()
	switch d := def.(type) {
	case *joint.Revolute:
		r, _ := j.Revolute()
		by := unturned(r.Angle())
		d.Lower, d.Upper, d.TargetAngle = d.Lower+by, d.Upper+by, d.TargetAngle+by
	case *joint.Angle:
		a, _ := j.Angle()
		if by := firstAngle(j, d.Ratio) - a.Angle(); math.Abs(by) > sameAngle {
			d.Lower, d.Upper, d.Angle = d.Lower+by, d.Upper+by, d.Angle+by
		}
	case *joint.RotarySpring:
		r, _ := j.RotarySpring()
		d.Angle += unturned(r.Angle())
	case *joint.Ratchet:
		r, _ := j.Ratchet()
		d.Phase += unturned(r.Angle()) - beyondTooth(r, d.Reverse)
	}
	return def
}

// sameAngle is the difference of two angles, rad, that is due to rounding.
const sameAngle = 1e-6

// unturned returns the whole turns that lead an angle to (-pi, pi], rad.
func unturned(angle float64) float64 {
	return float64(-2 * math.Pi * math.Ceil((angle-math.Pi)/(2*math.Pi)))
}

// firstAngle returns the angle from which on a new angle joint would count, rad.
func firstAngle(j world.Joint, ratio float64) float64 {
	return j.BodyB().Angle() - float64(cmp.Or(ratio, 1)*j.BodyA().Angle())
}

// beyondTooth returns how far the load has pressed a ratchet beyond its tooth, rad. A new ratchet
// would hold at the tooth before, so its teeth lie that far back.
func beyondTooth(r world.Ratchet, reverse bool) float64 {
	if beyond := r.ToothAngle() - r.Angle(); reverse == (beyond < 0) {
		return beyond
	}
	return 0
}
