package main

import (
	"flag"
	"image"
	"math"
	"os"
	"time"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

const (
	seed   = 7
	far    = 48.0 // m: chunks this near to the player are loaded
	near   = 32.0 // m, along each axis: these are surely there
	rich   = 100  // coins
	thrust = 42.0 // m/s^2, of the jet
	climb  = 6.5  // m/s
	tank   = 1.6  // s of the jet; it fills on the ground
)

// game is a mine with its miner.
type game struct {
	*ebitengine.Game
	mine   mine
	ground *terrain.Terrain
	player character.Controller
	focus  mgl64.Vec2 // the ground around it is loaded
	carved map[image.Point]bool

	pick  pick
	bombs []bomb
	gems  []gem
	loose []world.Body // fallen ground
	lamps []mgl64.Vec2
	dust  []mote

	coins   int
	facing  float64
	fuel    float64 // s
	jets    bool
	strides float64
	flash   float64 // of the last blast, 1 to 0
	flashAt mgl64.Vec2
	cost    float64 // s of a tick, the mean of the last ones
	light   light
	atlas   atlas
}

func main() {
	measured := flag.Bool("bench", false, "instead of a game, print the time of a tick with 500 bodies awake in the whole mine")
	flag.Parse()
	if *measured {
		measure(os.Stdout, 900, 3)
		return
	}
	play.Run(newGame().Game)
}

func newGame() *game {
	g := &game{mine: mine{seed}}
	g.Game = &ebitengine.Game{
		Title: "Miner", Start: g.start, Step: g.step, Frame: g.frame, Below: g.below, Above: g.above, NoDrag: true,
		Help:  "Arrows run   Space jump, fly   the mouse, X or Down digs   B bomb   L lamp   R again   F1 engine",
		Left:  []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyArrowRight},
		Right: []ebiten.Key{ebiten.KeySpace, ebiten.KeyArrowDown, ebiten.KeyB, ebiten.KeyL},
	}
	g.Options = draw.Options{Palette: play.Dark(0x14100F), NoMarks: true, NoGround: true, Style: style}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -20}, BeforeTick: g.tick}))
	*g = game{Game: g.Game, mine: g.mine, light: g.light, atlas: g.atlas, carved: map[image.Point]bool{}, facing: 1, fuel: tank}
	g.ground = world.Must(terrain.New(w, terrain.Def{Kinds: kinds(), Source: g.mine}))
	home := mgl64.Vec2{0, g.mine.surface(0) + 0.9}
	g.player = character.Controller{
		Character: world.Must(character.New(w, character.Def{
			Shape: shape.Capsule{A: mgl64.Vec2{0, -0.3}, B: mgl64.Vec2{0, 0.3}, Radius: 0.34}, StepHeight: 0.25, Mass: 60,
			PushForce: 400, Material: &shape.Material{},
		}, home)),
		Run:         character.Run{Speed: 5.5, Accelerate: 45, Brake: 60, Air: 0.7},
		Jump:        character.Jump{Height: 1.4, Rise: 0.32, FallFactor: 1.2, MaxFall: 16, Coyote: 0.1, Buffer: 0.12},
		CornerReach: 0.2,
	}
	g.player.Body().SetUserData(play.Look(0xE9A23B))
	g.lamps = []mgl64.Vec2{home.Add(mgl64.Vec2{-1.7, 0.9})}
	g.look()
	g.Camera.Size = mgl64.Vec2{27, 16}
	g.Camera.Follow, g.Camera.Lag, g.Camera.Ahead, g.Camera.Center = g.player.Body(), 0.15, 0.2, home
	return w
}

// look loads the ground around the player.
func (g *game) look() {
	g.focus = g.player.Position()
	world.Check(g.ground.Focus(far, g.focus))
}

// step steps the world and notes the time of a tick.
func (g *game) step(dt float64) int {
	began := time.Now()
	n := g.World.Step(dt)
	if n > 0 {
		g.cost += 0.05 * (time.Since(began).Seconds()/float64(n) - g.cost)
	}
	return n
}

// tick moves the player: he runs, jumps, and flies for as long as the tank lasts.
func (g *game) tick(w *world.World) {
	in, dt := g.Input(), w.Config().Timestep
	wish := in.Axis(ebitengine.KeysLeft, ebitengine.KeysRight)
	if wish != 0 {
		g.facing = wish
	} else if in.Held(ebitengine.KeysDown...) { // down into the hole that he digs
		x := g.player.Position()[0]
		wish = min(max(6*(math.Floor(x)+0.5-x), -1), 1)
	}
	up := append([]ebiten.Key{ebiten.KeySpace}, ebitengine.KeysUp...)
	hold := (in.Held(up...) || in.Pressed(up...)) && !in.Held(ebiten.KeyX)
	m := g.player.Motion()
	g.jets = hold && !g.player.OnFloor() && m.Jump.Speed < climb && g.fuel > 0
	switch {
	case g.jets:
		g.fuel -= dt
		m.Jump.Speed = min(m.Jump.Speed+thrust*dt, climb)
		world.Check(g.player.SetMotion(m))
	case g.player.OnFloor():
		g.fuel = min(tank, g.fuel+2*dt)
	}
	world.Check(g.player.Tick(wish, hold))
}

func (g *game) frame(dt float64) {
	if dt == 0 {
		return
	}
	in := g.Input()
	g.dig(dt)
	g.burn(dt)
	if in.Began(ebiten.KeyB) {
		g.throw()
	}
	if in.Began(ebiten.KeyL) {
		g.lamps = append(g.lamps, g.player.Position())
	}
	g.collect()
	g.tidy()
	g.drift(dt)
	g.flash = max(0, g.flash-3*dt)
	if g.player.OnFloor() {
		g.strides += dt * g.player.Motion().Speed
	}
	g.look()
}
