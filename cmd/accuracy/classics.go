package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func classicRows() []row {
	return []row{
		{"friction cone", "box on a slope, friction .3: the angle from which it moves .1 m in 3 s, 16.82 degrees", "17.25 degrees", frictionCone},
		{"bounce", "disc of r .25 from 4 m, e = 0, .25, .5, .75, 1: first peak / 4 less e^2, 25 heights each", "0 .061 .250 .565 1.007", bounce},
		{"cradle", "five touching discs, e = 1, the first comes at 2 m/s", "-.75 .67 .67 .67 .73 m/s", cradle},
		{"pyramid", "20 boxes at the base, 10 s", "3.8 mm, asleep after 55 ticks", pyramid},
		{"tower", "10 and 60 boxes of 1 m, 20 s", "sinks 1.24 m", towers},
		{"mass ratio", "box of density 100, 200, 400 on the same of density 1, 5 s", "35, 71, 141 mm", massRatio},
		{"chain", "100 links with a load of 100 links, 10 s, awake", "2.98 %", loadedChain},
		{"tiles", "six smooth shapes at 1 to 30 m/s over 100 boxes side by side", "never arrive, rise 6.7 m", func(s size) []scene { return slides(s, tileGround) }},
		{"chain ground", "the same over a chain", "no rise, no loss", func(s size) []scene { return slides(s, chainGround) }},
		{"pendulum", "disc of r .1 on 1 m from 5, 60, 90 degrees, 60 s: height kept, and the period", "1.000 .993 .987; period 4e-5 off", pendulums},
		{"rounded polygon", "mass and inertia of rounded boxes, and where a ray stops", "29 % and 49 % off, 5 mm inside", roundedPolygon},
	}
}

// frictionCone: the friction angle is 16.699 degrees, and a slide of 0.1 m in 3 s needs 16.82
// degrees.
func frictionCone(size) []scene {
	return []scene{{"friction .3", func(r *record) {
		from := math.Inf(1)
		for i := range 50 {
			degrees := 16 + 0.05*float64(i)
			if slideDistance(0.3, degrees*math.Pi/180) > 0.1 {
				from = degrees
				break
			}
		}
		r.between("moves from", from, 16.8, 16.875, "degrees")
	}}}
}

// slideDistance returns the distance that a box slides down a slope in 3 s.
func slideDistance(friction, angle float64) float64 {
	w := newWorld(gravity)
	rough := surface(friction, 0)
	addStatic(w, mgl64.Vec2{}, angle, shape.Box(50, 1), rough)
	start := polar(1.5, angle+math.Pi/2)
	b := add(w, body.Def{Position: start, Angle: angle}, shape.Box(0.5, 0.5), rough)
	runSeconds(w, 3)
	return b.Position().Sub(start).Len()
}

func bounce(size) []scene {
	return scenesOf("e = %v", []float64{0, 0.25, 0.5, 0.75, 1}, func(r *record, e float64) {
		first := math.Abs(firstPeak(4, e) - e*e)
		off, highest := 0.0, 0.0
		for i := range 25 {
			got := firstPeak(4+0.013*float64(i), e)
			off, highest = max(off, math.Abs(got-e*e)), max(highest, got)
		}
		r.below("off by", off, 0.01, "")
		r.below("from 4 m, in parts of e^2", first/max(e*e, 0.05), 0.02, "")
		r.below("peak", highest, 1, "")
	})
}

// firstPeak returns the height of a disc's first bounce as a fraction of its fall.
func firstPeak(drop, restitution float64) float64 {
	const radius = 0.25
	w := newWorld(gravity)
	addFloor(w, world.ColliderDef{})
	b := add(w, body.Def{Position: mgl64.Vec2{0, drop + radius}}, shape.Circle{Radius: radius}, surface(0.6, restitution))
	peak, hit := 0.0, false
	for range 600 {
		w.Tick()
		v := b.LinearVelocity()[1]
		hit = hit || v >= 0
		if hit {
			peak = max(peak, b.Position()[1]-radius)
		}
		if hit && v < -0.5 {
			break
		}
	}
	return peak / drop
}

func cradle(size) []scene {
	return []scene{{"five discs", func(r *record) {
		w := newWorld(0)
		var last world.Body
		for i := range 5 {
			def := body.Def{Position: mgl64.Vec2{float64(i), 0}}
			if i == 0 {
				def.Position[0], def.LinearVelocity[0] = -1, 2
			}
			last = add(w, def, shape.Circle{Radius: 0.5}, surface(0, 1))
		}
		first := energy(w)
		runSeconds(w, 2)
		r.above("last", last.LinearVelocity()[0], 1.9, "m/s")
		r.between("energy", energy(w)/first, 0.98, 1.0001, "")
	}}}
}

func pyramid(size) []scene {
	return []scene{{"base 20", func(r *record) {
		const base = 20
		w := newSleepyWorld()
		addFloor(w, world.ColliderDef{})
		starts := map[world.Body]mgl64.Vec2{}
		for i := range base {
			for j := i; j < base; j++ {
				at := mgl64.Vec2{0.5*float64(i+1) + float64(j-i) - 0.5*base, float64(i) + 0.5}
				starts[add(w, body.Def{Position: at}, shape.Box(0.5, 0.5), world.ColliderDef{})] = at
			}
		}
		overlap, asleep := 0.0, math.Inf(1)
		for tick := range 600 {
			w.Tick()
			overlap = max(overlap, deepest(w))
			if w.Counters().Awake == 0 {
				asleep = float64(tick + 1)
				break
			}
		}
		r.below("deepest", 1000*overlap, 3.8, "mm")
		r.below("asleep after", asleep, 60, "ticks")
		moved := 0.0
		for b, at := range starts {
			moved = max(moved, b.Position().Sub(at).Len())
		}
		r.below("moved", 1000*moved, 100, "mm")
	}}}
}

func towers(size) []scene {
	return scenesOf("%d boxes", []int{10, 60}, func(r *record, count int) {
		build := func(w *world.World) (top world.Body) {
			addFloor(w, world.ColliderDef{})
			for i := range count {
				top = add(w, body.Def{Position: mgl64.Vec2{0, float64(i) + 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
			}
			return top
		}
		awake, sleepy := newWorld(gravity), newSleepyWorld()
		top := build(awake)
		runSeconds(awake, 20)
		r.below("sinks", float64(count)-0.5-top.Position()[1], 0.3, "m")
		r.below("leans", math.Abs(top.Position()[0]), 0.1, "m")
		build(sleepy)
		runSeconds(sleepy, 20)
		r.below("awake", float64(sleepy.Counters().Awake), 0, "")
	})
}

func massRatio(size) []scene {
	return scenesOf("density %v", []float64{100, 200, 400}, func(r *record, density float64) {
		w := newWorld(gravity)
		addFloor(w, world.ColliderDef{})
		low := add(w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		high := add(w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: density})
		runSeconds(w, 5)
		r.below("deep", 1000*(1-(high.Position()[1]-low.Position()[1])), 10, "mm")
	})
}

func loadedChain(size) []scene {
	return []scene{{"100 links", func(r *record) {
		const links = 100
		w := newWorld(gravity)
		apart := shape.Filter{Category: 2, Mask: ^uint64(0) &^ 2}
		last := w.Ground()
		for i := range links {
			b := add(w, body.Def{Position: mgl64.Vec2{0, -0.5 - float64(i)}},
				shape.Capsule{A: mgl64.Vec2{0, -0.5}, B: mgl64.Vec2{0, 0.5}, Radius: 0.125}, world.ColliderDef{Filter: apart})
			world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, mgl64.Vec2{0, -float64(i)})))
			last = b
		}
		side := 0.5 * math.Sqrt(100*last.Mass())
		load := add(w, body.Def{Position: mgl64.Vec2{0, -links - side}}, shape.Box(side, side), world.ColliderDef{Filter: apart})
		world.Must(w.CreateRevolute(last, load, world.RevoluteAt(last, load, mgl64.Vec2{0, -links})))
		worst, stretch := 0.0, 0.0
		for range 600 {
			w.Tick()
			stretch = -last.WorldPoint(mgl64.Vec2{0, -0.5})[1] - links
			worst = max(worst, stretch)
		}
		r.below("stretch, most", 100*worst/links, 0.5, "%")
		r.above("stretch, last", 100*stretch/links, -0.1, "%")
	}}}
}

func tileGround(w *world.World) {
	for i := range 100 {
		addStatic(w, mgl64.Vec2{float64(i) - 49.5, -0.5}, 0, shape.Box(0.5, 0.5), surface(0, 0))
	}
}

func chainGround(w *world.World) {
	var c shape.Chain
	for i := range 101 {
		c.Points = append(c.Points, mgl64.Vec2{50 - float64(i), 0})
	}
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(ground.AttachChain(c, surface(0, 0)))
}

// slider is a shape and the height of its centre above the ground.
type slider struct {
	name   string
	shape  shape.Support
	height float64
}

// slides lets smooth shapes slide over level ground.
func slides(s size, ground func(*world.World)) []scene {
	var scenes []scene
	for _, c := range []slider{
		{"box", shape.Box(0.5, 0.5), 0.5},
		{"rounded box", shape.RoundedBox(0.4, 0.4, 0.1), 0.5},
		{"capsule", shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.25}, 0.25},
		{"disc", shape.Circle{Radius: 0.5}, 0.5},
		{"hexagon", shape.RegularPolygon(6, 0.5), 0.5 * math.Cos(math.Pi/6)},
		{"ellipse", shape.Ellipse{RX: 0.6, RY: 0.4}, 0.4},
	} {
		for _, speed := range []float64{1, 5, 10, 30} {
			scenes = append(scenes, scene{fmt.Sprintf("%s at %v m/s", c.name, speed), func(r *record) {
				slide(r, ground, c, speed, min(90/speed, float64(s.pick(90, 12))))
			}})
		}
	}
	return scenes
}

// slide lets a smooth shape slide for some seconds, up to 90 m.
func slide(r *record, ground func(*world.World), c slider, speed, seconds float64) {
	w := newWorld(gravity)
	ground(w)
	b := add(w, body.Def{Position: mgl64.Vec2{-45, c.height}, LinearVelocity: mgl64.Vec2{speed, 0}}, c.shape, surface(0, 0))
	rise := 0.0
	for range int(math.Ceil(seconds / dt)) {
		w.Tick()
		rise = max(rise, b.Position()[1]-c.height)
	}
	r.below("rise", 1000*rise, 0.1, "mm")
	r.between("loss of speed", 1-b.LinearVelocity()[0]/speed, -1e-5, 1e-5, "")
}

func pendulums(size) []scene {
	return scenesOf("%v degrees", []float64{5, 60, 90}, func(r *record, degrees float64) {
		swingPendulum(r, degrees*math.Pi/180)
	})
}

// swingPendulum lets a disc swing from an angle. Its own inertia lengthens the pendulum by
// r^2 / 2 l. The period is the mean of the first five swings, against the arithmetic-geometric mean
// of the exact solution.
func swingPendulum(r *record, start float64) {
	const radius = 0.1
	w := newWorld(gravity)
	at := polar(1, start-math.Pi/2)
	bob := add(w, body.Def{Position: at}, shape.Circle{Radius: radius}, world.ColliderDef{})
	world.Must(w.CreateRevolute(w.Ground(), bob, joint.Revolute{LocalAnchorB: at.Mul(-1)}))
	var crossings []float64
	peak, last := 0.0, math.Pi
	for tick := range 3600 {
		w.Tick()
		p := bob.Position()
		now := math.Atan2(p[0], -p[1])
		if last > 0 && now <= 0 { // through the bottom, to the left
			crossings = append(crossings, float64(tick)+last/(last-now))
		}
		if tick > 3600-200 {
			peak = max(peak, math.Abs(now))
		}
		last = now
	}
	r.between("height kept", (1-math.Cos(peak))/(1-math.Cos(start)), 0.995, 1.001, "")
	if len(crossings) < 6 {
		r.above("swings", float64(len(crossings)), 6, "")
		return
	}
	a, b := 1.0, math.Cos(start/2)
	for range 20 {
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	want := 2 * math.Pi * math.Sqrt((1+radius*radius/2)/gravity) / a
	r.below("period off by", math.Abs((crossings[5]-crossings[0])/5*dt/want-1), 1e-4, "")
}

func roundedPolygon(size) []scene {
	var scenes []scene
	for _, c := range []struct{ hx, hy, r float64 }{{0.5, 0.5, 0.25}, {1, 0.2, 0.1}, {0.1, 0.1, 1}, {2, 1, 0.01}} {
		scenes = append(scenes, scene{fmt.Sprintf("half %v x %v, radius %v", c.hx, c.hy, c.r), func(r *record) {
			measureRoundedBox(r, c.hx, c.hy, c.r)
		}})
	}
	return scenes
}

// measureRoundedBox measures a rounded rectangle: a core, a strip on each side and a quarter of a
// disc at each corner.
func measureRoundedBox(r *record, hx, hy, radius float64) {
	w := newWorld(0)
	b := add(w, body.Def{}, shape.RoundedBox(hx, hy, radius), world.ColliderDef{})
	area := 4*hx*hy + 4*radius*(hx+hy) + math.Pi*radius*radius
	box := func(x, y, dx, dy float64) float64 { // about a centre dx, dy away
		return 4 * x * y * ((x*x+y*y)/3 + dx*dx + dy*dy)
	}
	inertia := box(hx, hy, 0, 0) + 2*box(hx, radius/2, 0, hy+radius/2) + 2*box(radius/2, hy, hx+radius/2, 0)
	quarter := math.Pi * radius * radius / 4
	d := 4 * radius / (3 * math.Pi) // of its centroid from either straight side
	inertia += 4 * (quarter*radius*radius/2 - quarter*2*d*d + quarter*((hx+d)*(hx+d)+(hy+d)*(hy+d)))
	r.below("mass off by", math.Abs(b.Mass()/area-1), 1e-12, "")
	r.below("inertia off by", math.Abs(b.Inertia()/inertia-1), 1e-12, "")
	inside, tilted := 0.0, 0.0
	for _, from := range []mgl64.Vec2{{10, 0.3 * hy}, {0.3 * hx, 10}, {-10, -0.3 * hy}} {
		translation := mgl64.Vec2{-0.99 * from[0], 0}
		if from[1] == 10 {
			translation = mgl64.Vec2{0, -9.9}
		}
		hit, _ := w.RayCast(from, translation, world.QueryFilter{})
		inside = max(inside, math.Abs(min(hx+radius-math.Abs(hit.Point[0]), hy+radius-math.Abs(hit.Point[1]))))
	}
	for k := range 9 {
		away := polar(1, float64(k)*math.Pi/16)
		corner := mgl64.Vec2{hx, hy}
		hit, ok := w.RayCast(corner.Add(away.Mul(10)), away.Mul(-20), world.QueryFilter{})
		if !ok {
			inside = math.Inf(1)
			break
		}
		inside = max(inside, math.Abs(hit.Point.Sub(corner).Len()-radius))
		tilted = max(tilted, math.Abs(1-hit.Normal.Dot(away)))
	}
	r.below("ray off by", 1000*inside, 1e-9, "mm")
	r.below("normal off by", tilted, 1e-12, "")
}
