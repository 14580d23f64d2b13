package shape_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// TestDecomposedPartsAreShapes: the parts of outlines with nothing too flat in them are
// polygons that NewPolygon takes, near the origin and far from it.
func TestDecomposedPartsAreShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	requireParts := func(outer []mgl64.Vec2, holes [][]mgl64.Vec2) {
		parts, err := polygon.Decompose(outer, holes...)
		require.NoError(t, err)
		require.NotEmpty(t, parts)
		for _, part := range parts {
			_, err := shape.NewPolygon(part, 0)
			require.NoError(t, err, "%v without %v", outer, holes)
		}
	}
	for i := range 10 * samples {
		at := mgl64.Vec2{1e6 * float64(i%3), -1e6 * float64(i%2)}
		var holes [][]mgl64.Vec2
		for h := range i % 5 {
			c := mgl64.Vec2{at[0] + 1.2*float64(h%2*2-1), at[1] + 1.2*float64(h/2*2-1)}
			holes = append(holes, randomStar(r, c, 3+r.IntN(6), 0.3, 1))
		}
		requireParts(randomStar(r, at, 12+r.IntN(40), 4, 9), holes)
	}
	// Square holes in a row: every corner lies on a line with many others.
	for n := range 8 {
		w := float64(2*n + 1)
		var holes [][]mgl64.Vec2
		for i := range n {
			x := float64(2*i + 1)
			holes = append(holes, []mgl64.Vec2{{x, 1}, {x + 1, 1}, {x + 1, 2}, {x, 2}})
		}
		requireParts([]mgl64.Vec2{{0, 0}, {w, 0}, {w, 3}, {0, 3}}, holes)
	}
	// A comb of square teeth.
	requireParts([]mgl64.Vec2{{5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}, {0, 0}}, nil)
}

// randomStar returns a star-shaped loop of n points around c, counter-clockwise.
func randomStar(r *rand.Rand, c mgl64.Vec2, n int, low, high float64) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		sin, cos := math.Sincos((float64(i) + 0.8*r.Float64()) * 2 * math.Pi / float64(n))
		d := randomBetween(r, low, high)
		loop[i] = mgl64.Vec2{c[0] + d*cos, c[1] + d*sin}
	}
	return loop
}
