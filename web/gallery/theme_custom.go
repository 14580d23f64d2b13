package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

//scene:superellipses

// Superellipse is the curve |x/A|^N + |y/B|^N = 1: a shape of the game's own needs this one method.
type Superellipse struct{ A, B, N float64 }

// Support returns the point of the shape that is farthest along a direction.
func (e Superellipse) Support(dir vec) vec {
	m := e.N / (e.N - 1) // the exponent of the dual curve
	x, y := math.Abs(e.A*dir[0]), math.Abs(e.B*dir[1])
	if x+y == 0 {
		return vec{e.A, 0}
	}
	largest := math.Max(x, y)
	x, y = x/largest, y/largest
	norm := math.Pow(math.Pow(x, m)+math.Pow(y, m), 1/e.N)
	return vec{math.Copysign(e.A*math.Pow(x, m-1)/norm, dir[0]), math.Copysign(e.B*math.Pow(y, m-1)/norm, dir[1])}
}

var superellipses = Scene{
	Name: "superellipses", Title: "Superellipses", Theme: "custom shapes", Poster: 2.2,
	About: "Piet Hein's curve as a shape of the game's own: one method is all that the engine wants to know.",
	Params: []Param{
		{"exponent", 1.2, 6, 0.1, 2.5, ""},
		{"bodies", 5, 120, 5, 60, ""},
		{"flatness", 0.4, 1, 0.05, 0.7, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(11, 12)
		for i := range p.Int("bodies") {
			size := s.between(0.5, 0.9)
			s.add(vec{-9 + 2*float64(i%10), 2 + 1.8*float64(i/10)}, s.between(0, 3), Superellipse{A: size, B: size * p["flatness"], N: p["exponent"]})
		}
		return s.show(-11.5, -1, 11.5, 13), nil
	},
}

//scene:reuleaux

// Reuleaux is the triangle of constant width: all points within the width of all three corners.
type Reuleaux struct{ Width float64 }

// Support returns the farthest point: a corner, or a point of the arc around the opposite one.
func (r Reuleaux) Support(dir vec) vec {
	length := dir.Len()
	if length == 0 {
		dir, length = vec{1, 0}, 1
	}
	u := dir.Mul(1 / length)
	out := r.Width / math.Sqrt(3) // of the corners from the centre
	var corners [3]vec
	best := 0
	for i := range corners {
		corners[i] = polar(out, 2*math.Pi*float64(i)/3+math.Pi/2)
		if corners[i].Dot(u) > corners[best].Dot(u) {
			best = i
		}
	}
	for i, c := range corners { // the arc around c lies opposite to it, between the other two
		point := c.Add(u.Mul(r.Width))
		inside := true
		for k, other := range corners {
			inside = inside && (k == i || point.Sub(other).Len() <= r.Width*(1+1e-12))
		}
		if inside && point.Dot(u) >= corners[best].Dot(u) {
			return point
		}
	}
	return corners[best]
}

var reuleaux = Scene{
	Name: "reuleaux", Title: "Rollers of constant width", Theme: "custom shapes", Poster: 2.4,
	About: "Rollers that are not round, and yet the plank on them stays level: every Reuleaux triangle is as wide in all directions.",
	Params: []Param{
		{"rollers", 3, 9, 1, 5, ""},
		{"crates", 0, 8, 1, 4, ""},
		{"push", 1, 6, 0.5, 3, "m/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		grip := surface(1, 0)
		s.body(body.Def{Type: body.Static, Position: vec{0, -0.5}}, grip, shape.Box(16, 0.5))
		s.fixed(vec{-15.7, 3}, 0, shape.Box(0.3, 3))
		s.fixed(vec{15.7, 3}, 0, shape.Box(0.3, 3))
		const width = 2.0
		n := p.Int("rollers")
		for i := range n {
			x := -10 + 8*float64(i)/float64(n-1)
			s.body(body.Def{Position: vec{x, width - width/math.Sqrt(3)}, Angle: math.Pi, AngularVelocity: -p["push"] / width * 0.9}, grip, Reuleaux{Width: width})
		}
		plank := s.body(body.Def{Position: vec{-6, width + 0.15}, LinearVelocity: vec{p["push"], 0}}, grip, shape.Box(5, 0.15))
		for i := range p.Int("crates") {
			s.body(body.Def{Position: vec{-9 + 1.2*float64(i%6), width + 0.8 + float64(i/6)}, LinearVelocity: vec{p["push"], 0}}, surface(0.8, 0), shape.Box(0.5, 0.5))
		}
		for i := range 8 { // and some to play with
			s.body(body.Def{Position: vec{8 + 1.3*float64(i%4), 2 + 2*float64(i/4)}, Angle: float64(i)}, world.ColliderDef{}, Reuleaux{Width: s.between(0.8, 1.5)})
		}
		r := s.show(-15, -1, 15, 9)
		r.BeforeTick = func(Keys) { // a gentle push to and fro
			if math.Mod(s.Time(), 4) < 2 {
				world.Check(plank.ApplyForceToCenter(vec{4 * p["push"], 0}))
			} else {
				world.Check(plank.ApplyForceToCenter(vec{-4 * p["push"], 0}))
			}
		}
		return r, nil
	},
}

//scene:all_shapes

var allShapes = Scene{
	Name: "all_shapes", Title: "One of each", Theme: "custom shapes", Poster: 2.4,
	About: "Circles, capsules, boxes, polygons, rounded ones, ellipses, halves of them and slices of discs rain into a trough.",
	Params: []Param{
		{"bodies", 10, 300, 10, 130, ""},
		{"bounce", 0, 0.9, 0.05, 0.2, ""},
		{"friction", 0, 1, 0.05, 0.4, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{0, -0.3}, 0, shape.Box(6, 0.3))
		s.fixed(vec{-8, 2.5}, -50*degree, shape.Box(4.4, 0.2))
		s.fixed(vec{8, 2.5}, 50*degree, shape.Box(4.4, 0.2))
		s.fixed(vec{-10.8, 12}, 0, shape.Box(0.2, 8))
		s.fixed(vec{10.8, 12}, 0, shape.Box(0.2, 8))
		count := 0
		r := s.show(-11, -1, 11, 13)
		r.BeforeTick = func(Keys) {
			if s.Ticks()%2 == 0 && count < p.Int("bodies") {
				x := s.between(0.35, 0.6)
				kinds := []shape.Support{
					shape.Circle{Radius: x}, shape.Capsule{A: vec{-x / 2, 0}, B: vec{x / 2, 0}, Radius: x / 2}, shape.Box(x, x/2),
					shape.RegularPolygon(3+count%6, x), shape.RoundedBox(x/2, x/2, x/3), shape.Ellipse{RX: x, RY: x / 2},
					shape.HalfEllipse{RX: x, RY: x}, shape.Sector{Radius: 1.5 * x, Sweep: 1.2}, Superellipse{A: x, B: x / 1.5, N: 3}, Reuleaux{Width: 1.7 * x},
				}
				s.body(body.Def{Position: vec{s.between(-8, 8), 14}, Angle: s.between(0, 6)}, surface(p["friction"], p["bounce"]), kinds[count%len(kinds)])
				count++
			}
		}
		return r, nil
	},
}
