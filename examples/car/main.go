package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	folder := ""
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	run(folder)
}

// run drives for twelve seconds. The movie goes to the folder, if there is one.
func run(folder string) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	hills(w)
	car, wheelJoints := newCar(w)
	image := draw.NewImage(draw.Camera{Scale: 40, Width: 600, Height: 240})
	palette := draw.DefaultPalette()
	movie := draw.NewMovie(20, &palette)
	for frame := range 240 {
		switch frame {
		case 20: // full speed; clockwise is forward when forward is right
			drive(wheelJoints, -25)
		case 200: // a motor of speed zero is a brake
			drive(wheelJoints, 0)
		}
		w.Step(1.0 / 20)
		if frame%40 == 39 {
			fmt.Printf("%2.0f s: %4.1f m, %4.1f m/s\n", w.Time(), car.Position()[0], math.Abs(car.LinearVelocity()[0]))
		}
		if folder != "" {
			image.Camera.Center = car.Position()
			image.Frame(w, draw.Options{Palette: &palette, Joints: true, Contacts: true})
			movie.Add(image)
		}
	}
	if folder != "" {
		file := world.Must(os.Create(filepath.Join(folder, "car.gif")))
		world.Check(movie.Encode(file))
		world.Check(file.Close())
	}
}

// hills makes the ground. A chain collides on the right of its direction, so the
// points of ground go from right to left.
func hills(w *world.World) {
	var points []mgl64.Vec2
	for x := 120.0; x >= -20; x -= 0.5 {
		points = append(points, mgl64.Vec2{x, math.Sin(max(x, 0)/6) + 0.3*math.Sin(max(x, 0)/2.3)})
	}
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(ground.AttachChain(shape.Chain{Points: points}, world.ColliderDef{Material: &shape.Material{Friction: 0.9}}))
}

// newCar makes the car and returns the joints of its wheels too.
func newCar(w *world.World) (world.Body, [2]world.Wheel) {
	car := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-5, 1}}))
	hull := world.Must(shape.NewHullPolygon([]mgl64.Vec2{
		{-1.5, -0.3}, {1.5, -0.3}, {1.5, 0}, {0.3, 0.6}, {-1, 0.6}, {-1.5, 0.2},
	}, 0.05))
	world.Must(car.Attach(hull, world.ColliderDef{}))
	var wheelJoints [2]world.Wheel
	for i, x := range []float64{-1, 1} {
		center := car.WorldPoint(mgl64.Vec2{x, -0.45})
		wheel := world.Must(w.CreateBody(body.Def{Position: center}))
		world.Must(wheel.Attach(shape.Circle{Radius: 0.4}, world.ColliderDef{Material: &shape.Material{Friction: 1.2}}))
		def := world.WheelAt(car, wheel, center, mgl64.Vec2{0, 1})
		def.SpringHertz, def.SpringDamping = 4, 0.7
		def.Limit, def.Lower, def.Upper = true, -0.25, 0.25
		wheelJoints[i] = world.Must(w.CreateWheel(car, wheel, def))
	}
	return car, wheelJoints
}

func drive(wheelJoints [2]world.Wheel, speed float64) {
	for _, a := range wheelJoints {
		world.Check(a.Edit(func(d *joint.Wheel) { d.MotorSpeed, d.MaxMotorTorque = speed, 12 }))
	}
}
