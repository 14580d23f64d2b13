package terrain_test

import (
	"image"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A state into which nothing was saved is refused with a sentence, and the ground stays as it was.
func TestEmptyStatesAreRefused(t *testing.T) {
	const sentence = "terrain: Restore of a state into which nothing was saved"
	w := newWorld(t, world.Config{})
	tiles := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{{}}}))
	require.NoError(t, tiles.Fill(image.Rect(0, 0, 40, 2), 1))
	require.PanicsWithValue(t, sentence, func() { tiles.Restore(nil) })
	require.Equal(t, terrain.Tile(1), tiles.At(image.Pt(39, 1)))
	require.NoError(t, tiles.Set(image.Pt(39, 1), 0))

	smooth := world.Must(terrain.NewDensity(w, terrain.DensityDef{Origin: mgl64.Vec2{100, 0}}))
	require.NoError(t, smooth.FillCircle(mgl64.Vec2{100, 0}, 5))
	require.PanicsWithValue(t, sentence, func() { smooth.Restore(nil) })
	require.NoError(t, smooth.DigCircle(mgl64.Vec2{100, 0}, 2))

	hills := world.Must(terrain.NewHeightField(w, terrain.HeightFieldDef{Origin: mgl64.Vec2{200, 0}, Heights: []float64{0, 1, 2}}))
	for _, s := range []*terrain.HeightFieldState{nil, {}} {
		require.PanicsWithValue(t, sentence, func() { hills.Restore(s) })
	}
	require.Equal(t, 1.0, hills.Height(1))
	require.NoError(t, tiles.Destroy())
	require.NoError(t, smooth.Destroy())
}
