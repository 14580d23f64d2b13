package state

import "github.com/carom2d/carom/joint"

// JointCoordinate is a coordinate of a joint, a length, a translation or an angle, with
// its motor, limits, spring or rigid hold. It has the same form for every kind.
type JointCoordinate struct {
	Features             JointFeatures
	Target               float64 // of spring and hold
	Hertz, Damping       float64 // of the spring, or
	Stiffness, Viscosity float64 // N/m and N s/m, N m/rad and N m s/rad
	SpringMin, SpringMax float64 // N or N m that the spring may hold; both zero: no bounds
	ForceLaw             joint.ForceLaw
	Lower, Upper         float64
	MotorSpeed, MotorMax float64 // m/s or rad/s, N or N m
	Angular              bool    // an angle: bounded by MaxTorque
}

// JointFeatures are flags for the features of a coordinate.
type JointFeatures uint8

const (
	FeatureHold     JointFeatures = 1 << iota // keeps the coordinate at its target
	FeatureSpring                             // pulls it there
	FeatureForceLaw                           // as FeatureSpring, by the game's law
	FeatureMotor
	FeatureLimit
)

// addMotor adds a motor, if it has any strength.
func (x *JointCoordinate) addMotor(speed, maxForce float64) {
	x.MotorSpeed, x.MotorMax = speed, maxForce
	if maxForce > 0 {
		x.Features |= FeatureMotor
	}
}

// isDriven reports whether there is a motor with a speed to reach.
func (x *JointCoordinate) isDriven() bool { return x.Features&FeatureMotor != 0 && x.MotorSpeed != 0 }

// addSpring adds a spring, if it has any strength.
func (x *JointCoordinate) addSpring(hertz, damping, target float64) {
	x.Hertz, x.Damping, x.Target = hertz, damping, target
	if hertz > 0 {
		x.Features |= FeatureSpring
	}
}

func (x *JointCoordinate) addLimit(on bool, lower, upper float64) {
	x.Lower, x.Upper = clampLimit(lower), clampLimit(upper)
	if on {
		x.Features |= FeatureLimit
	}
}

// Unlimited is a limit that no coordinate reaches, m or rad. Infinity multiplied by the effective
// mass between immovable bodies, zero, would be NaN.
const Unlimited = 1e18

// clampLimit clamps the limit of a definition to Unlimited.
func clampLimit(x float64) float64 { return max(-Unlimited, min(x, Unlimited)) }
