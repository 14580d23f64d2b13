package constraint

import (
	"math"

	"github.com/carom2d/carom/internal/step"
)

// The largest speeds at which limits bring a coordinate back: of an angle in rad/s, and of a length
// in multiples of the speed at which contacts push out overlap. A load that drives a coordinate
// beyond its limit, or bodies in conflict, stay below them.
const (
	MaxLimitSpin   = 20
	limitPushScale = 5
)

// The largest speeds at which the rigid part of a joint is restored: of an angle in rad/s, and of a
// gap in slops per second. That is 60 m/s where the unit of length is a metre. A joint that a game
// makes between anchors far apart would throw its bodies at each other. With half of these speeds
// joints that contradict each other gain energy.
const (
	maxRestoringSpin  = 80
	maxRestoringSpeed = 12000
)

// BoundGap returns the gap (x, y) between anchors, or a gap in its direction that the joint closes
// at the largest speed.
func BoundGap(x, y float32, p *step.Params) (float32, float32) {
	return clampVector(x, y, MaxGap(p), 2)
}

// MaxGap returns the gap that a joint closes at the largest speed, m.
func MaxGap(p *step.Params) float32 {
	return maxError(float32(maxRestoringSpeed*p.LinearSlop), p)
}

// MaxAngle returns the error of an angle that a joint corrects at the largest speed, rad.
func MaxAngle(p *step.Params) float32 { return maxError(maxRestoringSpin, p) }

// maxError returns the error that a joint corrects at the given speed: see step.MakeSoft.
func maxError(speed float32, p *step.Params) float32 {
	if p.JointHertz == 0 {
		return float32(math.Inf(1))
	}
	hertz := min(p.JointHertz, p.InvH/4)
	return float32(speed * (p.H + p.JointDamping/float32(math.Pi*hertz)))
}

// LockedRange is the distance of two limits, m or rad, below which they lock the coordinate.
const LockedRange = 1e-6

// FarLimits are the limits of a coordinate at the beginning of a tick, in m or rad. A game may set
// limits far from the present coordinate. The bias of a soft constraint is proportional to the
// error, and would throw the bodies back at the speed of a bullet. So limits far away act as nearer
// ones, which recede as the coordinate approaches them.
type FarLimits struct {
	AboveLower, BelowUpper float64 // clearance
	Lower, Upper           float32 // impulses of the limits
	Mobility               float32 // speed of the coordinate per unit impulse
	Speed                  float32 // at which the coordinate is brought back at most
}

// Bound moves both limits so that neither brings the coordinate back faster than the largest speed.
// The error under the load that a limit bears causes no speed, and does not count.
func (f *FarLimits) Bound(c Gains) {
	if !(c.Gain > 0) {
		return
	}
	excess := func(clearance float64, impulse float32) float64 {
		speed := float64(f.Speed) + float64(float64(c.ImpulseScale/c.MassScale)*float64(f.Mobility*impulse))
		return -clearance - float64(speed*float64(c.MassScale))/float64(c.Gain)
	}
	move := excess(f.AboveLower, f.Lower)
	if !(move > 0) {
		if move = -excess(f.BelowUpper, f.Upper); !(move < 0) {
			return
		}
	}
	locked := f.AboveLower+f.BelowUpper < LockedRange
	f.AboveLower += move
	f.BelowUpper -= move
	if locked {
		f.BelowUpper = -f.AboveLower
	}
}
