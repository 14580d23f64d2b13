package terrain_test

import (
	"errors"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// disk is a circle of n points.
func disk(x, y, radius float64, n int) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(n))
		loop[i] = mgl64.Vec2{x + radius*cos, y + radius*sin}
	}
	return loop
}

// solidArea returns the area of all colliders of static bodies.
func solidArea(t testing.TB, w *world.World) float64 {
	sum := 0.0
	for b := range w.Bodies() {
		if b.Type() != body.Static {
			continue
		}
		for c := range b.Colliders() {
			area := world.Must(shape.AreaOf(c.Shape()))
			sum += area
		}
	}
	return sum
}

func isSolid(w *world.World, p mgl64.Vec2) bool {
	for range w.OverlapPoint(p, world.QueryFilter{}) {
		return true
	}
	return false
}

func loopArea(loop []mgl64.Vec2) float64 { return polygon.Region{Outer: loop}.Area() }

// What is left is the level without the disks, at random points and by its area.
func TestCarve(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(-40, -40, 40, 0), rock))
	require.NoError(t, ground.Fill(image.Rect(10, 0, 20, 1), half))
	r := rand.New(rand.NewPCG(9, 1))
	var holes [][]mgl64.Vec2
	for range 12 {
		hole := disk(60*r.Float64()-30, 20*r.Float64()-20, 0.3+4*r.Float64(), 3+r.IntN(40))
		holes = append(holes, hole)
		require.NoError(t, ground.Carve([][]mgl64.Vec2{hole}))
	}
	level := [][]mgl64.Vec2{{{-40, -40}, {40, -40}, {40, 0}, {-40, 0}}, {{10, 0}, {20, 0}, {20, 0.5}, {10, 0.5}}}
	dug := world.Must(polygon.Regions(holes, polygon.NonZero))
	left := world.Must(polygon.Difference(level, polygon.Loops(dug), polygon.NonZero))
	want := 0.0
	for _, region := range left {
		want += region.Area()
	}
	require.InDelta(t, want, solidArea(t, w), 0.02) // crumbs
	require.Less(t, want, 3200.0)
	for range 20_000 {
		p := mgl64.Vec2{80*r.Float64() - 40, 22*r.Float64() - 21}
		near, inside := false, p[1] < 0 || p[0] > 10 && p[0] < 20 && p[1] < 0.5
		for _, h := range holes {
			count := 0
			for i := range h {
				a, b := geom.From(h[i]), geom.From(h[(i+1)%len(h)])
				near = near || geom.ClosestOnSegment(a, b, geom.From(p)).Distance(geom.From(p)) < 0.01
				if geom.Orient(a, b, geom.From(p)) > 0 {
					count++
				}
			}
			inside = inside && count < len(h)
		}
		if !near && math.Abs(p[1]) > 1e-6 && math.Abs(p[1]-0.5) > 1e-6 {
			require.Equal(t, inside, isSolid(w, p), "%v", p)
		}
	}
}

// Every kind of tile is carved, and drawn as it collides.
func TestCarveEveryKind(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	for tile := rock; tile < numTiles; tile++ {
		require.NoError(t, ground.Set(image.Pt(3*int(tile), 2), tile))
	}
	before := solidArea(t, w)
	require.NoError(t, ground.Carve([][]mgl64.Vec2{{{-10, 2.25}, {90, 2.25}, {90, 2.3}, {-10, 2.3}}}))
	after, drawn := solidArea(t, w), 0.0
	for tile := rock; tile < numTiles; tile++ {
		require.Equal(t, tile, ground.At(image.Pt(3*int(tile), 2)))
		for _, part := range ground.Outlines(image.Pt(3*int(tile), 2)) {
			drawn += loopArea(part)
		}
	}
	require.InDelta(t, after, drawn, 1e-9)
	require.Less(t, after, before-0.05*6)
	require.Nil(t, ground.Outlines(image.Pt(4, 2)))
	require.Nil(t, ground.Outlines(image.Pt(400, 2)))
}

// A tile that is carved away is gone, and one that is set again is whole.
func TestCarvedTilesEndAndComeBack(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(0, 0, 8, 8), rock))
	require.NoError(t, ground.Carve([][]mgl64.Vec2{{{2, 2}, {4.5, 2}, {4.5, 4}, {2, 4}}}))
	require.Zero(t, ground.At(image.Pt(2, 2)))
	require.Zero(t, ground.At(image.Pt(3, 3)))
	require.Equal(t, rock, ground.At(image.Pt(4, 3)))
	require.InDelta(t, 64-5, solidArea(t, w), 1e-9)
	hit, ok := w.RayCast(mgl64.Vec2{3, 3.5}, mgl64.Vec2{5, 0}, world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, 4.5, hit.Point[0], 1e-6)
	cell, tile, ok := ground.TileOf(hit.Collider, hit.Point)
	require.True(t, ok)
	require.Equal(t, image.Pt(4, 3), cell)
	require.Equal(t, rock, tile)
	require.NoError(t, ground.Carve([][]mgl64.Vec2{{{4.25, 1}, {5, 1}, {5, 6}, {4.25, 6}}})) // the rest of it
	require.Zero(t, ground.At(image.Pt(4, 3)))
	require.NoError(t, ground.Fill(image.Rect(0, 0, 8, 8), rock))
	require.InDelta(t, 64, solidArea(t, w), 1e-9)
	require.Len(t, ground.Outlines(image.Pt(4, 1)), 1)
}

// Colliders of other blocks stay, and so do the colliders of a carving that a second one does not
// meet.
func TestCarveKeepsOtherColliders(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(0, 0, 20, 8), rock))
	require.NoError(t, ground.Carve([][]mgl64.Vec2{disk(2.5, 8, 0.4, 12)}))
	var before []world.Collider
	for b := range w.Bodies() {
		for c := range b.Colliders() {
			if lower, upper := c.Bounds(); lower[0] >= 8-1e-6 || upper[0]-lower[0] < 0.9 {
				before = append(before, c)
			}
		}
	}
	require.Greater(t, len(before), 2)
	require.NoError(t, ground.Carve([][]mgl64.Vec2{disk(5.5, 8, 0.4, 12)}))
	require.NoError(t, ground.Carve([][]mgl64.Vec2{disk(5.5, 20, 0.4, 12)})) // nothing there
	for _, c := range before {
		require.True(t, c.Valid())
	}
	require.NoError(t, ground.Carve(nil))
}

func TestCarvedGroundHoldsAndIsRestored(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(-8, -8, 8, 0), rock))
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0.3, 2}}, shape.Circle{Radius: 0.5})
	var snapshot world.Snapshot
	var state terrain.State
	w.Save(&snapshot)
	ground.Save(&state)
	run := func() uint64 {
		require.NoError(t, ground.Carve([][]mgl64.Vec2{disk(0, 0, 3, 32)}))
		runTicks(w, 300)
		require.InDelta(t, -2.5, ball.Position()[1], 0.1) // at the bottom of the crater
		return w.StateHash()
	}
	hash := run()
	w.Restore(&snapshot)
	ground.Restore(&state)
	require.Equal(t, rock, ground.At(image.Pt(0, -1)))
	require.Equal(t, hash, run())
	fork := world.Must(w.Fork())
	defer fork.Close()
	copied := ground.Fork(fork)
	require.Equal(t, ground.Outlines(image.Pt(2, -2)), copied.Outlines(image.Pt(2, -2)))
	require.NotEmpty(t, copied.Outlines(image.Pt(2, -2)))
}

// Carvings are kept while their chunk is away.
func TestCarvingsOutlastTheirChunks(t *testing.T) {
	w, ground, _ := newPlain(t)
	require.NoError(t, ground.Carve([][]mgl64.Vec2{disk(16, 0, 2, 24)})) // before it was ever loaded
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0.5}))
	require.False(t, isSolid(w, mgl64.Vec2{16, -1.5}))
	require.True(t, isSolid(w, mgl64.Vec2{16, -2.5}))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{1000, 0.5}))
	require.False(t, isSolid(w, mgl64.Vec2{16, -2.5}))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0.5}))
	require.False(t, isSolid(w, mgl64.Vec2{16, -1.5}))
	require.True(t, isSolid(w, mgl64.Vec2{16, -2.5}))
}

func TestCarveErrors(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(0, 0, 8, 8), rock))
	hash := w.StateHash()
	for _, c := range []struct {
		loops [][]mgl64.Vec2
		field string
		err   error
	}{
		{[][]mgl64.Vec2{{{0, 0}, {1, 1}}}, "Loops[0]", geom.ErrTooFewPoints},
		{[][]mgl64.Vec2{{{0, 0}, {1, math.NaN()}, {1, 1}}}, "Loops[0][1]", geom.ErrNotFinite},
		{[][]mgl64.Vec2{{{0, 0}, {1e11, 0}, {1, 1}}}, "Cell", geom.ErrOutOfRange},
	} {
		err := ground.Carve(c.loops)
		require.ErrorIs(t, err, c.err)
		var field *geom.FieldError
		require.True(t, errors.As(err, &field))
		require.Equal(t, c.field, field.Field)
	}
	require.Equal(t, hash, w.StateHash())
}

// BenchmarkCarve: craters of 32 points and a radius of two tiles.
func BenchmarkCarve(b *testing.B) {
	_, ground := newTerrain(b, gravity())
	require.NoError(b, ground.Fill(image.Rect(0, 0, 1000, 100), rock))
	r := rand.New(rand.NewPCG(9, 2))
	for b.Loop() {
		require.NoError(b, ground.Carve([][]mgl64.Vec2{disk(1000*r.Float64(), 100*r.Float64(), 2, 32)}))
	}
}
