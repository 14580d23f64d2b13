package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

//scene:fountain

var fountain = Scene{
	Name: "fountain", Title: "Fountain of balls", Theme: "one-way", Poster: 4,
	About: "Balls shoot up through platforms that hold from above only, rest there, and are let through from time to time.",
	Params: []Param{
		{"speed", 8, 24, 1, 17, "m/s"},
		{"platforms", 1, 6, 1, 4, ""},
		{"hold", 1, 8, 0.5, 3, "s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(12, 14)
		deck := s.fixed(vec{}, 0)
		for i := range p.Int("platforms") {
			world.Must(deck.Attach(shape.OffsetBox(8-float64(i), 0.12, vec{0, 2 + 2*float64(i)}, 0), world.ColliderDef{OneWay: vec{0, 1}}))
		}
		var balls []world.Body
		r := s.show(-12, -1, 12, 14)
		hold := max(1, int(p["hold"]*60))
		r.BeforeTick = func(Keys) {
			t := int(s.Ticks())
			if t%6 == 0 {
				if len(balls) == 90 {
					world.Check(balls[0].Destroy())
					balls = balls[1:]
				}
				ball := s.body(body.Def{Position: vec{s.between(-6, 6), 0.5}, LinearVelocity: vec{s.between(-1, 1), s.between(0.7, 1) * p["speed"]}}, surface(0.4, 0.2), shape.Circle{Radius: s.between(0.2, 0.35)})
				balls = append(balls, ball)
			}
			if t%hold == 0 {
				for _, b := range balls {
					world.Check(b.DropThrough())
				}
			}
		}
		return r, nil
	},
}

//scene:pachinko

var pachinko = Scene{
	Name: "pachinko", Title: "Pachinko", Theme: "one-way", Poster: 6,
	About: "Balls bounce down a field of pins into bins with lids that let in and not out: the bell curve of Galton.",
	Params: []Param{
		{"rows", 3, 12, 1, 9, ""},
		{"balls", 20, 300, 10, 150, ""},
		{"bounce", 0, 0.8, 0.05, 0.3, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{0, -0.3}, 0, shape.Box(8, 0.3))
		for i := range 17 {
			s.fixed(vec{-8 + float64(i), 1.5}, 0, shape.Box(0.06, 1.5))
		}
		lids := s.fixed(vec{}, 0)
		world.Must(lids.Attach(shape.Segment{A: vec{-8, 3}, B: vec{8, 3}}, world.ColliderDef{OneWay: vec{0, -1}}))
		rows := p.Int("rows")
		for row := range rows {
			y := 4 + 8*float64(row)/float64(rows)
			for i := range 17 - row%2 {
				s.body(body.Def{Type: body.Static, Position: vec{-8 + float64(row%2)/2 + float64(i), y}}, surface(0.1, p["bounce"]), shape.Circle{Radius: 0.1})
			}
		}
		s.fixed(vec{-8.2, 8}, 0, shape.Box(0.2, 8))
		s.fixed(vec{8.2, 8}, 0, shape.Box(0.2, 8))
		s.fixed(vec{-4.4, 14.5}, -30*degree, shape.Box(4.3, 0.1))
		s.fixed(vec{4.4, 14.5}, 30*degree, shape.Box(4.3, 0.1))
		r := s.show(-9, -0.6, 9, 16.5)
		count := 0
		r.BeforeTick = func(Keys) {
			if s.Ticks()%5 == 0 && count < p.Int("balls") {
				count++
				s.body(body.Def{Position: vec{s.between(-3, 3), 15.5}}, surface(0.1, p["bounce"]), shape.Circle{Radius: 0.2})
			}
		}
		return r, nil
	},
}

//scene:turnstiles

var turnstiles = Scene{
	Name: "turnstiles", Title: "One-way street", Theme: "one-way", Poster: 5,
	About: "A gas between gates that open to the right only: Maxwell's demon sorts the balls, and no energy is lost.",
	Params: []Param{
		{"balls", 10, 200, 10, 90, ""},
		{"gates", 1, 6, 1, 3, ""},
		{"speed", 2, 20, 1, 8, "m/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(0)
		wall := surface(0, 1)
		for _, side := range []float64{-1, 1} {
			s.body(body.Def{Type: body.Static, Position: vec{0, side * 7.5}}, wall, shape.Box(13, 0.5))
			s.body(body.Def{Type: body.Static, Position: vec{side * 12.5, 0}}, wall, shape.Box(0.5, 8))
		}
		gates := p.Int("gates")
		for i := range gates {
			x := -12 + 24*float64(i+1)/float64(gates+1)
			gate := s.fixed(vec{x, 0}, 0)
			wall.OneWay = vec{1, 0}
			world.Must(gate.Attach(shape.Segment{A: vec{0, -7}, B: vec{0, 7}}, wall))
		}
		for i := range p.Int("balls") {
			at := vec{-11.3 + 1.13*float64(i%20), -6 + 1.2*float64(i/20)}
			s.body(body.Def{Position: at, LinearVelocity: polar(p["speed"], s.between(0, 2*math.Pi)), NeverSleep: true}, surface(0, 1), shape.Circle{Radius: 0.22})
		}
		return s.show(-13, -8, 13, 8), nil
	},
}
