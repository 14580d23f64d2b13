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

// A custom rod holds a light boom on a pin, which bears a load of a thousand times its mass: the
// row is solved with the pins. By itself the rod let the boom sag by 43 cm.
func TestCustomTieRodBearsHeavyLoad(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
	boom, load := addMass(t, w, 2, -1.5, 1, 1), addMass(t, w, 2, -2.5, 1000, 100)
	world.Must(w.CreateRevolute(w.Ground(), boom, world.RevoluteAt(w.Ground(), boom, mgl64.Vec2{0, -1.5})))
	world.Must(w.CreateRevolute(boom, load, world.RevoluteAt(boom, load, boom.Position())))
	rod := world.Must(w.CreateCustom([]world.Body{w.Ground(), boom}, joint.Custom{Constraint: distanceConstraint{2.5}}))
	runSeconds(w, 10)
	require.InDelta(t, -1.5, boom.Position()[1], 0.003)
	require.InEpsilon(t, 1001*10/0.6, rod.Force().Len(), 1e-3)
	require.NoError(t, load.Destroy())
	runSeconds(w, 1)
	require.InEpsilon(t, 10/0.6, rod.Force().Len(), 1e-3)
}

// A pin beside the line from a body to the next and a custom rod between their centres hold the two
// as one body, which keeps its spin and its energy. Any number of workers and a restored world have
// the same bits.
func TestCustomRodBesidePin(t *testing.T) {
	var hashes []uint64
	for _, workers := range []int{1, 4} {
		w := newWorld(t, world.Config{Workers: workers, NoSleep: true})
		var pins []world.Joint
		for i := range 8 {
			at := mgl64.Vec2{5 * float64(i), 0}
			a, b := addMass(t, w, at[0], at[1], 1.8, 0.165), addMass(t, w, at[0]+1.3, at[1]+1.3, 0.31, 0.0083)
			pins = append(pins, world.Must(w.CreateRevolute(a, b, world.RevoluteAt(a, b, at.Add(mgl64.Vec2{1, 0.1})))).Joint)
			length := b.Position().Sub(a.Position()).Len()
			world.Must(w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: distanceConstraint{length}}))
			arm := b.Position().Sub(a.Position())
			require.NoError(t, a.SetAngularVelocity(4))
			require.NoError(t, b.SetAngularVelocity(4))
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{-4 * arm[1], 4 * arm[0]}))
		}
		w.Tick()
		energy := totalEnergy(w)
		runSeconds(w, 5)
		var halfway world.Snapshot
		require.NoError(t, w.Save(&halfway))
		for range 2 {
			runSeconds(w, 5)
			require.InEpsilon(t, energy, totalEnergy(w), 2e-3)
			for _, pin := range pins {
				require.Less(t, pin.LinearSeparation(), 5e-4)
			}
			hashes = append(hashes, w.StateHash())
			require.NoError(t, w.Restore(&halfway))
		}
	}
	for _, h := range hashes {
		require.Equal(t, hashes[0], h)
	}
}

// A row with bounds acts as the force that it is on a body that a pin holds: a pendulum of 2 kg in
// a field of 6 N.
func TestCustomForceOnPinnedBody(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1, NoSleep: true})
	b := addMass(t, w, 0, 0.5, 2, 0.2)
	world.Must(w.CreateRevolute(w.Ground(), b, world.RevoluteAt(w.Ground(), b, mgl64.Vec2{})))
	pull := constraintFunc(func(m *joint.ConstraintContext) {
		m.Row(joint.SoftRow{Speed: 1e6, Lower: 6, Upper: 6}).Linear(1, m.Point(1, mgl64.Vec2{}), mgl64.Vec2{1, 0})
	})
	j := world.Must(w.CreateCustom([]world.Body{w.Ground(), b}, joint.Custom{Constraint: pull}))
	for range 600 {
		w.Tick()
		require.InDelta(t, 6*b.Position()[0], b.KineticEnergy(), 0.03)
		require.InDelta(t, 0.5, b.Position().Len(), 1e-3)
		require.InEpsilon(t, 6, j.Force()[0], 1e-5)
	}
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
