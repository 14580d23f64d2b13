package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// bricks are tiles of 0.5 m by 0.25 m in courses, between two corners.
func bricks(left, bottom, right, top float64) (shapes []support) {
	row := 0
	for y := bottom; y < top-1e-9; y += 0.25 {
		for x := left - 0.25*float64(row%2); x < right-1e-9; x += 0.5 {
			shapes = append(shapes, block(max(x, left), y, min(x+0.5, right), y+0.25))
		}
		row++
	}
	return shapes
}

// A fall along a wall of bricks, pressed against it, is as free as one beside it, and so are a jump
// up along it, a flight below a ceiling of bricks and a run over a floor of tiles.
func TestCourseBricksAreAsSmoothAsAir(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, 20})
		r.static(bricks(1, 0, 2, 25)...)
		r.wish = runSpeed
		r.run(0.3, nil)
		from, time := r.Position(), r.Time()
		r.run(1, nil)
		time2 := r.Time()
		fell := from[1] - r.Position()[1]
		t.Logf("falls %.5f m along bricks, %.5f m freely", fell, 5*(time2*time2-time*time))
		require.InDelta(t, 5*(time2*time2-time*time), fell, 1e-3)
		require.InDelta(t, 1-radius, r.Position()[0], 2e-3)

		r = newRunner(t, rate, character.Def{}, mgl64.Vec2{1 - radius - gap, halfHeight + gap})
		r.static(append(bricks(1, 0, 2, 5), block(-5, -1, 5, 0))...)
		r.wish = runSpeed
		r.run(0.1, nil)
		r.press = true
		r.run(0.3, nil)
		time = math.Round(0.3*rate) / rate
		t.Logf("rises %.5f m along bricks, %.5f m freely", r.Position()[1]-halfHeight, 5*time-5*time*time)
		require.InDelta(t, 5*time-5*time*time, r.Position()[1]-halfHeight-gap, 1e-3)

		r = newRunner(t, rate, character.Def{}, mgl64.Vec2{0, 0})
		r.static(bricks(-5, 1, 20, 2)...)
		r.takeOff(mgl64.Vec2{runSpeed, 2})
		r.run(0.5, nil)
		from = r.Position()
		r.run(2, nil)
		t.Logf("flies %.5f m below bricks, %.5f m freely", r.Position()[0]-from[0], 2*runSpeed)
		require.InDelta(t, 2*runSpeed, r.Position()[0]-from[0], 1e-3)
		require.True(t, r.OnCeiling())

		r = newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
		r.static(bricks(-5, -1, 20, 0)...)
		r.wish = runSpeed
		air := r.run(2, nil)
		t.Logf("runs %.5f m on tiles, %.5f m freely", r.Position()[0], 2*runSpeed)
		require.InDelta(t, 2*runSpeed, r.Position()[0], 1e-3)
		require.Zero(t, air)
	})
}

// A tunnel of 1.5 m keeps a character of 1.6 m out, and one of 1.61 m lets it in.
func TestCourseTunnels(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, height := range []float64{1.5, 1.59, 1.61, 1.7} {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
			r.static(block(-20, -1, 20, 0), block(2, height, 20, 4))
			r.wish = runSpeed
			deepest := 0.0
			r.run(2, func() { deepest = max(deepest, r.depth()) })
			t.Logf("tunnel of %v m: at %.3f m, overlap %.2g m", height, r.Position()[0], deepest)
			require.Equal(t, height > 1.6, r.Position()[0] > 2, "%v m", height)
			require.Zero(t, deepest, "%v m", height)
			if height > 1.6 {
				require.InDelta(t, 8, r.Position()[0], 0.05)
			}
		}
	})
}

// Gaps in the ground that are narrower than the character are run over.
func TestCourseGaps(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, wide := range []float64{0.05, 0.1, 0.2, 0.3} {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
			r.static(block(-20, -3, 1, 0), block(1+wide, -3, 20, 0))
			r.wish = runSpeed
			lowest := math.Inf(1)
			air := r.run(1, func() { lowest = min(lowest, r.Position()[1]-halfHeight) })
			sink := radius - math.Sqrt(radius*radius-wide*wide/4)
			t.Logf("gap of %v m: sinks by %.4f m of %.4f, %d ticks in the air, at %.3f m", wide, -lowest, sink, air, r.Position()[0])
			require.GreaterOrEqual(t, lowest, -sink-1e-3)
			require.InDelta(t, 4, r.Position()[0], 0.05)
			require.Zero(t, air)
		}
	})
}

// Wedges of every angle, turned any way, into which the character flies.
func TestCourseWedges(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		worst := 0.0
		for degrees := 20.0; degrees <= 160; degrees += 20 {
			for turn := 0.0; turn < 360; turn += long.Pick(120.0, 30.0) {
				for _, speed := range []float64{4, 20} {
					deepest := flyIntoWedge(t, rate, degrees*math.Pi/180, turn*math.Pi/180, speed)
					if deepest > worst {
						worst = deepest
						t.Logf("%v degrees turned by %v at %v m/s: %.2g m", degrees, turn, speed, deepest)
					}
				}
			}
		}
		t.Logf("deepest %.2g m", worst)
		require.LessOrEqual(t, worst, 5e-3)
	})
}

// flyIntoWedge flies into the corner of two half-planes at the origin for a second, straight
// and from both sides, and returns the deepest overlap.
func flyIntoWedge(t *testing.T, rate, opening, turn, speed float64) float64 {
	sin, cos := math.Sincos(turn)
	inward := mgl64.Vec2{cos, sin} // from the corner into the room
	distance := 2/math.Sin(opening/2) + 1
	r := newRunner(t, rate, character.Def{}, inward.Mul(distance))
	var normals [2]mgl64.Vec2
	for i, side := range []float64{-1, 1} {
		s, c := math.Sincos(turn + side*(opening/2-math.Pi/2))
		normals[i] = mgl64.Vec2{c, s}
		r.static(shape.HalfPlane{Normal: normals[i]})
	}
	deepest := 0.0
	for _, lean := range []float64{0, 0.4, -0.4} {
		s, c := math.Sincos(turn + lean)
		r.takeOff(mgl64.Vec2{c, s}.Mul(-speed))
		r.run(distance/speed+0.5, func() { deepest = max(deepest, r.depth()) })
		still := r.Position()
		r.run(0.2, nil)
		if math.Abs(lean)+opening/2 < math.Pi/2 { // both walls lead into the corner
			require.InDelta(t, 0, r.Position().Sub(still).Len(), 1e-3, "trembles in a wedge of %v turned by %v", opening, turn)
		}
	}
	for _, n := range normals {
		require.Positive(t, r.Position().Dot(n))
	}
	return deepest
}

// Corners of a wall and the floor, under a slope that leads down to the floor, and in a pit of two
// walls: the character comes to rest without overlap and gets away again.
func TestCourseCorners(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for degrees := 20.0; degrees <= 160; degrees += 10 {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{-6, halfHeight + gap})
			sin, cos := math.Sincos(degrees * math.Pi / 180)
			// The corner is at the origin, the room above the floor and to the left of a slope that
			// leans by so many degrees, measured in the room.
			r.static(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, shape.HalfPlane{Normal: mgl64.Vec2{-sin, -cos}})
			r.wish = runSpeed
			deepest := 0.0
			check := func() { deepest = max(deepest, r.depth()) }
			r.run(2.5, check)
			inside := r.Position()
			if degrees >= 135 { // a slope of 45 degrees at most
				require.Greater(t, inside[1], 1.0, "%v degrees", degrees)
			} else {
				require.Less(t, inside[1], halfHeight+0.003, "%v degrees: climbs", degrees)
			}
			r.press = true
			r.run(0.5, check)
			inside = r.Position()
			r.wish = -runSpeed
			r.run(1, check)
			require.Less(t, r.Position()[0], inside[0]-2, "%v degrees: does not get away", degrees)
			require.LessOrEqual(t, deepest, 5e-3, "%v degrees", degrees)
		}
	})
}

// Boxes of 1, 10 and 100 kg: a bounded force moves them by their mass.
func TestCoursePushesByMass(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		var speeds []float64
		for _, mass := range []float64{1, 10, 100} {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
			r.static(block(-20, -1, 60, 0))
			addBody(r.World, body.Def{Position: mgl64.Vec2{2, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: mass})
			r.wish = runSpeed
			deepest := 0.0
			r.run(1, func() { deepest = max(deepest, r.depth()) })
			from, began := r.Position(), r.Time()
			r.run(1, func() { deepest = max(deepest, r.depth()) })
			speed := (r.Position()[0] - from[0]) / (r.Time() - began)
			speeds = append(speeds, speed)
			t.Logf("box of %3.0f kg: %.2f m/s, overlap %.2g m", mass, speed, deepest)
			require.LessOrEqual(t, deepest, 5e-3)
		}
		require.Greater(t, speeds[0], 3.6)
		require.Less(t, speeds[1], speeds[0])
		require.Greater(t, speeds[1], 1.0)
		require.Less(t, speeds[2], 0.5)
	})
}

// A crowd of boxes gives way, and the character does not get into what stands behind it.
func TestCourseCrowdOfBoxes(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, halfHeight + gap})
		r.static(block(-20, -1, 30, 0), block(12, 0, 13, 5), block(-6, 0, -5, 5))
		for i := range 24 {
			at := mgl64.Vec2{2 + 0.45*float64(i%8), 0.2 + 0.41*float64(i/8)}
			addBody(r.World, body.Def{Position: at}, shape.Box(0.2, 0.2), world.ColliderDef{Density: 25})
		}
		r.wish = runSpeed
		deepest := 0.0
		for i := range 8 {
			r.press = true
			r.run(1, func() { deepest = max(deepest, r.depth()) })
			if i == 3 {
				require.Greater(t, r.Position()[0], 2.0)
				r.wish = -runSpeed
			}
		}
		t.Logf("overlap %.2g m, back at %.2f m", deepest, r.Position()[0])
		require.LessOrEqual(t, deepest, 5e-3)
		require.Less(t, r.Position()[0], 1.0, "gets out of the crowd")
	})
}

// A chain is ground on one side, from where nothing gets through.
func TestCourseChains(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, 3})
		var points []mgl64.Vec2
		for i := range 121 {
			x := 30 - 0.5*float64(i)
			points = append(points, mgl64.Vec2{x, math.Sin(x / 2)})
		}
		level := world.Must(r.CreateBody(body.Def{Type: body.Static}))
		world.Must(level.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
		r.run(1, nil)
		require.True(t, r.OnFloor())
		r.wish = runSpeed
		deepest := 0.0
		air := r.run(5, func() { deepest = max(deepest, r.depth()) })
		t.Logf("at %.2f m, %d ticks in the air, overlap %.2g m", r.Position()[0], air, deepest)
		require.Greater(t, r.Position()[0], 17.0)
		require.Zero(t, air)
		require.Zero(t, deepest)
	})
}

// A hill, as a chain or as boxes, begins where a block of level ground ends.
func TestCourseHillBehindABlock(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, steep := range []float64{0.2, 0.5, 0.7, 0.95} { // the largest slope
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{-2, halfHeight + gap})
			r.static(block(-20, -5, 0, 0))
			height := 2 * steep / math.Pi // of waves with a length of 4 m
			var points []mgl64.Vec2
			for i := range 65 {
				x := 16 - 0.25*float64(i)
				points = append(points, mgl64.Vec2{x, height * (1 - math.Cos(math.Pi/2*x))})
			}
			level := world.Must(r.CreateBody(body.Def{Type: body.Static}))
			world.Must(level.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
			r.wish = runSpeed
			deepest := 0.0
			air := r.run(3, func() { deepest = max(deepest, r.depth()) })
			t.Logf("slope of %v: at %.2f m, %d ticks in the air, overlap %.2g m", steep, r.Position()[0], air, deepest)
			require.Greater(t, r.Position()[0], 5.0, "slope of %v", steep)
			require.Zero(t, air, "slope of %v", steep)
			require.Zero(t, deepest)
		}
	})
}

// A fall onto a bend between two slopes that can be stood on ends there, wherever it comes down and
// however fast.
func TestCourseLandsInBends(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, speed := range []float64{0, -1, -15} {
			for i := range 40 {
				r := newRunner(t, rate, character.Def{}, mgl64.Vec2{-0.4 + 0.02*float64(i), 1.2})
				level := world.Must(r.CreateBody(body.Def{Type: body.Static}))
				points := []mgl64.Vec2{{5, 4}, {0.5, 0.1464}, {0.25, 0.0381}, {0, 0}, {-5, 0}}
				world.Must(level.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
				r.state.Speed, r.wish = speed, runSpeed
				r.run(1.5, nil)
				require.True(t, r.OnFloor(), "from %v at %v m/s: hangs at %v", i, speed, r.Position())
				require.Greater(t, r.Position()[0], 1.0)
			}
		}
	})
}
