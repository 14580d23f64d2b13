package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// randomStack puts down a hundred boxes of 1 m, with densities from 1 to 100, against the ground in
// the direction of gravity.
func randomStack(t testing.TB, seed uint64, down mgl64.Vec2, gap float64) (w *world.World, boxes []world.Body) {
	w = newWorld(t, world.Config{Gravity: down.Mul(10), NoSleep: true, Workers: 1})
	addBody(t, w, body.Def{Type: body.Static, Position: down}, shape.Box(1+99*math.Abs(down[1]), 1+99*math.Abs(down[0])), world.ColliderDef{})
	rnd := rand.New(rand.NewPCG(seed, 7))
	for i := range 100 {
		density := math.Pow(100, rnd.Float64())
		at := down.Mul(-0.5 - (1+gap)*float64(i))
		boxes = append(boxes, addBody(t, w, body.Def{Position: at}, shape.Box(0.5, 0.5), world.ColliderDef{Density: density}))
	}
	return w, boxes
}

// A stack that is put down at once stands from the first tick on: its light boxes bear the heavy
// ones, which do not fall until the solver has learned of their weights.
func TestStackBearsItsWeightsFromTheFirstTick(t *testing.T) {
	const start = 99.5
	for name, c := range map[string]struct {
		down mgl64.Vec2
		gap  float64
		sink float64 // m
	}{
		"closed":   {mgl64.Vec2{0, -1}, 0, 0.01},
		"gaps":     {mgl64.Vec2{0, -1}, 0.001, 0.12},
		"sideways": {mgl64.Vec2{1, 0}, 0, 0.01},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(3) {
				w, boxes := randomStack(t, seed, c.down, c.gap)
				side := mgl64.Vec2{c.down[1], -c.down[0]}
				sink, aside := 0.0, 0.0
				for range 90 {
					w.Tick()
					sink = max(sink, start+99*c.gap+boxes[99].Position().Dot(c.down))
					for _, b := range boxes {
						aside = max(aside, math.Abs(b.Position().Dot(side)))
					}
				}
				require.Less(t, sink, c.sink)
				require.Less(t, aside, 0.03)
			}
		})
	}
}

// A stack whose boxes have gaps comes down one by one, its top by half a metre and more, and
// stands.
func TestStackWithGapsStands(t *testing.T) {
	for _, gap := range []float64{0.005, 0.01} {
		for seed := range long.Pick[uint64](2, 30) {
			w, boxes := randomStack(t, seed, mgl64.Vec2{0, -1}, gap)
			runTicks(w, 10*60)
			aside := 0.0
			for _, b := range boxes {
				aside = max(aside, math.Abs(b.Position()[0]))
			}
			require.Less(t, aside, 0.25)
			require.InDelta(t, 99.5, boxes[99].Position()[1], 0.02)
		}
	}
}

// The sway of a tall stack moves its weight from one point of a contact to the other, by far more
// than stops the whole stack. It was taken for bodies between closing walls, which are soft for a
// second, and the stack fell.
func TestSlowSwayOfATallStackIsNoConflict(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true, Workers: 1})
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Box(100, 1), world.ColliderDef{})
	rnd := rand.New(rand.NewPCG(3, 7))
	var top world.Body
	for i := range 100 {
		density := world.ColliderDef{Density: 1 + 99*rnd.Float64()}
		top = addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.1 + 0.2*float64(i)}}, shape.Box(0.1, 0.1), density)
	}
	runTicks(w, 90)
	require.InDelta(t, 19.9, top.Position()[1], 0.01)
}

// Towers of 6 to 15 crates come to rest, whatever sizes and densities the crates have. Direct
// contacts at the foot and soft ones above swayed together at .1 to .3 m/s without end, in 27 of 60
// towers of equal densities.
func TestTowersOfMixedCratesComeToRest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 24 {
		w := newFloorWorld(t)
		var s boxStack
		height, densest := 0.0, 1+3*float64(i%2)
		for range 6 + r.IntN(10) {
			x, y := 0.35+0.3*r.Float64(), 0.2+0.3*r.Float64()
			s.add(t, w, mgl64.Vec2{0, height + y}, shape.Box(x, y), world.ColliderDef{Density: 1 + (densest-1)*r.Float64()})
			height += 2 * y
		}
		runSeconds(w, 12)
		require.Zero(t, w.Counters().Awake, "tower %d", i)
		require.Less(t, s.moved(), 0.05, "tower %d", i)
		w.Close()
	}
}

// Rows of bodies with two contacts each that end on nothing, on both sides on something, or never,
// are no stacks.
func TestRowsThatAreNoStacks(t *testing.T) {
	w := newWorld(t, world.Config{NoSleep: true, Workers: 1})
	for i := range 12 { // a ring of discs that touch
		sin, cos := math.Sincos(math.Pi * float64(i) / 6)
		r := 3 * math.Sin(math.Pi/12)
		addBody(t, w, body.Def{Position: mgl64.Vec2{3 * cos, 3 * sin}}, shape.Circle{Radius: r}, world.ColliderDef{Density: 1 + 99*float64(i%2)})
	}
	for i := range 20 { // a row in the air, and one between two walls
		density := world.ColliderDef{Density: 1 + 99*float64(i%2)}
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i), 10}}, shape.Box(0.5, 0.5), density)
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i), 20}}, shape.Box(0.5, 0.5), density)
	}
	for _, x := range []float64{-1, 20} {
		addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{x, 20}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	require.NoError(t, w.SetGravity(mgl64.Vec2{0, -10}))
	fall := 0.0
	for tick := range 10 {
		w.Tick()
		fall += 10.0 / 3600 * (float64(tick) + 0.625) // of sub-steps
	}
	for b := range w.Bodies() {
		if b.Type() == body.Dynamic && b.Position()[1] > 8 && b.Position()[1] < 12 {
			require.InDelta(t, 10-fall, b.Position()[1], 1e-3)
			require.InDelta(t, 0, b.LinearVelocity()[0], 1e-4)
		}
	}
}

// squeezeTest is a row of bodies between two walls of 10 m, on the floor or without gravity.
type squeezeTest struct {
	w           *world.World
	left, right world.Body
	bodies      []world.Body
	fastest     float64 // m/s
}

func newSqueezeTest(t *testing.T, s shape.Support, n int, gravity float64) *squeezeTest {
	v := &squeezeTest{w: newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -gravity}, Workers: 1})}
	y := 5.0
	if gravity > 0 {
		addFloor(t, v.w, world.ColliderDef{})
		y = 0.5
	}
	half := 0.5*float64(n) + 0.05
	v.left = addBody(t, v.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-half - 2, 5}}, shape.Box(2, 5), world.ColliderDef{})
	v.right = addBody(t, v.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{half + 2, 5}}, shape.Box(2, 5), world.ColliderDef{})
	for i := range n {
		at := mgl64.Vec2{float64(i) + 0.5 - 0.5*float64(n), y}
		v.bodies = append(v.bodies, addBody(t, v.w, body.Def{Position: at}, s, world.ColliderDef{}))
	}
	return v
}

// moveWalls moves the walls towards each other and records the largest speed of the bodies.
// None may pass through a wall.
func (v *squeezeTest) moveWalls(t *testing.T, speed, duration float64) {
	require.NoError(t, v.left.SetLinearVelocity(mgl64.Vec2{speed, 0}))
	require.NoError(t, v.right.SetLinearVelocity(mgl64.Vec2{-speed, 0}))
	for range ticksIn(duration) {
		v.w.Tick()
		for _, b := range v.bodies {
			v.fastest = max(v.fastest, b.LinearVelocity().Len())
			at := b.Position()
			require.False(t, math.IsNaN(at[0]+at[1]))
			for _, wall := range []world.Body{v.left, v.right} {
				local := at.Sub(wall.Position())
				require.False(t, math.Abs(local[0]) < 1.5 && math.Abs(local[1]) < 4.5, "in a wall, at %v", at)
			}
		}
	}
}

// Bodies that walls press together to eight or five tenths of their length slip out, not
// through the walls and at a bounded speed, and rest as before when the walls open.
func TestAccuracySqueezedRows(t *testing.T) {
	for _, s := range []shape.Support{shape.Box(0.5, 0.5), shape.Circle{Radius: 0.5}} {
		for _, gravity := range []float64{0, 10} {
			worst, name := 0.0, ""
			for i, n := range []int{1, 3, 10, 20} {
				for j, speed := range []float64{0.2, 1, 5} {
					for k, fraction := range []float64{0.2, 0.5} {
						if (i+j+k)%sampleStep != 0 {
							continue
						}
						v := newSqueezeTest(t, s, n, gravity)
						travel := 0.5 * fraction * float64(n)
						v.moveWalls(t, speed, travel/speed)
						v.moveWalls(t, 0, 2)
						if v.fastest > worst {
							worst, name = v.fastest, fmt.Sprintf("%d at %v m/s by %v", n, speed, fraction)
						}
						v.moveWalls(t, -1, travel+1)
						if gravity > 0 {
							v.moveWalls(t, 0, 7) // boxes that slipped out tumble along the floor for a while
							require.Less(t, maxPenetration(v.w), 0.01, "%T: %d at %v m/s by %v", s, n, speed, fraction)
						}
					}
				}
			}
			t.Logf("%T, gravity %v: at most %.1f m/s, %s", s, gravity, worst, name)
			require.Less(t, worst, 60.0)
		}
	}
}

// Two towers of crates of three to seven times the mass of a plank stand on the plank, on the
// ground. The plank is between three bodies and was left to the colours: most pairs shook at .1 to
// .3 m/s, seven of the 18 without end.
func TestCratesOnALightPlankComeToRest(t *testing.T) {
	for _, half := range []float64{1, 2} {
		for _, height := range []int{1, 2, 4} {
			for _, mass := range []float64{3, 5, 7} {
				w := newFloorWorld(t)
				addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.1}}, shape.Box(half, 0.1), world.ColliderDef{Mass: 1})
				var s boxStack
				for i := range 2 * height {
					at := mgl64.Vec2{0.75 * half * float64(2*(i%2)-1), 0.45 + 0.5*float64(i/2)}
					s.add(t, w, at, shape.Box(0.3, 0.25), world.ColliderDef{Mass: mass})
				}
				runTicks(w, 90)
				require.Zero(t, w.Counters().Awake, "%v m, %d crates of %v kg", half, height, mass)
				require.Less(t, s.moved(), 0.01)
			}
		}
	}
}
