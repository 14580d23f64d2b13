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

// The tests named TestAccuracy measure the engine against answers that are known
// in closed form, and print the figure. Gravity is 10 m/s^2, a tick 1/60 s of 4
// sub-steps.

// frictionless is a surface without friction.
func frictionless() world.ColliderDef { return world.ColliderDef{Material: &shape.Material{}} }

// measureSlide returns how far a box moves in 3 s on a slope, and by how much it speeds
// up in each of the last two of them.
func measureSlide(t *testing.T, friction, angle float64) (distance, acceleration float64) {
	w := newGravityWorld(t)
	rough := world.ColliderDef{Material: &shape.Material{Friction: friction}}
	addBody(t, w, body.Def{Type: body.Static, Angle: angle}, shape.Box(50, 1), rough)
	n := mgl64.Vec2{-math.Sin(angle), math.Cos(angle)}
	b := addBody(t, w, body.Def{Position: n.Mul(1.5), Angle: angle}, shape.Box(0.5, 0.5), rough)
	start := b.Position()
	runSeconds(w, 1)
	before := b.LinearVelocity().Len()
	runSeconds(w, 2)
	return b.Position().Sub(start).Len(), (b.LinearVelocity().Len() - before) / 2
}

// A box slides when the slope is steeper than the cone of friction, and then with
// g (sin a - mu cos a). The cone of friction 0.3 is a row of cmd/accuracy.
func TestAccuracyFrictionCone(t *testing.T) {
	const mu = 0.3
	for _, a := range []float64{16, 16.6, 16.69, 16.85, 17, 18, 20, 30} {
		sin, cos := math.Sincos(degToRad(a))
		want := max(0, 10*(sin-mu*cos))
		distance, got := measureSlide(t, mu, degToRad(a))
		t.Logf("%.2f degrees: moves %.4f m, speeds up by %.5f m/s^2 of %.5f", a, distance, got, want)
		require.InDelta(t, want, got, 1e-4+0.001*want)
		if want == 0 { // it gives a little while it sinks in
			require.Less(t, distance, 0.005)
		}
	}
}

// measureBounce returns the first peak of a ball that falls from the given height, as a
// fraction of that height.
func measureBounce(t *testing.T, c world.Config, drop, radius, restitution float64) float64 {
	w := newWorld(t, c)
	addFloor(t, w, world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, drop + radius}}, shape.Circle{Radius: radius},
		world.ColliderDef{Material: &shape.Material{Friction: 0.6, Restitution: restitution}})
	peak, hit := 0.0, false
	for range 600 {
		w.Tick()
		v := b.LinearVelocity()[1]
		hit = hit || v >= 0
		if hit {
			peak = max(peak, b.Position()[1]-radius)
		}
		if hit && v < -0.5 {
			break
		}
	}
	require.True(t, hit)
	return peak / drop
}

// Stacks that may not sleep come to rest upright, with any timestep and sub-steps. Contacts
// that yield more under larger loads would let them buckle. Taller ones are rows of cmd/accuracy.
func TestAccuracyTallStack(t *testing.T) {
	for _, c := range []struct {
		name       string
		config     world.Config
		hx, hy     float64
		sway, left float64 // mm: the largest ever, and after a minute
	}{
		{"twenty slender ones", world.Config{}, 0.25, 0.5, 50, 5},
		{"twenty in 2 sub-steps", world.Config{SubSteps: 2}, 0.5, 0.5, 100, 15},
		{"twenty in 8 sub-steps", world.Config{SubSteps: 8}, 0.5, 0.5, 50, 2},
		{"twenty at 30 Hz", world.Config{Timestep: 1.0 / 30}, 0.5, 0.5, 150, 15},
	} {
		c.config.Gravity, c.config.Workers, c.config.NoSleep = mgl64.Vec2{0, -10}, 1, true
		w := newWorld(t, c.config)
		addFloor(t, w, world.ColliderDef{})
		s := &boxStack{}
		for i := range 20 {
			s.add(t, w, mgl64.Vec2{0, c.hy * float64(2*i+1)}, shape.Box(c.hx, c.hy), world.ColliderDef{})
		}
		sideways := func() (worst float64) {
			for _, b := range s.boxes {
				worst = max(worst, math.Abs(1000*b.Position()[0]))
			}
			return worst
		}
		sway := 0.0
		for range 3600 {
			w.Tick()
			sway = max(sway, sideways())
		}
		t.Logf("%s: sways by %.2f mm, after a minute %.2f mm from upright", c.name, sway, sideways())
		require.Less(t, sway, c.sway, c.name)
		require.Less(t, sideways(), c.left, c.name)
	}
}

func TestAccuracyMassRatio(t *testing.T) {
	for _, density := range []float64{100, 200, 400} {
		w := newFloorWorld(t)
		low := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		high := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: density})
		maxDepth := 0.0
		for range 300 {
			w.Tick()
			maxDepth = max(maxDepth, maxPenetration(w))
		}
		depth := 1 - (high.Position()[1] - low.Position()[1])
		t.Logf("density %v: %.2f mm deep at the end, deepest ever %.2f mm", density, 1000*depth, 1000*maxDepth)
		require.Less(t, depth, 0.01)
		require.InDelta(t, 0, high.Position()[0], 0.005)
		require.InDelta(t, 0, high.Angle(), 0.005)
	}
}

// measurePendulum runs a pendulum that starts at an angle under the origin for a minute. It
// returns the period of its first five swings, s, the fraction of its height that is left
// in the end, and the largest distance of the bob from its circle, m.
func measurePendulum(w *world.World, bob world.Body, arm, start float64) (period, heightKept, stretch float64) {
	var crossings []float64
	var peak float64
	last := math.Pi
	for tick := range 3600 {
		w.Tick()
		p := bob.Position()
		now := math.Atan2(p[0], -p[1])
		stretch = max(stretch, math.Abs(p.Len()-arm))
		if last > 0 && now <= 0 { // through the bottom, to the left
			crossings = append(crossings, float64(tick)+last/(last-now))
		}
		if tick > 3600-200 {
			peak = max(peak, math.Abs(now))
		}
		last = now
	}
	return (crossings[5] - crossings[0]) / 5 * dt, (1 - math.Cos(peak)) / (1 - math.Cos(start)), stretch
}

// The pendulum is a physical one: the ball's own inertia r^2/2 lengthens it. The
// period is measured over the first five swings: a lost thousandth of the height shortens
// the swings from 90 degrees by a ten thousandth.
func TestAccuracyPendulum(t *testing.T) {
	const l, r = 1.0, 0.1
	length := l + 0.5*r*r/l
	for _, angle := range []float64{5, 60, 90} {
		w := newGravityWorld(t)
		start := degToRad(angle)
		bob := addPendulum(t, w, 1, start)
		require.NoError(t, bob.SetNeverSleep(true))
		want := pendulumPeriod(length, start)
		period, heightKept, stretch := measurePendulum(w, bob, l, start)
		t.Logf("%v degrees: period %.5f s of %.5f s (%.1g), height kept %.4f, stretch %.3g mm",
			angle, period, want, period/want-1, heightKept, 1000*stretch)
		require.Greater(t, heightKept, 0.995)
		require.Less(t, heightKept, 1.001)
		require.InEpsilon(t, want, period, 1e-4)
		require.Less(t, stretch, 1e-3)
	}
}

// A bob of a hundred kilograms is welded to an arm of one kilogram, and two joints hold
// them as an articulation: one physical pendulum, whose arm gives way by millimetres.
func TestAccuracyHeavyPendulum(t *testing.T) {
	for _, angle := range []float64{5, 60, 90} {
		w := newGravityWorld(t)
		start := degToRad(angle)
		sin, cos := math.Sincos(start)
		arm := addMass(t, w, 0.5*sin, -0.5*cos, 1, 1.0/12)
		bob := addMass(t, w, sin, -cos, 100, 0.5)
		arm.SetNeverSleep(true)
		require.NoError(t, arm.SetTransform(arm.Position(), start))
		require.NoError(t, bob.SetTransform(bob.Position(), start))
		world.Must(w.CreateRevolute(w.Ground(), arm, world.RevoluteAt(w.Ground(), arm, mgl64.Vec2{})))
		world.Must(w.CreateWeld(arm, bob, world.WeldAt(arm, bob, bob.Position())))
		inertia, moment := 1.0/12+0.25+100+0.5, 100.5
		want := pendulumPeriod(inertia/moment, start)
		period, heightKept, stretch := measurePendulum(w, bob, 1, start)
		t.Logf("%v degrees: period %.5f s of %.5f s (%.1g), height kept %.4f, stretch %.3g mm",
			angle, period, want, period/want-1, heightKept, 1000*stretch)
		require.Greater(t, heightKept, 0.7)
		require.Less(t, heightKept, 1.001)
		require.InEpsilon(t, want, period, 6e-3)
		require.Less(t, stretch, 0.01)
	}
}
