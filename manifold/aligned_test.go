package manifold

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Games place shapes on grids and rotate them by right angles. Edges are then exactly
// parallel, perpendicular, in line or end to end, as they never are in random poses.
func TestAlignedPairs(t *testing.T) {
	diamond := shape.RegularPolygon(4, 1)
	kinds := map[string]shape.Convex{
		"circle":          mustCompile(t, shape.Circle{Radius: 0.5}),
		"capsule":         mustCompile(t, shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.25}),
		"segment":         mustCompile(t, shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}}),
		"box":             mustCompile(t, shape.Box(0.5, 0.25)),
		"rounded box":     mustCompile(t, shape.RoundedBox(0.5, 0.25, 0.25)),
		"diamond":         mustCompile(t, diamond),
		"rounded diamond": mustCompile(t, mustPolygon(t, diamond, 0.25)),
		"triangle":        mustCompile(t, shape.Triangle(mgl64.Vec2{-1, 0}, mgl64.Vec2{1, 0}, mgl64.Vec2{0, 1})),
		"octagon":         mustCompile(t, shape.RegularPolygon(8, 1)),
	}
	const speculative = 0.02
	half := math.Sqrt(0.5)
	rots := []geom.Rot{{C: 1}, {S: 1}, {C: -1}, {S: -1}, {C: half, S: half}, {C: half, S: -half}}
	for nameA, a := range kinds {
		for nameB, b := range kinds {
			for _, rot := range rots {
				for x := -2.0; x <= 2; x += 0.5 {
					for y := -2.0; y <= 2; y += 0.25 {
						for _, offset := range []float64{0, 0.01, -0.01} {
							pose := geom.Transform{P: geom.Vec2{X: x, Y: y + offset}, R: rot}
							want, _ := oracle(coreOf(a, geom.IdentityTransform), coreOf(b, pose))
							want -= a.Radius + b.Radius
							var m Manifold
							CollideConvex(&m, a, b, &pose, speculative)
							got := math.Inf(1)
							for _, p := range m.Points[:m.Count] {
								got = min(got, p.Separation)
							}
							if want > speculative-1e-9 && m.Count == 0 {
								continue
							}
							require.True(t, math.Abs(got-want) <= 1e-6, "%s, %s at %v: %v, want %v", nameA, nameB, pose, got, want)
						}
					}
				}
			}
		}
	}
}
