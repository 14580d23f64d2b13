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

const dt = 1.0 / 60

// newGravityWorld returns a world with gravity (0, -10).
func newGravityWorld(t testing.TB) *world.World {
	return newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
}

func newWorld(t testing.TB, c world.Config) *world.World {
	w, err := world.New(c)
	require.NoError(t, err)
	t.Cleanup(w.Close)
	return w
}

// put makes a body with one shape.
func addBody(t testing.TB, w *world.World, def body.Def, s shape.Support, c world.ColliderDef) world.Body {
	b, err := w.CreateBody(def)
	require.NoError(t, err)
	_, err = b.Attach(s, c)
	require.NoError(t, err)
	return b
}

func addFloor(t testing.TB, w *world.World, c world.ColliderDef) world.Body {
	return addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Box(100, 1), c)
}

func runSeconds(w *world.World, seconds float64) {
	for range int(math.Round(seconds / dt)) {
		w.Tick()
	}
}

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

// A box on a slope slides exactly when tan(angle) exceeds the friction.
func TestSlopeSlidesAtTheFrictionCone(t *testing.T) {
	const mu = 0.3
	critical := math.Atan(mu) * 180 / math.Pi
	for _, c := range []struct {
		degrees float64
		slides  bool
	}{{critical - 0.5, false}, {critical + 0.5, true}} {
		w := newGravityWorld(t)
		angle := c.degrees * math.Pi / 180
		m := &shape.Material{Friction: mu}
		addBody(t, w, body.Def{Type: body.Static, Angle: angle}, shape.Box(50, 1), world.ColliderDef{Material: m})
		n := mgl64.Vec2{-math.Sin(angle), math.Cos(angle)}
		b := addBody(t, w, body.Def{Position: n.Mul(1.5), Angle: angle}, shape.Box(0.5, 0.5), world.ColliderDef{Material: m})
		start := b.Position()
		runSeconds(w, 3)
		moved := b.Position().Sub(start).Len()
		require.Equal(t, c.slides, moved > 0.1, "%.2f degrees moved %.3f m", c.degrees, moved)
	}
}

// A ball dropped from h bounces to e^2 h. Two per cent: the impact falls between
// two sub-steps, which shifts the speed by up to g h = 0.04 of 8.9 m/s.
func TestBounceHeights(t *testing.T) {
	for _, e := range []float64{0, 0.25, 0.5, 0.75, 1} {
		w := newGravityWorld(t)
		addFloor(t, w, world.ColliderDef{})
		const drop, r = 4.0, 0.25
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, drop + r}}, shape.Circle{Radius: r},
			world.ColliderDef{Material: &shape.Material{Friction: 0.6, Restitution: e}})
		peak, hit := 0.0, false
		for range 240 {
			w.Tick()
			v := b.LinearVelocity()[1]
			hit = hit || v >= 0
			if hit {
				peak = max(peak, b.Position()[1]-r)
			}
			if hit && v < -0.5 {
				break
			}
		}
		t.Logf("e %.2f: peak %.4f of %.4f", e, peak/drop, e*e)
		require.InDelta(t, e*e*drop, peak, 0.02*drop*max(e*e, 0.05))
		require.LessOrEqual(t, peak, drop*1.0001, "no energy from nothing")
	}
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
	// The arms of an impulse J are those of the start of the tick, up to v dt off.
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

// A pyramid of base 20, exactly touching, stands still and asleep after 10 s,
// and no box is deeper than one and a half slops in another.
func TestPyramidStandsAndSleeps(t *testing.T) {
	w := newGravityWorld(t)
	addFloor(t, w, world.ColliderDef{})
	const base = 20
	var boxes []world.Body
	var start []mgl64.Vec2
	for i := range base {
		for j := i; j < base; j++ {
			at := mgl64.Vec2{0.5*float64(i+1) + float64(j-i) - base/2, float64(i) + 0.5}
			boxes = append(boxes, addBody(t, w, body.Def{Position: at}, shape.Box(0.5, 0.5), world.ColliderDef{}))
			start = append(start, at)
		}
	}
	asleep, deepest := 0, 0.0
	for tick := 1; tick <= 600; tick++ {
		w.Tick()
		for c := range w.Contacts() {
			for _, p := range c.Points() {
				deepest = min(deepest, p.Separation)
			}
		}
		if asleep == 0 && w.Counters().Awake == 0 {
			asleep = tick
		}
	}
	worst := 0.0
	for i, b := range boxes {
		worst = max(worst, b.Position().Sub(start[i]).Len())
	}
	t.Logf("asleep after %d ticks, deepest %.2f mm, moved %.2f mm", asleep, -1000*deepest, 1000*worst)
	require.NotZero(t, asleep)
	require.Greater(t, deepest, -1.5*0.005)
	require.Less(t, worst, 0.1)
}

// A box of density 100 on a box of density 1.
func TestHeavyBoxOnLightBox(t *testing.T) {
	for _, density := range []float64{100, 400} {
		w := newGravityWorld(t)
		addFloor(t, w, world.ColliderDef{})
		low := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		high := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: density})
		runSeconds(w, 5)
		depth := 1 - (high.Position()[1] - low.Position()[1])
		t.Logf("density %v: %.2f mm into the light box, light box %.2f mm into the floor", density, 1000*depth, 1000*(0.5-low.Position()[1]))
		require.Less(t, depth, 0.05)
	}
}

// newConvex makes the shape of a query.
func newConvex(s shape.Support) shape.Convex { return world.Must(shape.New(s)) }
