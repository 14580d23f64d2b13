package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

const (
	gravity  = 1.62 // m/s^2
	thrust   = 4.2  // m/s^2 of the full ship
	turning  = 2.6  // rad/s^2
	fuelRate = 6.0  // parts in a hundred, per second
	gentle   = 1.6  // m/s: a faster touch breaks the ship
	width    = 60.0 // m, half of the valley
)

// game is a descent.
type game struct {
	*ebitengine.Game
	ship       world.Body
	fuel       float64 // 0 to 100
	burning    bool
	rested     float64 // s, upright on the pad
	lost, home bool
	padFrom    float64
	ground     []mgl64.Vec2
	flame      float64
}

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{}
	g.Game = &ebitengine.Game{
		Title: "Lander", Start: g.start, Frame: g.frame, Below: g.below, Above: g.above, NoDrag: true,
		Help: "Up thrust   Left, Right turn   R again   F1 engine",
		Left: []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyArrowRight}, Right: []ebiten.Key{ebiten.KeyArrowUp},
	}
	g.Options = draw.Options{Palette: play.Dark(0x0D1221), NoMarks: true, NoGround: true}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -gravity}, BeforeTick: g.tick}))
	g.fuel, g.rested, g.lost, g.home, g.burning = 100, 0, false, false, false
	g.land(w)
	g.ship = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{-34, 22}, LinearVelocity: mgl64.Vec2{5, 0}, Angle: -0.3, UserData: play.Look(0xD9DEE8)}))
	hull := world.Must(shape.NewPolygon([]mgl64.Vec2{{-0.9, -0.5}, {0.9, -0.5}, {0.8, 0.4}, {0.35, 1}, {-0.35, 1}, {-0.8, 0.4}}, 0))
	firm := world.ColliderDef{Material: &shape.Material{Friction: 0.8}}
	world.Must(g.ship.Attach(hull, firm))
	for _, side := range []float64{-1, 1} {
		leg := shape.Capsule{A: mgl64.Vec2{side * 0.7, -0.4}, B: mgl64.Vec2{side * 1.3, -1.3}, Radius: 0.09}
		world.Must(g.ship.Attach(leg, firm))
		foot := shape.Capsule{A: mgl64.Vec2{side * 1.05, -1.35}, B: mgl64.Vec2{side * 1.55, -1.35}, Radius: 0.07}
		world.Must(g.ship.Attach(foot, firm))
	}
	g.Camera.Size = mgl64.Vec2{54, 34}
	g.Camera.Follow, g.Camera.Lag, g.Camera.Ahead = g.ship, 0.35, 0.8
	g.Camera.Center = g.ship.Position()
	g.Camera.Lower, g.Camera.Upper = mgl64.Vec2{-width, -3}, mgl64.Vec2{width, 60}
	return w
}

// land makes the ground: a sum of waves, with a level pad.
func (g *game) land(w *world.World) {
	g.padFrom = 22
	height := func(x float64) float64 {
		return 6 + 3.5*math.Sin(x*0.11+1) + 1.6*math.Sin(x*0.37) + 0.6*math.Sin(x*1.13) + 14*math.Pow(math.Abs(x)/width, 6)
	}
	g.ground = nil
	for x := width; x >= -width; x-- { // ground is listed from right to left
		y := height(x)
		if x >= g.padFrom && x <= g.padFrom+6 {
			y = height(g.padFrom + 3)
		}
		g.ground = append(g.ground, mgl64.Vec2{x, y})
	}
	moon := world.Must(w.CreateBody(body.Def{Type: body.Static, UserData: draw.Style{Stroke: play.Color(0xA7B0C2), Width: 2}}))
	world.Must(moon.AttachChain(shape.Chain{Points: g.ground}, world.ColliderDef{}))
	for _, x := range []float64{-width, width} { // the sides of the valley
		world.Must(moon.Attach(shape.OffsetBox(1, 100, mgl64.Vec2{x, 60}, 0), world.ColliderDef{}))
	}
}

// tick turns the ship and burns fuel: the thrust acts along its axis.
func (g *game) tick(w *world.World) {
	g.burning = false
	if g.lost || g.home {
		return
	}
	in, dt := g.Input(), w.Config().Timestep
	turn := in.Axis(ebitengine.KeysRight, ebitengine.KeysLeft)
	world.Check(g.ship.ApplyTorque(g.ship.Inertia() * (turn*turning - 1.2*g.ship.AngularVelocity())))
	if in.Held(ebitengine.KeysUp...) && g.fuel > 0 {
		g.burning = true
		g.fuel = max(0, g.fuel-fuelRate*dt)
		world.Check(g.ship.ApplyForceToCenter(g.ship.WorldVector(mgl64.Vec2{0, g.ship.Mass() * thrust})))
	}
}

func (g *game) frame(dt float64) {
	g.flame += dt
	if g.lost || g.home {
		return
	}
	for e := range g.ship.ContactBegins() {
		if e.ApproachSpeed > gentle {
			g.crash()
			return
		}
	}
	p := g.ship.Position()
	onPad := p[0] > g.padFrom && p[0] < g.padFrom+6 && g.ship.LinearVelocity().Len() < 0.1 && math.Abs(g.ship.Angle()) < 0.2
	touching := 0
	for range g.ship.Contacts() {
		touching++
	}
	if onPad && touching > 0 {
		g.rested += dt
	} else {
		g.rested = 0
	}
	g.home = g.rested > 1
}

// crash breaks the ship into its shapes, which fly apart.
func (g *game) crash() {
	g.lost = true
	at, v := g.ship.Position(), g.ship.LinearVelocity()
	var shapes []shape.Support
	for c := range g.ship.Colliders() {
		shapes = append(shapes, c.Shape())
	}
	angle := g.ship.Angle()
	world.Check(g.ship.Destroy())
	for _, s := range shapes {
		part := world.Must(g.World.CreateBody(body.Def{Position: at, Angle: angle, LinearVelocity: v.Mul(0.5), UserData: play.Look(0xD9DEE8)}))
		world.Must(part.Attach(s, world.ColliderDef{}))
	}
	for i := range 14 {
		sin, cos := math.Sincos(float64(i) * 2 * math.Pi / 14)
		spark := world.Must(g.World.CreateBody(body.Def{Position: at.Add(mgl64.Vec2{cos, sin}), LinearVelocity: v, UserData: play.Look(play.Gold)}))
		world.Must(spark.Attach(shape.Box(0.12, 0.12), world.ColliderDef{Density: 0.5}))
	}
	world.Check(g.World.Explode(world.Explosion{Point: at.Sub(mgl64.Vec2{0, 0.6}), Radius: 1, Falloff: 3, ImpulsePerLength: 1.4, NoShielding: true}))
}

// below draws stars, the moon's body and the pad.
func (g *game) below(c *ebitengine.Canvas) {
	for i := range 90 {
		x, y := math.Mod(float64(i)*37.7, 2*width)-width, 8+math.Mod(float64(i)*23.3, 52)
		c.Point(mgl64.Vec2{x, y}, 0.7+0.3*float64(i%4), play.Glow(0xFFFFFF, uint8(90+i%5*30)))
	}
	rock := append([]mgl64.Vec2{{-width, -10}, {width, -10}}, g.ground...)
	c.Polygon(rock, play.Glow(0x3A4257, 0xFF))
	y := g.padHeight()
	c.Line(mgl64.Vec2{g.padFrom, y - 0.1}, mgl64.Vec2{g.padFrom + 6, y - 0.1}, 6, play.Color(play.Green))
	for _, x := range []float64{g.padFrom, g.padFrom + 6} {
		c.Line(mgl64.Vec2{x, y}, mgl64.Vec2{x, y + 1.2}, 2, play.Color(0xA7B0C2))
		c.Polygon([]mgl64.Vec2{{x, y + 1.2}, {x + 0.8, y + 0.95}, {x, y + 0.7}}, draw.Style{Fill: play.Color(play.Gold)})
	}
	if g.burning {
		long := 1.5 + 0.5*math.Sin(g.flame*50)
		for i, hex := range []uint32{0xE4574C, 0xF2B84B, 0xFFF3C4} {
			r := float64(3-i) / 3
			c.Polygon(g.shipPoints(mgl64.Vec2{-0.45 * r, -0.55}, mgl64.Vec2{0, -0.55 - long*r}, mgl64.Vec2{0.45 * r, -0.55}), play.Glow(hex, 0xE0))
		}
	}
}

func (g *game) shipPoints(points ...mgl64.Vec2) []mgl64.Vec2 {
	position, angle := g.ship.RenderPose()
	for i, p := range points {
		points[i] = position.Add(mgl64.Rotate2D(angle).Mul2x1(p))
	}
	return points
}

func (g *game) padHeight() float64 { return g.ground[int(width-g.padFrom)-1][1] }

func (g *game) above(c *ebitengine.Canvas) {
	text := play.Color(0xE6ECF5)
	if g.ship.Valid() {
		window := g.shipPoints(mgl64.Vec2{0, 0.35})[0]
		c.Circle(window, 0.27, play.Look(0x7FD1E8))
		v, p := g.ship.LinearVelocity(), g.ship.Position()
		c.Label(fmt.Sprintf("fuel %.0f %%\nspeed %.1f m/s down, %.1f across\nheight %.0f m\npad %+.0f m",
			g.fuel, -v[1], v[0], p[1]-g.padHeight()-1.4, g.padFrom+3-p[0]), ebitengine.TopLeft, 16, text)
	}
	switch {
	case g.home:
		c.Label(fmt.Sprintf("Landed, with %.0f %% of the fuel!  R flies again", g.fuel), ebitengine.Middle, 30, text)
	case g.lost:
		c.Label(fmt.Sprintf("Too fast: %.1f m/s is the limit.  R flies again", gentle), ebitengine.Middle, 30, text)
	}
}
