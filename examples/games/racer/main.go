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
	trackHalf = 5.5  // m, half of the width of the track
	engine    = 14.0 // m/s^2
	brakes    = 22.0 // m/s^2
	grip      = 26.0 // m/s^2, the most that tyres hold across
	handbrake = 7.0  // m/s^2, while the brake is held at speed
	lock      = 0.55 // rad, of the front wheels
	wheelbase = 2.6  // m
	points    = 160  // of the middle of the track
)

// car is a body whose four wheels are only forces.
type car struct {
	body        world.Body
	steer       float64 // rad
	next, laps  int     // the point of the track ahead
	skill       float64 // 0 for the player
	began, best float64 // s
}

// game is a race.
type game struct {
	*ebitengine.Game
	cars  []*car
	track []mgl64.Vec2 // the middle
	inner []mgl64.Vec2
	outer []mgl64.Vec2
	marks []mgl64.Vec2 // of tyres that slid
}

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{}
	g.Game = &ebitengine.Game{
		Title: "Racer", Start: g.start, Frame: g.frame, Below: g.below, Above: g.above, NoDrag: true,
		Help: "Up gas   Down brake   Left, Right steer   Space slide   R again   F1 engine",
		Left: []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyArrowRight}, Right: []ebiten.Key{ebiten.KeyArrowUp, ebiten.KeyArrowDown, ebiten.KeySpace},
	}
	g.Options = draw.Options{Palette: play.Light(0x86B36A), NoMarks: true, NoGround: true}
	return g
}

func (g *game) start() *world.World {
	w := world.Must(world.New(world.Config{BeforeTick: g.tick})) // seen from above: no gravity
	g.cars, g.marks = nil, nil
	g.lay()
	walls := world.Must(w.CreateBody(body.Def{Type: body.Static, UserData: draw.Style{Stroke: play.Color(0xF4F1EA), Width: 4}}))
	smooth := []*shape.Material{{Friction: 0.1, Restitution: 0.3}}
	world.Must(walls.AttachChain(shape.Chain{Points: g.inner, Closed: true, Materials: smooth}, world.ColliderDef{}))
	outer := make([]mgl64.Vec2, points)
	for i, p := range g.outer {
		outer[points-1-i] = p // a closed chain listed clockwise is solid outside
	}
	world.Must(walls.AttachChain(shape.Chain{Points: outer, Closed: true, Materials: smooth}, world.ColliderDef{}))
	for i := range 24 { // cones inside of two bends
		at := 20 + i/12*70 + i%12*2
		cone := world.Must(w.CreateBody(body.Def{Position: g.at(at, 2.2), LinearDamping: 3, AngularDamping: 3, UserData: play.Look(0xF08A3C)}))
		world.Must(cone.Attach(shape.Circle{Radius: 0.3}, world.ColliderDef{Density: 0.1}))
	}
	for i, color := range []uint32{play.Red, play.Blue, play.Gold, play.Violet} {
		g.cars = append(g.cars, g.car(w, i, color))
	}
	g.Camera.Size, g.Camera.Follow, g.Camera.Lag, g.Camera.Ahead = mgl64.Vec2{50, 31}, g.cars[0].body, 0.2, 0.5
	g.Camera.Center = g.cars[0].body.Position()
	return w
}

// lay finds the track: a loop whose radius waves, and its borders.
func (g *game) lay() {
	g.track, g.inner, g.outer = nil, nil, nil
	for i := range points {
		t := 2 * math.Pi * float64(i) / points
		r := 1 + 0.18*math.Sin(2*t+0.6) + 0.17*math.Sin(3*t)
		sin, cos := math.Sincos(t)
		g.track = append(g.track, mgl64.Vec2{72 * r * cos, 46 * r * sin})
	}
	for i := range points {
		g.inner, g.outer = append(g.inner, g.at(i, trackHalf)), append(g.outer, g.at(i, -trackHalf))
	}
}

// at is a point of the track, a number of metres to the left of its middle.
func (g *game) at(i int, left float64) mgl64.Vec2 {
	along := g.along(i)
	return g.track[(i+points)%points].Add(mgl64.Vec2{-along[1], along[0]}.Mul(left))
}

// along is the direction of the track at a point, unit.
func (g *game) along(i int) mgl64.Vec2 {
	return g.track[(i+1+points)%points].Sub(g.track[(i-1+points)%points]).Normalize()
}

func (g *game) car(w *world.World, place int, color uint32) *car {
	i := points - 3 - 2*place
	along := g.along(i)
	c := &car{skill: 0.17 * float64(place), next: 0}
	if place > 0 {
		c.skill += 0.45
	}
	c.body = world.Must(w.CreateBody(body.Def{Position: g.at(i, 2-4*float64(place%2)), Angle: math.Atan2(along[1], along[0]), NeverSleep: true, UserData: play.Look(color)}))
	world.Must(c.body.Attach(shape.RoundedBox(1.75, 0.8, 0.2), world.ColliderDef{Material: &shape.Material{Friction: 0.1, Restitution: 0.3}}))
	return c
}

// tick drives the cars: first their inputs, then the forces of their tyres.
func (g *game) tick(w *world.World) {
	in, dt := g.Input(), w.Config().Timestep
	for i, c := range g.cars {
		gas, turn, slide := in.Axis(ebitengine.KeysDown, ebitengine.KeysUp), in.Axis(ebitengine.KeysRight, ebitengine.KeysLeft), in.Held(ebiten.KeySpace)
		if i > 0 {
			gas, turn = g.pilot(c)
			slide = false
		}
		c.drive(gas, turn, slide, dt)
	}
}

// drive applies the forces of the two axles. Each axle resists sideways motion, up to its grip.
func (c *car) drive(gas, turn float64, slide bool, dt float64) {
	b := c.body
	forward := b.WorldVector(mgl64.Vec2{1, 0})
	speed := b.LinearVelocity().Dot(forward)
	wish := turn * lock / (1 + math.Abs(speed)/18) // fast cars turn their wheels less
	c.steer += min(max(wish-c.steer, -3*dt), 3*dt)

	push := gas * engine
	if gas*speed < 0 {
		push = gas * brakes
	}
	push -= 0.012*speed*math.Abs(speed) + 0.4*speed // air, rolling
	world.Check(b.ApplyForceToCenter(forward.Mul(push * b.Mass())))

	for _, axle := range []struct{ at, angle, grip float64 }{{wheelbase / 2, c.steer, grip}, {-wheelbase / 2, 0, grip}} {
		if slide && axle.at < 0 {
			axle.grip = handbrake
		}
		point := b.WorldPoint(mgl64.Vec2{axle.at, 0})
		across := b.WorldVector(mgl64.Rotate2D(axle.angle).Mul2x1(mgl64.Vec2{0, 1}))
		slip := b.VelocityAt(point).Dot(across)
		// Half of the mass rests on each axle: this force would end the slip in three ticks.
		force := min(max(-slip/(3*dt), -axle.grip), axle.grip) * b.Mass() / 2
		world.Check(b.ApplyForce(across.Mul(force), point))
	}
}

// pilot steers a car to a point of the track ahead, and brakes before bends.
func (g *game) pilot(c *car) (gas, turn float64) {
	speed := c.body.LinearVelocity().Len()
	ahead := c.next + 1 + int(speed/5)
	to := c.body.LocalPoint(g.at(ahead, 1.5*math.Sin(float64(c.next)/9+7*c.skill)))
	turn = min(max(2.5*math.Atan2(to[1], to[0]), -1), 1)
	bend := math.Acos(min(g.along(c.next).Dot(g.along(c.next+10)), 1))
	if top := (15 + 13*c.skill) / (0.45 + bend); speed > top {
		return -0.4, turn
	}
	return 0.55 + 0.4*c.skill, turn
}

func (g *game) frame(dt float64) {
	t := g.World.Time()
	for _, c := range g.cars {
		for c.body.Position().Sub(g.track[c.next%points]).Dot(g.along(c.next)) > 0 &&
			c.body.Position().Sub(g.track[c.next%points]).Len() < 4*trackHalf {
			if c.next++; c.next%points == 0 {
				if c.laps++; c.best == 0 || t-c.began < c.best {
					c.best = t - c.began
				}
				c.began = t
			}
		}
	}
	player := g.cars[0].body
	if v := player.LocalVector(player.LinearVelocity()); math.Abs(v[1]) > 2.5 && dt > 0 {
		g.marks = append(g.marks, player.WorldPoint(mgl64.Vec2{-1.3, 0.7}), player.WorldPoint(mgl64.Vec2{-1.3, -0.7}))
		if len(g.marks) > 800 {
			g.marks = g.marks[2:]
		}
	}
}

// below draws the road, the start line and tyre marks.
func (g *game) below(c *ebitengine.Canvas) {
	c.Polygon(g.outer, draw.Style{Fill: play.Color(0x4B4F58)})
	c.Polygon(g.inner, draw.Style{Fill: g.Options.Palette.Background})
	for i := range points {
		j := (i + 1) % points
		curb := play.Color(0xF4F1EA)
		if i%2 == 0 {
			curb = play.Color(play.Red)
		}
		c.Line(g.at(i, trackHalf-0.3), g.at(j, trackHalf-0.3), 6, curb)
		c.Line(g.at(i, 0.3-trackHalf), g.at(j, 0.3-trackHalf), 6, curb)
		if i%3 == 0 {
			c.Line(g.track[i], g.track[j], 2, play.Glow(0xFFFFFF, 0x60).Fill)
		}
	}
	for i := range 20 {
		square := g.at(0, trackHalf*(float64(i/2)/5-0.9)).Add(g.along(0).Mul(float64(i%2) - 0.5))
		white := play.Color(0xFFFFFF)
		if (i/2+i%2)%2 == 0 {
			white = play.Color(0x22262E)
		}
		c.Circle(square, 0.5, draw.Style{Fill: white})
	}
	for _, m := range g.marks {
		c.Circle(m, 0.16, play.Glow(0x1B1D22, 0x70))
	}
}

// above draws windows and front wheels, and the standings.
func (g *game) above(c *ebitengine.Canvas) {
	place := 1
	for i, r := range g.cars {
		position, angle := r.body.RenderPose()
		at := func(x, y float64) mgl64.Vec2 {
			return position.Add(mgl64.Rotate2D(angle).Mul2x1(mgl64.Vec2{x, y}))
		}
		c.Polygon([]mgl64.Vec2{at(0.1, -0.62), at(0.75, -0.5), at(0.75, 0.5), at(0.1, 0.62)}, play.Look(0x2E3A48))
		c.Polygon([]mgl64.Vec2{at(-1.2, -0.5), at(-0.9, -0.6), at(-0.9, 0.6), at(-1.2, 0.5)}, play.Look(0x2E3A48))
		for _, y := range []float64{-0.95, 0.95} {
			wheel := mgl64.Rotate2D(r.steer).Mul2x1(mgl64.Vec2{0.4, 0})
			c.Line(at(1.2-wheel[0], y-wheel[1]), at(1.2+wheel[0], y+wheel[1]), 4, play.Color(0x1B1D22))
			c.Line(at(-1.6, y), at(-0.9, y), 4, play.Color(0x1B1D22))
		}
		if i > 0 && r.next > g.cars[0].next {
			place++
		}
	}
	p := g.cars[0]
	words := fmt.Sprintf("lap %d   place %d of %d\n%.0f km/h   %.1f s", p.laps+1, place, len(g.cars), 3.6*p.body.LinearVelocity().Len(), g.World.Time()-p.began)
	if p.best > 0 {
		words += fmt.Sprintf("\nbest %.1f s", p.best)
	}
	c.Label(words, ebitengine.TopLeft, 20, play.Color(0x1F2A1A))
}
