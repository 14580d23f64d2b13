package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/area"
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
	start, harbour = 8.0, 150.0 // m
	depth          = 12.0       // m
	push           = 4.5        // m/s^2 of the empty boat
	crates         = 6
)

// game is a voyage.
type game struct {
	*ebitengine.Game
	boat    world.Body
	cargo   []world.Body
	sea     world.Area
	surface []mgl64.Vec2
	push    float64 // -1 to 1
	time    float64 // s, of the voyage
	home    bool
}

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{}
	g.Game = &ebitengine.Game{
		Title: "Boat", Start: g.start, Frame: g.frame, Below: g.below, Above: g.above,
		Help: "Left, Right engine   Up, Down lean   the mouse fishes crates out   R again   F1 engine",
		Left: []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyArrowRight}, Right: []ebiten.Key{ebiten.KeyArrowUp, ebiten.KeyArrowDown},
	}
	palette := play.Light(0xBFE0EC)
	palette.Area = draw.Style{} // the game draws the sea with its waves
	g.Options = draw.Options{Palette: palette, NoMarks: true, NoGround: true}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, BeforeTick: g.tick}))
	g.cargo, g.time, g.home, g.push = nil, 0, false, 0
	land := world.Must(w.CreateBody(body.Def{Type: body.Static, UserData: play.Look(0xB79B72)}))
	world.Must(land.AttachChain(shape.Chain{Points: seabed()}, world.ColliderDef{}))
	for _, x := range []float64{0, harbour + 16} { // quays
		world.Must(land.Attach(shape.OffsetBox(3, 7, mgl64.Vec2{x, -6}, 0), world.ColliderDef{UserData: play.Look(0x8C97A3)}))
	}
	g.sea = world.Must(w.CreateArea(world.AreaDef{Filter: shape.Filter{Category: 5}, Shape: shape.OffsetBox(100, 8, mgl64.Vec2{80, -4.5}, 0),
		Effects: []area.Effect{area.Fluid{Density: 1, LinearDrag: 0.35, QuadraticDrag: 0.25, Surface: g.waves(0)}}}))
	g.build(w, mgl64.Vec2{start, 0.5})
	apart := shape.Filter{Category: 2, Mask: 4}
	for i := range 5 { // buoys collide with nothing but the area of the sea
		buoy := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{35 + 25*float64(i), 0.3}, UserData: play.Look(play.Red)}))
		world.Must(buoy.Attach(shape.Circle{Radius: 0.45}, world.ColliderDef{Density: 0.4, Filter: apart}))
		world.Must(buoy.Attach(shape.OffsetBox(0.08, 0.5, mgl64.Vec2{0, -0.8}, 0), world.ColliderDef{Density: 2.5, Filter: apart}))
	}
	g.Camera.Size = mgl64.Vec2{26, 15}
	g.Camera.Follow, g.Camera.Lag, g.Camera.Ahead = g.boat, 0.5, 0.7
	g.Camera.Center = g.boat.Position()
	g.Camera.Lower, g.Camera.Upper = mgl64.Vec2{-3, -5.5}, mgl64.Vec2{harbour + 19, 12}
	return w
}

// build makes the boat and piles the crates on its deck.
func (g *game) build(w *world.World, at mgl64.Vec2) {
	g.boat = world.Must(w.CreateBody(body.Def{Position: at, NeverSleep: true, UserData: play.Look(play.Red)}))
	rough := &shape.Material{Friction: 0.95}
	hull := world.Must(shape.NewPolygon([]mgl64.Vec2{{-2.7, -0.7}, {2.2, -0.7}, {3.7, 0.6}, {-3.1, 0.6}}, 0))
	world.Must(g.boat.Attach(hull, world.ColliderDef{Density: 0.28, Material: rough}))
	world.Must(g.boat.Attach(shape.OffsetBox(1.5, 0.2, mgl64.Vec2{-0.3, -0.9}, 0), world.ColliderDef{Density: 1.8, UserData: play.Look(0x44322F)})) // the keel
	light := world.ColliderDef{Density: 0.1, Material: rough, UserData: play.Look(play.Cream)}
	world.Must(g.boat.Attach(shape.OffsetBox(0.65, 0.75, mgl64.Vec2{-2.3, 1.35}, 0), light)) // the cabin
	world.Must(g.boat.Attach(shape.OffsetBox(0.14, 0.4, mgl64.Vec2{3.1, 1}, -0.35), light))  // the bow
	for i := range crates {
		p := at.Add(mgl64.Vec2{-0.9 + 1.15*float64(i%3), 1.1 + 0.95*float64(i/3)})
		crate := world.Must(w.CreateBody(body.Def{Position: p, UserData: play.Look(play.Wood)}))
		world.Must(crate.Attach(shape.Box(0.45, 0.45), world.ColliderDef{Density: 0.35, Material: rough}))
		g.cargo = append(g.cargo, crate)
	}
}

// height is the height of the sea at a place and time. The waves grow towards the middle of the
// voyage.
func height(x, t float64) float64 {
	swell := math.Min(math.Max((x-12)/40, 0), 1) * math.Min(math.Max((harbour+4-x)/15, 0), 1)
	return swell*(0.42*math.Sin(0.42*x-1.6*t)+0.22*math.Sin(0.95*x-2.3*t+1)) + 0.04*math.Sin(2*x+2*t)
}

// waves is the surface around the boat; beyond both ends the sea is level.
func (g *game) waves(t float64) []mgl64.Vec2 {
	g.surface = g.surface[:0]
	for x := -4.0; x <= harbour+20; x += 0.5 {
		g.surface = append(g.surface, mgl64.Vec2{x, height(x, t)})
	}
	return g.surface
}

// seabed is listed from right to left.
func seabed() []mgl64.Vec2 {
	var points []mgl64.Vec2
	for x := harbour + 20; x >= -4; x -= 2 {
		points = append(points, mgl64.Vec2{x, -4.2 + 0.7*math.Sin(0.23*x) + 0.4*math.Sin(0.61*x)})
	}
	return points
}

// tick drives the boat: the propeller pushes at the stern while the stern is under water.
func (g *game) tick(w *world.World) {
	in, dt := g.Input(), w.Config().Timestep
	wish := in.Axis(ebitengine.KeysLeft, ebitengine.KeysRight)
	g.push += min(max(wish-g.push, -2*dt), 2*dt)
	stern := g.boat.WorldPoint(mgl64.Vec2{-2.6, -0.6})
	if g.push != 0 && stern[1] < height(stern[0], w.Time()) {
		world.Check(g.boat.ApplyForceToCenter(g.boat.WorldVector(mgl64.Vec2{g.boat.Mass() * push * g.push, 0})))
	}
	lean := in.Axis(ebitengine.KeysDown, ebitengine.KeysUp)
	world.Check(g.boat.ApplyTorque(g.boat.Inertia() * 2.2 * lean))
	world.Check(g.sea.SetSurface(g.waves(w.Time())))
}

func (g *game) frame(dt float64) {
	x := g.boat.Position()[0]
	if !g.home && x > start+2 {
		g.time += dt
	}
	g.home = g.home || x > harbour
}

// aboard counts the crates on the boat.
func (g *game) aboard() int {
	n := 0
	for _, c := range g.cargo {
		if p := g.boat.LocalPoint(c.Position()); p[1] > 0.6 && p[1] < 5 && math.Abs(p[0]) < 3.8 {
			n++
		}
	}
	return n
}

// below draws the sky, and the seabed down to the lower edge.
func (g *game) below(c *ebitengine.Canvas) {
	at := g.Camera.Center
	c.Circle(at.Add(mgl64.Vec2{7, 4.5}), 1.2, draw.Style{Fill: play.Color(0xFFF0B8)})
	for i := range 12 { // clouds pass at half the speed of the boat
		x := 16*float64(i) + at[0]/2
		for j, r := range []float64{0.7, 1, 0.8} {
			c.Circle(mgl64.Vec2{x + 1.1*float64(j), 6 + float64(i*7%3)}, r, draw.Style{Fill: play.Glow(0xFFFFFF, 0xC8).Fill})
		}
	}
	bed := seabed()
	c.Polygon(append(bed, mgl64.Vec2{-6, -9}, mgl64.Vec2{harbour + 22, -9}), draw.Style{Fill: play.Color(0xB79B72)})
}

// above draws the sea over the bodies in it.
func (g *game) above(c *ebitengine.Canvas) {
	view := c.View()
	low, high := view.View()
	flag := g.boat.WorldPoint(mgl64.Vec2{-2.3, 2.1})
	c.Line(flag, g.boat.WorldPoint(mgl64.Vec2{-2.3, 3.3}), 3, play.Color(0x5A4634))
	seen := make([]mgl64.Vec2, 0, 80)
	for _, p := range g.surface {
		if p[0] > low[0]-1 && p[0] < high[0]+1 {
			seen = append(seen, p)
		}
	}
	if n := len(seen); n > 1 {
		for i := range n - 1 {
			c.Line(seen[i], seen[i+1], 2.5, play.Color(0xE8F7FA))
		}
		c.Polygon(append(seen, mgl64.Vec2{seen[n-1][0], -depth}, mgl64.Vec2{seen[0][0], -depth}), play.Glow(0x2C7DA0, 0x90))
	}
	ink := play.Color(0x22384A)
	c.Label(fmt.Sprintf("%d of %d crates   %.0f m to go   %.0f s", g.aboard(), crates, math.Max(harbour-g.boat.Position()[0], 0), g.time), ebitengine.TopLeft, 20, ink)
	if g.home {
		c.Label(fmt.Sprintf("In the harbour, with %d crates!  R sails again", g.aboard()), ebitengine.Middle, 30, ink)
	}
}
