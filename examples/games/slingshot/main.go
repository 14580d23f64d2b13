package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"

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
	gravity   = 10.0 // m/s^2
	reach     = 2.0  // m, the largest draw of the sling
	speed     = 10.5 // m/s for each metre that it is drawn
	stones    = 5
	toughness = 6.0 // N s, the blow that ends a fellow
)

var fork = mgl64.Vec2{-9, 2.2} // the place where the sling holds a stone

// game is a level with the remaining stones.
type game struct {
	*ebitengine.Game
	left    int        // stones
	stone   world.Body // that flies
	since   float64    // s, since it flew off
	pull    mgl64.Vec2 // m, from the fork to the held stone
	drawn   bool       // the sling was drawn in the frame before, by a pointer
	fellows []world.Body
	trail   []mgl64.Vec2
}

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{}
	g.Game = &ebitengine.Game{
		Title: "Slingshot", Start: g.start, Frame: g.frame, Below: g.below, Above: g.above, NoDrag: true,
		Help: "drag the stone, or arrows and Space   R again   F1 engine",
		Left: []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyArrowRight}, Right: []ebiten.Key{ebiten.KeySpace, ebiten.KeyArrowUp, ebiten.KeyArrowDown},
	}
	g.Camera.Show(mgl64.Vec2{-13, -1.5}, mgl64.Vec2{13, 12.5})
	g.Options = draw.Options{Palette: play.Light(0xCFE6F2), NoMarks: true}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -gravity}}))
	g.left, g.stone, g.pull, g.trail, g.fellows = stones, world.Body{}, mgl64.Vec2{-1.5, -0.6}, nil, nil
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static, UserData: play.Look(0x7FA65A)}))
	world.Must(ground.Attach(shape.OffsetBox(60, 2, mgl64.Vec2{0, -2}, 0), world.ColliderDef{}))

	// Two towers of three floors, and one on top that rests on both.
	for floor := range 3 {
		y := 2.2 * float64(floor)
		for _, x := range []float64{3, 7} {
			for _, side := range []float64{-1.1, 1.1} {
				g.block(w, mgl64.Vec2{x + side, y + 0.95}, 0.18, 0.95, play.Wood, 0.7)
			}
			g.block(w, mgl64.Vec2{x, y + 2.05}, 1.6, 0.15, play.Stone, 1.2)
		}
	}
	g.block(w, mgl64.Vec2{5, 6.75}, 3.4, 0.15, play.Wood, 0.7)
	for _, x := range []float64{4, 5, 6} {
		g.block(w, mgl64.Vec2{x, 7.25}, 0.35, 0.35, play.Gold, 0.5)
	}
	for _, at := range []mgl64.Vec2{{3, 0.5}, {7, 2.7}, {3, 4.9}, {5, 8.1}} {
		fellow := world.Must(w.CreateBody(body.Def{Position: at, AngularDamping: 1, UserData: play.Look(play.Green)}))
		world.Must(fellow.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{HitEvents: true}))
		g.fellows = append(g.fellows, fellow)
	}
	return w
}

func (g *game) block(w *world.World, at mgl64.Vec2, hx, hy float64, color uint32, density float64) {
	b := world.Must(w.CreateBody(body.Def{Position: at, UserData: play.Look(color)}))
	world.Must(b.Attach(shape.Box(hx, hy), world.ColliderDef{Density: density}))
}

func (g *game) frame(dt float64) {
	g.aim(dt)
	for _, h := range g.World.Events().Hits {
		if h.Impulse < toughness {
			continue
		}
		for _, c := range []world.Collider{h.ColliderA, h.ColliderB} {
			if c.Valid() && g.isFellow(c.Body()) {
				world.Check(c.Body().Destroy())
			}
		}
	}
	if g.stone.Valid() {
		g.since += dt
		if n := len(g.trail); n == 0 || g.trail[n-1].Sub(g.stone.Position()).Len() > 0.5 {
			g.trail = append(g.trail, g.stone.Position())
		}
	}
}

func (g *game) isFellow(b world.Body) bool { return slices.Contains(g.fellows, b) }

// ready reports whether a stone lies in the sling.
func (g *game) ready() bool { return g.left > 0 && (!g.stone.Valid() || g.since > 1) }

// aim draws the sling with a pointer, which releases it when it is lifted, or with keys.
func (g *game) aim(dt float64) {
	if !g.ready() {
		return
	}
	in := g.Input()
	at, down := in.Pointer()
	if down && (g.drawn || at.Sub(fork.Add(g.pull)).Len() < 1.5 || at.Sub(fork).Len() < 1.5) {
		g.drawn = true
		g.pull = at.Sub(fork)
	} else if g.drawn || in.Began(ebiten.KeySpace) {
		g.throw()
		g.drawn = false
	}
	g.pull[0] += in.Axis(ebitengine.KeysLeft, ebitengine.KeysRight) * 1.5 * dt
	g.pull[1] += in.Axis(ebitengine.KeysUp, ebitengine.KeysDown) * 1.5 * dt
	if l := g.pull.Len(); l > reach {
		g.pull = g.pull.Mul(reach / l)
	}
}

func (g *game) throw() {
	g.left--
	g.since, g.trail = 0, g.trail[:0]
	g.stone = world.Must(g.World.CreateBody(body.Def{
		Position: fork.Add(g.pull), LinearVelocity: g.pull.Mul(-speed), Bullet: true, UserData: play.Look(0x6B5B73),
	}))
	world.Must(g.stone.Attach(shape.Circle{Radius: 0.38}, world.ColliderDef{Density: 3.5}))
}

// below draws hills, and the coming flight of the stone.
func (g *game) below(c *ebitengine.Canvas) {
	c.Circle(mgl64.Vec2{9, 10}, 1.1, draw.Style{Fill: play.Color(0xFFE9A8)})
	for _, hill := range [][3]float64{{-8, -9, 11}, {2, -16, 18}, {12, -7, 9.5}} {
		c.Circle(mgl64.Vec2{hill[0], hill[1]}, hill[2], draw.Style{Fill: play.Color(0xB5D3B0)})
	}
	for _, p := range g.trail {
		c.Point(p, 2.5, draw.Style{Fill: color.NRGBA{0x6B, 0x5B, 0x73, 0x70}})
	}
	if !g.ready() {
		return
	}
	// The parabola of the coming flight, up to where it meets the ground.
	v := g.pull.Mul(-speed)
	for t := 0.06; t < 1.2; t += 0.06 {
		p := fork.Add(g.pull).Add(v.Mul(t)).Add(mgl64.Vec2{0, -gravity / 2 * t * t})
		if p[1] < 0 {
			break
		}
		c.Point(p, 3.2-2*t, draw.Style{Fill: color.NRGBA{0xFF, 0xFF, 0xFF, 0xD0}})
	}
}

// above draws the sling, the faces and the score.
func (g *game) above(c *ebitengine.Canvas) {
	wood := play.Color(0x6E4A2B)
	c.Line(mgl64.Vec2{fork[0], 0}, fork.Sub(mgl64.Vec2{0, 0.9}), 11, wood)
	rubber := play.Color(0x3B2A20)
	held := fork.Add(g.pull)
	if g.ready() {
		c.Line(fork.Add(mgl64.Vec2{0.35, 0.1}), held, 5, rubber)
		c.Circle(held, 0.38, play.Look(0x6B5B73))
		c.Line(fork.Add(mgl64.Vec2{-0.35, 0.1}), held, 5, rubber)
	}
	for _, side := range []float64{-0.35, 0.35} {
		c.Line(fork.Sub(mgl64.Vec2{0, 0.9}), fork.Add(mgl64.Vec2{side, 0.15}), 9, wood)
	}
	alive := 0
	for _, f := range g.fellows {
		if f.Valid() {
			alive++
			drawFace(c, f)
		}
	}
	ink := play.Color(0x2E3A48)
	c.Label(fmt.Sprintf("%d stones   %d fellows", g.left, alive), ebitengine.TopLeft, 20, ink)
	switch {
	case alive == 0:
		c.Label("The tower is yours!  R plays again", ebitengine.Middle, 30, ink)
	case g.left == 0 && g.since > 6:
		c.Label("They laugh at you.  R plays again", ebitengine.Middle, 30, ink)
	}
}

func drawFace(c *ebitengine.Canvas, b world.Body) {
	position, angle := b.RenderPose()
	at := func(x, y float64) mgl64.Vec2 {
		sin, cos := math.Sincos(angle)
		return position.Add(mgl64.Vec2{cos*x - sin*y, sin*x + cos*y})
	}
	for _, side := range []float64{-0.18, 0.18} {
		c.Circle(at(side, 0.12), 0.12, draw.Style{Fill: play.Color(0xFFFFFF)})
		c.Circle(at(side-0.03, 0.12), 0.055, draw.Style{Fill: play.Color(0x22301F)})
	}
	c.Line(at(-0.15, -0.2), at(0.15, -0.2), 2.5, play.Color(0x22301F))
}
