package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/fracture"
)

//scene:bullets

var bullets = Scene{
	Name: "bullets", Title: "Bullets and paper", Theme: "fast bodies", Poster: 0.65,
	About: "A bullet that flies five metres in a tick does not miss a wall of a centimetre. Crates and sheets of paper are hit one after the other.",
	Params: []Param{
		{"speed", 20, 390, 10, 250, "m/s"},
		{"rate", 1, 20, 1, 3, "1/s"},
		{"mass", 0.5, 20, 0.5, 1.5, "kg/m²"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{0, -0.5}, 0, shape.Box(26, 0.5), shape.OffsetBox(26, 0.5, vec{0, 16}, 0), shape.OffsetBox(0.5, 9, vec{-18, 8}, 0))
		s.fixed(vec{16, 8}, 0, shape.Box(0.01, 8))
		for i := range 5 {
			x := -2 + 3*float64(i)
			for k := range 6 {
				if i%2 == 0 {
					s.body(body.Def{Position: vec{x, 0.5 + float64(k)}}, of(0.4), shape.Box(0.5, 0.5))
				} else {
					s.body(body.Def{Position: vec{x, 0.5 + float64(k)}}, of(2), shape.Box(0.03, 0.5))
				}
			}
		}
		gun := s.fixed(vec{-14, 2}, 0, shape.OffsetBox(1.2, 0.2, vec{1, 0}, 0), shape.Circle{Radius: 0.5})
		var shots []world.Body
		r := s.show(-16, -1, 17, 12)
		r.BeforeTick = func(Keys) {
			if every := max(1, int(60/p["rate"])); int(s.Ticks())%every == 30%every {
				if len(shots) == 40 {
					world.Check(shots[0].Destroy())
					shots = shots[1:]
				}
				angle := 12 * degree * sine(2*s.Time())
				world.Check(gun.SetTransform(vec{-14, 2}, angle))
				shots = append(shots, s.body(body.Def{Position: vec{-14, 2}.Add(polar(2.5, angle)), LinearVelocity: polar(p["speed"], angle), Bullet: true, Angle: angle},
					world.ColliderDef{Density: p["mass"], Material: &shape.Material{Friction: 0.3, Restitution: 0.3}}, shape.Circle{Radius: 0.12}))
			}
		}
		return r, nil
	},
}

//scene:billiards

var billiards = Scene{
	Name: "billiards", Title: "Break", Theme: "fast bodies", Poster: 1.1,
	About: "Fifteen balls, a cue ball and six pockets. A sensor in each pocket misses none; then the table is set again.",
	Params: []Param{
		{"speed", 5, 60, 1, 25, "m/s"},
		{"angle", -6, 6, 0.25, 1, "°"},
		{"friction", 0, 1, 0.05, 0.35, "1/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(0)
		cushion := surface(0.05, 0.85)
		const w, h, radius = 12.7, 6.35, 0.32
		for _, side := range []float64{-1, 1} {
			s.body(body.Def{Type: body.Static, Position: vec{side * (w + 0.6), 0}}, cushion, shape.Box(0.6, h-0.9))
			for _, x := range []float64{-1, 1} {
				s.body(body.Def{Type: body.Static, Position: vec{x * w / 2, side * (h + 0.6)}}, cushion, shape.Box(w/2-0.7, 0.6))
			}
		}
		s.body(body.Def{Type: body.Static}, cushion, shape.OffsetBox(0.2, h+2, vec{-w - 1.5, 0}, 0), shape.OffsetBox(0.2, h+2, vec{w + 1.5, 0}, 0),
			shape.OffsetBox(w+2, 0.2, vec{0, h + 1.5}, 0), shape.OffsetBox(w+2, 0.2, vec{0, -h - 1.5}, 0))
		for _, x := range []float64{-1, 0, 1} {
			for _, y := range []float64{-1, 1} {
				s.body(body.Def{Type: body.Static, Position: vec{x * (w + 0.2), y * (h + 0.35)}}, world.ColliderDef{Sensor: true}, shape.Circle{Radius: 0.6})
			}
		}
		var balls []world.Body
		rack := func() {
			for _, b := range balls {
				if b.Valid() {
					world.Check(b.Destroy())
				}
			}
			balls = balls[:0]
			def := body.Def{Bullet: true, LinearDamping: p["friction"], AngularDamping: p["friction"]}
			ivory := surface(0.05, 0.95)
			for row := range 5 {
				for i := range row + 1 {
					def.Position = vec{4 + float64(row)*radius*1.74, radius * 2.01 * (float64(i) - float64(row)/2)}
					balls = append(balls, s.body(def, ivory, shape.Circle{Radius: radius}))
				}
			}
			def.Position, def.LinearVelocity = vec{-7, 0}, polar(p["speed"], p["angle"]*degree)
			balls = append(balls, s.body(def, ivory, shape.Circle{Radius: radius}))
		}
		rack()
		r := s.show(-w-2, -h-2, w+2, h+2)
		r.BeforeTick = func(Keys) {
			for _, e := range s.Events().SensorBegins {
				if e.Visitor.Valid() {
					world.Check(e.Visitor.Body().Destroy())
				}
			}
			if s.Ticks()%720 == 719 {
				rack()
			}
		}
		return r, nil
	},
}

//scene:explosion

var explosion = Scene{
	Name: "explosion", Title: "Blast", Theme: "fast bodies", Poster: 1.35,
	About: "A blast pushes each metre of outline that faces it; a shield of steel casts a shadow. It goes off every three seconds.",
	Params: []Param{
		{"strength", 1, 60, 1, 16, "N s/m"},
		{"radius", 1, 8, 0.5, 4, "m"},
		{"crates", 20, 200, 10, 100, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(20, 24)
		s.fixed(vec{3.2, 1.6}, 0, shape.Box(0.15, 1.6))
		for i := range p.Int("crates") {
			x := 4.5 + 0.82*float64(i/2%8)
			if i%2 == 0 {
				x = -3 - 0.82*float64(i/2%8)
			}
			s.body(body.Def{Position: vec{x, 0.4 + 0.8*float64(i/16)}}, of(0.5), shape.Box(0.4, 0.4))
		}
		s.fixed(vec{0, 0.15}, 0, shape.Circle{Radius: 0.3})
		r := s.show(-14, -1, 14, 14)
		r.BeforeTick = func(Keys) {
			if s.Ticks()%180 == 60 {
				world.Check(s.Explode(world.Explosion{Point: vec{0, 0.6}, Radius: p["radius"], Falloff: 2 * p["radius"], ImpulsePerLength: p["strength"]}))
			}
		}
		return r, nil
	},
}

//scene:glass

var glass = Scene{
	Name: "glass", Title: "Glass that shatters", Theme: "fast bodies", Poster: 1.2,
	About: "Each block breaks by the first hit that is hard enough, among seeds that lie close to where it was hit. Splinters vanish.",
	Params: []Param{
		{"blocks", 1, 6, 1, 4, ""},
		{"pieces", 5, 60, 1, 25, ""},
		{"impulse", 1, 100, 1, 20, "N s"},
		{"speed", 5, 60, 1, 25, "m/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(22, 0)
		for i := range p.Int("blocks") {
			block := s.body(body.Def{Position: vec{3*float64(i) - 4, 2}}, world.ColliderDef{Density: 2.5}, shape.Box(0.8, 2))
			world.Must(fracture.BreakOnHit(block, fracture.Breakable{
				Impulse: p["impulse"],
				Def:     fracture.Def{MinArea: 0.003},
				Seeds:   func(h world.Hit) []vec { return fracture.Spiral(h.Position, 4, p.Int("pieces")) },
			}))
		}
		r := s.show(-9, -1, 9, 8)
		r.BeforeTick = func(Keys) {
			if s.Ticks()%60 == 30 && s.Ticks() < 600 {
				ball := s.body(body.Def{Position: vec{-9, 2.6}, LinearVelocity: vec{p["speed"], s.between(-1, 3)}, Bullet: true}, of(10), shape.Circle{Radius: 0.3})
				world.Check(ball.SetAngularDamping(1))
			}
		}
		return r, nil
	},
}

//scene:pinball

var pinball = Scene{
	Name: "pinball", Title: "Pinball", Theme: "fast bodies", Poster: 3,
	About: "Bumpers give more than they get. The flippers play by themselves until you hold a key.",
	Params: []Param{
		{"slope", 2, 10, 0.5, 5, "m/s²"},
		{"bumpers", 0.5, 2, 0.1, 1.3, ""},
		{"balls", 1, 8, 1, 2, ""},
	},
	Keys: []KeyHelp{{KeyLeft, "left flipper"}, {KeyRight, "right flipper"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(p["slope"])
		steel, rubber := surface(0.1, 0.4), surface(0.1, p["bumpers"])
		var border []vec // clockwise: what is inside is free
		for i := range 25 {
			border = append(border, vec{0, 7}.Add(polar(5, math.Pi*(1-float64(i)/24))))
		}
		border = append(border, vec{5, 3}, vec{2.6, 1.6}, vec{2.6, -1.5}, vec{-2.6, -1.5}, vec{-2.6, 1.6}, vec{-5, 3})
		table := s.fixed(vec{}, 0)
		world.Must(table.AttachChain(shape.Chain{Points: border, Closed: true}, steel))
		for _, at := range []vec{{-1.9, 6.4}, {1.9, 6.4}, {0, 8.2}, {-3.2, 8.8}, {3.2, 8.8}, {0, 5}} {
			world.Must(table.Attach(shape.Circle{Center: at, Radius: 0.55}, rubber))
		}
		for _, side := range []float64{-1, 1} {
			world.Must(table.Attach(shape.Triangle(vec{side * 3.9, 4.4}, vec{side * 2.9, 2.9}, vec{side * 3.9, 3.4}), rubber))
		}
		var flippers []world.Revolute
		for _, side := range []float64{-1, 1} {
			pivot := vec{side * 2.3, 1.5}
			f := s.body(body.Def{Position: pivot, NeverSleep: true, Bullet: true}, world.ColliderDef{Density: 4, Filter: shape.Filter{Category: 2, Mask: 1, Group: -1}}, shape.Capsule{B: vec{-side * 1.65, 0}, Radius: 0.17})
			def := world.RevoluteAt(table, f, pivot)
			def.Limit, def.Lower, def.Upper, def.MaxMotorTorque = true, -0.5, 0.5, 400
			flippers = append(flippers, world.Must(s.CreateRevolute(table, f, def)))
		}
		var balls []world.Body
		for i := range p.Int("balls") {
			balls = append(balls, s.body(body.Def{Position: vec{-4 + float64(i), 9 + 0.3*float64(i%3)}, LinearVelocity: vec{4, 3}, Bullet: true, NeverSleep: true}, surface(0.1, 0.4), shape.Circle{Radius: 0.24}))
		}
		r := s.show(-5.5, -2, 5.5, 12.5)
		manual := false
		r.BeforeTick = func(keys Keys) {
			manual = manual || keys != 0
			up := [2]bool{keys&KeyLeft != 0, keys&KeyRight != 0}
			for _, b := range balls {
				at := b.Position()
				if !manual && at[1] < 2.1 && at[1] > 0.8 {
					up[0], up[1] = up[0] || at[0] < 0, up[1] || at[0] >= 0
				}
				if at[1] < 0 { // lost: it comes again
					world.Check(b.SetTransform(vec{s.between(-3, 3), 10.5}, 0))
					world.Check(b.SetLinearVelocity(vec{s.between(-3, 3), 1}))
				}
			}
			for i, f := range flippers {
				speed := []float64{-12, 12}[i]
				if up[i] {
					speed = []float64{20, -20}[i]
				}
				drive(f, speed)
			}
		}
		return r, nil
	},
}
