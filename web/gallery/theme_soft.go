package gallery

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/soft"
)

//scene:blobs

var blobs = Scene{
	Name: "blobs", Title: "Soft bodies", Theme: "soft", Poster: 2.2,
	About: "Drops that keep their area within an elastic skin fall on pegs and on each other.",
	Params: []Param{
		{"blobs", 1, 12, 1, 6, ""},
		{"stiffness", 1, 12, 0.5, 4, "Hz"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(11, 12)
		for i := range 4 {
			s.fixed(vec{-6 + 4*float64(i), 2 + float64(i%2)}, 0, shape.Circle{Radius: 0.5})
		}
		for i := range p.Int("blobs") {
			world.Must(soft.NewBlob(s.World, soft.BlobDef{
				Position: vec{-6 + 4*float64(i%4), 6 + 3.6*float64(i/4)}, Radius: 1.5, Nodes: 20,
				Skin: soft.Link{Hertz: 2 * p["stiffness"], Damping: 1}, BendHertz: p["stiffness"], BendDamping: 0.5, Collider: surface(0.7, 0.1),
			}))
		}
		return s.show(-11.5, -1, 11.5, 13), nil
	},
}

//scene:cloth

var cloth = Scene{
	Name: "cloth", Title: "Cloth", Theme: "soft", Poster: 1.8,
	About: "A net of threads between knots catches what falls into it, and tears where the threads pull too hard.",
	Params: []Param{
		{"columns", 8, 40, 1, 26, ""},
		{"strength", 20, 800, 10, 340, "N"},
		{"balls", 0, 12, 1, 4, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		def := soft.ClothDef{
			Columns: p.Int("columns"), Rows: 7, Height: 3, Radius: 0.17, Link: soft.Link{BreakForce: p["strength"]},
			Body: body.Def{LinearDamping: 0.3}, Collider: world.ColliderDef{Mass: 0.09, Filter: shape.Filter{Group: -1}},
		}
		step := 18 / p["columns"]
		def.Position, def.Width = vec{-9 + step/2, 5}, 18-step
		for row := range def.Rows {
			def.Pins = append(def.Pins, row*def.Columns, (row+1)*def.Columns-1)
		}
		world.Must(soft.NewCloth(s.World, def))
		s.floor(14, 3)
		r := s.show(-11, -1, 11, 12)
		r.BeforeTick = func(Keys) {
			if t := int(s.Ticks()); t%60 == 20 && t/60 < p.Int("balls") {
				s.body(body.Def{Position: vec{s.between(-5, 5), 11}}, of(1+0.7*float64(t/60)), shape.Circle{Radius: 0.9})
			}
		}
		return r, nil
	},
}

//scene:ropes

var ropes = Scene{
	Name: "ropes", Title: "Curtain of ropes", Theme: "soft", Poster: 1.6,
	About: "Ropes of short links sway as a ball swings through them.",
	Params: []Param{
		{"ropes", 4, 40, 1, 22, ""},
		{"links", 4, 20, 1, 12, ""},
		{"ball", 0.5, 20, 0.5, 4, "kg/m²"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		beam := s.fixed(vec{0, 10.2}, 0, shape.Box(11, 0.2))
		for i := range p.Int("ropes") {
			x := -7 + 14*(float64(i)+0.5)/p["ropes"]
			world.Must(soft.NewChain(s.World, soft.ChainDef{
				Path: []vec{{x, 10}, {x, 2}}, Capsules: p.Int("links"), Radius: 0.07, StartBody: beam,
				Collider: world.ColliderDef{Filter: shape.Filter{Group: -1}},
			}))
		}
		ball := s.body(body.Def{Position: vec{-14.5, 10}}, of(p["ball"]), shape.Circle{Radius: 1})
		s.rod(s.Ground(), ball, vec{-5.5, 12}, vec{-14.5, 10})
		return s.show(-16, 0, 16, 14), nil
	},
}

//scene:torn_cloth

var tornCloth = Scene{
	Name: "torn_cloth", Title: "Through the cloth", Theme: "soft", Poster: 0.9,
	About: "A stone tears a sheet that hangs by its rim; the drop behind it falls through the hole onto the spikes.",
	Params: []Param{
		{"strength", 20, 400, 20, 120, "N"},
		{"stone", 5, 80, 5, 40, "kg/m²"},
		{"skin", 20, 600, 10, 600, "N"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(12, 4)
		for i := range 3 {
			s.fixed(vec{-4 + 4*float64(i), 0}, 0, shape.Triangle(vec{-0.8, 0}, vec{0.8, 0}, vec{0, 1}))
		}
		def := soft.ClothDef{
			Position: vec{-8, 7}, Width: 16, Height: 2.4, Columns: 31, Rows: 5, Link: soft.Link{BreakForce: p["strength"]}, ShearHertz: 2,
			Collider: world.ColliderDef{Mass: 0.1, Filter: shape.Filter{Group: -1}},
		}
		for row := range def.Rows {
			def.Pins = append(def.Pins, row*def.Columns, (row+1)*def.Columns-1)
		}
		sheet := world.Must(soft.NewCloth(s.World, def))
		stone := s.body(body.Def{Position: vec{0, 9}, LinearVelocity: vec{0, -4}}, of(p["stone"]), shape.RegularPolygon(7, 0.9))
		drop := world.Must(soft.NewBlob(s.World, soft.BlobDef{
			Position: vec{0, 13}, Radius: 1.3, Nodes: 24, Skin: soft.Link{Hertz: 8, Damping: 1, BreakForce: p["skin"]},
		}))
		r := s.show(-12, -1, 12, 14)
		r.BeforeTick = func(Keys) {
			world.Check(sheet.Tidy())
			world.Check(drop.Tidy())
			if s.Ticks() == 75 { // out of the way of the drop
				world.Check(stone.ApplyImpulseToCenter(vec{3 * stone.Mass(), 0}))
			}
		}
		return r, nil
	},
}

//scene:jelly

var jelly = Scene{
	Name: "jelly", Title: "Jelly", Theme: "soft", Poster: 1.4,
	About: "A cloth of springs makes a block that wobbles. Damping brings it to rest.",
	Params: []Param{
		{"size", 3, 10, 1, 6, ""},
		{"stiffness", 1, 12, 0.5, 5, "Hz"},
		{"damping", 0, 1, 0.05, 0.15, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(13, 10)
		s.fixed(vec{-4, 0}, 0, shape.Triangle(vec{-3, 0}, vec{3, 0}, vec{0, 2}))
		n := p.Int("size")
		side := 0.6 * float64(n-1)
		spring := soft.Link{Hertz: p["stiffness"], Damping: p["damping"]}
		for _, corner := range []vec{{-6, 4}, {3, 5}} {
			world.Must(soft.NewCloth(s.World, soft.ClothDef{
				Position: corner.Add(vec{0, side}), Width: side, Height: side, Columns: n, Rows: n, Radius: 0.29,
				Link: spring, ShearHertz: spring.Hertz, ShearDamping: spring.Damping, Collider: surface(0.5, 0),
			}))
		}
		return s.show(-13, -1, 13, 12), nil
	},
}
