package joint

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/go-gl/mathgl/mgl64"
)

// ConstraintContext is what a Constraint sees of its bodies, and where it puts its rows. It
// is valid during the call. Bodies are numbered from zero in the order in which
// the joint was given them. Metres, radians, seconds, newtons.
type ConstraintContext struct {
	*multiBody
	states      []state.BodyState
	firstOfTick bool
	h           float64
	maxHertz    float64 // the most that rigid rows may have
	rigid       impulseSoft

	maxForce, maxTorque float64
}

// FirstOfTick reports whether a tick begins, so that this is the first of its calls:
// when a Constraint that changes, by yielding say, should look at its forces.
func (m *ConstraintContext) FirstOfTick() bool { return m.firstOfTick }

// SubStep returns the length of a sub-step, s.
func (m *ConstraintContext) SubStep() float64 { return m.h }

// Bodies returns the number of bodies.
func (m *ConstraintContext) Bodies() int { return len(m.bodies) }

// Center returns where a body's centre of mass lies.
func (m *ConstraintContext) Center(body int) mgl64.Vec2 { return m.perBody[body].now.P.Mgl() }

// Angle returns a body's orientation, in (-pi, pi].
func (m *ConstraintContext) Angle(body int) float64 { return m.perBody[body].now.R.Angle() }

// Linear maps a point of a body's own frame to the world.
func (m *ConstraintContext) Point(body int, local mgl64.Vec2) mgl64.Vec2 {
	e := &m.perBody[body]
	return e.now.Apply(geom.From(local).Add(e.localOrigin)).Mgl()
}

// Vector turns a direction of a body's own frame into the world.
func (m *ConstraintContext) Vector(body int, local mgl64.Vec2) mgl64.Vec2 {
	return m.perBody[body].now.R.Apply(geom.From(local)).Mgl()
}

// Velocity returns the velocity of a point of the world that moves with a body.
func (m *ConstraintContext) Velocity(body int, point mgl64.Vec2) mgl64.Vec2 {
	e := &m.perBody[body]
	st := &m.states[e.row]
	arm := geom.From(point).Sub(e.now.P)
	return geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}.MulAdd(float64(st.W), arm.LeftPerp()).Mgl()
}

// AngularVelocity returns the angular velocity of a body.
func (m *ConstraintContext) AngularVelocity(body int) float64 {
	return float64(m.states[m.perBody[body].row].W)
}

// Force returns what row k held in the last sub-step: N, or N m for a row of
// angles; zero for a row that is new.
func (m *ConstraintContext) Force(k int) float64 {
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

// RowBuilder adds motions to a row.
type RowBuilder struct {
	m *ConstraintContext
	k int
}

// Row adds a row. Which motion it sees is told to what it returns.
func (m *ConstraintContext) Row(s SoftRow) RowBuilder {
	for _, x := range [...]float64{s.Error, s.Speed, s.Hertz, s.Damping} {
		if !geom.Finite(x) {
			panic(fmt.Sprintf("joint: a Constraint gave a row that is not finite: %+v", s))
		}
	}
	if s.Hertz < 0 || s.Damping < 0 || !(s.Lower <= s.Upper) || s.Spring && s.Hertz == 0 {
		panic(fmt.Sprintf("joint: a Constraint gave a row out of range: %+v", s))
	}
	row := customScalar{err: s.Error, speed: s.Speed, spring: s.Spring, soft: m.rigid}
	switch {
	case s.Spring:
		row.soft = springFromHertz(float32(s.Hertz), float32(s.Damping), float32(m.h))
	case s.Hertz > 0:
		row.soft = softOf(step.MakeSoft(float32(min(s.Hertz, m.maxHertz)), float32(s.Damping), float32(m.h)))
	}
	row.impulseMin, row.impulseMax = float64(s.Lower*m.h), float64(s.Upper*m.h)
	row.defaultBounds = s.Lower == 0 && s.Upper == 0
	m.rows = append(m.rows, row)
	for range m.bodies {
		m.jacobians = append(m.jacobians, bodyJacobian{})
	}
	return RowBuilder{m, len(m.rows) - 1}
}

// Linear makes the row see the velocity of a point of the world that moves with a
// body, along a direction. The direction is not zero; its length is a factor.
func (r RowBuilder) Linear(body int, point, direction mgl64.Vec2) RowBuilder {
	e, a := &r.m.perBody[body], r.jacobian(body)
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

// Angular makes the row see the angular velocity of a body, times a factor.
func (r RowBuilder) Angular(body int, factor float64) RowBuilder {
	if !geom.Finite(factor) {
		panic("joint: a Constraint gave a factor that is not finite")
	}
	r.jacobian(body).w += factor
	return r
}

func (r RowBuilder) jacobian(body int) *bodyJacobian { return &r.m.jacobianOf(r.k)[body] }
