package joint

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// ConstraintContext gives a Constraint the state of its bodies and takes its rows. It is valid
// during the call. Bodies are numbered from zero in the order of World.CreateCustom. Metres,
// radians, seconds, newtons.
//
// The engine makes the context. Begin makes one without a world, for tests of a Constraint.
type ConstraintContext struct {
	bodies      []ConstraintBody
	impulses    []float64
	subStep     float64
	firstOfTick bool

	rows      []SoftRow
	jacobians []RowJacobian // of all rows, one for each body
}

// ConstraintBody is the state of one body of a custom joint.
type ConstraintBody struct {
	Pose            geom.Transform // of the centre of mass, in the world
	LocalCenter     geom.Vec2      // the centre of mass, from the body's origin in its own axes, m
	Velocity        geom.Vec2      // of the centre of mass, m/s
	AngularVelocity float64        // rad/s
}

// RowJacobian is the part of a row that belongs to one body. Its contribution to the rate of the
// row is the velocity of the centre of mass times (X, Y) plus the angular velocity times W. A unit
// impulse along the row acts on the body with the impulse (X, Y) and the angular impulse W.
type RowJacobian struct{ X, Y, W float64 }

// Begin starts a call: the bodies as they are now, and the impulses that the rows held
// in the last sub-step, N s or N m s. Both are kept until the next call. Rows of the last
// call are dropped.
func (m *ConstraintContext) Begin(subStep float64, firstOfTick bool, bodies []ConstraintBody, impulses []float64) {
	m.subStep, m.firstOfTick, m.bodies, m.impulses = subStep, firstOfTick, bodies, impulses
	m.rows, m.jacobians = m.rows[:0], m.jacobians[:0]
}

// Rows returns the rows added since Begin.
func (m *ConstraintContext) Rows() []SoftRow { return m.rows }

// Jacobians returns the parts of row k, one for each body.
func (m *ConstraintContext) Jacobians(k int) []RowJacobian {
	return m.jacobians[k*len(m.bodies) : (k+1)*len(m.bodies)]
}

// FirstOfTick reports whether this is the first call of a tick. A Constraint that changes, for
// example by yielding, should read its forces in this call.
func (m *ConstraintContext) FirstOfTick() bool { return m.firstOfTick }

// SubStep returns the length of a sub-step, s.
func (m *ConstraintContext) SubStep() float64 { return m.subStep }

// Bodies returns the number of bodies.
func (m *ConstraintContext) Bodies() int { return len(m.bodies) }

// Center returns the position of a body's centre of mass.
func (m *ConstraintContext) Center(body int) mgl64.Vec2 { return m.bodies[body].Pose.P.Mgl() }

// Angle returns a body's orientation, in (-pi, pi].
func (m *ConstraintContext) Angle(body int) float64 { return m.bodies[body].Pose.R.Angle() }

// Point maps a point of a body's own frame to the world.
func (m *ConstraintContext) Point(body int, local mgl64.Vec2) mgl64.Vec2 {
	b := &m.bodies[body]
	return b.Pose.Apply(geom.From(local).Sub(b.LocalCenter)).Mgl()
}

// Vector turns a direction of a body's own frame into the world.
func (m *ConstraintContext) Vector(body int, local mgl64.Vec2) mgl64.Vec2 {
	return m.bodies[body].Pose.R.Apply(geom.From(local)).Mgl()
}

// Velocity returns the velocity of a point of the world that moves with a body.
func (m *ConstraintContext) Velocity(body int, point mgl64.Vec2) mgl64.Vec2 {
	b := &m.bodies[body]
	arm := geom.From(point).Sub(b.Pose.P)
	return b.Velocity.MulAdd(b.AngularVelocity, arm.LeftPerp()).Mgl()
}

// AngularVelocity returns the angular velocity of a body.
func (m *ConstraintContext) AngularVelocity(body int) float64 { return m.bodies[body].AngularVelocity }

// Force returns the force that row k held in the last sub-step: N, or N m for a row of angles. It
// is zero for a new row.
func (m *ConstraintContext) Force(k int) float64 {
	if k >= len(m.impulses) {
		return 0
	}
	return m.impulses[k] / m.subStep
}

// SoftRow is the target of a row: the rate of the row goes to Speed, and Error, whose derivative is
// the rate, goes to zero. The zero SoftRow is as rigid as the joints of the world.
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

// Row adds a row. The builder that it returns adds the motions that the row measures. Numbers that
// are not finite panic here and in the builder, and so do ranges that hold nothing.
func (m *ConstraintContext) Row(s SoftRow) RowBuilder {
	for _, x := range [...]float64{s.Error, s.Speed, s.Hertz, s.Damping} {
		if !geom.Finite(x) {
			panic(fmt.Sprintf("joint: a Constraint gave a row that is not finite: %+v", s))
		}
	}
	if s.Hertz < 0 || s.Damping < 0 || !(s.Lower <= s.Upper) || s.Spring && s.Hertz == 0 {
		panic(fmt.Sprintf("joint: a Constraint gave a row out of range: %+v", s))
	}
	m.rows = append(m.rows, s)
	for range m.bodies {
		m.jacobians = append(m.jacobians, RowJacobian{})
	}
	return RowBuilder{m, len(m.rows) - 1}
}

// Linear makes the row measure the velocity of a point of the world that moves with a body, along a
// direction. The direction is not zero; its length is a factor.
func (r RowBuilder) Linear(body int, point, direction mgl64.Vec2) RowBuilder {
	d := geom.From(direction)
	lever := geom.From(point).Sub(r.m.bodies[body].Pose.P).Cross(d)
	if !d.Finite() || !geom.Finite(lever) {
		panic("joint: a Constraint gave a point or direction that is not finite")
	}
	j := &r.m.Jacobians(r.k)[body]
	j.X += d.X
	j.Y += d.Y
	j.W += lever
	return r
}

// Angular makes the row measure the angular velocity of a body, times a factor.
func (r RowBuilder) Angular(body int, factor float64) RowBuilder {
	if !geom.Finite(factor) {
		panic("joint: a Constraint gave a factor that is not finite")
	}
	r.m.Jacobians(r.k)[body].W += factor
	return r
}
