package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

//scene:pyramid

var pyramid = Scene{
	Name: "pyramid", Title: "Pyramid", Theme: "stacking", Poster: 2.6,
	About: "A pyramid of boxes stands still until a heavy ball rolls down the ramp.",
	Params: []Param{
		{"base", 4, 24, 1, 14, ""},
		{"friction", 0, 1, 0.05, 0.6, ""},
		{"ball density", 0.5, 20, 0.5, 6, "kg/m²"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(24, 12)
		base := p.Int("base")
		for row := range base {
			for i := range base - row {
				x := float64(i) + float64(row)/2 - float64(base-1)/2
				s.body(body.Def{Position: vec{x, float64(row) + 0.5}}, surface(p["friction"], 0), shape.Box(0.5, 0.5))
			}
		}
		s.fixed(vec{}, 0, shape.Triangle(vec{-23.5, 0}, vec{-13, 0}, vec{-23.5, 9}))
		s.body(body.Def{Position: vec{-22.5, 10.2}, LinearVelocity: vec{6, -4}}, of(p["ball density"]), shape.Circle{Radius: 1.2})
		return s.show(-24, -1, 14, 18), nil
	},
}

//scene:plank_tower

var plankTower = Scene{
	Name: "plank_tower", Title: "Tower of planks", Theme: "stacking", Poster: 1.9,
	About: "Planks stand on edge below planks that lie, storey on storey. A ball comes in from the side, after two seconds.",
	Params: []Param{
		{"storeys", 2, 14, 1, 9, ""},
		{"ball speed", 5, 80, 1, 30, "m/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(30, 10)
		y := 0.0
		for range p.Int("storeys") {
			for i := range 3 {
				s.add(vec{1.5*float64(i) - 1.5, y + 0.6}, 0, shape.Box(0.12, 0.6))
			}
			s.add(vec{0, y + 1.3}, 0, shape.Box(1.8, 0.1))
			y += 1.4
		}
		height := 0.6 * y
		r := s.show(-12, -1, 14, 15)
		r.BeforeTick = func(Keys) {
			if s.Ticks() == 90 {
				s.body(body.Def{Position: vec{-14, height}, LinearVelocity: vec{p["ball speed"], 2}}, of(4), shape.Circle{Radius: 0.5})
			}
		}
		return r, nil
	},
}

//scene:card_house

var cardHouse = Scene{
	Name: "card_house", Title: "House of cards", Theme: "stacking", Poster: 2.4,
	About: "Friction alone keeps the cards up. With less of it the house slides apart; a fly lands on it in the end.",
	Params: []Param{
		{"storeys", 1, 7, 1, 4, ""},
		{"friction", 0.1, 1, 0.05, 0.8, ""},
		{"tilt", 12, 28, 1, 17, "°"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		card := surface(p["friction"], 0)
		s.body(body.Def{Type: body.Static, Position: vec{0, -0.5}}, card, shape.Box(16, 0.5), shape.OffsetBox(0.5, 3, vec{-16, 2}, 0), shape.OffsetBox(0.5, 3, vec{16, 2}, 0))
		const half, thick = 0.5, 0.02
		along := polar(1, p["tilt"]*degree)
		sin, cos := along[1], along[0]
		pitch := 4*half*sin + 0.12
		y := 0.0
		for pairs := p.Int("storeys"); pairs > 0; pairs-- {
			height := 2 * (half*cos + thick*sin)
			for i := range pairs {
				x := pitch * (float64(i) - float64(pairs-1)/2)
				lean := half*sin + thick*cos
				s.body(body.Def{Position: vec{x - lean, y + height/2}, Angle: -p["tilt"] * degree}, card, shape.Box(thick, half))
				s.body(body.Def{Position: vec{x + lean, y + height/2}, Angle: p["tilt"] * degree}, card, shape.Box(thick, half))
				if i > 0 {
					s.body(body.Def{Position: vec{x - pitch/2, y + height + thick}}, card, shape.Box(pitch/2-0.01, thick))
				}
			}
			y += height + 2*thick
		}
		r := s.show(-4, -0.5, 4, 5.5)
		r.BeforeTick = func(Keys) {
			if s.Ticks() == 180 {
				s.body(body.Def{Position: vec{0.2, y + 1}}, of(2), shape.Circle{Radius: 0.15})
			}
		}
		return r, nil
	},
}

//scene:stone_arch

var stoneArch = Scene{
	Name: "stone_arch", Title: "Arch of stones", Theme: "stacking", Poster: 2.8,
	About: "Wedges without mortar carry each other, and crates that fall on them. Too little friction, and the feet slip.",
	Params: []Param{
		{"stones", 5, 21, 2, 11, ""},
		{"friction", 0.2, 1, 0.05, 0.7, ""},
		{"crates", 0, 12, 1, 5, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		stone := surface(p["friction"], 0)
		s.body(body.Def{Type: body.Static, Position: vec{0, -0.5}}, stone, shape.Box(40, 0.5))
		const inner, outer = 4, 5.4
		n := p.Int("stones")
		for i := range n {
			from, to := math.Pi*float64(i)/float64(n), math.Pi*float64(i+1)/float64(n)
			wedge := world.Must(shape.NewPolygon([]vec{polar(inner, from), polar(outer, from), polar(outer, to), polar(inner, to)}, 0))
			s.body(body.Def{}, stone, wedge)
		}
		r := s.show(-10, -1, 10, 11)
		r.BeforeTick = func(Keys) {
			if t := int(s.Ticks()); t >= 60 && t%30 == 0 && t/30-2 < p.Int("crates") {
				s.add(vec{s.between(-1, 1), 9}, s.between(0, 1), shape.Box(0.45, 0.45))
			}
		}
		return r, nil
	},
}

//scene:overhang

var overhang = Scene{
	Name: "overhang", Title: "As far as it goes", Theme: "stacking", Poster: 3.2,
	About: "Each plank reaches 1/2, 1/4, 1/6 … of its half length over the one below. At 100 % the sum is all that balance allows; above that it topples.",
	Params: []Param{
		{"planks", 2, 20, 1, 10, ""},
		{"reach", 50, 120, 1, 103, "%"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(30, 10)
		n := p.Int("planks")
		const half, thick = 2, 0.15
		top := 2*thick*float64(n) + 3
		s.fixed(vec{-half - 2, top / 2}, 0, shape.Box(4, top/2))
		x := 2.0 - 2*half
		for i := range n { // from below
			x += half / float64(n-i) * p["reach"] / 100
			s.add(vec{x, top + thick + 2*thick*float64(i)}, 0, shape.Box(half, thick))
		}
		return s.show(-8, -1, 10, top+4), nil
	},
}
