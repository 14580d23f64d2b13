package draw_test

import (
	"bytes"
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

// A picture of a world, without a window.
func ExampleImage() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "floor"}))
	world.Must(floor.Attach(shape.Box(3, 0.2), world.ColliderDef{}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))

	low, high := draw.Bounds(w)
	image := draw.NewImage(draw.Fit(low, high, 320, 200, 8))
	image.Frame(w, draw.Options{Contacts: true, Names: true})
	var file bytes.Buffer // or what os.Create returns
	world.Check(image.EncodePNG(&file))
	fmt.Println(image.RGBA().Bounds().Size(), string(file.Bytes()[1:4]))
	// Output: (320,200) PNG
}
