package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A quarter turn takes x to y. The centre of mass, about which the body turns, is not
// its origin.
func TestBodyVectorsAndVelocities(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{
		Position: mgl64.Vec2{3, 4}, Angle: math.Pi / 2, LinearVelocity: mgl64.Vec2{1, 0}, AngularVelocity: 2,
	}, shape.OffsetBox(1, 1, mgl64.Vec2{5, 0}, 0), world.ColliderDef{})
	requireNear(t, mgl64.Vec2{-2, 1}, b.WorldVector(mgl64.Vec2{1, 2}), 1e-12)
	requireNear(t, mgl64.Vec2{1, 2}, b.LocalVector(mgl64.Vec2{-2, 1}), 1e-12)
	requireNear(t, mgl64.Vec2{5, 0}, b.LocalCenter(), 1e-12)
	requireNear(t, mgl64.Vec2{3, 9}, b.WorldCenter(), 1e-12)
	requireNear(t, b.LinearVelocity(), b.VelocityAt(b.WorldCenter()), 1e-12)
	// One metre to the right of what turns left goes up.
	requireNear(t, b.LinearVelocity().Add(mgl64.Vec2{0, 2}), b.VelocityAt(b.WorldCenter().Add(mgl64.Vec2{1, 0})), 1e-6)
}

// Without damping the body would go on turning about the point and pull it off.
func TestMouseDragsGrabbedPoint(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0}, Angle: 1, AngularDamping: 5}, shape.Box(1, 1), world.ColliderDef{})
	grabPoint := mgl64.Vec2{2.5, 0.5}
	local := b.LocalPoint(grabPoint)
	m := world.Must(w.CreateMouse(w.Ground(), b, world.MouseAt(b, grabPoint)))
	requireNear(t, grabPoint, m.Target(), 1e-12)
	runSeconds(w, 0.5)
	requireNear(t, grabPoint, b.WorldPoint(local), 1e-6)
	to := mgl64.Vec2{-1, 3}
	require.NoError(t, m.SetTarget(to))
	require.Equal(t, to, m.Target())
	runSeconds(w, 5)
	requireNear(t, to, b.WorldPoint(local), 0.01)
	require.Error(t, m.SetTarget(mgl64.Vec2{math.NaN(), 0}))
	require.Equal(t, to, m.Target())
}

// A spring reports the torque of the weight that it bears.
func TestJointReadings(t *testing.T) {
	w := newWorld(t, world.Config{})
	ground := w.Ground()
	wheel := func(x, omega float64) world.Body {
		return addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0}, AngularVelocity: omega, NeverSleep: true}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	}
	turning := wheel(0, 3)
	hub := world.Must(w.CreateWheel(ground, turning, world.WheelAt(ground, turning, mgl64.Vec2{}, mgl64.Vec2{0, 1})))
	motored, springMounted := wheel(10, 0), wheel(20, 0)
	motor := world.Must(w.CreateMotor(ground, motored, joint.Motor{
		LocalAnchorA: mgl64.Vec2{10, 0}, AngularHertz: 2, AngularDamping: 1, MaxSpringTorque: 100,
	}))
	spring := world.Must(w.CreateRotarySpring(ground, springMounted, joint.RotarySpring{Stiffness: 10, Damping: 5}))
	for range 600 {
		motored.ApplyTorque(0.5)
		springMounted.ApplyTorque(0.5)
		w.Tick()
	}
	require.InDelta(t, 3, hub.AngularSpeed(), 1e-5)
	require.InDelta(t, 0, motor.AngularSpeed(), 1e-5)
	require.InDelta(t, -0.5, motor.SpringTorque(), 1e-3)
	require.InDelta(t, 0.05, spring.Angle(), 1e-4)
	require.InDelta(t, -0.5, spring.SpringTorque(), 1e-3)
}
