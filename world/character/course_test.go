package character_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The character of the course: the usual capsule of 1.6 m, which runs at 4 m/s, where gravity is
// 10 m/s^2.
const (
	halfHeight = 0.8
	radius     = 0.3
	runSpeed   = 4.0
	gap        = 0.0005 // the usual skin
)

// runner is a world with one character that is driven as a game would.
type runner struct {
	*world.World
	*character.Character
	jump   character.Jump
	state  character.JumpState
	wish   float64 // m/s along the ground
	press  bool    // the jump button, in the next tick
	flying bool    // fly is the whole velocity
	fly    mgl64.Vec2
	before func() // moves platforms, before the character
	frozen bool   // does not move, for tests of the checks themselves
}

func newRunner(t testing.TB, rate float64, def character.Def, position mgl64.Vec2) *runner {
	r := &runner{jump: character.Jump{Height: 1.25, Rise: 0.5}}
	config := world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1 / rate, Workers: 1}
	config.BeforeTick = func(*world.World) { r.beforeTick() }
	r.World = world.Must(world.New(config))
	t.Cleanup(r.Close)
	r.Character = world.Must(character.New(r.World, def, position))
	return r
}

func (r *runner) beforeTick() {
	if r.before != nil {
		r.before()
	}
	dt := r.Config().Timestep
	velocity := r.fly
	if !r.flying {
		in := character.JumpInput{Press: r.press, Hold: true, OnFloor: r.OnFloor(), OnCeiling: r.OnCeiling()}
		var up float64
		r.state, up = r.jump.Tick(r.state, in, dt)
		velocity = mgl64.Vec2{r.wish, up}
		r.press = false
	}
	if !r.frozen {
		world.Check(r.Move(velocity))
	}
}

func (r *runner) takeOff(velocity mgl64.Vec2) {
	r.flying, r.fly = true, velocity
	r.SetMode(character.Flying)
}

// run runs ticks for a time and calls each after every one. It returns the number of ticks after
// which the character was in the air.
func (r *runner) run(seconds float64, each func()) (air int) {
	for range int(math.Round(seconds / r.Config().Timestep)) {
		r.Tick()
		if !r.OnFloor() {
			air++
		}
		if each != nil {
			each()
		}
	}
	return air
}

func (r *runner) static(shapes ...support) world.Body {
	b := world.Must(r.CreateBody(body.Def{Type: body.Static}))
	for _, s := range shapes {
		world.Must(b.Attach(s, world.ColliderDef{}))
	}
	return b
}

type support = shape.Support

// block is the box between two corners.
func block(left, bottom, right, top float64) support {
	return shape.OffsetBox((right-left)/2, (top-bottom)/2, mgl64.Vec2{(left + right) / 2, (bottom + top) / 2}, 0)
}

// ramp is a slab of 20 m whose upper side leads from a point at an angle to the right.
func ramp(x, y, angle float64) support {
	sin, cos := math.Sincos(angle)
	return shape.OffsetBox(10, 1, mgl64.Vec2{x + 10*cos + sin, y + 10*sin - cos}, angle)
}

func atEachRate(t *testing.T, test func(t *testing.T, rate float64)) {
	for _, rate := range tickRates {
		t.Run(fmt.Sprintf("%v Hz", rate), func(t *testing.T) { test(t, rate) })
	}
}

// capsule is the character's shape with a smaller radius.
func capsule(less float64) shape.Convex {
	end := mgl64.Vec2{0, halfHeight - radius}
	return world.Must(shape.New(shape.Capsule{A: end.Mul(-1), B: end, Radius: radius - less}))
}

// capsules, smaller by a tenth of a millimetre and more, measure how deep the character is in
// something.
var capsules = func() (c []shape.Convex) {
	for _, less := range depths {
		c = append(c, capsule(less))
	}
	return c
}()

var depths = []float64{1e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2, 0.29}

// movable is the category of bodies that are pushed about, in tests that tell them from walls.
const movable = 2

// depth returns how deep the character overlaps anything, as a bound from above of the list
// of depths, m.
func (r *runner) depth() float64 { return r.depthIn(world.QueryFilter{Ignore: r.Body()}) }

// wallDepth is depth without what is movable.
func (r *runner) wallDepth() float64 {
	return r.depthIn(world.QueryFilter{Ignore: r.Body(), Mask: ^uint64(movable)})
}

func (r *runner) depthIn(filter world.QueryFilter) float64 {
	for i, c := range capsules {
		free := true
		for range r.OverlapShape(c, r.Position(), 0, filter) {
			free = false
			break
		}
		if free {
			return depths[i] * min(float64(i), 1)
		}
	}
	return math.Inf(1)
}

func TestCourseSpeedOnSlopes(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, degrees := range []float64{-44, -30, -10, 10, 30, 44} {
			angle := degrees * math.Pi / 180
			normal := mgl64.Vec2{-math.Sin(angle), math.Cos(angle)}
			for _, horizontal := range []bool{false, true} {
				r := newRunner(t, rate, character.Def{KeepHorizontalSpeed: horizontal}, normal.Mul(radius+gap).Add(mgl64.Vec2{0, halfHeight - radius}))
				r.static(shape.HalfPlane{Normal: normal})
				r.run(0.2, nil)
				r.wish = runSpeed
				r.run(0.5, nil)
				from := r.Position()
				flicker := r.run(1, nil)
				way := r.Position().Sub(from)
				along := way.Dot(mgl64.Vec2{normal[1], -normal[0]})
				t.Logf("%3.0f degrees: %.4f m/s along the ground, %.4f level", degrees, along, way[0])
				if horizontal {
					along = way[0]
				}
				require.InDelta(t, runSpeed, along, 1e-3, "%v degrees", degrees)
				require.Zero(t, flicker, "%v degrees", degrees)
				require.Zero(t, r.depth())
			}
		}
	})
}

// What is too steep or too high is not climbed, not by a run-up either.
func TestCourseKeepsOffSteepSlopesAndHighSteps(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for name, obstacle := range map[string]support{
			"46 degrees": ramp(2, 0, 46*math.Pi/180), "60 degrees": ramp(2, 0, math.Pi/3),
			"step of 0.31 m": block(2, -1, 20, 0.31), "step of 0.5 m": block(2, -1, 20, 0.5),
		} {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
			r.static(block(-20, -1, 2, 0), obstacle)
			r.wish = runSpeed
			highest := 0.0
			r.run(3, func() { highest = max(highest, r.Position()[1]-halfHeight) })
			t.Logf("%s: %.4f m high, at %.3f m", name, highest, r.Position()[0])
			require.Less(t, highest, 0.002, name)
			require.Less(t, r.Position()[0], 2.0, name)
			require.Zero(t, r.depth())
			require.True(t, r.OnFloor(), name)
		}
	})
}

func TestCourseClimbsSteps(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, height := range []float64{0.01, 0.1, 0.2, 0.29, 0.3} {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
			r.static(block(-20, -1, 2, 0), block(2, -1, 20, height))
			r.wish = runSpeed
			off := r.run(2, nil)
			require.InDelta(t, halfHeight+gap+height, r.Position()[1], 1e-4, "step of %v m", height)
			require.InDelta(t, 8, r.Position()[0], 0.1, "step of %v m", height)
			require.Zero(t, off, "step of %v m", height)
		}
	})
}

func TestCourseStandsStillOnASlope(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, degrees := range []float64{10, 30, 44} {
			angle := degrees * math.Pi / 180
			normal := mgl64.Vec2{-math.Sin(angle), math.Cos(angle)}
			r := newRunner(t, rate, character.Def{}, normal.Mul(radius+gap).Add(mgl64.Vec2{0, halfHeight - radius + 0.1}))
			r.static(shape.HalfPlane{Normal: normal})
			r.run(0.5, nil)
			from := r.Position()
			r.run(10, nil)
			t.Logf("%v degrees: %v m in 10 s", degrees, r.Position().Sub(from).Len())
			require.Equal(t, from, r.Position())
			require.True(t, r.OnFloor())
		}
	})
}

// tenSteps are ten steps of 0.29 m with treads of 0.5 m from x = 0 on, and level ground on both
// sides.
func tenSteps() []support {
	shapes := []support{block(-20, -1, 0, 0), block(5, -1, 40, 2.9)}
	for i := range 10 {
		x := 0.5 * float64(i)
		shapes = append(shapes, block(x, -1, x+0.5, 0.29*float64(i+1)))
	}
	return shapes
}

// Ten steps take as long as level ground: 5.33 m at 4 m/s are 1.33 s.
func TestCourseStairs(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		const way = 16.0 / 3
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{-2.33, halfHeight + gap})
		r.static(tenSteps()...)
		r.wish = runSpeed
		// The time at which it passes x, between two ticks.
		var entered, left float64
		last, flips, was := r.Position()[0], 0, true
		watch := func() {
			x := r.Position()[0]
			at := func(mark float64) float64 { return r.Time() - (x-mark)/(x-last)/rate }
			if last < -0.33 && x >= -0.33 {
				entered = at(-0.33)
			}
			if last < way-0.33 && x >= way-0.33 {
				left = at(way - 0.33)
			}
			if r.OnFloor() != was {
				flips++
			}
			last, was = x, r.OnFloor()
		}
		air := r.run(2.5, watch)
		t.Logf("ten steps of 0.29 m up: %.3f s (level ground %.3f s), %d ticks in the air", left-entered, way/runSpeed, air)
		require.Less(t, left-entered, 1.3501)
		require.Zero(t, air, "up")
		require.InDelta(t, 2.9+halfHeight+gap, r.Position()[1], 1e-4)

		r.wish, flips = -runSpeed, 0
		air = r.run(3, watch)
		t.Logf("down: %d ticks in the air, %d changes", air, flips)
		require.Zero(t, air, "down")
		require.InDelta(t, halfHeight+gap, r.Position()[1], 1e-4)
		require.Less(t, r.Position()[0], -2.0)
	})
}

// Where slopes meet the speed stays that along the ground, in valleys and over ridges.
func TestCourseSlopesThatMeet(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, degrees := range []float64{5, 20, 44} {
			angle := degrees * math.Pi / 180
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{-3, halfHeight + gap})
			rise := 2 * math.Tan(angle)
			points := []mgl64.Vec2{{40, 0}, {8, 0}, {6, -rise}, {2, rise}, {0, 0}, {-20, 0}}
			level := world.Must(r.CreateBody(body.Def{Type: body.Static}))
			world.Must(level.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
			r.wish = runSpeed
			// The lower centre of the capsule runs at a distance from the ground: around the ridge
			// on an arc, and in the valley from one slope straight to the other.
			d := radius + gap
			way := 5 + 8/math.Cos(angle) - 2*d*(math.Tan(angle/2)+math.Tan(angle)) + 3*d*angle
			deepest := 0.0
			air := r.run(math.Round(way/runSpeed*rate)/rate, func() { deepest = max(deepest, r.depth()) })
			late := 10 + runSpeed*(r.Time()-way/runSpeed) - r.Position()[0]
			t.Logf("%2.0f degrees: %.4f m late after %.2f m, %d ticks in the air", degrees, late, way, air)
			require.InDelta(t, 0, late, 0.05, "%v degrees", degrees)
			require.Zero(t, air, "%v degrees", degrees)
			require.InDelta(t, halfHeight+gap, r.Position()[1], 1e-4)
			require.Zero(t, deepest)
		}
	})
}
