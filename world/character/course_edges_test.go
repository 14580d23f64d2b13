package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// What stands on the ground and is no higher than a step is walked over, however thin, and
// though its sides be too steep to stand on.
func TestCourseFencesAndSpikes(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, height := range []float64{0.005, 0.02, 0.1, 0.2, 0.29} {
			for name, obstacle := range map[string]support{
				"fence of 10 mm": block(0, 0, 0.01, height),
				"fence of 0.2 m": block(0, 0, 0.2, height),
				"spike":          shape.Triangle(mgl64.Vec2{-height / 2, 0}, mgl64.Vec2{height / 2, 0}, mgl64.Vec2{0, height}),
				"log":            shape.Circle{Center: mgl64.Vec2{0, height / 2}, Radius: height / 2},
				"rail":           shape.Segment{A: mgl64.Vec2{0, 0}, B: mgl64.Vec2{0, height}},
			} {
				for _, slope := range []float64{0, 0.2, -0.2} {
					if slope > 0 && height > 0.2 {
						continue // the foot is lower than where that stands
					}
					sin, cos := math.Sincos(slope)
					r := newRunner(t, rate, character.Def{}, mgl64.Vec2{-2 * cos, -2*sin + halfHeight + 0.05})
					level := r.static(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, obstacle)
					require.NoError(t, level.SetTransform(mgl64.Vec2{}, slope))
					r.run(0.2, nil)
					r.wish = runSpeed
					deepest := 0.0
					r.run(1, func() { deepest = max(deepest, r.depth()) })
					require.Greater(t, r.Position()[0], 1.5, "%s of %v m on a slope of %v", name, height, slope)
					require.Zero(t, deepest)
				}
			}
		}
	})
}

// Who falls into a wedge with sides too steep to stand on is held by both, and can jump out.
func TestCourseWedge(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, degrees := range []float64{50, 60, 75} {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0.1, 3})
			angle := degrees * math.Pi / 180
			r.static(ramp(0, 0, angle), shape.OffsetBox(10, 1,
				mgl64.Vec2{-10*math.Cos(angle) - math.Sin(angle), 10*math.Sin(angle) - math.Cos(angle)}, -angle))
			r.run(2, nil)
			held := r.Position()
			require.True(t, r.OnFloor(), "%v degrees", degrees)
			r.press = true
			r.run(0.4, nil)
			require.Greater(t, r.Position()[1], held[1]+0.8, "%v degrees", degrees)
			r.wish = runSpeed
			r.run(2, nil)
			require.Less(t, r.Position()[1], held[1]+0.01, "%v degrees: climbs", degrees)
		}
	})
}

// So it is between a wall and a slope that leads down to it.
func TestCourseWedgeAtAWall(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		for _, degrees := range []float64{46, 60, 75} {
			r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0.5, 3})
			r.static(ramp(0, 0, degrees*math.Pi/180), block(-1, -1, 0, 10))
			r.run(2, nil)
			held := r.Position()
			require.True(t, r.OnFloor(), "%v degrees", degrees)
			r.press = true
			r.run(0.4, nil)
			require.Greater(t, r.Position()[1], held[1]+0.8, "%v degrees", degrees)
		}
	})
}

// A wall beside flat ground or beside nothing is no wedge.
func TestCourseFallsBetweenWalls(t *testing.T) {
	atEachRate(t, func(t *testing.T, rate float64) {
		r := newRunner(t, rate, character.Def{}, mgl64.Vec2{0, 20})
		r.static(block(-2, -20, -radius-gap, 30), block(radius+gap, -20, 2, 30))
		r.wish = runSpeed
		r.run(1, func() { require.False(t, r.OnFloor()) })
		require.InDelta(t, 15, r.Position()[1], 0.2)
	})
}
