package main

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

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
