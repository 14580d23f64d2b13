package draw_test

import (
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Areas lie behind all bodies. Those without a shape and disabled ones are not drawn, and one on a
// body is drawn where the body is drawn.
func TestAreas(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	carrier := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{1, 2}, AngularVelocity: 9, LinearVelocity: mgl64.Vec2{6, 0}}))
	world.Must(carrier.Attach(shape.Circle{Radius: 1}, world.ColliderDef{}))
	w.Step(1.5 / 60)
	disc := shape.Circle{Center: mgl64.Vec2{0.5, 0}, Radius: 3}
	for _, def := range []world.AreaDef{
		{}, {Shape: disc, Disabled: true}, {Shape: disc, Position: mgl64.Vec2{4, 5}},
		{Shape: disc, Body: carrier, Position: mgl64.Vec2{1, 0}, Angle: 1},
	} {
		world.Must(w.CreateArea(def))
	}
	p := draw.DefaultPalette()
	for _, interpolate := range []bool{false, true} {
		r := &recorder{}
		draw.World(w, r, draw.Options{Interpolate: interpolate})
		require.Len(t, r.lines, 1, "the mark of the body alone")
		area := p.Area
		area.NoMark = true
		require.Equal(t, []draw.Style{area, area, p.Awake}, r.circles)
		require.Equal(t, mgl64.Vec2{4.5, 5}, r.centers[0])
		at, angle := carrier.Position(), carrier.Angle()
		if interpolate {
			at, angle = carrier.RenderPose()
		}
		want := at.Add(mgl64.Rotate2D(angle).Mul2x1(mgl64.Vec2{1, 0}.Add(mgl64.Rotate2D(1).Mul2x1(mgl64.Vec2{0.5, 0}))))
		require.InDelta(t, 0, r.centers[1].Sub(want).Len(), 1e-9)
	}
}

// A fluid is drawn below its surface, within the shape of its area.
func TestFluid(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Box(2, 1), Position: mgl64.Vec2{10, 0},
		Effects: []area.Effect{area.Fluid{Surface: []mgl64.Vec2{{-1, 0}, {1, 0.5}}}},
	}))
	camera := draw.Fit(mgl64.Vec2{7, -2}, mgl64.Vec2{13, 2}, 600, 400, 0)
	m := draw.NewImage(camera)
	p := draw.DefaultPalette()
	p.Area = draw.Style{Fill: p.Text}
	draw.World(w, m, draw.Options{Palette: &p})
	for point, wet := range map[mgl64.Vec2]bool{
		{8.5, -0.1}: true, {8.5, 0.1}: false, {10, 0.2}: true, {10, 0.3}: false, {11.5, 0.4}: true, {11.5, 0.6}: false,
		{10, -0.9}: true, {10, -1.1}: false, {12.1, 0}: false, {7.9, -0.5}: false,
	} {
		x, y := camera.ToPixel(point)
		pixel := m.RGBA().RGBAAt(int(x), int(y))
		require.Equal(t, wet, pixel.A > 0 && pixel.R < 128, "%v", point)
	}
}
