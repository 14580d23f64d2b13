package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

const (
	bridge            = 11.0      // m, height of the bridge
	travel            = 4.0       // m/s
	hoist             = 3.5       // m/s
	shortest, longest = 1.2, 12.5 // m, of the rope
)

// game is a harbour.
type game struct {
	*ebitengine.Game
	trolley, magnet, barge world.Body
	slide                  world.Prismatic
	rope                   world.Distance
	length, speed          float64
	load                   world.Weld // the load that the magnet holds, if Valid
	on                     bool       // the magnet is on
	boxes                  []world.Body
	water                  world.Area
	surface                []mgl64.Vec2
}

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{}
	g.Game = &ebitengine.Game{
		Title: "Crane", Start: g.start, Below: g.below, Above: g.above, NoDrag: true,
		Help: "Left, Right trolley   Up, Down rope   Space magnet   R again   F1 engine",
		Left: []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyArrowRight}, Right: []ebiten.Key{ebiten.KeySpace, ebiten.KeyArrowDown, ebiten.KeyArrowUp},
	}
	g.Camera.Show(mgl64.Vec2{-13, -4.2}, mgl64.Vec2{13, 12.4})
	palette := play.Light(0xF3D9C0)
	palette.Area = draw.Style{} // the game draws the water with its waves
	g.Options = draw.Options{Palette: palette, NoMarks: true}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, BeforeTick: g.tick}))
	g.length, g.speed, g.on, g.load, g.boxes = 4, 0, false, world.Weld{}, nil
	quay := world.Must(w.CreateBody(body.Def{Type: body.Static, UserData: play.Look(0x7E7468)}))
	world.Must(quay.Attach(shape.OffsetBox(7.5, 3, mgl64.Vec2{-6.5, -3}, 0), world.ColliderDef{}))
	world.Must(quay.Attach(shape.OffsetBox(8, 1, mgl64.Vec2{8, -5}, 0), world.ColliderDef{}))
	world.Must(quay.Attach(shape.OffsetBox(1, 4, mgl64.Vec2{14, -3}, 0), world.ColliderDef{}))
	for i := range 6 {
		g.container(w, mgl64.Vec2{-11 + 2.4*float64(i%3), 0.6 + 1.2*float64(i/3)}, []uint32{play.Red, play.Blue, play.Gold, play.Green, play.Violet, 0xE08A3C}[i])
	}
	g.water = world.Must(w.CreateArea(world.AreaDef{Shape: shape.OffsetBox(6.2, 2.4, mgl64.Vec2{7, -2.4}, 0),
		Effects: []area.Effect{area.Fluid{Density: 1, LinearDrag: 0.7, Surface: g.waves(0)}}}))

	g.barge = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{6.8, -0.9}, UserData: play.Look(0x5D4A66)}))
	hull := world.Must(shape.NewPolygon([]mgl64.Vec2{{-3.4, -0.9}, {3.4, -0.9}, {4.4, 0.5}, {-4.4, 0.5}}, 0))
	firm := &shape.Material{Friction: 0.9}
	world.Must(g.barge.Attach(hull, world.ColliderDef{Density: 0.25, Material: firm}))
	world.Must(g.barge.Attach(shape.OffsetBox(2.6, 0.12, mgl64.Vec2{0, -0.75}, 0), world.ColliderDef{Density: 3, Filter: shape.Filter{Ghost: true}}))
	for _, x := range []float64{-4.2, 4.2} {
		world.Must(g.barge.Attach(shape.OffsetBox(0.12, 0.4, mgl64.Vec2{x, 0.9}, 0), world.ColliderDef{Density: 0.2, Material: firm}))
	}
	g.crane(w)
	return w
}

func (g *game) container(w *world.World, at mgl64.Vec2, color uint32) {
	b := world.Must(w.CreateBody(body.Def{Position: at, LinearDamping: 0.5, AngularDamping: 1, UserData: play.Look(color)}))
	world.Must(b.Attach(shape.Box(1.05, 0.58), world.ColliderDef{Density: 0.3, Material: &shape.Material{Friction: 0.8}}))
	g.boxes = append(g.boxes, b)
}

func (g *game) crane(w *world.World) {
	at := mgl64.Vec2{-2, bridge}
	g.trolley = world.Must(w.CreateBody(body.Def{Position: at, NeverSleep: true, UserData: play.Look(play.Gold)}))
	world.Must(g.trolley.Attach(shape.Box(0.8, 0.3), world.ColliderDef{Density: 8, Filter: shape.Filter{Ghost: true}}))
	def := world.PrismaticAt(w.Ground(), g.trolley, at, mgl64.Vec2{1, 0})
	def.Limit, def.Lower, def.Upper = true, -9.5, 11.5
	def.MaxMotorForce = 300
	g.slide = world.Must(w.CreatePrismatic(w.Ground(), g.trolley, def))
	g.magnet = world.Must(w.CreateBody(body.Def{Position: at.Sub(mgl64.Vec2{0, g.length}), LinearDamping: 0.8, AngularDamping: 2, NeverSleep: true, UserData: play.Look(0x475063)}))
	world.Must(g.magnet.Attach(shape.RoundedBox(0.6, 0.12, 0.06), world.ColliderDef{Density: 2}))
	g.rope = world.Must(w.CreateDistance(g.trolley, g.magnet, joint.Distance{LocalAnchorB: mgl64.Vec2{0, 0.18}, Loose: true, MaxLength: g.length}))
}

// tick drives trolley and winch, and makes waves.
func (g *game) tick(w *world.World) {
	in, dt := g.Input(), w.Config().Timestep
	wish := travel * in.Axis(ebitengine.KeysLeft, ebitengine.KeysRight)
	g.speed += min(max(wish-g.speed, -5*dt), 5*dt) // gentle starts swing the load less
	world.Check(g.slide.Edit(func(d *joint.Prismatic) { d.MotorSpeed = g.speed }))
	if turn := in.Axis(ebitengine.KeysUp, ebitengine.KeysDown); turn != 0 {
		g.length = min(max(g.length+turn*hoist*dt, shortest), min(longest, g.rope.Length()+0.4)) // no slack beyond a hand
		world.Check(g.rope.Edit(func(d *joint.Distance) { d.MaxLength = g.length }))
	}
	if in.Pressed(ebiten.KeySpace) {
		g.on = !g.on
	}
	g.hold(w)
	world.Check(g.water.SetSurface(g.waves(w.Time())))
}

// hold welds a container that touches the magnet while it is on, and lets go when it is off.
func (g *game) hold(w *world.World) {
	if g.load.Valid() {
		if !g.on {
			world.Check(g.load.Destroy())
		}
		return
	}
	if !g.on {
		return
	}
	for t := range g.magnet.Touching() {
		other := t.Other.Body()
		if other.Type() != body.Dynamic || other == g.barge {
			continue
		}
		g.load = world.Must(w.CreateWeld(g.magnet, other, world.WeldAt(g.magnet, other, g.magnet.Position())))
		return
	}
}

// waves is the surface of the harbour at a time.
func (g *game) waves(t float64) []mgl64.Vec2 {
	g.surface = g.surface[:0]
	for x := 1.0; x <= 13; x += 0.5 {
		g.surface = append(g.surface, mgl64.Vec2{x, -0.5 + 0.05*math.Sin(1.1*x-1.3*t) + 0.03*math.Sin(2.3*x+2*t)})
	}
	return g.surface
}

// loaded counts the containers that rest on the barge.
func (g *game) loaded() int {
	n := 0
	for _, b := range g.boxes {
		held := g.load.Valid() && g.load.BodyB() == b
		p := b.Position()
		if !held && p[0] > 1.5 && p[1] > g.barge.Position()[1]+0.5 {
			n++
		}
	}
	return n
}

// below draws the sun and the bridge.
func (g *game) below(c *ebitengine.Canvas) {
	c.Circle(mgl64.Vec2{8, 3.2}, 2.2, draw.Style{Fill: play.Color(0xF8C27D)})
	for i := range 7 {
		x, h := -12.5+4.1*float64(i), 1.2+float64(i*5%4)
		c.Polygon([]mgl64.Vec2{{x, 0}, {x + 2.4, 0}, {x + 2.4, h}, {x, h}}, draw.Style{Fill: play.Color(0xE3BFA2)})
	}
	steel := play.Color(0xB5533C)
	for _, x := range []float64{-12.2, -0.2, 12.4} {
		c.Line(mgl64.Vec2{x, -0.2}, mgl64.Vec2{x, bridge}, 7, steel)
	}
	c.Line(mgl64.Vec2{-12.6, bridge + 0.5}, mgl64.Vec2{12.8, bridge + 0.5}, 5, steel)
	c.Line(mgl64.Vec2{-12.6, bridge - 0.4}, mgl64.Vec2{12.8, bridge - 0.4}, 7, steel)
	for x := -12.6; x < 12; x += 1.27 {
		c.Line(mgl64.Vec2{x, bridge - 0.4}, mgl64.Vec2{x + 0.635, bridge + 0.5}, 2, steel)
		c.Line(mgl64.Vec2{x + 0.635, bridge + 0.5}, mgl64.Vec2{x + 1.27, bridge - 0.4}, 2, steel)
	}
}

// above draws the rope, the water and the count.
func (g *game) above(c *ebitengine.Canvas) {
	a, _ := g.trolley.RenderPose()
	m, angle := g.magnet.RenderPose()
	c.Line(a, m.Add(mgl64.Rotate2D(angle).Mul2x1(mgl64.Vec2{0, 0.18})), 2.5, play.Color(0x33302E))
	if g.on {
		c.Point(m, 4, draw.Style{Fill: play.Color(play.Red)})
	}
	n := len(g.surface)
	for i := range n - 1 {
		c.Line(g.surface[i], g.surface[i+1], 2, play.Color(0xD9F2F5))
	}
	c.Polygon(append(g.surface, mgl64.Vec2{13, -4}, mgl64.Vec2{1, -4}), play.Glow(0x3E8FA8, 0xA0))
	ink := play.Color(0x3A2E39)
	c.Label(fmt.Sprintf("%d of %d on board   list %.0f°", g.loaded(), len(g.boxes), math.Abs(g.barge.Angle())*180/math.Pi), ebitengine.TopLeft, 20, ink)
	if g.loaded() == len(g.boxes) {
		c.Label("All on board!  R starts anew", ebitengine.Middle, 30, ink)
	}
}
