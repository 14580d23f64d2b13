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
// g (sin a - mu cos a). At friction 0.3 the cone is 16.699 degrees, but a box
// needs 16.82 degrees to move 0.1 m in 3 s.
func TestAccuracyFrictionCone(t *testing.T) {
	const mu = 0.3
	for a := 16.0; a < 18; a += 0.05 {
		if d, _ := measureSlide(t, mu, degToRad(a)); d > 0.1 {
			t.Logf("moves more than 0.1 m in 3 s from %.2f degrees", a)
			require.InDelta(t, 16.825, a, 0.026, "the step after 16.82 degrees, or the one before")
			break
		}
	}
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

// A ball bounces to e^2 of the height it fell from, whatever the height: the moment within
// a tick at which it meets the floor does not matter.
func TestAccuracyBounce(t *testing.T) {
	c := world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}
	for _, e := range []float64{0, 0.25, 0.5, 0.75, 1} {
		worst := 0.0
		for i := range 25 {
			drop := 4 + 0.013*float64(i)
			got := measureBounce(t, c, drop, 0.25, e)
			if i == 0 {
				t.Logf("e %.2f: %.4f of %.4f", e, got, e*e)
				require.InDelta(t, e*e, got, 0.02*max(e*e, 0.05))
			}
			require.LessOrEqual(t, got, 1.0, "from %v m", drop)
			worst = max(worst, math.Abs(got-e*e))
		}
		t.Logf("e %.2f: worst of 25 heights is off by %.4f", e, worst)
		require.Less(t, worst, 0.01)
	}
}

func TestAccuracyPyramid(t *testing.T) {
	w := newGravityWorld(t)
	s := addPyramid(t, w, 20)
	asleep, maxDepth := 0, 0.0
	for tick := 1; tick <= 600 && asleep == 0; tick++ {
		w.Tick()
		maxDepth = max(maxDepth, maxPenetration(w))
		if w.Counters().Awake == 0 {
			asleep = tick
		}
	}
	t.Logf("deepest %.2f mm, asleep after %d ticks, moved %.2f mm", 1000*maxDepth, asleep, 1000*s.moved())
	require.NotZero(t, asleep)
	require.LessOrEqual(t, asleep, 60)
	require.Less(t, maxDepth, 0.0038)
	require.Less(t, s.moved(), 0.1)
}

func TestAccuracyTower(t *testing.T) {
	for _, count := range []int{10, 60} {
		w := newGravityWorld(t)
		addFloor(t, w, world.ColliderDef{})
		s := &boxStack{}
		for i := range count {
			s.add(t, w, mgl64.Vec2{0, float64(i) + 0.5}, shape.Box(0.5, 0.5), world.ColliderDef{})
		}
		maxDepth := 0.0
		for range 1200 {
			w.Tick()
			maxDepth = max(maxDepth, maxPenetration(w))
		}
		top := s.boxes[count-1].Position()
		sinks := s.start[count-1][1] - top[1]
		t.Logf("%d boxes: top sinks %.1f mm, leans %.2f mm, deepest %.2f mm, %d awake",
			count, 1000*sinks, 1000*top[0], 1000*maxDepth, w.Counters().Awake)
		require.Less(t, sinks, 0.3)
		require.Less(t, math.Abs(top[0]), 0.1, "stands")
		require.Zero(t, w.Counters().Awake)
	}
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
		w := newGravityWorld(t)
		addFloor(t, w, world.ColliderDef{})
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

// Five balls that touch: the last one leaves with the speed of the first.
func TestAccuracyCradle(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	elastic := world.ColliderDef{Material: &shape.Material{Restitution: 1}}
	var balls []world.Body
	for i := range 5 {
		at := mgl64.Vec2{float64(i), 0}
		v := mgl64.Vec2{}
		if i == 0 {
			at[0], v[0] = -1, 2
		}
		balls = append(balls, addBody(t, w, body.Def{Position: at, LinearVelocity: v, NeverSleep: true}, shape.Circle{Radius: 0.5}, elastic))
	}
	runSeconds(w, 2)
	var speeds []float64
	energy := 0.0
	for _, b := range balls {
		v := b.LinearVelocity()[0]
		speeds = append(speeds, v)
		energy += v * v / 4
	}
	t.Logf("speeds %.4f, energy %.4f", speeds, energy)
	require.Greater(t, speeds[4], 1.9)
	require.Greater(t, energy, 0.98)
	require.LessOrEqual(t, energy, 1.0001)
}

// The mass of a rounded rectangle: the core, a strip on each side and a quarter
// of a disc at each corner.
func TestAccuracyRoundedPolygon(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	for _, c := range []struct{ hx, hy, r float64 }{{0.5, 0.5, 0.25}, {1, 0.2, 0.1}, {0.1, 0.1, 1}, {2, 1, 0.01}} {
		b := addBody(t, w, body.Def{}, shape.RoundedBox(c.hx, c.hy, c.r), world.ColliderDef{})
		area := 4*c.hx*c.hy + 4*c.r*(c.hx+c.hy) + math.Pi*c.r*c.r
		box := func(hx, hy, dx, dy float64) float64 { // about a centre dx, dy away
			return 4 * hx * hy * ((hx*hx+hy*hy)/3 + dx*dx + dy*dy)
		}
		inertia := box(c.hx, c.hy, 0, 0) + 2*box(c.hx, c.r/2, 0, c.hy+c.r/2) + 2*box(c.r/2, c.hy, c.hx+c.r/2, 0)
		quarter := math.Pi * c.r * c.r / 4
		d := 4 * c.r / (3 * math.Pi) // of its centroid from either straight side
		aboutCentroid := quarter*c.r*c.r/2 - quarter*2*d*d
		inertia += 4 * (aboutCentroid + quarter*((c.hx+d)*(c.hx+d)+(c.hy+d)*(c.hy+d)))
		t.Logf("mass off by %.1g, inertia by %.1g of itself", b.Mass()/area-1, b.Inertia()/inertia-1)
		require.InEpsilon(t, area, b.Mass(), 1e-12)
		require.InEpsilon(t, inertia, b.Inertia(), 1e-12)

		// Rays at a side, and at the round of a corner towards its centre.
		for _, from := range []mgl64.Vec2{{10, 0.3 * c.hy}, {0.3 * c.hx, 10}, {-10, -0.3 * c.hy}} {
			to := mgl64.Vec2{from[0] * 0.01, from[1]}
			if math.Abs(from[1]) == 10 {
				to = mgl64.Vec2{from[0], 0.1}
			}
			hit, ok := w.RayCast(from, to.Sub(from), world.QueryFilter{})
			require.True(t, ok)
			depth := math.Min(c.hx+c.r-math.Abs(hit.Point[0]), c.hy+c.r-math.Abs(hit.Point[1]))
			require.InDelta(t, 0, depth, 1e-12)
		}
		for k := 1; k < 8; k++ {
			sin, cos := math.Sincos(float64(k) * math.Pi / 16)
			corner := mgl64.Vec2{c.hx, c.hy}
			away := mgl64.Vec2{cos, sin}
			hit, ok := w.RayCast(corner.Add(away.Mul(10)), away.Mul(-20), world.QueryFilter{})
			require.True(t, ok)
			require.InDelta(t, c.r, hit.Point.Sub(corner).Len(), 1e-12)
			require.InDelta(t, 1, hit.Normal.Dot(away), 1e-12)
		}
		require.NoError(t, b.Destroy())
	}
}
