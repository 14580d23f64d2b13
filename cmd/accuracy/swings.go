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

func swingRows() []row {
	return []row{
		{"hanging rods", "rods of 1 x 0.1 m pinned end to end, from 120 degrees, 5 min", "energy at most 1.003, last .46", hangingRods},
		{"double pendulum", "two discs of r .1 at 1 m and 2 m, from horizontal, 60 s", "energy .887 to 1.004", doublePendulum},
		{"weightless ragdolls", "nine bodies, with limits and without, random spins, 60 s", "energy at most 1.001", weightlessRagdolls},
	}
}

func hangingRods(s size) []scene {
	seconds := float64(s.pick(300, 60))
	swing := func(name string, build func(*world.World) (lowest float64)) scene {
		return scene{name, func(r *record) {
			w := newWorld(gravity)
			lowest := build(w)
			_, most, last := energyRange(w, lowest, seconds)
			r.below("energy, most", most, 1.02, "")
			r.above("energy, last", last, 0.8, "")
		}}
	}
	return []scene{
		swing("two rods", func(w *world.World) float64 { return hangRods(w, 2, 0) }),
		swing("three rods", func(w *world.World) float64 { return hangRods(w, 3, 0) }),
		swing("flail with 1 kg", func(w *world.World) float64 { return hangRods(w, 2, 1) }),
		swing("flail with 10 kg", func(w *world.World) float64 { return hangRods(w, 2, 10) }),
		swing("ring of six", func(w *world.World) float64 { return hangRing(w, 6) }),
		swing("ring of four", func(w *world.World) float64 { return hangRing(w, 4) }),
	}
}

// hangRods pins rods end to end under the origin, 120 degrees from hanging, and a disc of a mass to
// the last rod. It returns the energy of the lowest pose.
func hangRods(w *world.World, count int, disc float64) (lowest float64) {
	angle := (120.0 - 90) * math.Pi / 180
	last, pin := w.Ground(), mgl64.Vec2{}
	for i := range count {
		b := add(w, body.Def{Position: pin.Add(polar(0.5, angle)), Angle: angle}, shape.Box(0.5, 0.05), ghost(1))
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, pin)))
		last, pin = b, pin.Add(polar(1, angle))
		lowest -= gravity * b.Mass() * (float64(i) + 0.5)
	}
	if disc > 0 {
		const r = 0.2
		b := add(w, body.Def{Position: pin.Add(polar(r, angle))}, shape.Circle{Radius: r}, ghost(disc/(math.Pi*r*r)))
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, pin)))
		lowest -= gravity * b.Mass() * (float64(count) + r)
	}
	return lowest
}

// hangRing pins a ring of rods, a regular polygon, to the origin by a corner, its centre 120
// degrees from hanging. It returns the energy of the lowest pose, folded in two.
func hangRing(w *world.World, count int) (lowest float64) {
	radius := 0.5 / math.Sin(math.Pi/float64(count))
	center := polar(radius, (120.0-90)*math.Pi/180)
	corner := func(i int) mgl64.Vec2 {
		turn := 2 * math.Pi * float64(i%count) / float64(count)
		return center.Add(polar(radius, (120.0-90)*math.Pi/180+math.Pi+turn))
	}
	rods := make([]world.Body, count)
	for i := range rods {
		from, to := corner(i), corner(i+1)
		along := to.Sub(from)
		rods[i] = add(w, body.Def{Position: from.Add(along.Mul(0.5)), Angle: math.Atan2(along[1], along[0])}, shape.Box(0.5, 0.05), ghost(1))
		lowest -= gravity * rods[i].Mass() * (float64(min(i, count-1-i)) + 0.5)
	}
	world.Must(w.CreateRevolute(w.Ground(), rods[0], world.RevoluteAt(w.Ground(), rods[0], corner(0))))
	for i, b := range rods {
		next := rods[(i+1)%count]
		world.Must(w.CreateRevolute(b, next, world.RevoluteAt(b, next, corner(i+1))))
	}
	return lowest
}

func doublePendulum(s size) []scene {
	return []scene{{"from horizontal", func(r *record) {
		w := newWorld(gravity)
		last := w.Ground()
		for i := range 2 {
			b := add(w, body.Def{Position: mgl64.Vec2{float64(i + 1), 0}}, shape.Circle{Radius: 0.1}, ghost(1))
			world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, mgl64.Vec2{float64(i), 0})))
			last = b
		}
		least, most, final := energyRange(w, -3*gravity*last.Mass(), 60)
		r.above("energy, least", least, 0.98, "")
		r.below("energy, most", most, 1.01, "")
		r.between("energy, last", final, 0.98, 1.01, "")
	}}}
}

// weightlessRagdolls: spins below 20 rad/s, because a bone that reaches 47 rad/s is slowed down.
func weightlessRagdolls(s size) []scene {
	var scenes []scene
	spins, seeds := []float64{5, 10, 15}, s.pick(8, 2)
	for i := range 2 * len(spins) * seeds {
		limits, spin, seed := i < len(spins)*seeds, spins[i/seeds%len(spins)], uint64(i%seeds)
		name := fmt.Sprintf("spins up to %v rad/s, limits %v, seed %d", spin, limits, seed)
		scenes = append(scenes, scene{name, func(r *record) {
			spinRagdoll(r, seed, spin, limits, float64(s.pick(60, 20)))
		}})
	}
	return scenes
}

func spinRagdoll(r *record, seed uint64, spin float64, limits bool, seconds float64) {
	w := newWorld(0)
	rnd := rand.New(rand.NewPCG(seed, 61))
	for _, b := range addRagdoll(w, limits) {
		world.Check(b.SetLinearVelocity(mgl64.Vec2{rnd.Float64() - 0.5, rnd.Float64() - 0.5}))
		world.Check(b.SetAngularVelocity(spin * (2*rnd.Float64() - 1)))
	}
	w.Tick() // the joints remove velocities that violate them
	before := momentumOf(w)
	_, most, _ := energyRange(w, 0, seconds)
	after := momentumOf(w)
	r.below("energy, most", most, 1.02, "")
	r.below("momentum, drift", after.linear.Sub(before.linear).Len()/before.moving, 1e-4, "")
	r.below("angular momentum, drift", math.Abs(after.angular-before.angular)/before.turning, 0.02, "")
}

// addRagdoll makes a figure of nine bones: hip, torso, head, two legs of two bones and two arms of
// one. Its joints have limits or no limits, but neither springs nor motors.
func addRagdoll(w *world.World, limits bool) []world.Body {
	bones := []struct {
		parent       int
		y, half, r   float64
		pivot        float64
		lower, upper float64 // in units of pi
	}{
		{-1, 0.95, 0.02, 0.095, 0, 0, 0},
		{0, 1.2, 0.135, 0.09, 1.0, -0.25, 0},
		{1, 1.475, 0.038, 0.075, 1.4, -0.3, 0.1},
		{0, 0.775, 0.125, 0.06, 0.9, -0.05, 0.4},
		{3, 0.475, 0.14, 0.045, 0.625, -0.5, -0.02},
		{0, 0.775, 0.125, 0.06, 0.9, -0.05, 0.4},
		{5, 0.475, 0.14, 0.045, 0.625, -0.5, -0.02},
		{1, 1.225, 0.125, 0.035, 1.35, -0.1, 0.8},
		{1, 1.225, 0.125, 0.035, 1.35, -0.1, 0.8},
	}
	var created []world.Body
	for _, d := range bones {
		s := shape.Capsule{A: mgl64.Vec2{0, -d.half}, B: mgl64.Vec2{0, d.half}, Radius: d.r}
		b := add(w, body.Def{Position: mgl64.Vec2{0, d.y}}, s, ghost(1))
		created = append(created, b)
		if d.parent < 0 {
			continue
		}
		def := world.RevoluteAt(created[d.parent], b, mgl64.Vec2{0, d.pivot})
		def.Limit, def.Lower, def.Upper = limits, d.lower*math.Pi, d.upper*math.Pi
		world.Must(w.CreateRevolute(created[d.parent], b, def))
	}
	return created
}

// momenta are sums over all dynamic bodies.
type momenta struct {
	linear          mgl64.Vec2
	angular         float64 // about the origin
	moving, turning float64 // sums of absolute values, to compare changes with
}

func momentumOf(w *world.World) (m momenta) {
	for b := range w.Bodies() {
		if b.Type() != body.Dynamic {
			continue
		}
		p, at := b.LinearVelocity().Mul(b.Mass()), b.WorldCenter()
		orbit, spin := at[0]*p[1]-at[1]*p[0], b.Inertia()*b.AngularVelocity()
		m.linear = m.linear.Add(p)
		m.angular += orbit + spin
		m.moving += p.Len()
		m.turning += math.Abs(orbit) + math.Abs(spin)
	}
	return m
}

func rollRows() []row {
	return []row{
		{"rocking ellipse", "half axes .3 and .15, friction 1, from .1 to 1.2 rad, 60 s", "", rockingEllipse},
		{"roly-poly", "disc of r .5 with a weight of its mass .35 below its centre, from .2, .6 and 1.2 rad, 60 s", "energy x 78, x 9, x 3", rolyPoly},
	}
}

func rockingEllipse(s size) []scene {
	return scenesOf("%v rad", []float64{0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.2}, func(r *record, angle float64) {
		const rx, ry = 0.3, 0.15
		w := newWorld(gravity)
		addFloor(w, surface(1, 0))
		sin, cos := math.Sincos(angle)
		b := add(w, body.Def{Position: mgl64.Vec2{0, math.Hypot(rx*sin, ry*cos)}, Angle: angle}, shape.Ellipse{RX: rx, RY: ry}, surface(1, 0))
		_, most, _ := energyRange(w, b.Mass()*gravity*ry, 60)
		r.below("energy, most", most, 1.02, "")
	})
}

func rolyPoly(s size) []scene {
	return scenesOf("%v rad", []float64{0.2, 0.6, 1.2}, func(r *record, angle float64) {
		const radius, low = 0.5, 0.35
		w := newWorld(gravity)
		addFloor(w, world.ColliderDef{})
		b := add(w, body.Def{Position: mgl64.Vec2{0, radius}, Angle: angle}, shape.Circle{Radius: radius}, world.ColliderDef{})
		world.Must(b.Attach(shape.Circle{Center: mgl64.Vec2{0, -low}, Radius: 0.1}, withMass(world.ColliderDef{}, b.Mass(), 0.01*math.Pi)))
		lowest := b.Mass() * gravity * (radius - b.LocalCenter().Len())
		least, most, last := energyRange(w, lowest, 60)
		r.above("energy, least", least, 0.8, "")
		r.below("energy, most", most, 1.02, "")
		r.between("energy, last", last, 0.8, 1.02, "")
	})
}
