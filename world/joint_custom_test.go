package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// meanHeightConstraint keeps the middle of its first two bodies at the height of the third.
type meanHeightConstraint struct{}

func (meanHeightConstraint) Measure(m *joint.ConstraintContext) {
	up := mgl64.Vec2{0, 1}
	a, b, c := m.Point(0, mgl64.Vec2{}), m.Point(1, mgl64.Vec2{}), m.Point(2, mgl64.Vec2{})
	m.Row(joint.SoftRow{Error: c[1] - (a[1]+b[1])/2}).
		Linear(0, a, up.Mul(-0.5)).Linear(1, b, up.Mul(-0.5)).Linear(2, c, up)
}

// A joint of three bodies shares out the loads by its own law: with masses 1, 1
// and 4 that hang on it and otherwise fall, the constraint's force f is
//
//	a_c - (a_a + a_b)/2 = 0  with  a_a = a_b = -g - f/2, a_c = -g + f/4
//
// so free fall has f = 0, and with 30 N more down on the third f = 10.
func TestCustomJointOfThreeBodies(t *testing.T) {
	for _, workers := range []int{1, 4} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		a, b, c := addMass(t, w, -2, 1, 1, 1), addMass(t, w, 2, -1, 1, 1), addMass(t, w, 0, 0, 4, 1)
		j := world.Must(w.CreateCustom([]world.Body{a, b, c}, joint.Custom{Constraint: meanHeightConstraint{}, Base: joint.Base{BreakForce: 20}}))
		require.Equal(t, []world.Body{a, b, c}, j.Bodies())
		for body, joints := range map[world.Body]int{a: 1, b: 1, c: 1} {
			count := 0
			for k := range body.Joints() {
				require.Equal(t, j.Joint, k)
				count++
			}
			require.Equal(t, joints, count, "each body names the joint once")
		}
		runSeconds(w, 0.5)
		require.InDelta(t, 0, j.Force().Len(), 1e-3)
		v := c.LinearVelocity()[1]
		for range 30 {
			require.NoError(t, c.ApplyForceToCenter(mgl64.Vec2{0, -30}))
			w.Tick()
		}
		// f (1/4 + 1/2) = 30/4.
		f := 30.0 / 4 / 0.75
		require.InEpsilon(t, -10-(30-f)/4, (c.LinearVelocity()[1]-v)/0.5, 0.005)
		require.InDelta(t, c.Position()[1], (a.Position()[1]+b.Position()[1])/2, 0.001)
		// The force is read at the second body, which has half of it downwards.
		require.InEpsilon(t, -f/2, j.Force()[1], 0.01)
		require.NoError(t, b.Destroy())
		require.False(t, j.Valid(), "it ends with any of its bodies")
		require.Zero(t, w.Counters().Joints)
		w.Validate()
	}
}

// A joint of three bodies that breaks lets all of them go.
func TestCustomJointOfThreeBodiesBreaks(t *testing.T) {
	for _, workers := range []int{1, 4} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		a, b, c := addMass(t, w, -2, 1, 1, 1), addMass(t, w, 2, -1, 1, 1), addMass(t, w, 0, 0, 4, 1)
		j := world.Must(w.CreateCustom([]world.Body{a, b, c}, joint.Custom{Constraint: meanHeightConstraint{}, Base: joint.Base{BreakForce: 4}}))
		for range 30 { // half of the 10 N that the third feels is more than the second bears
			require.NoError(t, c.ApplyForceToCenter(mgl64.Vec2{0, -30}))
			w.Tick()
		}
		require.False(t, j.Valid())
		before := [3]float64{a.LinearVelocity()[1], b.LinearVelocity()[1], c.LinearVelocity()[1]}
		runSeconds(w, 0.5)
		for i, body := range []world.Body{a, b, c} {
			require.InEpsilon(t, before[i]-5, body.LinearVelocity()[1], 1e-4)
		}
		w.Validate()
	}
}

// constantForce pulls with a given force towards the right at all times.
type constantForce struct{ force float64 }

func (c constantForce) Measure(m *joint.ConstraintContext) {
	p := m.Point(1, mgl64.Vec2{})
	m.Row(joint.SoftRow{Speed: 1e6, Lower: c.force, Upper: c.force}).Linear(1, p, mgl64.Vec2{1, 0})
	m.Row(joint.SoftRow{Speed: 2}).Angular(1, 1)
}

// Rows may have speeds and bounds: a force of 6 N on 2 kg, and a spin.
func TestCustomRows(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	b := addMass(t, w, 0, 0, 2, 1)
	world.Must(w.CreateCustom([]world.Body{w.Ground(), b}, joint.Custom{Constraint: constantForce{6}}))
	runSeconds(w, 2)
	require.InEpsilon(t, 6, b.LinearVelocity()[0], 1e-3)
	require.InEpsilon(t, 2, b.AngularVelocity(), 1e-5)
}

type constraintFunc func(m *joint.ConstraintContext)

func (f constraintFunc) Measure(m *joint.ConstraintContext) { f(m) }

func TestCustomRowsOutOfRangePanic(t *testing.T) {
	calls := 0
	for want, f := range map[string]constraintFunc{
		"joint: a Constraint gave a row that is not finite": func(m *joint.ConstraintContext) { m.Row(joint.SoftRow{Error: math.NaN()}) },
		"joint: a Constraint gave a row out of range":       func(m *joint.ConstraintContext) { m.Row(joint.SoftRow{Lower: 2, Upper: 1}) },
		"joint: a Constraint gave a point or direction":     func(m *joint.ConstraintContext) { m.Row(joint.SoftRow{}).Linear(1, mgl64.Vec2{}, mgl64.Vec2{nan, 0}) },
		"joint: a Constraint gave a factor":                 func(m *joint.ConstraintContext) { m.Row(joint.SoftRow{}).Angular(1, inf) },
		"joint: a Constraint changed its number of rows": func(m *joint.ConstraintContext) {
			if calls++; calls%2 == 1 {
				m.Row(joint.SoftRow{}).Angular(1, 1)
			}
		},
	} {
		w := world.Must(world.New(world.Config{Workers: 1})) // not closed: it never ends its step
		b := addMass(t, w, 0, 0, 1, 1)
		world.Must(w.CreateCustom([]world.Body{w.Ground(), b}, joint.Custom{Constraint: f}))
		func() {
			defer func() { require.Contains(t, recover(), want) }()
			w.Tick()
		}()
	}
}
