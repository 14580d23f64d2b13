package main

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

// The level, a metre for each letter: # rock, = one-way floor, o coin, x crate, ^ spikes, ~ water,
// L lift, F flag, P player.
var level = []string{
	"#                                                                              #",
	"#                                                                              #",
	"#                                                    o o                       #",
	"#                                                   ======                     #",
	"#                                   o                        o              F  #",
	"#                          o       ===         o           ====           ######",
	"#                         ===              L  ###                        #######",
	"#             o                  o           ####o            o      o  ########",
	"#            ===     o         ====     ##   #####           ==     == #########",
	"#                   ===                 ##   ######                    #########",
	"#       o      x                x  o ===##   #######   o  o           ##########",
	"#  P   ##      x   ##      ##   x ##    ##   ########~~~~~~~~#######^^##########",
	"############  #######^^^#####^^############  ########~~~~~~~~###################",
	"############^^################################~~~~~~~~~~~~~~~###################",
	"################################################################################",
}

// game is a level with its player.
type game struct {
	*ebitengine.Game
	player       character.Controller
	lift         world.Body
	lake         world.Area
	lower, upper mgl64.Vec2     // corners of the lake
	tiles        [][]mgl64.Vec2 // outlines
	spikes       []mgl64.Vec2
	coins        int
	wins         bool
	home         mgl64.Vec2
	liftAt       mgl64.Vec2
	facing       float64
	strides      float64
}

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{}
	g.Game = &ebitengine.Game{
		Title: "Platformer", Start: g.start, Frame: g.frame, Below: g.below, Above: g.above,
		Help: "Left, Right run   Space jump, swim   Down drop   the mouse drags crates   R again   F1 engine",
		Left: []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyArrowRight}, Right: []ebiten.Key{ebiten.KeySpace, ebiten.KeyArrowDown},
	}
	palette := play.Light(0xBDE3E8)
	palette.Area = draw.Style{}
	g.Options = draw.Options{Palette: palette, NoGround: true}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -20}, BeforeTick: g.tick}))
	g.coins, g.wins, g.facing = 0, false, 1
	g.build(w)
	g.player = character.Controller{
		Character: world.Must(character.New(w, character.Def{
			Shape: shape.Capsule{A: mgl64.Vec2{0, -0.3}, B: mgl64.Vec2{0, 0.3}, Radius: 0.32}, Mass: 3, PushForce: 60,
			StepHeight: 0.2, UserData: g, Material: &shape.Material{},
		}, g.home)),
		Run:  character.Run{Speed: 6, Accelerate: 40, Brake: 60, Air: 0.7},
		Jump: character.Jump{Height: 2.7, Rise: 0.38, FallFactor: 1.4, MaxFall: 16, Coyote: 0.1, Buffer: 0.12},
	}
	g.player.Body().SetUserData(play.Look(0xE8694A))
	g.Camera.Size = mgl64.Vec2{24, 13}
	g.Camera.Follow, g.Camera.Lag, g.Camera.Ahead, g.Camera.Center = g.player.Body(), 0.15, 0.25, g.home
	g.Camera.Lower, g.Camera.Upper = mgl64.Vec2{}, mgl64.Vec2{float64(len(level[0])), float64(len(level))}
	return w
}

// build reads the level. Rock is one body of outlines: no seam between tiles catches a foot.
func (g *game) build(w *world.World) {
	rock := world.Must(w.CreateBody(body.Def{Type: body.Static, UserData: draw.Style{Stroke: play.Color(0x3F7A3A), Width: 3}}))
	coin := play.Look(play.Gold)
	coin.NoMark = true
	height := len(level)
	g.spikes, g.lower, g.upper = nil, mgl64.Vec2{1e3, 1e3}, mgl64.Vec2{}
	for row := height - 1; row >= 0; row-- {
		for column, letter := range level[row] {
			at := mgl64.Vec2{float64(column) + 0.5, float64(height-row) - 0.5}
			switch letter {
			case '=':
				world.Must(rock.Attach(shape.OffsetBox(0.5, 0.12, at.Add(mgl64.Vec2{0, 0.38}), 0),
					world.ColliderDef{OneWay: mgl64.Vec2{0, 1}, UserData: play.Look(play.Wood)}))
			case 'o':
				world.Must(rock.Attach(shape.Circle{Center: at, Radius: 0.25}, world.ColliderDef{Sensor: true, UserData: coin}))
			case 'x':
				crate := world.Must(w.CreateBody(body.Def{Position: at, UserData: play.Look(play.Wood)}))
				world.Must(crate.Attach(shape.Box(0.48, 0.48), world.ColliderDef{}))
			case '^':
				g.spikes = append(g.spikes, at)
			case '~':
				g.lower = mgl64.Vec2{min(g.lower[0], at[0]-0.5), min(g.lower[1], at[1]-0.5)}
				g.upper = mgl64.Vec2{max(g.upper[0], at[0]+0.5), max(g.upper[1], at[1]+0.3)}
			case 'P':
				g.home = at.Add(mgl64.Vec2{0, 0.2})
			case 'L':
				g.liftAt = at
				g.lift = world.Must(w.CreateBody(body.Def{Type: body.Kinematic, Position: at, UserData: play.Look(play.Violet)}))
				world.Must(g.lift.Attach(shape.Box(1.4, 0.15), world.ColliderDef{}))
			}
		}
	}
	g.tiles = world.Must(polygon.OutlineTiles(polygon.TileGrid{Width: len(level[0]), Height: height, Solid: func(x, y int) bool {
		return level[height-1-y][x] == '#'
	}}))
	for _, loop := range g.tiles {
		world.Must(rock.AttachChain(shape.Chain{Points: loop, Closed: true}, world.ColliderDef{}))
	}
	g.lake = world.Must(w.CreateArea(world.AreaDef{
		Position: g.lower.Add(g.upper).Mul(0.5), Shape: shape.Box((g.upper[0]-g.lower[0])/2, (g.upper[1]-g.lower[1])/2),
		Effects: []world.AreaEffect{world.AreaFluid{Density: 2.2, LinearDrag: 1.5}}}))
}

// tick moves the lift and the player.
func (g *game) tick(w *world.World) {
	in, t := g.Input(), w.Time()+w.Config().Timestep
	world.Check(g.lift.MoveTo(g.liftAt.Add(mgl64.Vec2{0, -2.2 + 2.4*math.Sin(0.9*t)}), 0))

	wish := in.Axis(ebitengine.KeysLeft, ebitengine.KeysRight)
	if wish != 0 {
		g.facing = wish
	}
	jumps := append([]ebiten.Key{ebiten.KeySpace}, ebitengine.KeysUp...)
	if in.Pressed(ebitengine.KeysDown...) {
		g.player.DropThrough()
	}
	if !g.swim(wish, in.Held(jumps...), in.Pressed(jumps...)) {
		world.Check(g.player.Tick(wish, in.Held(jumps...) || in.Pressed(jumps...)))
	}
}

// swim moves the player in water, and reports whether he is in it.
func (g *game) swim(wish float64, hold, press bool) bool {
	water := g.player.Water(g.lake)
	if water.Part < 0.5 {
		g.player.SetMode(character.Walking)
		return false
	}
	g.player.SetMode(character.Swimming)
	stroke := mgl64.Vec2{wish * 14, -3}
	if hold {
		stroke[1] = 16
	}
	v := g.player.Swim(stroke, water)
	if press && water.Part < 0.95 { // a leap out of the water
		v[1] = 10
	}
	world.Check(g.player.Move(v))
	g.player.Launch(v)
	return true
}

func (g *game) frame(dt float64) {
	for _, e := range g.World.Events().SensorBegins {
		if e.Sensor.Valid() && e.Visitor == g.player.Collider() {
			g.coins++
			world.Check(e.Sensor.Destroy())
		}
	}
	p := g.player.Position()
	for _, s := range g.spikes {
		if math.Abs(s[0]-p[0]) < 0.6 && math.Abs(s[1]-p[1]) < 0.8 {
			world.Check(g.player.Teleport(g.home))
			g.player.Launch(mgl64.Vec2{})
			break
		}
	}
	if g.player.OnFloor() {
		g.strides += math.Abs(g.player.Motion().Speed) * dt
	}
	g.wins = g.wins || p[0] > float64(len(level[0]))-5 && p[1] > 10
}
