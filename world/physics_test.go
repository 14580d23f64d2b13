package world_test

import (
	"fmt"
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

// longGrounds are level at height zero and a kilometre long.
var longGrounds = []struct {
	name          string
	build         func(b world.Body)
	seamTolerance float64 // how deep or high a ball goes at seams, m
}{
	{"half-plane", func(b world.Body) {
		world.Must(b.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	}, 0},
	{"box", func(b world.Body) {
		world.Must(b.Attach(shape.OffsetBox(600, 1, mgl64.Vec2{500, -1}, 0), world.ColliderDef{}))
	}, 0},
	{"segment", func(b world.Body) {
		world.Must(b.Attach(shape.Segment{A: mgl64.Vec2{-100, 0}, B: mgl64.Vec2{1100, 0}}, world.ColliderDef{}))
	}, 0},
	{"chain", func(b world.Body) {
		var c shape.Chain
		for i := range 300 {
			c.Points = append(c.Points, mgl64.Vec2{1100 - 4*float64(i), 0})
		}
		world.Must(b.AttachChain(c, world.ColliderDef{}))
	}, 0.0025},
	{"tiles", func(b world.Body) {
		for i := range 600 {
			world.Must(b.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{2*float64(i) - 5, -1}, 0), world.ColliderDef{}))
		}
	}, 0.0025},
}

// A ball that rolls fast lies as deep in the ground as one that rests, 0.044 mm, and rolls
// on without loss. So does a ball that is known by its support function alone.
func TestBallRollsWithoutSinking(t *testing.T) {
	for _, ground := range longGrounds {
		for i, wrap := range []func(shape.Support) shape.Support{asIs, asSupportOnly} {
			for j, r := range []float64{0.25, 0.5} {
				for k, v := range []float64{0, 1, 10, 30, 100} {
					if (i+j+k)%wideStep != 0 {
						continue
					}
					name := fmt.Sprintf("%s, %T, radius %v, %v m/s", ground.name, wrap(shape.Circle{Radius: r}), r, v)
					w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
					ground.build(world.Must(w.CreateBody(body.Def{Type: body.Static})))
					b := addBody(t, w, body.Def{
						Position: mgl64.Vec2{0, r}, LinearVelocity: mgl64.Vec2{v, 0}, AngularVelocity: -v / r, FastRotation: true,
					}, wrap(shape.Circle{Radius: r}), world.ColliderDef{})
					maxDepth, maxHeight := 0.0, 0.0
					for range 600 {
						w.Tick()
						maxDepth, maxHeight = max(maxDepth, r-b.Position()[1]), max(maxHeight, b.Position()[1]-r)
					}
					speed, spin := b.LinearVelocity()[0], -b.AngularVelocity()*r
					t.Logf("%s: deepest %.3f mm, highest %.3f mm, %.5f m/s, rim %.5f m/s", name, 1000*maxDepth, 1000*maxHeight, speed, spin)
					require.Less(t, maxDepth, 0.0001+ground.seamTolerance, name)
					require.LessOrEqual(t, maxHeight, ground.seamTolerance, name)
					require.InDelta(t, v, speed, 0.001*v+1e-6, name)
					require.InDelta(t, v, spin, 0.001*v+1e-6, name)
				}
			}
		}
	}
}

// Two balls that roll on each other overlap no more than two at rest: the rule for the
// ground holds for both sides of a contact.
func TestBallRollsOnBall(t *testing.T) {
	overlap := func(spin float64) float64 {
		w := newGravityWorld(t)
		roller := func(y, spin float64, held bool) world.Body {
			return addBody(t, w, body.Def{
				Position: mgl64.Vec2{0, y}, AngularVelocity: spin, LockX: true, LockY: held, FastRotation: true, NeverSleep: true,
			}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		}
		low, high := roller(0, spin, true), roller(1, -spin, false)
		worst := 0.0
		for range 300 {
			w.Tick()
			worst = max(worst, 1-high.Position()[1])
		}
		require.InDelta(t, spin, low.AngularVelocity(), 0.001*spin)
		require.InDelta(t, -spin, high.AngularVelocity(), 0.001*spin)
		return worst
	}
	rest := overlap(0)
	require.Less(t, rest, 0.001)
	for _, spin := range []float64{1, 10, 40, 100} {
		require.InDelta(t, rest, overlap(spin), 1e-6, "%v rad/s", spin)
	}
}
