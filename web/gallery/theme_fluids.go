package gallery

import (
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

//scene:boats

var boats = Scene{
	Name: "boats", Title: "Waves", Theme: "fluids", Poster: 3.2,
	About: "Buoyancy of the exact part of each shape below the waves: boats right themselves, logs float level.",
	Params: []Param{
		{"waves", 0, 2, 0.1, 0.7, "m"},
		{"length", 4, 20, 1, 10, "m"},
		{"things", 0, 40, 1, 16, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{0, -6.3}, 0, shape.Box(17, 0.3))
		s.fixed(vec{-16.7, 0}, 0, shape.Box(0.3, 6.5))
		s.fixed(vec{16.7, 0}, 0, shape.Box(0.3, 6.5))
		surface := make([]vec, 66)
		wave := func() []vec {
			for i := range surface {
				x := -16.25 + 0.5*float64(i)
				k := 2 * math.Pi / p["length"]
				surface[i] = vec{x, p["waves"] * sine(k*x-math.Sqrt(10*k)*s.Time()) * math.Min(1, s.Time())}
			}
			return surface
		}
		sea := world.Must(s.CreateArea(world.AreaDef{
			Shape:   shape.OffsetBox(16.4, 4.5, vec{0, -1.5}, 0),
			Effects: []area.Effect{area.Fluid{Surface: wave(), LinearDrag: 0.5, QuadraticDrag: 0.8}},
		}))
		for _, x := range []float64{-10, 0.5} { // a keel below, a sail above
			boat := s.body(body.Def{Position: vec{x, 0.6}}, of(0.15), shape.HalfEllipse{RX: 1.6, RY: 0.8, Angle: math.Pi})
			world.Must(boat.Attach(shape.OffsetBox(0.5, 0.12, vec{0, -0.85}, 0), of(3)))
			world.Must(boat.Attach(shape.OffsetBox(0.06, 1.5, vec{0, 1.5}, 0), of(0.05)))
			world.Must(boat.Attach(shape.Triangle(vec{0.15, 0.4}, vec{1.3, 0.4}, vec{0.15, 2.8}), of(0.02)))
		}
		barge := world.Must(shape.NewPolygon([]vec{{-2.2, -0.6}, {2.2, -0.6}, {2.8, 0.4}, {-2.8, 0.4}}, 0))
		s.body(body.Def{Position: vec{8, 0.6}}, of(0.25), barge, shape.OffsetBox(0.1, 0.3, vec{-2.6, 0.6}, 0), shape.OffsetBox(0.1, 0.3, vec{2.6, 0.6}, 0))
		for i := range 6 {
			s.body(body.Def{Position: vec{6.6 + 1.1*float64(i%3), 2 + 1.1*float64(i/3)}}, of(0.2), shape.Box(0.4, 0.4))
		}
		shapes := []shape.Support{shape.Circle{Radius: 0.4}, shape.RoundedBox(0.9, 0.05, 0.2), shape.Ellipse{RX: 0.6, RY: 0.35}, shape.Box(0.35, 0.5)}
		for i := range p.Int("things") {
			s.body(body.Def{Position: vec{s.between(-14, 14), 4 + 0.4*float64(i)}, Angle: s.between(0, 3)}, of(s.between(0.1, 1.2)), shapes[i%4])
		}
		r := s.show(-16.5, -6.4, 16.5, 9)
		r.BeforeTick = func(Keys) { world.Check(sea.SetSurface(wave())) }
		return r, nil
	},
}

//scene:density

var density = Scene{
	Name: "density", Title: "Archimedes", Theme: "fluids", Poster: 4,
	About: "Boxes of growing density float as deep as they weigh; the last ones sink. Squares of half the weight of water float on a corner.",
	Params: []Param{
		{"lightest", 0.05, 0.9, 0.05, 0.1, "of water"},
		{"heaviest", 0.2, 2, 0.05, 1.2, "of water"},
		{"drag", 0, 5, 0.25, 1, "1/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{0, -5.3}, 0, shape.Box(15, 0.3))
		s.fixed(vec{-14.7, -1}, 0, shape.Box(0.3, 4.6))
		s.fixed(vec{14.7, -1}, 0, shape.Box(0.3, 4.6))
		world.Must(s.CreateArea(world.AreaDef{Shape: shape.Box(14.4, 2.5), Position: vec{0, -2.5}, Effects: []area.Effect{area.Fluid{LinearDrag: p["drag"]}}}))
		const n = 9
		for i := range n {
			rho := p["lightest"] + (p["heaviest"]-p["lightest"])*float64(i)/(n-1)
			x := -12.4 + 3.1*float64(i)
			s.body(body.Def{Position: vec{x, 1 + 0.3*float64(i)}, Angle: 0.15}, of(math.Max(rho, 0.02)), shape.Box(0.8, 0.8))
			s.body(body.Def{Position: vec{x + 0.5, 4 + 0.3*float64(i)}}, of(math.Max(rho, 0.02)), shape.Circle{Radius: 0.6})
		}
		return s.show(-15, -5.6, 15, 9), nil
	},
}

//scene:wind

var wind = Scene{
	Name: "wind", Title: "Wind", Theme: "fluids", Poster: 3.5,
	About: "Leaves tumble in the wind, with drag and lift on each edge that meets it, and a mill turns.",
	Params: []Param{
		{"wind", -15, 15, 0.5, 7, "m/s"},
		{"leaves", 5, 150, 5, 70, ""},
		{"lift", 0, 3, 0.1, 1.5, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(40, 0)
		world.Must(s.CreateArea(world.AreaDef{Effects: []area.Effect{area.Wind{Velocity: vec{p["wind"], 0}, Lift: p["lift"]}}}))
		hub := vec{4, 5}
		s.fixed(vec{4, 2.5}, 0, shape.Box(0.15, 2.5))
		mill := s.body(body.Def{Position: hub, AngularDamping: 0.2}, world.ColliderDef{Density: 0.3, Filter: shape.Filter{Group: -1}}, shape.Circle{Radius: 0.3})
		for i := range 4 { // slanted sails: the wind meets one side of them
			angle := float64(i) * math.Pi / 2
			world.Must(mill.Attach(shape.OffsetBox(1, 0.05, polar(1.2, angle), angle), world.ColliderDef{Density: 0.3, Filter: shape.Filter{Group: -1}}))
			world.Must(mill.Attach(shape.HalfEllipse{Center: polar(2.1, angle), RX: 0.5, RY: 0.4, Angle: angle}, world.ColliderDef{Density: 0.2, Filter: shape.Filter{Group: -1}}))
		}
		s.pin(s.Ground(), mill, hub)
		var leaves []world.Body
		for range p.Int("leaves") {
			leaves = append(leaves, s.body(body.Def{Position: vec{s.between(-15, 12), s.between(1, 12)}, Angle: s.between(0, 6)}, of(s.between(0.15, 0.5)), shape.HalfEllipse{RX: s.between(0.2, 0.45), RY: 0.1}))
		}
		r := s.show(-17, -1, 17, 14)
		r.BeforeTick = func(Keys) {
			for _, leaf := range leaves { // those that are gone come back on the other side
				if x := leaf.Position()[0]; math.Abs(x) > 18 {
					world.Check(leaf.SetTransform(vec{-math.Copysign(17.5, x), s.between(3, 13)}, leaf.Angle()))
				}
			}
		}
		return r, nil
	},
}

//scene:planet

var planet = Scene{
	Name: "planet", Title: "Planet with a moon", Theme: "fluids", Poster: 6,
	About: "Gravity towards a point: rubble falls on a planet and sleeps there, a moon goes around and keeps its orbit.",
	Params: []Param{
		{"rubble", 0, 250, 10, 120, ""},
		{"gravity", 2, 30, 1, 10, "m/s²"},
		{"moons", 0, 6, 1, 3, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(0)
		s.fixed(vec{}, 0, shape.Circle{Radius: 4})
		world.Must(s.CreateArea(world.AreaDef{Shape: shape.Circle{Radius: 60}, Effects: []area.Effect{area.PointGravity{Strength: p["gravity"], Distance: 4}}}))
		for i := range p.Int("rubble") {
			at := polar(s.between(6, 9), s.between(0, 2*math.Pi))
			shapes := []shape.Support{shape.RegularPolygon(3+i%4, s.between(0.2, 0.4)), shape.Box(s.between(0.15, 0.4), 0.2), shape.Circle{Radius: s.between(0.15, 0.3)}}
			s.body(body.Def{Position: at, LinearVelocity: vec{-at[1], at[0]}.Mul(0.25)}, surface(0.6, 0.1), shapes[i%3])
		}
		for i := range p.Int("moons") {
			radius := 11 + 1.2*float64(i)
			at := polar(radius, 2.4*float64(i))
			speed := math.Sqrt(p["gravity"] * 16 / radius) // the speed on a circle
			s.body(body.Def{Position: at, LinearVelocity: vec{-at[1], at[0]}.Mul(speed / radius), AngularVelocity: 1}, world.ColliderDef{}, shape.Circle{Radius: 0.5})
		}
		return s.show(-14, -10, 14, 10), nil
	},
}

//scene:balloons

var balloons = Scene{
	Name: "balloons", Title: "Balloons", Theme: "fluids", Poster: 2.4,
	About: "Air is a fluid too: balloons lighter than it lift a basket with passengers.",
	Params: []Param{
		{"balloons", 1, 14, 1, 4, ""},
		{"passengers", 0, 8, 1, 3, ""},
		{"air", 0.2, 2, 0.1, 0.5, "kg/m²"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(14, 0)
		s.fixed(vec{0, 15}, 0, shape.Box(14, 0.2))
		world.Must(s.CreateArea(world.AreaDef{Shape: shape.Box(14, 8), Position: vec{0, 7.5}, Effects: []area.Effect{area.Fluid{Density: p["air"], LinearDrag: 0.6}}}))
		basket := s.body(body.Def{Position: vec{0, 0.4}}, of(1.5), shape.Box(1.8, 0.12), shape.OffsetBox(0.1, 0.6, vec{-1.7, 0.6}, 0), shape.OffsetBox(0.1, 0.6, vec{1.7, 0.6}, 0))
		n := p.Int("balloons")
		for i := range n {
			at := vec{3 * (float64(i%2) - 0.5), 4.5 + 1.8*float64(i/2)}
			balloon := s.body(body.Def{Position: at}, of(0.08), shape.Ellipse{RX: 0.65, RY: 0.8})
			tie := vec{1.7, 1.6}
			if i%2 == 0 {
				tie[0] = -1.7
			}
			def := world.DistanceAt(basket, balloon, tie, at.Sub(vec{0, 0.8}))
			def.SpringHertz, def.SpringDamping = 3, 0.7
			world.Must(s.CreateDistance(basket, balloon, def))
		}
		for i := range p.Int("passengers") {
			s.body(body.Def{Position: vec{-0.9 + 0.45*float64(i%5), 1 + 0.7*float64(i/5)}}, of(1.5), shape.Box(0.18, 0.3))
		}
		for i := range 5 {
			s.body(body.Def{Position: vec{-10 + 5*float64(i), 0.5}}, of(0.6), shape.Circle{Radius: 0.5})
		}
		return s.show(-13, -1, 13, 15), nil
	},
}
