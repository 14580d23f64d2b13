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

const (
	ballRadius = 0.16
	lane       = 3.3 // m, the middle of the lane of the plunger
	balls      = 3
)

// game is a table with its score.
type game struct {
	*ebitengine.Game
	ball         world.Body
	left, right  world.Revolute // flippers
	balls, score int
	factor       int                        // of all points: one more for each time that all lanes were lit
	lanes        []world.Collider           // sensors at the top
	lit          map[world.Collider]bool    // lanes that were passed
	points       map[world.Collider]int     // the points of a hit
	flash        map[world.Collider]float64 // s, the remaining time of its glow
	charge       float64                    // of the plunger, 0 to 1
}

var (
	steel  = &shape.Material{Friction: 0.1, Restitution: 0.35}
	rubber = &shape.Material{Friction: 0.2, Restitution: 0.8, RestitutionCombine: shape.CombineMaximum}
	kicker = &shape.Material{Friction: 0.1, Restitution: 1.3, RestitutionCombine: shape.CombineMaximum}
)

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{}
	g.Game = &ebitengine.Game{
		Title: "Pinball", Width: 560, Height: 860, Start: g.start, Frame: g.frame, Below: g.below, Above: g.above, NoDrag: true, NoZoom: true,
		Help: "Left, Right flippers   hold Space: plunger   R again   F1 engine",
		Left: []ebiten.Key{ebiten.KeyArrowLeft}, Right: []ebiten.Key{ebiten.KeyArrowRight, ebiten.KeySpace},
	}
	g.Camera.Show(mgl64.Vec2{-3.5, -1}, mgl64.Vec2{4.05, 11.2})
	g.Options = draw.Options{Palette: play.Dark(0x191428), NoMarks: true, NoGround: true, Style: g.style}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -7}, HitThreshold: 0.3, BeforeTick: g.tick}))
	g.balls, g.score, g.factor, g.charge = balls, 0, 1, 0
	g.lit, g.points, g.flash, g.lanes = map[world.Collider]bool{}, map[world.Collider]int{}, map[world.Collider]float64{}, nil
	table := world.Must(w.CreateBody(body.Def{Type: body.Static, UserData: draw.Style{Fill: play.Color(0x4A3F73), Stroke: play.Color(0x9C8FD6), Width: 2}}))
	world.Must(table.AttachChain(shape.Chain{Points: outline(), Closed: true, Materials: []*shape.Material{steel}}, world.ColliderDef{}))
	add := func(s shape.Support, m *shape.Material, points int, look any) world.Collider {
		c := world.Must(table.Attach(s, world.ColliderDef{Material: m, HitEvents: points > 0, UserData: look}))
		if points > 0 {
			g.points[c] = points
		}
		return c
	}
	add(shape.Capsule{A: mgl64.Vec2{3.02, 0.2}, B: mgl64.Vec2{3.02, 6.7}, Radius: 0.05}, steel, 0, nil) // beside the plunger
	world.Must(table.Attach(shape.Capsule{A: mgl64.Vec2{3.02, 6.75}, B: mgl64.Vec2{3.5, 7.45}, Radius: 0.03},
		world.ColliderDef{Material: steel, OneWay: mgl64.Vec2{-0.8, 0.55}, UserData: play.Look(play.Green)})) // the gate
	for _, side := range []float64{-1, 1} {
		add(world.Must(shape.NewPolygon([]mgl64.Vec2{{side * 2, 3.3}, {side * 1.4, 2.75}, {side * 2, 4.4}}, 0.08)), kicker, 50, play.Look(play.Green))
		add(shape.Capsule{A: mgl64.Vec2{side * 2.52, 3.7}, B: mgl64.Vec2{side * 2.52, 2.65}, Radius: 0.05}, steel, 0, nil)
		add(shape.Capsule{A: mgl64.Vec2{side * 2.52, 2.62}, B: mgl64.Vec2{side * 1.6, 1.72}, Radius: 0.07}, steel, 0, nil)
	}
	for _, at := range []mgl64.Vec2{{-1.3, 6.2}, {1.3, 6.2}, {0, 7.3}} {
		add(shape.Circle{Center: at, Radius: 0.46}, kicker, 100, play.Look(play.Red))
	}
	for _, x := range []float64{-1.5, -0.5, 0.5, 1.5} { // lanes at the top
		add(shape.Capsule{A: mgl64.Vec2{x, 8.55}, B: mgl64.Vec2{x, 9}, Radius: 0.06}, rubber, 0, nil)
	}
	for _, x := range []float64{-1, 0, 1} {
		g.lanes = append(g.lanes, world.Must(table.Attach(shape.OffsetBox(0.3, 0.1, mgl64.Vec2{x, 8.75}, 0), world.ColliderDef{Sensor: true})))
	}
	for i := range 3 { // targets on the left
		add(shape.OffsetBox(0.07, 0.24, mgl64.Vec2{-2.93, 4.9 + 0.6*float64(i)}, 0), rubber, 75, play.Look(play.Gold))
	}
	spinner := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 4.7}, AngularDamping: 0.7, UserData: play.Look(play.Blue)}))
	world.Must(spinner.Attach(shape.RoundedBox(0.55, 0.03, 0.03), world.ColliderDef{}))
	world.Must(w.CreateRevolute(w.Ground(), spinner, world.RevoluteAt(w.Ground(), spinner, spinner.Position())))
	g.left, g.right = g.flipper(w, -1), g.flipper(w, 1)
	g.serve(w)
	return w
}

// outline is the border of the table, clockwise, so that its inside is in front.
func outline() []mgl64.Vec2 {
	points := []mgl64.Vec2{{-3, -0.8}, {-3, 7}}
	const n = 24
	for i := 1; i < n; i++ {
		sin, cos := math.Sincos(math.Pi * (1 - float64(i)/n))
		points = append(points, mgl64.Vec2{0.3 + 3.3*cos, 7 + 3.3*sin})
	}
	return append(points, mgl64.Vec2{3.6, 7}, mgl64.Vec2{3.6, 0.2}, mgl64.Vec2{3.02, 0.2}, mgl64.Vec2{3.02, -0.8})
}

// flipper turns by a motor between two limits.
func (g *game) flipper(w *world.World, side float64) world.Revolute {
	pivot := mgl64.Vec2{side * 1.52, 1.6}
	b := world.Must(w.CreateBody(body.Def{Position: pivot, NeverSleep: true, UserData: play.Look(play.Gold)}))
	world.Must(b.Attach(shape.Capsule{B: mgl64.Vec2{-side * 1.12, 0}, Radius: 0.12}, world.ColliderDef{Density: 6, Material: &shape.Material{Friction: 0.3, Restitution: 0.2}}))
	def := world.RevoluteAt(w.Ground(), b, pivot)
	def.Limit, def.Lower, def.Upper = true, -0.5, 0.5
	def.MaxMotorTorque = 120
	return world.Must(w.CreateRevolute(w.Ground(), b, def))
}

// serve puts a ball before the plunger.
func (g *game) serve(w *world.World) {
	g.ball = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{lane, 0.5}, Bullet: true, NeverSleep: true, UserData: play.Look(0xDDE3EE)}))
	world.Must(g.ball.Attach(shape.Circle{Radius: ballRadius}, world.ColliderDef{Density: 4, Material: steel}))
}

// tick drives the flippers and the plunger.
func (g *game) tick(w *world.World) {
	in := g.Input()
	for i, flipper := range []world.Revolute{g.left, g.right} {
		keys := [][]ebiten.Key{ebitengine.KeysLeft, ebitengine.KeysRight}[i]
		side := float64(1 - 2*i)
		speed := -10 * side
		if in.Held(keys...) {
			speed = 22 * side
		}
		world.Check(flipper.Edit(func(d *joint.Revolute) { d.MotorSpeed = speed }))
	}
	if !g.ball.Valid() {
		return
	}
	if p := g.ball.Position(); p[0] > 3.05 && p[1] < 0.45 {
		switch {
		case in.Held(ebiten.KeySpace, ebiten.KeyArrowDown):
			g.charge = min(1, g.charge+w.Config().Timestep)
		case g.charge > 0:
			world.Check(g.ball.SetLinearVelocity(mgl64.Vec2{0, 8 + 9*g.charge}))
			g.charge = 0
		}
	}
}

func (g *game) frame(dt float64) {
	for c := range g.flash {
		if g.flash[c] -= dt; g.flash[c] <= 0 {
			delete(g.flash, c)
		}
	}
	for _, h := range g.World.Events().Hits {
		for _, c := range []world.Collider{h.ColliderA, h.ColliderB} {
			if n := g.points[c]; n > 0 {
				g.score += n * g.factor
				g.flash[c] = 0.15
			}
		}
	}
	for _, e := range g.World.Events().SensorBegins {
		g.score += 25 * g.factor
		if g.lit[e.Sensor] = true; len(g.lit) == len(g.lanes) {
			g.factor++
			g.lit = map[world.Collider]bool{}
		}
	}
	if g.ball.Valid() && g.ball.Position()[1] < -0.5 {
		world.Check(g.ball.Destroy())
		if g.balls--; g.balls > 0 {
			g.serve(g.World)
		}
	}
}

// style makes colliders glow after a hit.
func (g *game) style(c world.Collider, byState draw.Style) draw.Style {
	if c.Sensor() {
		if g.lit[c] {
			return play.Look(play.Gold)
		}
		return draw.Style{Stroke: play.Color(0x9C8FD6), Width: 1}
	}
	look, ok := c.UserData().(draw.Style)
	if !ok {
		look, _ = c.Body().UserData().(draw.Style)
	}
	if g.flash[c] > 0 {
		look.Fill = play.Color(0xFFF4D0)
	}
	return look
}

// below draws the felt and the rim.
func (g *game) below(c *ebitengine.Canvas) {
	rim := outline()
	c.Polygon(rim, play.Glow(0x2A2145, 0xFF))
	for i, p := range rim {
		c.Line(p, rim[(i+1)%len(rim)], 6, play.Color(0x6A5BB0))
	}
	for i := range 5 { // arrows to the lanes
		c.Polygon([]mgl64.Vec2{{-0.12, 5.3 + 0.2*float64(i)}, {0.12, 5.3 + 0.2*float64(i)}, {0, 5.45 + 0.2*float64(i)}}, play.Glow(play.Gold, uint8(60+30*i)))
	}
}

// above draws the inner rings of the bumpers, the plunger and the score.
func (g *game) above(c *ebitengine.Canvas) {
	for b, n := range g.points {
		if s, ok := b.Shape().(shape.Circle); ok && n == 100 {
			c.Circle(s.Center, 0.28, draw.Style{Stroke: play.Color(play.Cream), Width: 3})
		}
	}
	y := 0.28 - 0.5*g.charge
	c.Line(mgl64.Vec2{lane, -0.8}, mgl64.Vec2{lane, y}, 7, play.Color(0xDDE3EE))
	c.Line(mgl64.Vec2{lane - 0.16, y}, mgl64.Vec2{lane + 0.16, y}, 7, play.Color(play.Red))
	text := play.Color(play.Cream)
	c.Label(fmt.Sprintf("%06d", g.score), ebitengine.TopLeft, 26, text)
	c.Label(fmt.Sprintf("ball %d of %d   x%d", min(balls-g.balls+1, balls), balls, g.factor), ebitengine.TopRight, 16, text)
	if g.balls == 0 {
		c.Label("The end.  R plays again", ebitengine.Middle, 28, text)
	}
}
