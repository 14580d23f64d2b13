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

// superellipse is the set of points with |x/a|^n + |y/b|^n <= 1: a diamond for n = 1, an ellipse
// for 2, nearly a box for 8. The engine needs only the method Support to collide, weigh and draw
// it.
type superellipse struct{ a, b, n float64 }

// Support returns the point farthest along a direction. It is the point at which the gradient of
// |x/a|^n + |y/b|^n has that direction: with q = n/(n-1), x is proportional to a (a |dx|)^(q-1),
// and the divisor follows from the sum of (a |dx|)^q and (b |dy|)^q.
func (s superellipse) Support(d mgl64.Vec2) mgl64.Vec2 {
	q := s.n / (s.n - 1)
	u, v := s.a*math.Abs(d[0]), s.b*math.Abs(d[1])
	largest := max(u, v)
	if largest == 0 {
		return mgl64.Vec2{s.a, 0}
	}
	u, v = u/largest, v/largest // the powers stay in range
	norm := math.Pow(math.Pow(u, q)+math.Pow(v, q), 1/s.n)
	return mgl64.Vec2{
		math.Copysign(s.a*math.Pow(u, q-1)/norm, d[0]),
		math.Copysign(s.b*math.Pow(v, q-1)/norm, d[1]),
	}
}

// game is a bowl of shapes.
type game struct {
	*ebitengine.Game
	next  superellipse
	count int
	wait  float64 // s, to the next shape while N is held
}

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{next: superellipse{0.6, 0.4, 2.5}}
	g.Game = &ebitengine.Game{
		Title: "Shapes of your own", Start: g.start, Frame: g.frame, Above: g.above,
		Help:  "drag   N shape   Left, Right width   Up, Down height   Q, E exponent   R again   F1 engine",
		Left:  []ebiten.Key{ebiten.KeyQ, ebiten.KeyE},
		Right: []ebiten.Key{ebiten.KeyN, ebiten.KeyArrowRight, ebiten.KeyArrowLeft},
	}
	g.Camera.Show(mgl64.Vec2{-8.5, -1.2}, mgl64.Vec2{8.5, 9.5})
	g.Options = draw.Options{Palette: play.Dark(0x1F2A2E), NoMarks: true, NoGround: true}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	g.count = 0
	bowl := world.Must(w.CreateBody(body.Def{Type: body.Static, UserData: draw.Style{Stroke: play.Color(0x8FD3C8), Width: 3}}))
	var rim []mgl64.Vec2
	for i := range 41 { // ground is listed from right to left
		x := 7.5 - 0.375*float64(i)
		rim = append(rim, mgl64.Vec2{x, 5 * math.Pow(math.Abs(x)/7.5, 4)})
	}
	world.Must(bowl.AttachChain(shape.Chain{Points: rim}, world.ColliderDef{}))
	for _, x := range []float64{-2.6, 2.6} { // pegs of the same kind
		peg := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{x, 3}, Angle: math.Pi / 4, UserData: play.Look(0x54707A)}))
		world.Must(peg.Attach(superellipse{0.6, 0.6, 5}, world.ColliderDef{}))
	}
	paddle := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 4.6}, UserData: play.Look(0xE9EEF2)}))
	world.Must(paddle.Attach(superellipse{1.8, 0.16, 3}, world.ColliderDef{}))
	def := world.RevoluteAt(w.Ground(), paddle, paddle.Position())
	def.MotorSpeed, def.MaxMotorTorque = 1.2, 60
	world.Must(w.CreateRevolute(w.Ground(), paddle, def))
	for i := range 26 {
		n := 1.3 + 0.35*float64(i%8)
		g.drop(w, superellipse{0.42 + 0.05*float64(i%5), 0.32 + 0.04*float64(i%4), n}, mgl64.Vec2{-5 + 1.1*float64(i%10), 6 + 1.2*float64(i/10)})
	}
	return w
}

// drop puts a shape into the world. Its mass follows from its support function too.
func (g *game) drop(w *world.World, s superellipse, at mgl64.Vec2) {
	colors := []uint32{0xF2B84B, 0xE4574C, 0x62B36B, 0x4C8FD0, 0x9B72CF, 0xF08A3C, 0x5CC8C0}
	b := world.Must(w.CreateBody(body.Def{Position: at, Angle: 0.7 * float64(g.count), UserData: play.Look(colors[g.count%len(colors)])}))
	world.Must(b.Attach(s, world.ColliderDef{}))
	g.count++
}

func (g *game) frame(dt float64) {
	in := g.Input()
	g.next.a = min(max(g.next.a+in.Axis(ebitengine.KeysLeft, ebitengine.KeysRight)*0.6*dt, 0.2), 1.5)
	g.next.b = min(max(g.next.b+in.Axis(ebitengine.KeysDown, ebitengine.KeysUp)*0.6*dt, 0.2), 1.5)
	g.next.n = min(max(g.next.n*math.Exp(in.Axis([]ebiten.Key{ebiten.KeyQ}, []ebiten.Key{ebiten.KeyE})*0.9*dt), 1.15), 9)
	if g.wait -= dt; in.Held(ebiten.KeyN, ebiten.KeySpace) && g.wait <= 0 && g.count < 300 {
		g.wait = 0.15
		g.drop(g.World, g.next, mgl64.Vec2{3 * math.Sin(float64(g.count)), 8.6})
	}
}

// above draws the shape that comes next.
func (g *game) above(c *ebitengine.Canvas) {
	view := c.View()
	_, corner := view.View()
	at := corner.Sub(mgl64.Vec2{1.7, 1.7})
	outline := shape.Outline(g.next, 0.005)
	for i := range outline {
		outline[i] = outline[i].Add(at)
	}
	c.Polygon(outline, draw.Style{Fill: play.Glow(0xFFFFFF, 0x30).Fill, Stroke: play.Color(0xE9EEF2), Width: 2})
	c.Label(fmt.Sprintf("%d shapes   next: |x/%.2f|^n + |y/%.2f|^n = 1, n = %.2f", g.count, g.next.a, g.next.b, g.next.n), ebitengine.TopLeft, 16, play.Color(0xE6ECF5))
}
