package draw_test

import (
	"image/color"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A function of the game chooses the look of each collider, and is told the one that the palette has.
func TestStyleOfACollider(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	painted := world.Must(wall.Attach(shape.Box(1, 1), world.ColliderDef{}))
	world.Must(wall.Attach(shape.OffsetBox(1, 1, mgl64.Vec2{4, 0}, 0), world.ColliderDef{}))

	red := color.NRGBA{R: 255, A: 255}
	palette := draw.DefaultPalette()
	image := draw.NewImage(draw.Fit(mgl64.Vec2{-2, -2}, mgl64.Vec2{6, 2}, 80, 40, 0))
	draw.World(w, image, draw.Options{Palette: &palette, Style: func(c world.Collider, byState draw.Style) draw.Style {
		require.Equal(t, palette.Static, byState)
		if c == painted {
			return draw.Style{Fill: red}
		}
		return byState
	}})
	at := func(p mgl64.Vec2) color.NRGBA {
		x, y := image.Camera.ToPixel(p)
		return color.NRGBAModel.Convert(image.RGBA().At(int(x), int(y))).(color.NRGBA)
	}
	require.Equal(t, red, at(mgl64.Vec2{}))
	require.Equal(t, palette.Static.Fill, at(mgl64.Vec2{4, 0}))
}
