package ebitengine

import (
	"image/color"
	"math"
	"testing"

	"github.com/carom2d/carom/world/draw"
	"github.com/stretchr/testify/require"
)

// coverage is the area of the triangles, each weighed by its mean opacity: what they add to a
// picture.
func coverage(m *mesh) float64 {
	sum := 0.0
	for i := 0; i < len(m.indices); i += 3 {
		a, b, c := m.vertices[m.indices[i]], m.vertices[m.indices[i+1]], m.vertices[m.indices[i+2]]
		area := math.Abs(float64((b.DstX-a.DstX)*(c.DstY-a.DstY)-(b.DstY-a.DstY)*(c.DstX-a.DstX))) / 2
		sum += area * float64(a.ColorA+b.ColorA+c.ColorA) / 3
	}
	return sum
}

var solid = color.NRGBA{R: 200, A: 255}

// The strips that fade take away inside what they add outside: a shape covers its own area, to the
// corners.
func TestFillCoversTheArea(t *testing.T) {
	var m mesh
	m.outline = []pixel{{10, 10}, {110, 10}, {110, 60}, {10, 60}}
	m.convex(draw.Style{Fill: solid}, 0)
	require.InDelta(t, 100*50, coverage(&m), 2)

	m.reset()
	m.disc(50, 50, 20)
	m.convex(draw.Style{Fill: solid}, 0)
	require.InDelta(t, math.Pi*400, coverage(&m), 8)

	m.reset() // the other way round
	m.outline = []pixel{{10, 60}, {110, 60}, {110, 10}, {10, 10}}
	m.convex(draw.Style{Fill: solid}, 0)
	require.InDelta(t, 100*50, coverage(&m), 2)
}

// An outline lies inside: it covers the area less the area of the shape moved inward by its width.
func TestStrokeLiesInside(t *testing.T) {
	var m mesh
	m.outline = []pixel{{10, 10}, {110, 10}, {110, 60}, {10, 60}}
	m.convex(draw.Style{Stroke: solid}, 4)
	require.InDelta(t, 100*50-92*42, coverage(&m), 3)
	for _, v := range m.vertices {
		require.GreaterOrEqual(t, v.DstX, float32(9.5))
		require.LessOrEqual(t, v.DstX, float32(110.5))
	}
}

// A line has its width and round ends.
func TestLineHasItsWidth(t *testing.T) {
	var m mesh
	m.line([2]float64{20, 20}, [2]float64{120, 20}, 10)
	m.convex(draw.Style{Fill: solid}, 0)
	require.InDelta(t, 100*10+math.Pi*25, coverage(&m), 4)
}

// What is smaller than a pixel, flat or nothing gives no wild triangles.
func TestTinyShapes(t *testing.T) {
	for _, outline := range [][]pixel{
		{}, {{1, 1}}, {{1, 1}, {2, 2}}, {{1, 1}, {1, 1}, {1, 1}}, {{1, 1}, {5, 1}, {9, 1}},
		{{1, 1}, {1.2, 1}, {1.2, 1.2}, {1, 1.2}}, {{1, 1}, {400, 1.1}, {1, 1.3}},
	} {
		var m mesh
		m.outline = append(m.outline, outline...)
		m.convex(draw.Style{Fill: solid, Stroke: solid}, 3)
		for _, v := range m.vertices {
			require.False(t, math.IsNaN(float64(v.DstX+v.DstY)), "%v", outline)
			require.Less(t, math.Abs(float64(v.DstX))+math.Abs(float64(v.DstY)), 410.0, "%v", outline)
		}
	}
}

func TestConvexity(t *testing.T) {
	require.True(t, isConvex([]pixel{{0, 0}, {1, 0}, {1, 1}, {0, 1}}))
	require.True(t, isConvex([]pixel{{0, 0}, {0, 1}, {1, 1}, {1, 0}}))
	require.False(t, isConvex([]pixel{{0, 0}, {4, 0}, {1, 1}, {0, 4}}))
}
