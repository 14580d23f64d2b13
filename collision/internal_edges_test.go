package collision

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func mustCompile(t *testing.T, s shape.Support) shape.Convex { return must.Get(shape.New(s)) }

// lostStepShare is the definition of covering: a step from s along n leads straight away
// from a convex shape that contains s only if s remains the closest point. It returns the
// part of the step that does not lead away.
func lostStepShare(c shape.Convex, s, n geom.Vec2) (lostShare float64) {
	const step = 1e-3
	p := s.MulAdd(step, n)
	return 1 - p.Sub(shape.ClosestPoint(c, p)).Length()/step
}

// For points on the border of shapes the support point gives the same answer as the
// closest point to a step away.
func TestCoversPointMatchesClosestPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	shapes := []shape.Support{
		shape.Box(0.5, 0.5), shape.Box(3, 0.1), shape.RegularPolygon(5, 1), shape.Triangle(mgl64.Vec2{}, mgl64.Vec2{1, 0}, mgl64.Vec2{0.2, 2}),
		shape.RoundedBox(0.4, 0.3, 0.1), shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0.3}, Radius: 0.2},
		shape.Circle{Radius: 0.7}, shape.Ellipse{RX: 1, RY: 0.4},
	}
	covered, open := 0, 0
	for _, s := range shapes {
		c := mustCompile(t, s)
		for range 2000 {
			sin, cos := math.Sincos(r.Float64() * 2 * math.Pi)
			outside := geom.Vec2{X: 5 * cos, Y: 5 * sin} // outside of all
			closest := shape.ClosestPoint(c, outside)    // on the border, often a corner
			n, _ := outside.Sub(closest).Unit()
			if r.IntN(2) == 0 {
				sin, cos := math.Sincos(r.Float64() * 2 * math.Pi)
				n = geom.Vec2{X: cos, Y: sin}
			}
			lostShare := lostStepShare(c, closest, n)
			if lostShare > 1e-9 && lostShare < 1e-2 {
				continue // between the two: n is a normal but for rounding
			}
			require.Equal(t, lostShare >= 1e-2, coversPoint(c, closest, n, 1e-6), "%T at %v along %v: %v lost", s, closest, n, lostShare)
			if lostShare >= 1e-2 {
				covered++
			} else {
				open++
			}
		}
	}
	require.Greater(t, covered, 3000)
	require.Greater(t, open, 3000)
}

// The corners where two tiles meet: level, with a step, with a gap, at a ridge and
// in a hollow.
func TestCoversPointAtTileSeams(t *testing.T) {
	const tolerance = 0.00125
	tile := mustCompile(t, shape.OffsetBox(0.5, 0.5, mgl64.Vec2{-0.5, -0.5}, 0)) // its corner is the origin
	up, left := geom.Vec2{Y: 1}, geom.Vec2{X: -1}
	upLeft, _ := geom.Vec2{X: -1, Y: 1}.Unit()
	upRight, _ := geom.Vec2{X: 1, Y: 1}.Unit()
	for _, c := range []struct {
		name string
		s, n geom.Vec2
		want bool
	}{
		{"the side of the next tile", geom.Vec2{Y: -0.001}, left, true},
		{"its corner, sideways", geom.Vec2{}, left, true},
		{"its corner, slanted", geom.Vec2{}, upLeft, true},
		{"its corner, up", geom.Vec2{}, up, false},
		{"its corner, away", geom.Vec2{}, upRight, false},
		{"beyond a gap that counts", geom.Vec2{X: 0.002, Y: -0.001}, left, false},
		{"beyond a gap that does not", geom.Vec2{X: 0.001, Y: -0.001}, left, true},
		{"the side of a step that counts", geom.Vec2{Y: 0.002}, left, false},
		{"the side of a step that does not", geom.Vec2{Y: 0.001}, left, true},
		{"deep inside", geom.Vec2{X: -0.5, Y: -0.5}, up, true},
		{"far away", geom.Vec2{X: 3, Y: 3}, left, false},
	} {
		require.Equal(t, c.want, coversPoint(tile, c.s, c.n, tolerance), c.name)
	}
}
