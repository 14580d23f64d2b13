package gallery

import (
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

//scene:hanging_bridge

var hangingBridge = Scene{
	Name: "hanging_bridge", Title: "Hanging bridge", Theme: "joints", Poster: 3.6,
	About: "Planks on hinges sag under what falls on them.",
	Params: []Param{
		{"planks", 5, 60, 1, 24, ""},
		{"crates", 0, 30, 1, 12, ""},
		{"crate density", 0.2, 20, 0.2, 2, "kg/m²"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		n := p.Int("planks")
		half := 12 / float64(n)
		left, right := s.fixed(vec{-16, -3}, 0, shape.Box(4, 3)), s.fixed(vec{16, -3}, 0, shape.Box(4, 3))
		last := left
		for i := range n {
			x := -12 + half*float64(2*i+1)
			plank := s.add(vec{x, -0.1}, 0, shape.RoundedBox(0.9*half, 0.06, 0.04))
			s.pin(last, plank, vec{x - half, -0.1})
			last = plank
		}
		s.pin(last, right, vec{12, -0.1})
		r := s.show(-18, -9, 18, 10)
		r.BeforeTick = func(Keys) {
			if t := int(s.Ticks()); t%20 == 0 && t/20 < p.Int("crates") {
				size := s.between(0.3, 0.7)
				s.body(body.Def{Position: vec{s.between(-9, 9), 8}, Angle: s.between(0, 2)}, of(p["crate density"]), shape.Box(size, size))
			}
		}
		return r, nil
	},
}

//scene:newtons_cradle

var newtonsCradle = Scene{
	Name: "newtons_cradle", Title: "Newton's cradle", Theme: "joints", Poster: 0.35,
	About: "As many balls fly off as came in. Below a restitution of 1 they soon swing together.",
	Params: []Param{
		{"balls", 2, 12, 1, 7, ""},
		{"lifted", 1, 6, 1, 2, ""},
		{"restitution", 0, 1, 0.05, 1, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		const radius, length = 0.5, 5
		n := p.Int("balls")
		for i := range n {
			hook := vec{radius * float64(2*i-n+1), 3}
			angle := 0.0
			if i < min(p.Int("lifted"), n-1) {
				angle = -1
			}
			at := hook.Add(polar(length, angle-math.Pi/2))
			ball := s.body(body.Def{Position: at, FastRotation: true}, surface(0, p["restitution"]), shape.Circle{Radius: radius})
			s.rod(s.Ground(), ball, hook, at)
		}
		s.body(body.Def{Type: body.Static, Position: vec{0, 3.2}}, world.ColliderDef{}, shape.Box(float64(n)/2+0.5, 0.2))
		return s.show(-8, -4, 8, 4.5), nil
	},
}

//scene:double_pendulums

var doublePendulums = Scene{
	Name: "double_pendulums", Title: "Chaos", Theme: "joints", Poster: 9,
	About: "Double pendulums begin with almost the same angle. After some seconds each has its own way.",
	Params: []Param{
		{"pendulums", 1, 60, 1, 24, ""},
		{"difference", 0.001, 0.1, 0.001, 0.05, "°"},
		{"arms", 2, 4, 1, 2, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		n, length := p.Int("arms"), 6/p["arms"]
		for i := range p.Int("pendulums") {
			direction := (100 + p["difference"]*float64(i)) * degree
			last, at := s.Ground(), vec{0, 1}
			for range n {
				end := at.Add(polar(length, direction))
				arm := s.body(body.Def{Position: at.Add(end).Mul(0.5), Angle: direction, NeverSleep: true},
					world.ColliderDef{Filter: shape.Filter{Ghost: true}}, shape.Capsule{A: vec{-length / 2, 0}, B: vec{length / 2, 0}, Radius: 0.1})
				s.pin(last, arm, at)
				last, at = arm, end
			}
		}
		return s.show(-9, -6, 9, 8), nil
	},
}

//scene:pulleys

var pulleys = Scene{
	Name: "pulleys", Title: "Pulleys", Theme: "joints", Poster: 1,
	About: "Three ropes over wheels. With a block and tackle of ratio 2, half the weight holds the other side.",
	Params: []Param{
		{"left density", 0.5, 4, 0.1, 1, "kg/m²"},
		{"right density", 0.5, 4, 0.1, 1.4, "kg/m²"},
		{"ratio", 1, 3, 0.5, 1, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(14, 0)
		for i, size := range []float64{0.6, 0.8, 1} {
			x := -8 + 8*float64(i)
			s.fixed(vec{x, 10.2}, 0, shape.Box(2.2, 0.2))
			a := s.body(body.Def{Position: vec{x - 1.6, 5}}, of(p["left density"]), shape.Box(size, size))
			b := s.body(body.Def{Position: vec{x + 1.6, 5}}, of(p["right density"]*p["ratio"]), shape.Circle{Radius: size})
			world.Must(s.CreatePulley(a, b, joint.Pulley{
				WheelA: vec{x - 1.6, 10}, WheelB: vec{x + 1.6, 10},
				LocalAnchorA: vec{0, size}, LocalAnchorB: vec{0, size}, Ratio: p["ratio"],
			}))
		}
		return s.show(-13, -1, 13, 12), nil
	},
}

//scene:ragdolls

var ragdolls = Scene{
	Name: "ragdolls", Title: "Ragdolls on stairs", Theme: "joints", Poster: 3.4,
	About: "Figures of eleven bones with limits in their joints fall down some stairs.",
	Params: []Param{
		{"figures", 1, 30, 1, 10, ""},
		{"push", 0, 10, 0.5, 3, "m/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		for i := range 8 {
			s.fixed(vec{-6 + 1.1*float64(i), 1.6 - 0.4*float64(i)}, 0, shape.Box(0.6, 2))
		}
		s.fixed(vec{4, -1.6}, 0, shape.Box(8, 0.6))
		s.fixed(vec{7.7, 0}, 0, shape.Box(0.3, 2.5))
		s.fixed(vec{-7, 2}, 0, shape.Box(0.3, 3))
		count := 0
		r := s.show(-7, -2, 8, 7)
		r.BeforeTick = func(Keys) {
			if s.Ticks()%25 == 0 && count < p.Int("figures") {
				for _, bone := range gallery.Ragdoll(s.World, vec{s.between(-6.2, -5.2), 4.6}, count) {
					world.Check(bone.SetLinearVelocity(vec{p["push"], 0}))
				}
				count++
			}
		}
		return r, nil
	},
}

//scene:mobile

var mobile = Scene{
	Name: "mobile", Title: "Mobile", Theme: "joints", Poster: 2.5,
	About: "Beams hang on threads from beams, balanced to the gram, until wind comes up.",
	Params: []Param{
		{"levels", 1, 5, 1, 4, ""},
		{"wind", 0, 10, 0.5, 4, "m/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		levels := p.Int("levels")
		var hang func(from world.Body, at vec, level int)
		hang = func(from world.Body, at vec, level int) {
			end := at.Sub(vec{0, 1})
			if level == levels {
				disc := s.add(end.Sub(vec{0, 0.35}), 0, shape.Circle{Radius: 0.35})
				s.rod(from, disc, at, end)
				return
			}
			half := 4 / float64(int(1)<<level)
			beam := s.add(end, 0, shape.Box(half, 0.06))
			s.rod(from, beam, at, end.Add(vec{0, 0.06}))
			hang(beam, end.Sub(vec{half - 0.05, 0}), level+1)
			hang(beam, end.Add(vec{half - 0.05, 0}), level+1)
		}
		hang(s.Ground(), vec{0, 5}, 0)
		air := world.Must(s.CreateArea(world.AreaDef{Effects: []area.Effect{area.Wind{Density: 0.5}}}))
		r := s.show(-9, -4.5, 10.5, 6)
		r.BeforeTick = func(Keys) {
			gust := p["wind"] * math.Max(0, sine(1.3*s.Time()))
			world.Check(air.SetEffects(area.Wind{Density: 0.5, Velocity: vec{gust, 0}}))
		}
		return r, nil
	},
}
