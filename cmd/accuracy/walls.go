package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func wallRows() []row {
	return []row{
		{"tunnelling", "discs, boxes, spinning boxes of .1 m at 10 to 400 m/s against walls of 1 cm to 1 m, at rest and moving", "0 of 5880", tunnelling},
		{"penetration", "the same: deepest overlap at any tick; not deeper than Box2D v3 at walls at rest, 55 mm at walls that move", "discs 42 mm, boxes 22, spinning boxes 19; 51 in chains; through 75 % of walls that move", penetration},
		{"pressed through", "a lift comes down at 1 m/s on a capsule, box, disc on a segment, a chain, a thin box, and holds", "", pressedThrough},
	}
}

// wallHalf is half the length of a wall. In the frame of its body, the open side of a wall is y > 0
// and its surface is y = 0.
const wallHalf = 100.0

type wallKind struct {
	name  string
	shape func(thick float64) shape.Support // nil: a chain
	speed float64                           // towards the projectile, in units of the projectile's
	spin  float64                           // rad/s
	peer  [3]float64                        // deepest of the same throws of each missile with Box2D v3, mm
}

func slab(thick float64) shape.Support {
	return shape.OffsetBox(wallHalf, thick/2, mgl64.Vec2{0, -thick / 2}, 0)
}

// Box2D v3 has no half-planes: a box of 10 m replaced them. Its moving walls go through three
// quarters of the missiles, so their depth is replaced by a bound.
var (
	peerAtRest = [3]float64{42.45, 21.84, 19.49}
	peerMoving = [3]float64{55, 55, 55}
)

var walls = []wallKind{
	{name: "box", shape: slab, peer: peerAtRest},
	{name: "polygon", shape: func(thick float64) shape.Support {
		return world.Must(shape.NewPolygon([]mgl64.Vec2{
			{-wallHalf, 0}, {-wallHalf, -thick}, {0, -1.5 * thick}, {wallHalf, -thick}, {wallHalf, 0},
		}, 0))
	}, peer: peerAtRest},
	{name: "segment", shape: func(float64) shape.Support {
		return shape.Segment{A: mgl64.Vec2{-wallHalf, 0}, B: mgl64.Vec2{wallHalf, 0}}
	}, peer: peerAtRest},
	{name: "chain", peer: [3]float64{42.45, 50.58, 50.23}},
	{name: "half-plane", shape: func(float64) shape.Support { return shape.HalfPlane{Normal: mgl64.Vec2{0, 1}} }, peer: peerAtRest},
	{name: "moving box", shape: slab, speed: 0.5, peer: peerMoving},
	{name: "turning blade", shape: slab, spin: 2, peer: peerMoving},
}

// missile is a body that is thrown at walls, with its largest spin.
type missile struct {
	name   string
	shape  shape.Support
	extent float64 // to its farthest point
	spin   float64 // rad/s
}

var missiles = []missile{
	{"disc", shape.Circle{Radius: 0.1}, 0.1, 10},
	{"box", shape.Box(0.1, 0.1), 0.15, 0},
	{"spinning box", shape.Box(0.1, 0.1), 0.15, math.Pi / 4 * 60},
}

// throw is one missile on its way to one wall.
type throw struct {
	wall                          *wallKind
	missile                       *missile
	speed, thick                  float64
	incidence                     float64 // from the wall's normal
	ticks                         float64 // until the centre would arrive
	bounce, wallAngle, turn, spin float64
	at                            mgl64.Vec2 // of the wall
}

func (t *throw) closing() float64 { return t.speed * (math.Cos(t.incidence) + t.wall.speed) }

// throwsAt returns the throws of a missile at a wall: every speed and thickness, with random
// angles, places and phases of the tick.
func throwsAt(wall *wallKind, m *missile, repeats int) []throw {
	var all []throw
	rnd := rand.New(rand.NewPCG(41, 42))
	for _, thick := range []float64{0.01, 0.02, 0.05, 0.1, 0.3, 1} {
		for _, speed := range []float64{10, 20, 50, 100, 200, 400} {
			for range repeats {
				t := throw{
					wall: wall, missile: m, speed: speed, thick: thick, incidence: 85 * math.Pi / 180 * rnd.Float64(),
					bounce: float64(rnd.IntN(3)) / 2, wallAngle: 2 * math.Pi * rnd.Float64(), turn: 2 * math.Pi * rnd.Float64(),
					spin: m.spin * (2*rnd.Float64() - 1), at: mgl64.Vec2{200 * (rnd.Float64() - 0.5), 200 * (rnd.Float64() - 0.5)},
				}
				t.ticks = (m.extent+0.03)/(t.closing()*dt) + 3*rnd.Float64()
				all = append(all, t)
			}
		}
	}
	return all
}

// run throws the missile. It returns the largest depth of any of its points behind the surface
// after any tick, and whether its centre was behind the surface.
func (t *throw) run() (depth float64, through bool) {
	w := newWorld(0)
	rot := mgl64.Rotate2D(t.wallAngle)
	def := body.Def{Type: body.Static, Position: t.at, Angle: t.wallAngle}
	if t.wall.speed != 0 || t.wall.spin != 0 {
		def.Type, def.AngularVelocity = body.Kinematic, t.wall.spin
		def.LinearVelocity = rot.Mul2x1(mgl64.Vec2{0, t.wall.speed * t.speed})
	}
	wall := world.Must(w.CreateBody(def))
	if t.wall.shape != nil {
		world.Must(wall.Attach(t.wall.shape(t.thick), world.ColliderDef{}))
	} else {
		var points []mgl64.Vec2
		for x := wallHalf; x >= -wallHalf; x -= 5 {
			points = append(points, mgl64.Vec2{x, 0})
		}
		world.Must(wall.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
	}
	sin, cos := math.Sincos(t.incidence)
	start := mgl64.Vec2{-t.speed * sin * t.ticks * dt, t.ticks * t.closing() * dt}
	b := add(w, body.Def{
		Position: t.at.Add(rot.Mul2x1(start)), Angle: t.turn, AngularVelocity: t.spin,
		LinearVelocity: rot.Mul2x1(mgl64.Vec2{t.speed * sin, -t.speed * cos}),
	}, t.missile.shape, surface(0.6, t.bounce))
	for range int(t.ticks) + 8 {
		w.Tick()
		center := wall.LocalPoint(b.WorldCenter())
		if math.Abs(center[0]) > wallHalf-2 {
			break // it may go around the end
		}
		down := b.LocalVector(wall.WorldVector(mgl64.Vec2{0, -1}))
		depth = max(depth, -wall.LocalPoint(b.WorldPoint(t.missile.shape.Support(down)))[1])
		if center[1] < 0 {
			return depth, true
		}
	}
	return depth, false
}

func eachPair(s size, measure func(r *record, peer float64, all []throw)) []scene {
	var scenes []scene
	for k := range walls {
		for i := range missiles {
			scenes = append(scenes, scene{missiles[i].name + " at " + walls[k].name, func(r *record) {
				measure(r, walls[k].peer[i], throwsAt(&walls[k], &missiles[i], s.pick(20, 1)))
			}})
		}
	}
	return scenes
}

func tunnelling(s size) []scene {
	scenes := eachPair(s, func(r *record, _ float64, all []throw) {
		r.throws(len(all), func(i int) bool {
			_, through := all[i].run()
			return through
		})
	})
	return append(scenes, scene{"bullet at bullet", func(r *record) {
		r.throws(s.pick(300, 30), func(i int) bool { return bulletsPass(rand.New(rand.NewPCG(uint64(i), 51))) })
	}})
}

// bulletsPass lets two bullets fly at each other, a little off centre, and reports whether they
// pass through each other. When they meet, their velocities along the line of centres become equal
// and the other velocities stay. The bullets are stopped a slop before they touch, which turns that
// line by less than 0.03 rad.
func bulletsPass(rnd *rand.Rand) bool {
	w := newWorld(0)
	speed := []float64{20, 50, 100, 200, 399}[rnd.IntN(5)]
	other, gap, offset := speed*rnd.Float64(), 0.3+30*rnd.Float64(), 0.1*(rnd.Float64()-0.5)
	fly := func(at mgl64.Vec2, v float64) world.Body {
		return add(w, body.Def{Position: at, LinearVelocity: mgl64.Vec2{v, 0}, Bullet: true}, shape.Circle{Radius: 0.1}, surface(0, 0))
	}
	a, b := fly(mgl64.Vec2{}, speed), fly(mgl64.Vec2{gap, offset}, -other)
	nearest := math.Inf(1)
	for range int(gap/(speed+other)/dt) + 6 {
		w.Tick()
		nearest = min(nearest, b.Position().Sub(a.Position()).Len())
	}
	n := mgl64.Vec2{math.Sqrt(0.04 - offset*offset), offset}.Mul(5)
	want := mgl64.Vec2{speed, 0}.Sub(n.Mul((speed + other) * n[0] / 2))
	return nearest < 0.19 || a.LinearVelocity().Sub(want).Len() > 0.03*(speed+other)
}

func penetration(s size) []scene {
	return eachPair(s, func(r *record, peer float64, all []throw) {
		worst, sum := 0.0, 0.0
		for i := range all {
			d, _ := all[i].run()
			worst, sum = max(worst, d), sum+d
		}
		r.below("deepest", 1000*worst, peer, "mm")
		r.tell("mean", 1000*sum/float64(len(all)), "mm")
	})
}

// pressedThrough: the body is squeezed between the lift and the ground, and stays on its side of
// the ground.
func pressedThrough(size) []scene {
	shapes := []struct {
		name  string
		shape shape.Support
		half  float64 // height of its centre
	}{
		{"capsule", shape.Capsule{A: mgl64.Vec2{-0.3, 0}, B: mgl64.Vec2{0.3, 0}, Radius: 0.25}, 0.25},
		{"upright capsule", shape.Capsule{A: mgl64.Vec2{0, -0.4}, B: mgl64.Vec2{0, 0.4}, Radius: 0.25}, 0.65},
		{"box", shape.Box(0.4, 0.4), 0.4},
		{"disc", shape.Circle{Radius: 0.4}, 0.4},
	}
	grounds := []struct {
		name  string
		build func(ground world.Body)
	}{
		{"segment", func(g world.Body) {
			world.Must(g.Attach(shape.Segment{A: mgl64.Vec2{-20, 0}, B: mgl64.Vec2{20, 0}}, world.ColliderDef{}))
		}},
		{"chain", func(g world.Body) {
			world.Must(g.AttachChain(shape.Chain{Points: []mgl64.Vec2{{20, 0}, {7, 0}, {-7, 0}, {-20, 0}}}, world.ColliderDef{}))
		}},
		{"thin box", func(g world.Body) {
			world.Must(g.Attach(shape.OffsetBox(20, 0.02, mgl64.Vec2{0, -0.02}, 0), world.ColliderDef{}))
		}},
	}
	var scenes []scene
	for _, b := range shapes {
		for _, g := range grounds {
			scenes = append(scenes, scene{fmt.Sprintf("%s on %s", b.name, g.name), func(r *record) {
				pressDown(r, b.shape, b.half, g.build)
			}})
		}
	}
	return scenes
}

// pressDown lowers a lift onto a body until a tenth of its height is left, holds it there for
// five seconds and raises it.
func pressDown(r *record, s shape.Support, half float64, build func(world.Body)) {
	w := newWorld(gravity)
	build(world.Must(w.CreateBody(body.Def{Type: body.Static})))
	b := add(w, body.Def{Position: mgl64.Vec2{0, half}}, s, world.ColliderDef{})
	lift := add(w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 2*half + 0.6}}, shape.Box(3, 0.25), world.ColliderDef{})
	lowest, speed := half, 0.0
	move := func(v, seconds float64) {
		world.Check(lift.SetLinearVelocity(mgl64.Vec2{0, v}))
		for range ticks(seconds) {
			w.Tick()
			lowest, speed = min(lowest, b.WorldCenter()[1]), max(speed, fastest(w))
		}
	}
	move(-1, 0.35+0.9*2*half)
	move(0, 5)
	move(1, 2)
	r.above("lowest height of the centre", lowest, 0, "m")
	r.below("fastest", speed, 10, "m/s")
}
