package joint

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/step"
	"github.com/go-gl/mathgl/mgl64"
)

// Moment is what a Constraint sees of its bodies, and where it puts its rows. It
// is valid during the call. Bodies are numbered from zero in the order in which
// the joint was given them. Metres, radians, seconds, newtons.
type Moment struct {
	*wide
	states  []body.State
	opening bool
	h       float64
	hertz   float64 // the most that rigid rows may have
	rigid   soft

	maxForce, maxTorque float64
}

// Opening reports whether a tick begins, so that this is the first of its calls:
// when a Constraint that changes, by yielding say, should look at its forces.
func (m *Moment) Opening() bool { return m.opening }

// SubStep returns the length of a sub-step, s.
func (m *Moment) SubStep() float64 { return m.h }

// Bodies returns the number of bodies.
func (m *Moment) Bodies() int { return len(m.bodies) }

// Centre returns where a body's centre of mass lies.
func (m *Moment) Centre(body int) mgl64.Vec2 { return m.sides[body].now.P.Mgl() }

// Angle returns a body's orientation, in (-pi, pi].
func (m *Moment) Angle(body int) float64 { return m.sides[body].now.R.Angle() }

// Point maps a point of a body's own frame to the world.
func (m *Moment) Point(body int, local mgl64.Vec2) mgl64.Vec2 {
	e := &m.sides[body]
	return e.now.Apply(geom.From(local).Add(e.arm)).Mgl()
}

// Vector turns a direction of a body's own frame into the world.
func (m *Moment) Vector(body int, local mgl64.Vec2) mgl64.Vec2 {
	return m.sides[body].now.R.Apply(geom.From(local)).Mgl()
}

// Velocity returns the velocity of a point of the world that moves with a body.
func (m *Moment) Velocity(body int, point mgl64.Vec2) mgl64.Vec2 {
	e := &m.sides[body]
	st := &m.states[e.row]
	arm := geom.From(point).Sub(e.now.P)
	return geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}.MulAdd(float64(st.W), arm.Left()).Mgl()
}

// Spin returns the angular velocity of a body.
func (m *Moment) Spin(body int) float64 { return float64(m.states[m.sides[body].row].W) }

// Force returns what row k held in the last sub-step: N, or N m for a row of
// angles; zero for a row that is new.
func (m *Moment) Force(k int) float64 {
	if k >= len(m.impulses) {
		return 0
	}
	return m.impulses[k] / m.h
}

// SoftRow says what should hold along a row: the rate that the row sees takes the
// value Speed, and Error, of which that rate is the derivative, goes to zero. The
// zero SoftRow is rigid as joints are.
type SoftRow struct {
	Error   float64 // m or rad
	Speed   float64 // m/s or rad/s
	Hertz   float64 // stiffness; zero means rigid
	Damping float64 // damping ratio that goes with Hertz
	Spring  bool    // a force, not a constraint: it may swing, and is applied once per sub-step

	Lower, Upper float64 // N or N m that the row may hold; both zero means Base.MaxForce or Base.MaxTorque
}

// Handle adds motions to a row.
type Handle struct {
	m *Moment
	k int
}

// Row adds a row. Which motion it sees is told to what it returns.
func (m *Moment) Row(s SoftRow) Handle {
	for _, x := range [...]float64{s.Error, s.Speed, s.Hertz, s.Damping} {
		if !geom.Finite(x) {
			panic(fmt.Sprintf("joint: a Constraint gave a row that is not finite: %+v", s))
		}
	}
	if s.Hertz < 0 || s.Damping < 0 || !(s.Lower <= s.Upper) || s.Spring && s.Hertz == 0 {
		panic(fmt.Sprintf("joint: a Constraint gave a row out of range: %+v", s))
	}
	l := customLine{err: s.Error, speed: s.Speed, spring: s.Spring, soft: m.rigid}
	switch {
	case s.Spring:
		l.soft = springSoft(float32(s.Hertz), float32(s.Damping), float32(m.h))
	case s.Hertz > 0:
		l.soft = softOf(step.MakeSoft(float32(min(s.Hertz, m.hertz)), float32(s.Damping), float32(m.h)))
	}
	l.low, l.high = float64(s.Lower*m.h), float64(s.Upper*m.h)
	l.free = s.Lower == 0 && s.Upper == 0
	m.lines = append(m.lines, l)
	for range m.bodies {
		m.arms = append(m.arms, arm{})
	}
	return Handle{m, len(m.lines) - 1}
}

// Point makes the row see the velocity of a point of the world that moves with a
// body, along a direction. The direction is not zero; its length is a factor.
func (r Handle) Point(body int, point, direction mgl64.Vec2) Handle {
	e, a := &r.m.sides[body], r.arm(body)
	d := geom.From(direction)
	lever := geom.From(point).Sub(e.now.P).Cross(d)
	if !d.Finite() || !geom.Finite(lever) {
		panic("joint: a Constraint gave a point or direction that is not finite")
	}
	a.x += d.X
	a.y += d.Y
	a.w += lever
	return r
}

// Turn makes the row see the angular velocity of a body, times a factor.
func (r Handle) Turn(body int, factor float64) Handle {
	if !geom.Finite(factor) {
		panic("joint: a Constraint gave a factor that is not finite")
	}
	r.arm(body).w += factor
	return r
}

func (r Handle) arm(body int) *arm { return &r.m.armsOf(r.k)[body] }
