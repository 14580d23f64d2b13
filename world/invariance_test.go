package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// buildScene builds a small scene about an origin, in units of a size: a pyramid, a
// pendulum, a slope with sliding bodies, and a bouncing ball.
func buildScene(t testing.TB, c world.Config, origin mgl64.Vec2, unit float64) (*world.World, []world.Body) {
	c.Gravity = mgl64.Vec2{0, -10 * unit}
	c.LengthUnit = unit
	c.Workers = 1
	w := newWorld(t, c)
	at := func(x, y float64) mgl64.Vec2 { return origin.Add(mgl64.Vec2{x * unit, y * unit}) }
	addBody(t, w, body.Def{Type: body.Static, Position: at(0, -1)}, shape.Box(30*unit, unit), world.ColliderDef{})
	addBody(t, w, body.Def{Type: body.Static, Position: at(12, 2), Angle: 0.4}, shape.Box(5*unit, 0.5*unit), world.ColliderDef{})
	var bodies []world.Body
	add := func(x, y, angle float64, s shape.Support, m shape.Material) {
		bodies = append(bodies, addBody(t, w, body.Def{Position: at(x, y), Angle: angle}, s, world.ColliderDef{Material: &m}))
	}
	wood := shape.DefaultMaterial()
	half := 0.5 * unit
	for i := range 5 {
		for j := i; j < 5; j++ {
			add(0.5*float64(i+1)+float64(j-i)-2.5, float64(i)+0.5, 0, shape.Box(half, half), wood)
		}
	}
	add(13, 4, 0.4, shape.Box(half, half), shape.Material{Friction: 0.1})
	add(15, 5, 0.4, shape.Box(half, half), wood)
	add(-10, 5, 0, shape.Circle{Radius: half}, shape.Material{Friction: 0.6, Restitution: 0.5})
	add(-13, 3, 0.7, shape.RegularPolygon(5, half), wood)
	add(-16, 3, 0.3, shape.Capsule{A: mgl64.Vec2{-half, 0}, B: mgl64.Vec2{half, 0}, Radius: 0.5 * half}, wood)
	bob := addBody(t, w, body.Def{Position: at(-5, 8)}, shape.Box(0.2*unit, 0.2*unit), world.ColliderDef{})
	world.Must(w.CreateRevolute(w.Ground(), bob, world.RevoluteAt(w.Ground(), bob, at(-7, 8))))
	return w, append(bodies, bob)
}

// maxDifference returns the largest distance between bodies of two worlds, measured
// from their origins in their units, and between their angles.
func maxDifference(a, b []world.Body, from mgl64.Vec2, unit float64) (distance, angle float64) {
	for i := range a {
		p := b[i].Position().Sub(from).Mul(1 / unit)
		distance = math.Max(distance, a[i].Position().Sub(p).Len())
		d := math.Abs(math.Remainder(a[i].Angle()-b[i].Angle(), 2*math.Pi))
		angle = math.Max(angle, d)
	}
	return distance, angle
}

// Bodies far away move as they do at the origin. Positions are rounded to 1e-10 m at 1e6 m,
// and chaotic motion lets that grow.
func TestMotionFarFromOrigin(t *testing.T) {
	for _, far := range []mgl64.Vec2{{1e6, 0}, {-1e6, 1e6}, {3e7, -2e7}} {
		w, near := buildScene(t, world.Config{}, mgl64.Vec2{}, 1)
		v, away := buildScene(t, world.Config{}, far, 1)
		worst := 0.0
		for range ticksIn(10) {
			w.Tick()
			v.Tick()
			d, _ := maxDifference(near, away, far, 1)
			worst = max(worst, d)
		}
		d, a := maxDifference(near, away, far, 1)
		t.Logf("at %.0g: never more than %.2g m apart, after 10 s %.2g m and %.2g rad", far, worst, d, a)
		require.Less(t, d, 1e-3)
		require.Less(t, a, 1e-3)
	}
}

// A static body at the origin may reach far: a stack on its far end stands as well as one
// near its centre.
func TestStackAtFarEndOfGround(t *testing.T) {
	for _, x := range []float64{0, 1e4, 1e6} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
		addBody(t, w, body.Def{Type: body.Static}, shape.Segment{A: mgl64.Vec2{x - 10, 0}, B: mgl64.Vec2{x + 10, 0}}, world.ColliderDef{})
		s := &boxStack{}
		for i := range 5 {
			s.add(t, w, mgl64.Vec2{x, float64(i) + 0.5}, shape.Box(0.5, 0.5), world.ColliderDef{})
		}
		runSeconds(w, 5)
		before := s.boxes[4].Position()
		runSeconds(w, 5)
		drift := s.boxes[4].Position().Sub(before).Len()
		t.Logf("at %v: moved %.3f mm, drifts %.3f mm", x, 1000*s.moved(), 1000*drift)
		require.Less(t, s.moved(), 0.02)
		require.Less(t, drift, 1e-4)
	}
}

// Motion in a world of pixels is the same, only larger. Every number with a length in it
// scales by the unit, so if that is a power of two all bits are the same.
func TestLengthUnitScalesMotion(t *testing.T) {
	for _, unit := range []float64{64, 50, 1.0 / 16} {
		w, meters := buildScene(t, world.Config{}, mgl64.Vec2{}, 1)
		v, pixels := buildScene(t, world.Config{}, mgl64.Vec2{}, unit)
		worst := 0.0
		for range ticksIn(10) {
			w.Tick()
			v.Tick()
			d, _ := maxDifference(meters, pixels, mgl64.Vec2{}, unit)
			worst = max(worst, d)
		}
		d, a := maxDifference(meters, pixels, mgl64.Vec2{}, unit)
		t.Logf("unit %v: never more than %.2g units apart, after 10 s %.2g and %.2g rad", unit, worst, d, a)
		require.Less(t, max(d, a), 1e-3)
		require.Equal(t, w.Counters().Awake, v.Counters().Awake)
		if fraction, _ := math.Frexp(unit); fraction == 0.5 {
			require.Zero(t, worst, "a power of two")
		}
	}
}

// Any number of sub-steps gives a world that works.
func TestSubSteps(t *testing.T) {
	for _, n := range []int{1, 2, 4, 8, 16} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			c := world.Config{SubSteps: n}
			w, bodies := buildScene(t, c, mgl64.Vec2{}, 1)
			reference, expected := buildScene(t, world.Config{SubSteps: 32}, mgl64.Vec2{}, 1)
			runSeconds(w, 10)
			runSeconds(reference, 10)
			worst := 0.0
			for i := range 15 { // the pyramid
				worst = max(worst, bodies[i].Position().Sub(expected[i].Position()).Len())
			}
			t.Logf("pyramid within %.1f mm of 32 sub-steps, deepest contact %.2f mm, %d awake", 1000*worst, 1000*maxPenetration(w), w.Counters().Awake)
			require.Less(t, worst, 0.02)
			require.Less(t, maxPenetration(w), 0.0075)
			c.Gravity = mgl64.Vec2{0, -10}
			for _, e := range []float64{0.5, 1} {
				height := measureBounce(t, c, 4, 0.25, e)
				require.InDelta(t, e*e, height, 0.01)
			}
		})
	}
}

// The same scene from the left and from the right: mirrored motion. The solver
// takes contacts in order, so it is only nearly so.
func TestMirroredSceneMovesAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		angle, spin, vx := r.Float64()*6, 4*r.NormFloat64(), 3*r.NormFloat64()
		var ends [2]mgl64.Vec2
		for side, sign := range []float64{1, -1} {
			w := newFloorWorld(t)
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 3}, Angle: sign * angle, AngularVelocity: sign * spin,
				LinearVelocity: mgl64.Vec2{sign * vx, 0}}, shape.Box(0.5, 0.3), world.ColliderDef{})
			runSeconds(w, 5)
			ends[side] = b.Position()
		}
		require.InDelta(t, ends[0][0], -ends[1][0], 0.05)
		require.InDelta(t, ends[0][1], ends[1][1], 0.001)
	}
}
