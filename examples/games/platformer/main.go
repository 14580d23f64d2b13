package main

import (
	"embed"
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/importers/tiled"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

// The level as the editor Tiled writes it, a metre for each tile: rock and one-way floors in the
// layer "ground", coins, crates and the lift as objects, and the places of the player, the flag,
// the lake and the spikes. The game itself draws the contents of the editor's layer "look".
//
//go:embed level.tmx tiles.tsx
var files embed.FS

// The numbers of the tiles in the map.
const (
	rock = 1 + iota
	floor
)

// game is a level with its player.
type game struct {
	*ebitengine.Game
	player       character.Controller
	level        *tiled.Level
	ground       *terrain.Terrain
	size         mgl64.Vec2 // of the level
	lift         world.Body
	lake         world.Area
	lower, upper mgl64.Vec2     // corners of the lake
	tiles        [][]mgl64.Vec2 // outlines of rock
	spikes       []mgl64.Vec2
	coins        int
	wins         bool
	home, flag   mgl64.Vec2
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
	g.Options = draw.Options{Palette: palette, NoGround: true, Style: g.style}
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
	g.Camera.Lower, g.Camera.Upper = mgl64.Vec2{}, g.size
	return w
}

// build makes the level. The tiles are terrain, so nothing catches on the seams between them.
func (g *game) build(w *world.World) {
	m := world.Must(tiled.Read(files, "level.tmx"))
	columns, rows := m.Size()
	g.size = mgl64.Vec2{float64(columns), float64(rows)}
	g.level = world.Must(m.Build(w, tiled.Options{Origin: mgl64.Vec2{0, g.size[1]}}))
	place := func(name string) tiled.Object {
		o, ok := g.level.Object(name)
		if !ok {
			panic("platformer: the level has no " + name)
		}
		return o
	}
	g.home, g.flag = place("player").Position, place("flag").Position
	g.lift, g.liftAt = place("lift").Body, place("lift").Position
	g.spikes = nil
	for _, o := range g.level.Objects {
		switch o.Class {
		case "spikes":
			g.spikes = append(g.spikes, o.Position)
		case "coin":
			coin := play.Look(play.Gold)
			coin.NoMark = true
			o.Body.SetUserData(coin)
		case "crate":
			o.Body.SetUserData(play.Look(play.Wood))
		case "lift":
			o.Body.SetUserData(play.Look(play.Violet))
		}
	}
	g.outline()
	g.fill(w, place("lake").Body)
}

// outline finds the outlines of the rock, for drawing.
func (g *game) outline() {
	for _, layer := range g.level.Terrains {
		if layer.Name == "ground" {
			g.ground = layer.Terrain
		}
	}
	g.tiles = world.Must(polygon.OutlineTiles(polygon.TileGrid{Width: int(g.size[0]), Height: int(g.size[1]), Solid: func(x, y int) bool {
		tile := g.ground.At(g.ground.CellAt(mgl64.Vec2{float64(x) + 0.5, float64(y) + 0.5}))
		return tile != 0 && g.ground.Kind(tile).Number == rock
	}}))
}

// fill replaces a body of the level by water.
func (g *game) fill(w *world.World, lake world.Body) {
	for c := range lake.Colliders() {
		g.lower, g.upper = c.Bounds()
	}
	world.Check(lake.Destroy())
	size := g.upper.Sub(g.lower)
	g.lake = world.Must(w.CreateArea(world.AreaDef{
		Position: g.lower.Add(size.Mul(0.5)), Shape: shape.Box(size[0]/2, size[1]/2),
		Effects: []area.Effect{area.Fluid{Density: 2.2, LinearDrag: 1.5}}}))
}

// style is the look of a collider: the look of its body or of its tile. Rock is drawn below.
func (g *game) style(c world.Collider, byState draw.Style) draw.Style {
	if s, ok := c.Body().UserData().(draw.Style); ok {
		return s
	}
	lower, upper := c.Bounds()
	_, tile, ok := g.ground.TileOf(c, lower.Add(upper).Mul(0.5))
	switch {
	case !ok:
		return byState
	case g.ground.Kind(tile).Number == floor:
		return play.Look(play.Wood)
	}
	return draw.Style{}
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
	g.wins = g.wins || p[0] > g.flag[0]-1.5 && p[1] > g.flag[1]
}
