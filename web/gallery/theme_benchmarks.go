package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

//scene:large_pyramid

var largePyramid = Scene{
	Name: "large_pyramid", Title: "Large pyramid", Theme: "benchmarks", Poster: 5,
	About: "The scene by which solvers are compared: one island of all boxes, which never sleeps. A ball comes after four seconds.",
	Params: []Param{
		{"base", 10, 100, 5, 45, ""},
		{"ball", 1, 50, 1, 10, "kg/m²"},
	},
	Build: func(p Values) (*Running, error) {
		base := p["base"]
		scene := gallery.Pyramid(p.Int("base")).Start(world.Config{Workers: 1})
		s := &stage{World: scene.World, random: 1}
		r := s.show(-0.8*base, -2, 0.8*base, base+1)
		r.BeforeTick = func(Keys) {
			if s.Ticks() == 240 {
				s.body(body.Def{Position: vec{-0.9 * base, 0.6 * base}, LinearVelocity: vec{2 * base, 0}}, of(p["ball"]), shape.Circle{Radius: base / 12})
			}
		}
		return r, nil
	},
}

//scene:rain

var rain = Scene{
	Name: "rain", Title: "Rain", Theme: "benchmarks", Poster: 5,
	About: "Bodies of four kinds fall without end; the oldest go. Pairs begin and end in every tick.",
	Params: []Param{
		{"bodies", 100, 2000, 100, 700, ""},
		{"rate", 1, 10, 1, 4, "per tick"},
		{"bounce", 0, 0.8, 0.1, 0.2, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		for row := range 4 {
			for i := range 7 {
				s.fixed(vec{-24 + 8*float64(i) + 4*float64(row%2), 3 + 6*float64(row)}, 20*degree*float64(1-2*(i%2)), shape.Box(2.2, 0.2))
			}
		}
		s.fixed(vec{0, -0.5}, 0, shape.Box(32, 0.5))
		shapes := []shape.Support{shape.Circle{Radius: 0.4}, shape.Box(0.35, 0.35), shape.Capsule{A: vec{-0.3, 0}, B: vec{0.3, 0}, Radius: 0.25}, shape.RegularPolygon(5, 0.4)}
		var list []world.Body
		next := 0
		r := s.show(-28, -1, 28, 32)
		r.BeforeTick = func(Keys) {
			for range p.Int("rate") {
				b := s.body(body.Def{Position: vec{s.between(-26, 26), s.between(32, 34)}, Angle: s.between(0, 3)}, surface(0.5, p["bounce"]), shapes[next%4])
				if len(list) < p.Int("bodies") {
					list = append(list, b)
				} else {
					world.Check(list[next%len(list)].Destroy())
					list[next%len(list)] = b
				}
				next++
			}
		}
		return r, nil
	},
}

//scene:joint_net

var jointNet = Scene{
	Name: "joint_net", Title: "Net of joints", Theme: "benchmarks", Poster: 1.2,
	About: "A square net of balls on hinges hangs by a few of them: twice as many joints as bodies and no contacts.",
	Params: []Param{
		{"side", 8, 60, 2, 26, ""},
		{"hooks", 1, 9, 1, 3, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		n := p.Int("side")
		grid := make([]world.Body, n*n)
		hooks, swing := p.Int("hooks"), vec{12, 0}
		for i := range n {
			for k := range n {
				kind := body.Dynamic
				if middle := n/2 - hooks/2; i == 0 && k >= middle && k < middle+hooks {
					kind = body.Static
				}
				b := s.body(body.Def{Type: kind, Position: vec{float64(k), -float64(i)}, LinearVelocity: swing}, world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}}, shape.Circle{Radius: 0.4})
				grid[i*n+k] = b
				if k > 0 {
					s.hinge(grid[i*n+k-1], b, vec{0.5, 0}, vec{-0.5, 0})
				}
				if i > 0 {
					s.hinge(grid[(i-1)*n+k], b, vec{0, -0.5}, vec{0, 0.5})
				}
			}
		}
		side := float64(n)
		return s.show(-0.6*side, -1.9*side, 1.6*side, 0.1*side), nil
	},
}

// hinge joins two bodies at points of theirs, unless neither can move.
func (s *stage) hinge(a, b world.Body, atA, atB vec) {
	if a.Type() == body.Dynamic || b.Type() == body.Dynamic {
		world.Must(s.CreateRevolute(a, b, joint.Revolute{LocalAnchorA: atA, LocalAnchorB: atB}))
	}
}

//scene:spinner

var spinner = Scene{
	Name: "spinner", Title: "Stirring", Theme: "benchmarks", Poster: 3,
	About: "A long bar stirs a round bowl of three kinds of shapes.",
	Params: []Param{
		{"bodies", 100, 2000, 100, 900, ""},
		{"speed", 1, 12, 0.5, 5, "rad/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		var rim []vec
		for i := range 120 { // clockwise: open inside
			rim = append(rim, vec{0, 0}.Add(polar(16, -2*math.Pi*float64(i)/120)))
		}
		world.Must(s.fixed(vec{}, 0).AttachChain(shape.Chain{Points: rim, Closed: true}, surface(0.1, 0)))
		hub := vec{0, -7}
		bar := s.body(body.Def{Position: hub, NeverSleep: true}, surface(0, 0), shape.RoundedBox(0.25, 7.5, 0.15))
		s.motor(s.Ground(), bar, hub, p["speed"], 1e7)
		shapes := []shape.Support{shape.Capsule{A: vec{-0.2, 0}, B: vec{0.2, 0}, Radius: 0.2}, shape.Circle{Radius: 0.27}, shape.Box(0.25, 0.25)}
		for i := range p.Int("bodies") {
			s.body(body.Def{Position: vec{-8 + 0.4*float64(i%41), -10 + 0.42*float64(i/41)}}, world.ColliderDef{Density: 0.25, Material: &shape.Material{Friction: 0.1, Restitution: 0.1}}, shapes[i%3])
		}
		return s.show(-17, -17, 17, 17), nil
	},
}
