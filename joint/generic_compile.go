package joint

import "github.com/carom2d/carom/internal/state"

// compileGeneric writes what a definition asks for into a record whose plan is empty.
func compileGeneric(b *genericJoint, bodies *state.Bodies, l *Link) {
	switch d := b.def.(type) {
	case *Distance:
		compileDistance(d, b, bodies, l)
	case *Prismatic:
		compilePrismatic(d, b, bodies, l)
	case *Weld:
		compileWeld(d, b, bodies, l)
	case *Wheel:
		compileWheel(d, b, bodies, l)
	case *Motor:
		compileMotor(d, b, bodies, l)
	case *Mouse:
		compileMouse(d, b, bodies, l)
	case *Angle:
		compileAngle(d, b, bodies, l)
	case *Pulley:
		compilePulley(d, b, bodies, l)
	case *Ratchet:
		compileRatchet(d, b, bodies, l)
	case *Groove:
		compileGroove(d, b, bodies, l)
	case *RotarySpring:
		compileRotarySpring(d, b, bodies, l)
	case *Friction:
		compileFriction(d, b, bodies, l)
	}
}
