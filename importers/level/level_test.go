package level_test

import (
	"image"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Terrain never makes more colliders than Pieces says.
func TestPiecesBoundTerrain(t *testing.T) {
	const width, height = 50, 37
	for _, pattern := range []func(x, y int) bool{
		func(int, int) bool { return true },
		func(x, y int) bool { return (x+y)%2 == 0 },
		func(x, y int) bool { return x%3 == 0 },
		func(x, y int) bool { return y%5 < 2 && x > 3 },
		func(x, y int) bool { return x*y%7 > 2 },
		func(int, int) bool { return false },
	} {
		tiles := make([]terrain.Tile, width*height)
		for i := range tiles {
			if pattern(i%width, i/width) {
				tiles[i] = 1
			}
		}
		w := world.Must(world.New(world.Config{Workers: 1}))
		ground := world.Must(terrain.New(w, terrain.Def{Kinds: make([]terrain.Kind, 1)}))
		require.NoError(t, ground.SetTiles(image.Rect(0, 0, width, height), tiles))
		colliders := 0
		for b := range w.Bodies() {
			for range b.Colliders() {
				colliders++
			}
		}
		require.LessOrEqual(t, colliders, level.Pieces(width, tiles))
		require.LessOrEqual(t, level.Pieces(width, tiles), 8*colliders)
		w.Close()
	}
	require.Zero(t, level.Pieces(0, nil))
}

func TestBudgetEnds(t *testing.T) {
	var b level.Budget
	require.NoError(t, b.Work(level.MaxWork))
	require.ErrorIs(t, b.Work(1), level.ErrTooLarge)
	require.NoError(t, b.Colliders(level.MaxColliders))
	require.ErrorIs(t, b.Colliders(1), level.ErrTooLarge)
}

func TestProperties(t *testing.T) {
	var d body.Def
	s := level.NewSurface()
	for _, p := range [][2]string{{"body", "kinematic"}, {"gravity_scale", "0"}, {"velocity_y", "-2"}, {"lock_rotation", "true"}} {
		known, err := level.SetBody(&d, p[0], p[1])
		require.NoError(t, err)
		require.True(t, known, p[0])
	}
	require.Equal(t, body.Def{Type: body.Kinematic, Weightless: true, LinearVelocity: mgl64.Vec2{0, -2}, LockRotation: true}, d)
	for _, p := range [][2]string{{"density", "3"}, {"friction", "0.25"}, {"one_way", "true"}, {"sensor", "false"}} {
		known, err := s.Set(p[0], p[1])
		require.NoError(t, err)
		require.True(t, known, p[0])
	}
	c := s.Collider()
	require.Equal(t, []any{3.0, 0.25, mgl64.Vec2{0, 1}, false}, []any{c.Density, c.Material.Friction, c.OneWay, c.Sensor})
	known, err := s.Set("colour", "red")
	require.NoError(t, err)
	require.False(t, known)
	for _, p := range [][2]string{{"density", "NaN"}, {"sensor", "maybe"}, {"friction", "1e999"}} {
		_, err := s.Set(p[0], p[1])
		require.ErrorIs(t, err, level.ErrValue, p[0])
	}
	_, err = level.SetBody(&d, "body", "ghost")
	require.ErrorIs(t, err, level.ErrValue)
}

// A sliver without width is counted, and a corner that is too flat costs the corner only.
func TestPolygonsCountThinParts(t *testing.T) {
	list, thin := level.Polygons([][]mgl64.Vec2{{{0, 0}, {1, 0}, {0, 1}}, {{0, 0}, {1, 0}, {2, 1e-13}}, {{0, 0}, {1, 0}, {2, 1e-13}, {1, 1}}})
	require.Len(t, list, 2)
	require.Equal(t, 1, thin)
}
