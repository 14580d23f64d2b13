package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// blob is a ring of capsules around nothing: springs to the opposite side keep its shape.
func (s *stage) blob(center vec, radius, hertz float64) []world.Body {
	const n = 16
	ring := make([]world.Body, n)
	half := radius * sine(math.Pi/n)
	at := func(i int) vec { return center.Add(polar(radius, 2*math.Pi*float64(i)/n)) }
	for i := range ring {
		along := 2*math.Pi*(float64(i)+0.5)/n + math.Pi/2
		ring[i] = s.body(body.Def{Position: at(i).Add(at(i + 1)).Mul(0.5), Angle: along}, surface(0.7, 0.1), shape.Capsule{A: vec{-half, 0}, B: vec{half, 0}, Radius: 0.12})
	}
	for i := range ring {
		world.Must(s.CreateRevolute(ring[i], ring[(i+1)%n], world.RevoluteAt(ring[i], ring[(i+1)%n], at(i+1))))
		if i < n/2 {
			s.spring(ring[i], ring[i+n/2], ring[i].Position(), ring[i+n/2].Position(), hertz, 0.3)
		}
		other := ring[(i+n/4)%n]
		s.spring(ring[i], other, ring[i].Position(), other.Position(), hertz, 0.3)
	}
	return ring
}

//scene:blobs

var blobs = Scene{
	Name: "blobs", Title: "Soft bodies", Theme: "soft", Poster: 2.2,
	About: "Rings of bones on hinges, held open by springs, fall on pegs and on each other.",
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
			s.blob(vec{-6 + 4*float64(i%4), 6 + 3.6*float64(i/4)}, 1.4, p["stiffness"])
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
		n := p.Int("columns")
		const rows = 7
		step := 18 / float64(n)
		knots := make([]world.Body, n*rows)
		thread := func(a, b world.Body) {
			if a.Type() == b.Type() && a.Type() == body.Static {
				return
			}
			def := world.DistanceAt(a, b, a.Position(), b.Position())
			def.Base = joint.Base{BreakForce: p["strength"], CollideConnected: true}
			world.Must(s.CreateDistance(a, b, def))
		}
		for row := range rows {
			for i := range n {
				kind := body.Dynamic
				if i == 0 || i == n-1 {
					kind = body.Static
				}
				at := vec{-9 + step*(float64(i)+0.5), 5 - 0.5*float64(row)}
				k := s.body(body.Def{Type: kind, Position: at, LinearDamping: 0.3}, world.ColliderDef{Density: 1, Filter: shape.Filter{Group: -1}}, shape.Circle{Radius: 0.17})
				knots[row*n+i] = k
				if i > 0 {
					thread(knots[row*n+i-1], k)
				}
				if row > 0 {
					thread(knots[(row-1)*n+i], k)
				}
			}
		}
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
		s.fixed(vec{0, 10.2}, 0, shape.Box(11, 0.2))
		n := p.Int("links")
		half := 4 / float64(n)
		for i := range p.Int("ropes") {
			last, at := s.Ground(), vec{-7 + 14*(float64(i)+0.5)/p["ropes"], 10}
			for range n {
				link := s.body(body.Def{Position: at.Sub(vec{0, half})}, world.ColliderDef{Filter: shape.Filter{Group: -1}}, shape.Capsule{A: vec{0, half}, B: vec{0, -half}, Radius: 0.07})
				s.pin(last, link, at)
				last, at = link, at.Sub(vec{0, 2 * half})
			}
		}
		ball := s.body(body.Def{Position: vec{-14.5, 10}}, of(p["ball"]), shape.Circle{Radius: 1})
		s.rod(s.Ground(), ball, vec{-5.5, 12}, vec{-14.5, 10})
		return s.show(-16, 0, 16, 14), nil
	},
}

//scene:jelly

var jelly = Scene{
	Name: "jelly", Title: "Jelly", Theme: "soft", Poster: 1.4,
	About: "Balls on a grid of springs make a block that wobbles; the stiffer, the sooner it rests.",
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
		block := func(corner vec) {
			grid := make([]world.Body, n*n)
			tie := func(a, b world.Body) { s.spring(a, b, a.Position(), b.Position(), p["stiffness"], p["damping"]) }
			for row := range n {
				for i := range n {
					b := s.body(body.Def{Position: corner.Add(vec{0.6 * float64(i), 0.6 * float64(row)})}, surface(0.5, 0), shape.Circle{Radius: 0.29})
					grid[row*n+i] = b
					if i > 0 {
						tie(grid[row*n+i-1], b)
					}
					if row > 0 {
						tie(grid[(row-1)*n+i], b)
					}
					if i > 0 && row > 0 {
						tie(grid[(row-1)*n+i-1], b)
						tie(grid[(row-1)*n+i], grid[row*n+i-1])
					}
				}
			}
		}
		block(vec{-6, 4})
		block(vec{3, 5})
		return s.show(-13, -1, 13, 12), nil
	},
}
