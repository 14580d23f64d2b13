package draw_test

import (
	"fmt"
	"image/color"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

// printDrawer is a Drawer that prints. A game would fill triangles instead. ToPixel of its
// Camera converts metres to pixels.
type printDrawer struct{ camera draw.Camera }

func (t printDrawer) Polygon(points []mgl64.Vec2, style draw.Style) {
	x, y := t.camera.ToPixel(points[0])
	fmt.Printf("polygon of %d corners, one at pixel %.0f, %.0f\n", len(points), x, y)
}

func (t printDrawer) Circle(center mgl64.Vec2, radius float64, style draw.Style) {
	x, y := t.camera.ToPixel(center)
	fmt.Printf("disc of %.0f pixels at %.0f, %.0f\n", radius*t.camera.Scale, x, y)
}

func (t printDrawer) Line(a, b mgl64.Vec2, width float64, c color.NRGBA)   {}
func (t printDrawer) Point(p mgl64.Vec2, radius float64, style draw.Style) {}
func (t printDrawer) Text(p mgl64.Vec2, text string, c color.NRGBA)        {}

// A game shows a world with its own graphics by implementing Drawer.
func ExampleDrawer() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.Box(3, 0.2), world.ColliderDef{}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))

	camera := draw.Camera{Scale: 100, Width: 800, Height: 600}
	draw.World(w, printDrawer{camera}, draw.Options{NoMarks: true, Interpolate: true})
	// Output:
	// polygon of 4 corners, one at pixel 100, 320
	// disc of 50 pixels at 400, 100
}
