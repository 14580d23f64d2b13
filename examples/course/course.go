package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// course is an obstacle course, built from left to right. The ground built so far ends at x and y.
type course struct {
	*world.World
	level    world.Body
	x, y     float64
	sections []section
	orders   []order
	machines []machine
}

// section is a part of the course with a name.
type section struct {
	name    string
	x, y    float64
	entered float64 // s, zero until the player comes
}

// order is the player's action from a place on, until the next order.
type order struct {
	x   float64
	act func(p *player) (wish float64, jump bool)
}

// machine is a kinematic body that follows a path of positions and angles over time.
type machine struct {
	body world.Body
	path func(time float64) (mgl64.Vec2, float64)
}

// thickness of the ground, m: deep enough for the pictures.
const thickness = 12

// newCourse builds everything into a world.
func newCourse(w *world.World) *course {
	c := &course{World: w, x: -4}
	c.level = world.Must(w.CreateBody(body.Def{Type: body.Static}))
	c.box(c.x-1, -thickness, c.x, 4)
	c.flat(6)
	c.steps()
	c.slopes()
	c.gaps()
	c.tunnel()
	c.ferry()
	c.wheel()
	c.lift()
	c.seesaw()
	c.crowd()
	c.press()
	c.hills()
	c.section("finish")
	c.order(0, stand)
	c.flat(8)
	c.box(c.x, c.y-thickness, c.x+1, c.y+4)
	slices.SortStableFunc(c.orders, func(a, b order) int { return cmp.Compare(a.x, b.x) })
	return c
}

// run runs to the right, and hops over obstacles that stop it.
func run(p *player) (float64, bool) { return 1, p.OnFloor() && p.waited(0.5) }

func stand(*player) (float64, bool) { return 0, false }

// leap presses the button at once, and hop only on the floor.
func leap(*player) (float64, bool)  { return 1, true }
func hop(p *player) (float64, bool) { return 1, p.OnFloor() }

func (c *course) section(name string) {
	c.sections = append(c.sections, section{name: name, x: c.x, y: c.y})
	c.order(0, run)
}

// order sets the player's action from a distance beyond the end of the ground on.
func (c *course) order(ahead float64, act func(*player) (float64, bool)) {
	c.orders = append(c.orders, order{c.x + ahead, act})
}

func (c *course) attach(s shape.Support) { world.Must(c.level.Attach(s, world.ColliderDef{})) }

// box is solid between two corners.
func (c *course) box(left, bottom, right, top float64) {
	c.attach(shape.OffsetBox((right-left)/2, (top-bottom)/2, mgl64.Vec2{(left + right) / 2, (bottom + top) / 2}, 0))
}

// flat adds level ground.
func (c *course) flat(length float64) {
	c.box(c.x, c.y-thickness, c.x+length, c.y)
	c.x += length
}

// slope adds ground that goes up or down by a height, at an angle.
func (c *course) slope(degrees, height float64) {
	length := math.Abs(height) / math.Tan(degrees*math.Pi/180)
	low := c.y - thickness
	points := []mgl64.Vec2{{c.x, low}, {c.x + length, low}, {c.x + length, c.y + height}, {c.x, c.y}}
	c.attach(world.Must(shape.NewPolygon(points, 0)))
	c.x, c.y = c.x+length, c.y+height
}

// steps go up by 0.1, 0.2 and 0.3 m, which the player walks, and by 0.5 m, which he cannot walk,
// and down again.
func (c *course) steps() {
	c.section("steps of 0.1, 0.2, 0.3 and 0.5 m")
	for i, height := range []float64{0.1, 0.2, 0.3, 0.5} {
		if i == 3 {
			c.order(-0.45, leap)
		}
		c.y += height
		c.flat(0.9)
	}
	c.order(0, run)
	c.flat(1)
	for _, height := range []float64{0.5, 0.3, 0.2, 0.1} {
		c.y -= height
		c.flat(0.7)
	}
	c.flat(2)
}

// slopes of 10, 30 and 44 degrees are walked at one speed. The player jumps onto slopes of 46 and
// 60 degrees.
func (c *course) slopes() {
	c.section("slopes of 10, 30 and 44 degrees")
	for _, degrees := range []float64{10, 30, 44} {
		c.slope(degrees, 1)
		c.flat(1)
		c.slope(degrees, -1)
		c.flat(1)
	}
	c.section("too steep: 46 and 60 degrees")
	for _, degrees := range []float64{46, 60} {
		c.flat(2)
		from := c.x
		c.order(-0.2, func(p *player) (float64, bool) { return 1, p.waited(0.5) && p.Position()[0] < from+0.3 })
		c.slope(degrees, 1)
		c.order(0.2, run)
		c.flat(1.5)
		c.y--
	}
	c.flat(3)
}

// gaps of 0.2 and 0.4 m are run over. The gap of 2.4 m is jumped, a moment after its edge.
func (c *course) gaps() {
	c.section("gaps of 0.2 and 0.4 m, and a jump after the edge")
	for _, width := range []float64{0.2, 0.4} {
		c.x += width
		c.flat(1.5)
	}
	c.order(0.1, leap) // beyond the edge: coyote time
	c.x += 2.4
	c.order(0.5, run)
	c.flat(3)
}

// tunnel is 1.75 m high, made of bricks, with a low beam at its end that the player only just
// passes.
func (c *course) tunnel() {
	c.section("a tunnel of bricks, 1.75 m high")
	const courses, length = 6, 8
	from := c.x
	c.flat(length + 2)
	for row := range courses {
		for x := from + 1 - 0.25*float64(row%2); x < from+1+length; x += 0.5 {
			c.box(x, c.y+1.75+0.25*float64(row), x+0.5, c.y+2+0.25*float64(row))
		}
	}
	c.box(from+length, c.y+1.62, from+length+0.5, c.y+1.75)
}

// machine adds a kinematic body on a path.
func (c *course) machine(s shape.Support, path func(time float64) (mgl64.Vec2, float64)) world.Body {
	at, angle := path(0)
	b := world.Must(c.CreateBody(body.Def{Type: body.Kinematic, Position: at, Angle: angle}))
	world.Must(b.Attach(s, world.ColliderDef{}))
	c.machines = append(c.machines, machine{b, path})
	return b
}

// ferry crosses a pit at up to 3 m/s.
func (c *course) ferry() {
	c.section("a platform at 3 m/s")
	c.flat(1)
	left, y := c.x, c.y
	const pit, half = 10.0, 1.25
	swing := (pit - 2*half - 0.4) / 2 // half the way of its middle
	b := c.machine(shape.Box(half, 0.2), func(time float64) (mgl64.Vec2, float64) {
		return mgl64.Vec2{left + pit/2 - swing*math.Cos(3/swing*time), y - 0.2}, 0
	})
	c.order(-0.8, func(p *player) (float64, bool) { // until it is there and about to leave
		return toOne(b.Position()[0] < left+half+0.4), false
	})
	c.order(0.4, func(p *player) (float64, bool) { // ride in its middle until it is across
		if b.Position()[0] > left+pit-half-0.4 {
			return 1, false
		}
		return max(-1, min(1, 3*(b.Position()[0]-p.Position()[0]))), false
	})
	c.x += pit
	c.order(-half, run)
	c.flat(3)
}

func toOne(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// wheel turns in a pit and carries the player over it. The ground reaches over its rim on both
// sides.
func (c *course) wheel() {
	c.section("a wheel whose rim moves at 2 m/s")
	const rim, opening, nose = 3.0, 2.6, 3.0
	middle := mgl64.Vec2{c.x + nose + opening/2, c.y - rim + 0.1}
	c.machine(shape.Circle{Radius: rim}, func(time float64) (mgl64.Vec2, float64) { return middle, -2 / rim * time })
	for _, side := range []float64{-1, 1} {
		tip := mgl64.Vec2{middle[0] + side*opening/2, c.y}
		end := tip.Add(mgl64.Vec2{side * nose, 0})
		c.attach(shape.Triangle(tip, end, end.Sub(mgl64.Vec2{0, nose / 2})))
	}
	c.x += opening + 2*nose
	c.flat(4)
}

// lift goes up 9 m at up to 10 m/s.
func (c *course) lift() {
	c.section("a lift at 10 m/s")
	const height, half, wait, accelerate = 9.0, 1.2, 1.2, 15.0
	const ramp = 10 / accelerate // s to 10 m/s
	const ride = height/10 + ramp
	up := func(time float64) float64 {
		switch {
		case time < ramp:
			return accelerate / 2 * time * time
		case time < ride-ramp:
			return 5*ramp + 10*(time-ramp)
		default:
			return height - accelerate/2*(ride-time)*(ride-time)
		}
	}
	left, y := c.x, c.y
	b := c.machine(shape.Box(half, 0.2), func(time float64) (mgl64.Vec2, float64) {
		time = math.Mod(time, 2*(wait+ride))
		h := height
		switch {
		case time < wait:
			h = 0
		case time < wait+ride:
			h = up(time - wait)
		case time >= 2*wait+ride:
			h = height - up(time-2*wait-ride)
		}
		return mgl64.Vec2{left + half, y + h - 0.2}, 0
	})
	down := func() bool { return b.Position()[1] < y && b.LinearVelocity()[1] == 0 }
	c.order(-1, func(p *player) (float64, bool) { return toOne(down()), false })
	c.order(0.3, func(p *player) (float64, bool) {
		if b.Position()[1] > y+height-0.21 {
			return 1, false
		}
		return max(-1, min(1, 3*(left+half-p.Position()[0]))), false
	})
	c.x, c.y = c.x+2*half, c.y+height
	c.order(-0.3, run)
	c.flat(4)
}

// seesaw is a plank of 120 kg on a pin, over a pit.
func (c *course) seesaw() {
	c.section("a seesaw")
	const half = 3.0
	middle := mgl64.Vec2{c.x + half + 0.1, c.y - 0.1}
	plank := world.Must(c.CreateBody(body.Def{Position: middle}))
	world.Must(plank.Attach(shape.Box(half, 0.1), world.ColliderDef{Density: 100}))
	pin := world.RevoluteAt(c.Ground(), plank, middle)
	pin.Limit, pin.Lower, pin.Upper = true, -0.25, 0.25
	pin.SpringHertz, pin.SpringDamping = 0.4, 0.5
	world.Must(c.CreateRevolute(c.Ground(), plank, pin))
	c.attach(shape.Triangle(mgl64.Vec2{middle[0] - 0.8, c.y - thickness}, mgl64.Vec2{middle[0] + 0.8, c.y - thickness}, middle.Sub(mgl64.Vec2{0, 0.25})))
	c.order(2*half-0.8, hop)
	c.x += 2*half + 0.2
	c.order(0.5, run)
	c.flat(3)
}

// crowd is boxes of 2 to 30 kg in the way. Light boxes slide, and the player hops over the others.
func (c *course) crowd() {
	c.section("a crowd of boxes, 2 to 30 kg")
	from := c.x + 1.5
	c.flat(14)
	ice := shape.Material{Friction: 0.2}
	for i, density := range []float64{5, 5, 10, 5, 30, 5, 10, 5, 5} {
		half := []float64{0.3, 0.25, 0.35, 0.3, 0.5, 0.25, 0.3, 0.35, 0.25}[i]
		for level := range 1 + i%2 {
			at := mgl64.Vec2{from + 0.95*float64(i), c.y + half*float64(1+2*level)}
			b := world.Must(c.CreateBody(body.Def{Position: at}))
			world.Must(b.Attach(shape.Box(half, half), world.ColliderDef{Density: density, Material: &ice}))
		}
	}
	c.order(-14, func(p *player) (float64, bool) { return 1, p.OnFloor() && p.WorldVelocity()[0] < 1 })
	c.order(0, run)
}

// press comes down every four seconds.
func (c *course) press() {
	c.section("a press")
	c.flat(1.5)
	left, y := c.x, c.y
	const half = 1.0
	height := func(time float64) float64 { return max(0, 2.6*math.Sin(math.Pi/2*time)) }
	b := c.machine(shape.Box(half, 1.5), func(time float64) (mgl64.Vec2, float64) {
		return mgl64.Vec2{left + half, y + 1.5 + height(time)}, 0
	})
	c.order(-0.8, func(p *player) (float64, bool) { // until it rises
		return toOne(b.LinearVelocity()[1] > 0 && b.Position()[1] > y+1.5+1.2), false
	})
	c.order(-0.3, run)
	c.flat(4)
}

// hills are a chain, and slopes that meet in valleys and on ridges.
func (c *course) hills() {
	c.section("hills, and slopes that meet")
	const length = 16.0
	var points []mgl64.Vec2
	for i, height := range []float64{0, 0.9, 0, 1.2, 0} { // from right to left
		points = append(points, mgl64.Vec2{c.x + length - 1.6*float64(i), c.y + height})
	}
	for x := 8.0; x >= 0; x -= 0.25 {
		points = append(points, mgl64.Vec2{c.x + x, c.y + 0.5*(1-math.Cos(math.Pi/2*x))})
	}
	world.Must(c.level.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
	c.x += length
}
