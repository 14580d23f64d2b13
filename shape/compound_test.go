package shape_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// letterL is an outline that is not convex, of area 3.
var letterL = []mgl64.Vec2{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}

// TestCompoundOfDecomposition: the parts of an outline have its mass, support points and outline.
func TestCompoundOfDecomposition(t *testing.T) {
	c := must.Get(shape.NewCompound(mustDecompose(t, letterL), 0))
	require.NoError(t, c.Validate())
	m := must.Get(shape.MassOf(c, 2))
	require.InDelta(t, 6, m.Mass, 1e-12)
	require.InDelta(t, 5.0/6, m.Center.X, 1e-12)
	require.InDelta(t, 5.0/6, m.Center.Y, 1e-12)
	pointer := must.Get(shape.MassOf(&c, 2))
	require.Equal(t, m, pointer)
	require.Equal(t, mgl64.Vec2{2, 0}, c.Support(mgl64.Vec2{1, -1}))
	require.Equal(t, mgl64.Vec2{}, shape.Compound{}.Support(mgl64.Vec2{1, 0}))
	regions := c.Outlines(0)
	require.Len(t, regions, 1)
	require.ElementsMatch(t, letterL, regions[0].Outer)
	require.Empty(t, regions[0].Holes)
}

func mustDecompose(t *testing.T, outline []mgl64.Vec2) [][]mgl64.Vec2 {
	parts := must.Get(polygon.Decompose(outline))
	require.Greater(t, len(parts), 1)
	return parts
}

// TestCompoundOutlineHasHoles: four walls around a yard.
func TestCompoundOutlineHasHoles(t *testing.T) {
	c := shape.Compound{Parts: []shape.Support{
		shape.OffsetBox(2, 0.5, mgl64.Vec2{0, -1.5}, 0), shape.OffsetBox(2, 0.5, mgl64.Vec2{0, 1.5}, 0),
		shape.OffsetBox(0.5, 2, mgl64.Vec2{-1.5, 0}, 0), shape.OffsetBox(0.5, 2, mgl64.Vec2{1.5, 0}, 0),
		shape.Segment{B: mgl64.Vec2{1, 0}},
	}}
	regions := c.Outlines(0)
	require.Len(t, regions, 1)
	require.Len(t, regions[0].Holes, 1)
	require.InDelta(t, 12, regions[0].Area(), 1e-9)
	require.Nil(t, shape.Compound{}.Outlines(0))
}

// TestCompoundTransformed: a transformed compound has transformed parts.
func TestCompoundTransformed(t *testing.T) {
	c := shape.Compound{Parts: []shape.Support{shape.Circle{Radius: 1}, shape.Box(1, 2)}}
	at := mgl64.Vec2{3, 4}
	want := shape.Compound{Parts: []shape.Support{shape.Transformed(c.Parts[0], 0.5, at), shape.Transformed(c.Parts[1], 0.5, at)}}
	require.Equal(t, want, shape.Transformed(c, 0.5, at))
	require.Equal(t, want, shape.Transformed(&c, 0.5, at))
	inner, angle, offset := shape.Placement(&c)
	require.Equal(t, c, inner)
	require.Zero(t, angle)
	require.Zero(t, offset)
}

// TestBadCompounds: errors name the part, and what needs a convex shape refuses a compound.
func TestBadCompounds(t *testing.T) {
	_, err := shape.New(shape.Compound{Parts: []shape.Support{shape.Circle{Radius: 1}}})
	require.ErrorIs(t, err, shape.ErrConcave)
	require.ErrorIs(t, shape.Compound{}.Validate(), shape.ErrNoParts)
	_, err = shape.MassOf(shape.Compound{}, 1)
	require.ErrorIs(t, err, shape.ErrNoParts)
	_, err = shape.NewCompound([][]mgl64.Vec2{letterL[:3], letterL}, 0)
	var fe *geom.FieldError
	require.ErrorAs(t, err, &fe)
	require.Contains(t, fe.Field, "Parts[1].Points")
	_, err = shape.MassOf(shape.Compound{Parts: []shape.Support{shape.Box(1, 1), shape.Circle{}}}, 1)
	require.ErrorAs(t, err, &fe)
	require.Equal(t, "Parts[1].Radius", fe.Field)
	require.Nil(t, shape.Outline(shape.Compound{Parts: []shape.Support{shape.Box(1, 1)}}, 0))
}

// TestDecomposedPartsAreShapes: the parts of outlines with nothing too flat in them are
// polygons that NewPolygon takes, near the origin and far from it.
func TestDecomposedPartsAreShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	requireParts := func(outer []mgl64.Vec2, holes [][]mgl64.Vec2) {
		parts := must.Get(polygon.Decompose(outer, holes...))
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
