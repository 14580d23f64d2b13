package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A projectile follows the semi-implicit scheme: after n sub-steps of length h
// its height is v t - g h^2 n (n+1) / 2, which is the parabola minus g h t / 2.
// State is float32, positions gather one rounding of it per tick: 1e-5 m here.
func TestProjectile(t *testing.T) {
	w := newGravityWorld(t)
	b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{5, 8}}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
	for n := 1; n <= 120; n++ {
		w.Tick()
		time := float64(n) * dt
		h := dt / 4
		want := mgl64.Vec2{5 * time, 8*time - 5*time*time - 5*h*time}
		require.InDelta(t, want[0], b.Position()[0], 1e-4)
		require.InDelta(t, want[1], b.Position()[1], 2e-4)
	}
}

// Damping c divides the velocity by 1 + c h in every sub-step; the closed form
// exp(-c t) differs by c^2 h t / 2, that is 0.002 relative here.
func TestDampedMotion(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{10, 0}, LinearDamping: 1, AngularVelocity: 4, AngularDamping: 2},
		shape.Circle{Radius: 0.5}, world.ColliderDef{})
	runSeconds(w, 1)
	require.InEpsilon(t, 10*math.Exp(-1), b.LinearVelocity()[0], 0.003)
	require.InEpsilon(t, 4*math.Exp(-2), b.AngularVelocity(), 0.01)
	scheme := 10.0
	for range 240 {
		scheme /= 1 + dt/4
	}
	require.InEpsilon(t, scheme, b.LinearVelocity()[0], 240*6e-8*2, "240 times two roundings of float32")
}

// Momentum is conserved to the rounding of float32 when two bodies hit.
func TestCollisionConservesMomentum(t *testing.T) {
	w := newWorld(t, world.Config{})
	bounce := world.ColliderDef{Material: &shape.Material{Restitution: 0.5, Friction: 0.5}}
	a := addBody(t, w, body.Def{Position: mgl64.Vec2{-2, 0.1}, LinearVelocity: mgl64.Vec2{7, 0}}, shape.Circle{Radius: 0.5}, bounce)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0}, LinearVelocity: mgl64.Vec2{-3, 1}}, shape.Box(0.4, 0.6), bounce)
	momentum := func() (mgl64.Vec2, float64) {
		p := a.LinearVelocity().Mul(a.Mass()).Add(b.LinearVelocity().Mul(b.Mass()))
		l := 0.0
		for _, x := range []world.Body{a, b} {
			c, v := x.WorldCenter(), x.LinearVelocity()
			l += x.Mass()*(c[0]*v[1]-c[1]*v[0]) + x.Inertia()*x.AngularVelocity()
		}
		return p, l
	}
	p0, l0 := momentum()
	va := a.LinearVelocity()
	runSeconds(w, 1)
	require.NotEqual(t, va, a.LinearVelocity(), "they hit")
	p1, l1 := momentum()
	require.InDelta(t, p0[0], p1[0], 1e-5)
	require.InDelta(t, p0[1], p1[1], 1e-5)
	// The arms of an impulse J are the arms at the start of the tick, up to v dt off.
	impulse := a.LinearVelocity().Sub(va).Len() * a.Mass()
	require.InDelta(t, l0, l1, impulse*10*dt)
}

// A ball that rolls without slipping accelerates at g sin(angle) / (1 + I/(m r^2)),
// two thirds of g sin(angle) for a disc.
func TestBallRollsDownASlope(t *testing.T) {
	w := newGravityWorld(t)
	const angle, r = 0.2, 0.5
	m := &shape.Material{Friction: 1}
	addBody(t, w, body.Def{Type: body.Static, Angle: -angle}, shape.Box(200, 1), world.ColliderDef{Material: m})
	n := mgl64.Vec2{math.Sin(angle), math.Cos(angle)}
	b := addBody(t, w, body.Def{Position: n.Mul(1 + r)}, shape.Circle{Radius: r}, world.ColliderDef{Material: m})
	runSeconds(w, 1)
	v1 := b.LinearVelocity().Len()
	runSeconds(w, 2)
	got := (b.LinearVelocity().Len() - v1) / 2
	require.InEpsilon(t, 10*math.Sin(angle)*2/3, got, 0.01)
	require.InEpsilon(t, b.LinearVelocity().Len(), -b.AngularVelocity()*r, 0.01, "no slip")
}
