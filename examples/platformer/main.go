package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
)

// game is a level with its player.
type game struct {
	*world.World
	player character.Controller
	ferry  world.Body
	coins  int
}

func main() {
	folder := ""
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	run(folder)
}

// run plays twelve seconds. The movie goes to the folder, if there is one.
func run(folder string) {
	g := newGame()
	defer g.Close()
	image := draw.NewImage(draw.Fit(mgl64.Vec2{-7, -4}, mgl64.Vec2{19, 6}, 780, 300, 8))
	palette := draw.DefaultPalette()
	movie := draw.NewMovie(30, &palette)
	for g.Time() < 12 {
		g.Step(1.0 / 30) // a slow display: two ticks each
		g.collect()
		if folder != "" {
			image.Frame(g.World, draw.Options{Palette: &palette, Contacts: true, Names: true})
			movie.Add(image)
		}
	}
	fmt.Printf("%d coins, the player stands at %.1f m\n", g.coins, g.player.Position()[0])
	if folder != "" {
		file := world.Must(os.Create(filepath.Join(folder, "platformer.gif")))
		world.Check(movie.Encode(file))
		world.Check(file.Close())
	}
}

func newGame() *game {
	g := &game{player: character.Controller{
		Run: character.Run{Speed: 2, Accelerate: 20}, Jump: character.Jump{Height: 1.6, Rise: 0.4, Cut: 1.6}, AutoRepeat: true,
	}}
	g.World = world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -g.player.Jump.Gravity()}, BeforeTick: g.beforeTick}))

	// Ground is listed from right to left, with a gap for the ferry.
	level := world.Must(g.CreateBody(body.Def{Type: body.Static}))
	world.Must(level.AttachChain(shape.Chain{Points: []mgl64.Vec2{
		{18, 5}, {18, 0}, {14, 0}, {13, 0.5}, {11, 0.5}, {10, 0}, {8, 0}, {8, -3}, {2, -3}, {2, 0}, {-6, 0}, {-6, 5},
	}}, world.ColliderDef{}))
	for _, at := range []mgl64.Vec2{{-2, 1.1}, {0.5, 2.2}} {
		world.Must(level.Attach(shape.OffsetBox(0.9, 0.1, at, 0), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}))
	}
	for _, at := range []mgl64.Vec2{{-2, 1.8}, {0.5, 2.9}, {5, 0.6}, {12, 1.2}, {17, 0.6}} {
		world.Must(level.Attach(shape.Circle{Center: at, Radius: 0.2}, world.ColliderDef{Sensor: true}))
	}
	g.ferry = world.Must(g.CreateBody(body.Def{Type: body.Kinematic, Name: "ferry", Position: ferryAt(0)}))
	world.Must(g.ferry.Attach(shape.Box(0.8, 0.1), world.ColliderDef{}))

	g.player.Character = world.Must(character.New(g.World, character.Def{
		Name: "player", Shape: shape.Capsule{A: mgl64.Vec2{0, -0.3}, B: mgl64.Vec2{0, 0.3}, Radius: 0.3},
	}, mgl64.Vec2{-5, 0.7}))
	return g
}

// ferryAt is the path of the ferry, to and fro in four seconds.
func ferryAt(time float64) mgl64.Vec2 {
	return mgl64.Vec2{5 - 2.1*math.Cos(math.Pi/2*time), -0.1}
}

// beforeTick runs before every tick. It moves the ferry along its path and the player
// as the keys of a game would.
func (g *game) beforeTick(*world.World) {
	world.Check(g.ferry.MoveTo(ferryAt(g.Time()+g.Config().Timestep), 0))
	world.Check(g.player.Tick(g.keys()))
}

// keys are the player's keys: forward, unless the ferry is away or still carries him, and jump on
// the first stretch.
func (g *game) keys() (wish float64, jumps bool) {
	x, ferry := g.player.Position()[0], g.ferry.Position()[0]
	floor, stands := g.player.Floor()
	switch {
	case stands && floor.Collider.Body() == g.ferry && ferry < 6:
		return (ferry - x) / 2, false
	case x > 1.2 && x < 2 && ferry > 3.2:
		return 0, false
	}
	return 1, x < 0
}

// collect destroys the coins that the player touched.
func (g *game) collect() {
	for _, e := range g.Events().SensorBegins {
		if e.Sensor.Valid() && e.Visitor == g.player.Collider() {
			g.coins++
			fmt.Printf("%.1f s: coin %d\n", g.Time(), g.coins)
			world.Check(e.Sensor.Destroy())
		}
	}
}
