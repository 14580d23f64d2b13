package main

import (
	"fmt"
	"math"

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

// game is the playground.
type game struct {
	*ebitengine.Game
	dolls  []world.Body // their heads
	coats  int
	gone   bool // gravity is switched off
	slow   bool
	blasts []blast
}

// blast is the picture of an explosion.
type blast struct {
	at  mgl64.Vec2
	age float64 // s
}

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{}
	g.Game = &ebitengine.Game{
		Title: "Ragdolls", Start: g.start, Frame: g.frame, Above: g.above,
		Help:  "drag anything   N doll   B blast at the mouse   G gravity   S slow motion   R again   F1 engine",
		Right: []ebiten.Key{ebiten.KeyN, ebiten.KeyB, ebiten.KeyG},
	}
	g.Camera.Show(mgl64.Vec2{-10.5, -0.8}, mgl64.Vec2{10.5, 12})
	g.Options = draw.Options{Palette: play.Dark(0x232A3B), NoMarks: true}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	g.dolls, g.coats, g.gone, g.blasts = nil, 0, false, nil
	room := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	for _, wall := range [][4]float64{{0, -0.5, 11, 0.5}, {-10.9, 10, 0.5, 12}, {10.9, 10, 0.5, 12}, {0, 16, 11, 0.5}} {
		world.Must(room.Attach(shape.OffsetBox(wall[2], wall[3], mgl64.Vec2{wall[0], wall[1]}, 0), world.ColliderDef{}))
	}
	for i := range 6 { // stairs
		h := float64(6-i) * 0.45
		world.Must(room.Attach(shape.OffsetBox(0.45, h/2, mgl64.Vec2{-9.9 + 0.9*float64(i), h / 2}, 0), world.ColliderDef{UserData: play.Look(0x556179)}))
	}
	// A trampoline: a board on springs. It slides up and down only.
	board := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0.2, 1.1}, UserData: play.Look(play.Red)}))
	bouncy := &shape.Material{Friction: 0.6, Restitution: 0.9, RestitutionCombine: shape.CombineMaximum}
	world.Must(board.Attach(shape.RoundedBox(1.7, 0.04, 0.05), world.ColliderDef{Density: 2, Material: bouncy}))
	world.Must(w.CreatePrismatic(w.Ground(), board, joint.Prismatic{LocalAnchorA: mgl64.Vec2{0.2, 1.1}, LocalAxisA: mgl64.Vec2{0, 1},
		Limit: true, Lower: -0.8, Upper: 0.4, SpringHertz: 5, SpringDamping: 0.05}))

	g.wreckingBall(w, mgl64.Vec2{4.3, 10.5})
	g.wheel(w, mgl64.Vec2{7.6, 2.7})
	for i := range 9 {
		crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-4.2 + 0.75*float64(i%3), 0.4 + 0.75*float64(i/3)}, UserData: play.Look(play.Wood)}))
		world.Must(crate.Attach(shape.Box(0.35, 0.35), world.ColliderDef{Density: 0.4}))
	}
	for _, at := range []mgl64.Vec2{{-8.3, 7}, {-1, 8}, {1.2, 5}, {-4, 5}} {
		g.doll(w, at)
	}
	return w
}

// wreckingBall hangs a heavy ball on a chain of links.
func (g *game) wreckingBall(w *world.World, from mgl64.Vec2) {
	before, last := w.Ground(), from
	for i := range 7 {
		at := from.Add(mgl64.Vec2{0.55 * (float64(i) + 0.5), -0.25 * float64(i)})
		link := world.Must(w.CreateBody(body.Def{Position: at, Angle: -0.42, UserData: play.Look(0xA9B4C4)}))
		world.Must(link.Attach(shape.Capsule{A: mgl64.Vec2{-0.3, 0}, B: mgl64.Vec2{0.3, 0}, Radius: 0.07}, world.ColliderDef{Density: 3}))
		world.Must(w.CreateRevolute(before, link, world.RevoluteAt(before, link, last)))
		before, last = link, at.Add(mgl64.Vec2{0.275, -0.125})
	}
	ball := world.Must(w.CreateBody(body.Def{Position: last.Add(mgl64.Vec2{0.5, -0.3}), UserData: play.Look(0x71809A)}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.65}, world.ColliderDef{Density: 3}))
	world.Must(w.CreateRevolute(before, ball, world.RevoluteAt(before, ball, last)))
}

// wheel is a water wheel with a motor.
func (g *game) wheel(w *world.World, at mgl64.Vec2) {
	wheel := world.Must(w.CreateBody(body.Def{Position: at, UserData: play.Look(play.Violet)}))
	for i := range 3 {
		world.Must(wheel.Attach(shape.OffsetBox(2.1, 0.1, mgl64.Vec2{}, float64(i)*math.Pi/3), world.ColliderDef{Density: 2}))
	}
	world.Must(wheel.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	def := world.RevoluteAt(w.Ground(), wheel, at)
	def.MotorSpeed, def.MaxMotorTorque = 0.9, 400
	world.Must(w.CreateRevolute(w.Ground(), wheel, def))
}

// part is a limb: a capsule, and the joint to the limb before it.
type part struct {
	parent       int
	from, to     mgl64.Vec2 // of the capsule, m above the hips
	radius       float64
	lower, upper float64 // rad, of the joint at from
	skin         bool
}

// The limbs of a standing doll. Arms and legs are listed once for each side.
var limbs = []part{
	{parent: -1, from: mgl64.Vec2{0, 0.05}, to: mgl64.Vec2{0, 0.6}, radius: 0.2},
	{parent: 0, from: mgl64.Vec2{0, 0.8}, to: mgl64.Vec2{0, 1.02}, radius: 0.2, lower: -0.6, upper: 0.6, skin: true},
	{parent: 0, from: mgl64.Vec2{-0.1, -0.1}, to: mgl64.Vec2{-0.13, -0.55}, radius: 0.12, lower: -0.5, upper: 1.6},
	{parent: 2, from: mgl64.Vec2{-0.13, -0.6}, to: mgl64.Vec2{-0.13, -1.1}, radius: 0.1, lower: -1.8, upper: 0.05, skin: true},
	{parent: 0, from: mgl64.Vec2{0.1, -0.1}, to: mgl64.Vec2{0.13, -0.55}, radius: 0.12, lower: -1.6, upper: 0.5},
	{parent: 4, from: mgl64.Vec2{0.13, -0.6}, to: mgl64.Vec2{0.13, -1.1}, radius: 0.1, lower: -0.05, upper: 1.8, skin: true},
	{parent: 0, from: mgl64.Vec2{-0.24, 0.62}, to: mgl64.Vec2{-0.6, 0.5}, radius: 0.085, lower: -1.8, upper: 1.6},
	{parent: 6, from: mgl64.Vec2{-0.62, 0.5}, to: mgl64.Vec2{-1, 0.5}, radius: 0.075, lower: -2.2, upper: 0.1, skin: true},
	{parent: 0, from: mgl64.Vec2{0.24, 0.62}, to: mgl64.Vec2{0.6, 0.5}, radius: 0.085, lower: -1.6, upper: 1.8},
	{parent: 8, from: mgl64.Vec2{0.62, 0.5}, to: mgl64.Vec2{1, 0.5}, radius: 0.075, lower: -0.1, upper: 2.2, skin: true},
}

// doll puts a doll with its hips at a point. Its limbs do not collide with each other.
func (g *game) doll(w *world.World, at mgl64.Vec2) {
	coat := []uint32{0x4FB0C6, 0xF2B84B, 0x62B36B, 0xE4574C, 0xC78BE0}[g.coats%5]
	g.coats++
	group := shape.Filter{Group: -int32(g.coats)}
	bodies := make([]world.Body, len(limbs))
	for i, l := range limbs {
		color := coat
		if l.skin {
			color = 0xF1C9A5
		}
		b := world.Must(w.CreateBody(body.Def{Position: at, UserData: play.Look(color)}))
		world.Must(b.Attach(shape.Capsule{A: l.from, B: l.to, Radius: l.radius}, world.ColliderDef{Filter: group}))
		bodies[i] = b
		if l.parent < 0 {
			continue
		}
		def := world.RevoluteAt(bodies[l.parent], b, at.Add(l.from))
		def.Limit, def.Lower, def.Upper = true, l.lower, l.upper
		def.MaxMotorTorque = 0.15 // a motor that stands still is dry friction
		world.Must(w.CreateRevolute(bodies[l.parent], b, def))
	}
	g.dolls = append(g.dolls, bodies[1])
}

func (g *game) frame(dt float64) {
	in := g.Input()
	if in.Began(ebiten.KeyN) {
		g.doll(g.World, mgl64.Vec2{math.Mod(float64(g.coats)*3.7, 14) - 7, 10.5})
	}
	if in.Began(ebiten.KeyB) {
		at := in.Cursor()
		g.blasts = append(g.blasts, blast{at: at})
		world.Check(g.World.Explode(world.Explosion{Point: at, Radius: 1, Falloff: 3, ImpulsePerLength: 4}))
	}
	if in.Began(ebiten.KeyG) {
		g.gone = !g.gone
		down := -10.0
		if g.gone {
			down = 0
		}
		world.Check(g.World.SetGravity(mgl64.Vec2{0, down}))
	}
	if in.Began(ebiten.KeyS) {
		g.slow = !g.slow
		if g.Speed = 1; g.slow {
			g.Speed = 0.25
		}
	}
	for i := len(g.blasts) - 1; i >= 0; i-- {
		if g.blasts[i].age += dt; g.blasts[i].age > 0.4 {
			g.blasts = append(g.blasts[:i], g.blasts[i+1:]...)
		}
	}
}

// above draws faces and blasts.
func (g *game) above(c *ebitengine.Canvas) {
	for _, head := range g.dolls {
		position, angle := head.RenderPose()
		for _, side := range []float64{-0.08, 0.08} {
			c.Circle(position.Add(mgl64.Rotate2D(angle).Mul2x1(mgl64.Vec2{side, 0.95})), 0.035, draw.Style{Fill: play.Color(0x2B2118)})
		}
	}
	for _, b := range g.blasts {
		r := 4 * math.Sqrt(b.age/0.4)
		c.Circle(b.at, r, draw.Style{Fill: play.Glow(play.Gold, uint8(110*(1-b.age/0.4))).Fill, Stroke: play.Glow(0xFFFFFF, uint8(200*(1-b.age/0.4))).Fill, Width: 3})
	}
	c.Label(fmt.Sprintf("%d dolls", len(g.dolls)), ebitengine.TopLeft, 18, play.Color(0xE6ECF5))
}
