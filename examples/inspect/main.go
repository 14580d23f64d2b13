package main

import (
	_ "embed"
	"flag"
	"log"
	"math/rand/v2"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/edit"
	"github.com/carom2d/carom/world/scene/live"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	address := flag.String("http", "localhost:6061", "address of the page")
	watch := flag.Bool("watch", false, "the page may look, and change nothing")
	flag.Parse()
	w, document := build()
	defer w.Close()
	options := []inspect.Option{inspect.OfDocument(document)}
	if !*watch {
		options = append(options, inspect.Edit)
	}
	inspect.Attach(w, "playground", options...)
	go func() { log.Fatal(inspect.ListenAndServe(*address)) }()
	play(w, 0)
}

const frameTime = time.Second / 60

// play steps the world in real time, and drops a ball from time to time, for the given number of
// frames, or for ever if it is zero.
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

//go:embed level.json
var level []byte

// build makes the world of the level, and the document that the page edits.
func build() (*world.World, edit.Page) {
	s := world.Must(scene.Parse(level))
	var document *live.Document
	w, contents, err := s.New(func(c *world.Config) {
		c.BeforeTick = func(*world.World) { // characters that the page places stand and fall
			for _, c := range document.Characters() {
				world.Check(c.Tick(0, false))
			}
		}
	})
	world.Check(err)
	document = world.Must(live.New(level, w, contents, nil))
	return w, edit.Page{Document: document}
}
