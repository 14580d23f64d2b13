package manifold

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A shape that stands exactly upright on a face overlaps it by a length of zero. It still
// touches the face and not a far corner of it: otherwise a capsule with a locked
// rotation, such as a player, would be in the ground by its radius.
func TestUprightShapeOnFace(t *testing.T) {
	box := shape.OffsetBox(5, 2, mgl64.Vec2{0, -2}, 0)
	grounds := map[string]shape.Convex{
		"box":          mustCompile(t, box),
		"rounded box":  mustCompile(t, shape.Transformed(shape.RoundedBox(5, 1, 1), 0, mgl64.Vec2{0, -2})),
		"polygon":      mustCompile(t, shape.Triangle(mgl64.Vec2{5, 0}, mgl64.Vec2{-5, 0}, mgl64.Vec2{0, -5})),
		"capsule":      mustCompile(t, shape.Capsule{A: mgl64.Vec2{5, -1}, B: mgl64.Vec2{-5, -1}, Radius: 1}),
		"segment":      mustCompile(t, shape.Segment{A: mgl64.Vec2{5, 0}, B: mgl64.Vec2{-5, 0}}),
		"half ellipse": mustCompile(t, shape.HalfEllipse{RX: 5, RY: 3, Angle: math.Pi}),
		"sector":       mustCompile(t, shape.Sector{Radius: 5, Angle: -math.Pi / 2, Sweep: math.Pi}),
		"half-plane":   mustCompile(t, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}),
		"custom box":   mustCompile(t, onlySupport{box}),
		"chain":        chainOf(t, false, mgl64.Vec2{5, 0}, mgl64.Vec2{-5, 0})[0],
	}
	standing := map[string]shape.Convex{
		"capsule":            mustCompile(t, shape.Capsule{A: mgl64.Vec2{0, 0.3}, B: mgl64.Vec2{0, 0.9}, Radius: 0.3}),
		"hanging capsule":    mustCompile(t, shape.Capsule{A: mgl64.Vec2{0, 0.9}, B: mgl64.Vec2{0, 0.3}, Radius: 0.3}),
		"segment":            mustCompile(t, shape.Segment{A: mgl64.Vec2{0, 0}, B: mgl64.Vec2{0, 1}}),
		"segment with skin":  mustCompile(t, shape.Segment{A: mgl64.Vec2{0, 0.3}, B: mgl64.Vec2{0, 0.9}, Radius: 0.3}),
		"custom capsule":     mustCompile(t, onlySupport{shape.Capsule{A: mgl64.Vec2{0, 0.3}, B: mgl64.Vec2{0, 0.9}, Radius: 0.3}}),
		"rounded diamond":    mustCompile(t, shape.Transformed(mustPolygon(t, shape.RegularPolygon(4, 0.3), 0.3), 0, mgl64.Vec2{0, 0.6})),
		"half of an ellipse": mustCompile(t, shape.HalfEllipse{Center: mgl64.Vec2{0, 0.6}, RX: 0.6, RY: 0.3, Angle: math.Pi / 2}),
	}
	const speculative = 0.02
	for ground, a := range grounds {
		for name, b := range standing {
			for _, height := range []float64{0.015, 0.001, 0, -0.001, -0.02, -0.1} {
				for _, x := range []float64{-4, 0, 0.3, 3.99} {
					for _, flip := range []bool{false, true} {
						pose := geom.Transform{P: geom.Vec2{X: x, Y: height}, R: geom.Identity}
						var m Manifold
						up := 1.0
						if flip {
							inverse := pose.Inverse()
							CollideConvex(&m, b, a, &inverse, speculative)
							up = -1
						} else {
							CollideConvex(&m, a, b, &pose, speculative)
						}
						label := fmt.Sprintf("%s on %s at %v, %v high, flipped %v", name, ground, x, height, flip)
						require.Positive(t, m.Count, label)
						require.InDelta(t, up, m.Normal.Y, 1e-6, label)
						deepest := m.Points[0].Separation
						if m.Count == 2 {
							deepest = min(deepest, m.Points[1].Separation)
						}
						require.InDelta(t, height, deepest, 1e-6, label)
					}
				}
			}
		}
	}
}

// The same over a vertex between two segments of a chain.
func TestUprightShapeOnChainVertex(t *testing.T) {
	ground := chainOf(t, false, mgl64.Vec2{5, 0}, mgl64.Vec2{0, 0}, mgl64.Vec2{-5, 0})
	for name, s := range map[string]shape.Support{
		"capsule": shape.Capsule{A: mgl64.Vec2{0, 0.3}, B: mgl64.Vec2{0, 0.9}, Radius: 0.3},
		"segment": shape.Segment{A: mgl64.Vec2{0, 0}, B: mgl64.Vec2{0, 1}},
		"diamond": shape.Transformed(shape.RegularPolygon(4, 0.5), 0, mgl64.Vec2{0, 0.5}),
		"circle":  shape.Circle{Center: mgl64.Vec2{0, 0.5}, Radius: 0.5},
	} {
		standing := mustCompile(t, s)
		for _, height := range []float64{0.01, 0, -0.001, -0.02, -0.1} {
			pose := geom.Transform{P: geom.Vec2{Y: height}, R: geom.Identity}
			deepest := math.Inf(1)
			for _, segment := range ground {
				var m Manifold
				CollideConvex(&m, segment, standing, &pose, 0.02)
				for _, p := range m.Points[:m.Count] {
					require.InDelta(t, 1, m.Normal.Y, 1e-6, name)
					deepest = min(deepest, p.Separation)
				}
			}
			require.InDelta(t, height, deepest, 1e-6, "%s at %v", name, height)
		}
	}
}

func mustPolygon(t testing.TB, p shape.Polygon, radius float64) shape.Polygon {
	return must.Get(shape.NewPolygon(p.Points(), radius))
}

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
