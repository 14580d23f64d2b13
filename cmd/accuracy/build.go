package main

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Everything is in metres, kilograms, seconds and radians.
const (
	dt      = 1.0 / 60
	gravity = 10.0
	slop    = 0.005
)

// newWorld makes a world with the defaults on one goroutine, whose bodies do not sleep.
func newWorld(g float64) *world.World {
	return world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -g}, NoSleep: true, Workers: 1}))
}

// newSleepyWorld makes a world with the defaults on one goroutine, with gravity, whose bodies may
// sleep.
func newSleepyWorld() *world.World {
	return world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -gravity}, Workers: 1}))
}

func add(w *world.World, def body.Def, s shape.Support, c world.ColliderDef) world.Body {
	b := world.Must(w.CreateBody(def))
	world.Must(b.Attach(s, c))
	return b
}

func addStatic(w *world.World, at mgl64.Vec2, angle float64, s shape.Support, c world.ColliderDef) world.Body {
	return add(w, body.Def{Type: body.Static, Position: at, Angle: angle}, s, c)
}

// addFloor makes ground whose surface is y = 0.
func addFloor(w *world.World, c world.ColliderDef) {
	addStatic(w, mgl64.Vec2{0, -1}, 0, shape.Box(100, 1), c)
}

func surface(friction, restitution float64) world.ColliderDef {
	return world.ColliderDef{Material: &shape.Material{Friction: friction, Restitution: restitution}}
}

// withMass gives a collider the density for a mass, given the area of its shape.
func withMass(c world.ColliderDef, mass, area float64) world.ColliderDef {
	c.Density = mass / area
	return c
}

// ghost is a collider that touches nothing.
func ghost(density float64) world.ColliderDef {
	return world.ColliderDef{Density: density, Filter: shape.Filter{Category: 2, Mask: 1 << 40}}
}

func ticks(seconds float64) int { return int(math.Round(seconds / dt)) }

func runSeconds(w *world.World, seconds float64) {
	for range ticks(seconds) {
		w.Tick()
	}
}

// energy returns kinetic energy and the potential energy from y = 0 of all dynamic bodies.
func energy(w *world.World) float64 {
	e, g := 0.0, w.Gravity()
	for b := range w.Bodies() {
		if b.Type() == body.Dynamic {
			e += b.KineticEnergy() - b.Mass()*b.WorldCenter().Dot(g)
		}
	}
	return e
}

// energyRange watches the energy above the lowest energy for a time. It returns the smallest, the
// largest and the last value, as fractions of the first value.
func energyRange(w *world.World, lowest, seconds float64) (least, most, last float64) {
	first := energy(w) - lowest
	least, most = 1, 1
	for range ticks(seconds) {
		w.Tick()
		last = (energy(w) - lowest) / first
		if math.IsNaN(last) {
			return last, last, last
		}
		least, most = min(least, last), max(most, last)
	}
	return least, most, last
}

// fastest returns the greatest speed of any dynamic body.
func fastest(w *world.World) float64 {
	v := 0.0
	for b := range w.Bodies() {
		if b.Type() == body.Dynamic {
			v = max(v, b.LinearVelocity().Len())
		}
	}
	return v
}

// deepest returns the largest overlap of any contact.
func deepest(w *world.World) float64 {
	d := 0.0
	for c := range w.Contacts() {
		for _, p := range c.Points() {
			d = max(d, -p.Separation)
		}
	}
	return d
}

func polar(length, angle float64) mgl64.Vec2 {
	sin, cos := math.Sincos(angle)
	return mgl64.Vec2{length * cos, length * sin}
}
