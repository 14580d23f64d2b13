package main

import (
	"flag"
	"log"
	"math/rand/v2"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	address := flag.String("http", "localhost:6061", "address of the page")
	watch := flag.Bool("watch", false, "the page may look, and change nothing")
	flag.Parse()
	w := build()
	defer w.Close()
	var options []inspect.Option
	if !*watch {
		options = append(options, inspect.Edit)
	}
	inspect.Attach(w, "playground", options...)
	go func() { log.Fatal(inspect.ListenAndServe(*address)) }()
	play(w, 0)
}

const frameTime = time.Second / 60

// play steps the world in real time, and lets a ball fall now and then: so many frames, or for ever
// if none.
func play(w *world.World, frames int) {
	random := rand.New(rand.NewPCG(1, 2))
	var balls []world.Body
	for n, next := 0, time.Now(); frames == 0 || n < frames; n++ {
		if n%20 == 0 {
			balls = append(balls, drop(w, random))
		}
		if len(balls) > 80 {
			if err := balls[0].Destroy(); err != nil {
				log.Fatal(err)
			}
			balls = balls[1:]
		}
		w.Step(frameTime.Seconds())
		next = next.Add(frameTime)
		time.Sleep(time.Until(next))
	}
}

// drop makes a ball or a box above the scene.
func drop(w *world.World, random *rand.Rand) world.Body {
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{random.Float64()*16 - 8, 12}, Angle: random.Float64() * 3}))
	shapes := []shape.Support{shape.Circle{Radius: 0.3}, shape.RoundedBox(0.25, 0.25, 0.05), shape.RegularPolygon(5, 0.35), shape.Ellipse{RX: 0.45, RY: 0.25}}
	world.Must(ball.Attach(shapes[random.IntN(len(shapes))], world.ColliderDef{HitEvents: true}))
	return ball
}

func build() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "valley"}))
	valley := shape.Chain{Points: []mgl64.Vec2{{14, 9}, {10, 2}, {4, 0}, {-4, 0}, {-10, 2}, {-14, 9}}}
	world.Must(ground.AttachChain(valley, world.ColliderDef{}))

	plank := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 1.5}, Name: "see-saw"}))
	world.Must(plank.Attach(shape.Box(3, 0.12), world.ColliderDef{Density: 2}))
	world.Must(w.CreateRevolute(w.Ground(), plank, world.RevoluteAt(w.Ground(), plank, mgl64.Vec2{0, 1.5})))
	bridge(w, mgl64.Vec2{-9, 6}, 18)
	return w
}

// bridge hangs planks from a point to the right and fastens the last one.
func bridge(w *world.World, from mgl64.Vec2, planks int) {
	last := w.Ground()
	for i := range planks {
		at := from.Add(mgl64.Vec2{0.5 + float64(i), 0})
		b := world.Must(w.CreateBody(body.Def{Position: at, Name: "plank"}))
		world.Must(b.Attach(shape.Capsule{A: mgl64.Vec2{-0.4, 0}, B: mgl64.Vec2{0.4, 0}, Radius: 0.1}, world.ColliderDef{}))
		link(w, last, b, at.Sub(mgl64.Vec2{0.5, 0}))
		last = b
	}
	link(w, last, w.Ground(), from.Add(mgl64.Vec2{float64(planks), 0}))
}

func link(w *world.World, a, b world.Body, at mgl64.Vec2) {
	world.Must(w.CreateRevolute(a, b, world.RevoluteAt(a, b, at)))
}
