package joint

import "github.com/carom2d/carom/geom"

// axis is a coordinate that a joint measures - a length, a translation, an angle -
// and all that may act along it. Lengths in m, angles in rad; impulses
// accordingly in N s or N m s.
type axis struct {
	line
	now, start float32 // the coordinate as measured, and when the tick began
	mass       float32 // effective mass
	invH       float32
	parts      parts
	law        int32 // in Rows.laws, with partLaw

	rigid, spring soft
	value         float64 // the coordinate itself when the tick began
	offset        float32 // from the target when the tick began
	low, high     float32 // what the spring's impulse may be
	speed, most   float32 // of the motor
	above, below  float32 // room to the limits when the tick began
	bound         float32 // of hold and limits

	axisImpulses
}

// axisImpulses are what an axis keeps from tick to tick.
type axisImpulses struct{ holding, springing, driving, lower, upper float32 }

// parts of an axis.
type parts uint8

const (
	partHold   parts = 1 << iota // keeps the coordinate at its target
	partSpring                   // pulls it there
	partLaw                      // as partSpring, by the game's law
	partMotor
	partLimit
)

// moved returns how much the coordinate has changed in this tick.
func (x *axis) moved() float32 { return x.now - x.start }

// sum returns the impulse of all parts.
func (j *axisImpulses) sum() float32 {
	return j.holding + j.springing + j.driving + j.lower - j.upper
}

// keep drops the impulses of parts that the axis has not.
func (x *axis) keep() {
	if x.parts&partHold == 0 {
		x.holding = 0
	}
	if x.parts&(partSpring|partLaw) == 0 {
		x.springing = 0
	}
	if x.parts&partMotor == 0 {
		x.driving = 0
	}
	if x.parts&partLimit == 0 {
		x.lower, x.upper = 0, 0
	}
}

// pull runs the spring. It is a force: once per sub-step is what its equation
// asks for, so it is left out when velocities are relaxed.
func (x *axis) pull(v *motion, m *masses) {
	c := x.spring
	s := float32(c.gain*(x.offset+x.moved())) + float32(c.mass*x.line.speed(v))
	j := x.springing - float32(x.mass*s) - float32(c.leak*x.springing)
	j = greater(lesser(j, x.high), x.low)
	v.push(&x.line, m, j-x.springing)
	x.springing = j
}

// drive runs the motor.
func (x *axis) drive(v *motion, m *masses) {
	j := clamp(x.driving-float32(x.mass*(x.line.speed(v)-x.speed)), x.most)
	v.push(&x.line, m, j-x.driving)
	x.driving = j
}

// hold keeps the coordinate.
func (x *axis) hold(v *motion, m *masses, c soft) {
	s := float32(c.gain*(x.offset+x.moved())) + float32(c.mass*x.line.speed(v))
	j := clamp(x.holding-float32(x.mass*s)-float32(c.leak*x.holding), x.bound)
	v.push(&x.line, m, j-x.holding)
	x.holding = j
}

// stop runs the two limits. A coordinate short of a limit may reach it within the
// sub-step; one beyond it is brought back softly.
func (x *axis) stop(v *motion, m *masses, c soft) {
	j := x.wall(x.above+x.moved(), x.line.speed(v), x.lower, c)
	v.push(&x.line, m, j-x.lower)
	x.lower = j
	j = x.wall(x.below-x.moved(), -x.line.speed(v), x.upper, c)
	v.push(&x.line, m, x.upper-j)
	x.upper = j
}

// wall returns the new impulse of one limit: room is what is left before it,
// speed the rate at which the room grows.
func (x *axis) wall(room, speed, old float32, c soft) float32 {
	s := speed + float32(room*x.invH)
	leak := float32(0)
	if !(room > 0) {
		s = float32(c.gain*room) + float32(c.mass*speed)
		leak = float32(c.leak * old)
	}
	return greater(lesser(old-float32(x.mass*s)-leak, x.bound), 0)
}

// solve runs all parts, with correction of positions.
func (x *axis) solve(v *motion, m *masses) {
	if x.parts&partSpring != 0 {
		x.pull(v, m)
	}
	if x.parts&partMotor != 0 {
		x.drive(v, m)
	}
	if x.parts&partLimit != 0 {
		x.stop(v, m, x.rigid)
	}
	if x.parts&partHold != 0 {
		x.hold(v, m, x.rigid)
	}
}

// relax runs all parts but the spring, without correction of positions.
func (x *axis) relax(v *motion, m *masses) {
	if x.parts&partMotor != 0 {
		x.drive(v, m)
	}
	if x.parts&partLimit != 0 {
		x.stop(v, m, stiff)
	}
	if x.parts&partHold != 0 {
		x.hold(v, m, stiff)
	}
}

// obey runs a spring with a law of the game's own. The law is taken as straight
// about where the sub-step begins, so that it acts as it will be when the
// sub-step ends as far as that damps, which no stiffness can make unstable; how much
// of that is taken is decided as for springSoft.
func (x *axis) obey(v *motion, m *masses, law Law) {
	if x.mass == 0 {
		return
	}
	const probe = 1e-3
	h, mass := 1/float64(x.invH), float64(x.mass)
	value := x.value + float64(x.moved())
	rate := float64(x.line.speed(v)) - float64(x.springing)/mass
	if !geom.Finite(value) || !geom.Finite(rate) {
		return // a body was blown up and is put out of action when the tick ends
	}
	force := law(value, rate)
	dv := float64(probe * (1 + abs(rate)))
	dx := float64(dv * h)
	damping := -min((law(value, rate+dv)-force)/dv, 0) / mass
	stiffness := -min((law(value+dx, rate)-force)/dx, 0) / mass
	d, q := float64(damping*h), float64(float64(stiffness*h)*h)
	k := 0.0
	if q > 0 {
		k = min(float64(d*d)/float64(2*q)+float64(q*q), 1)
	}
	if !geom.Finite(force) || !geom.Finite(d) || !geom.Finite(q) {
		panic("joint: a spring's law returned a number that is not finite")
	}
	after := (rate + float64(h*force)/mass + float64(d*rate)) / (1 + d + float64(k*q))
	j := greater(lesser(float32(mass*(after-rate)), x.high), x.low)
	v.push(&x.line, m, j-x.springing)
	x.springing = j
}

func abs(x float64) float64 { return max(x, -x) }
