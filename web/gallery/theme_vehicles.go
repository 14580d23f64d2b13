package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// wheel hangs a wheel on a spring below a car and drives it.
func (s *stage) wheel(car world.Body, hub vec, radius, hertz, torque float64) world.Wheel {
	b := s.body(body.Def{Position: hub, FastRotation: true}, world.ColliderDef{Material: &shape.Material{Friction: 1.2}}, shape.Circle{Radius: radius})
	def := world.WheelAt(car, b, hub, vec{0, 1})
	def.SpringHertz, def.SpringDamping = hertz, 0.6
	def.Limit, def.Lower, def.Upper = true, -0.35, 0.35
	def.MaxMotorTorque = torque
	return world.Must(s.CreateWheel(car, b, def))
}

// throttle turns keys into the speed of wheels: forward without a key.
func throttle(keys Keys, speed float64) float64 {
	switch {
	case keys&KeyLeft != 0:
		return speed
	case keys&KeyDown != 0:
		return 0
	}
	return -speed
}

//scene:car

var car = Scene{
	Name: "car", Title: "Car on hills", Theme: "vehicles", Poster: 4.4,
	About: "Wheels on springs, with a motor each, over hills and crates.",
	Params: []Param{
		{"torque", 2, 60, 2, 16, "N m"},
		{"springs", 1, 8, 0.5, 4, "Hz"},
		{"hills", 0, 2.5, 0.1, 1.2, "m"},
	},
	Keys: []KeyHelp{{KeyRight, "forward"}, {KeyLeft, "back"}, {KeyDown, "brake"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		heights := make([]float64, 401)
		for i := range heights {
			x := float64(i) - 20
			heights[i] = p["hills"] * math.Min(1, math.Max(0, x/20)) * (sine(x/4.5) + 0.6*sine(x/1.9))
		}
		s.terrain(-20, 1, heights)
		s.fixed(vec{-20, 5}, 0, shape.Box(0.5, 6))
		s.fixed(vec{380, 5}, 0, shape.Box(0.5, 10))
		hull := world.Must(shape.NewPolygon([]vec{{-1.6, -0.25}, {1.6, -0.25}, {1.65, 0.1}, {1, 0.25}, {-1.6, 0.2}}, 0))
		cabin := world.Must(shape.NewPolygon([]vec{{-1.3, 0.2}, {0.9, 0.2}, {0.3, 0.65}, {-0.9, 0.65}}, 0))
		chassis := s.body(body.Def{Position: vec{0, 1.2}}, of(3), hull)
		world.Must(chassis.Attach(cabin, of(0.3)))
		rear := s.wheel(chassis, vec{-1.05, 0.8}, 0.45, p["springs"], p["torque"])
		front := s.wheel(chassis, vec{1.05, 0.8}, 0.45, p["springs"], p["torque"])
		for i := range 40 {
			x := 15 + 9*float64(i)
			s.body(body.Def{Position: vec{x, 6}}, of(0.15), shape.Box(0.35, 0.35))
		}
		r := s.show(-8, -3, 8, 6)
		r.Follow = chassis
		r.BeforeTick = func(keys Keys) {
			for _, w := range []world.Wheel{rear, front} {
				world.Check(w.Edit(func(d *joint.Wheel) { d.MotorSpeed = throttle(keys, 22) }))
			}
		}
		return r, nil
	},
}

//scene:truck

var truck = Scene{
	Name: "truck", Title: "Truck with a load", Theme: "vehicles", Poster: 3,
	About: "A truck with a trailer drives over bumps; how much of its load arrives depends on the driver.",
	Params: []Param{
		{"load", 0, 60, 5, 30, ""},
		{"speed", 2, 16, 1, 8, "m/s"},
		{"bumps", 0, 0.8, 0.05, 0.3, "m"},
	},
	Keys: []KeyHelp{{KeyRight, "forward"}, {KeyLeft, "back"}, {KeyDown, "brake"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		heights := make([]float64, 401)
		for i := range heights {
			if i > 20 && i%4 == 0 {
				heights[i] = p["bumps"]
			}
		}
		s.terrain(-20, 1, heights)
		s.fixed(vec{-20, 5}, 0, shape.Box(0.5, 6))
		s.fixed(vec{380, 5}, 0, shape.Box(0.5, 10))
		cab := s.body(body.Def{Position: vec{4, 1.4}}, world.ColliderDef{Density: 3}, shape.Box(1.3, 0.4), shape.OffsetBox(0.6, 0.6, vec{0.5, 1}, 0))
		bed := s.body(body.Def{Position: vec{-0.6, 1.4}}, world.ColliderDef{Density: 1.5, Material: &shape.Material{Friction: 0.8}},
			shape.Box(2.7, 0.15), shape.OffsetBox(0.12, 0.7, vec{-2.58, 0.8}, 0), shape.OffsetBox(0.12, 0.7, vec{2.58, 0.8}, 0))
		hitch := world.RevoluteAt(cab, bed, vec{2.5, 1.3})
		hitch.Limit, hitch.Lower, hitch.Upper = true, -0.12, 0.12
		world.Must(s.CreateRevolute(cab, bed, hitch))
		var wheels []world.Wheel
		for _, x := range []float64{3.2, 4.9} {
			wheels = append(wheels, s.wheel(cab, vec{x, 0.8}, 0.5, 5, 120))
		}
		for _, x := range []float64{-2.3, -1} {
			s.wheel(bed, vec{x, 0.8}, 0.5, 5, 0)
		}
		for i := range p.Int("load") {
			s.body(body.Def{Position: vec{-2.6 + 0.5*float64(i%9), 2 + 0.5*float64(i/9)}}, of(0.4), shape.RegularPolygon(3+i%4, 0.27))
		}
		r := s.show(-7, -2, 9, 7)
		r.Follow = cab
		r.BeforeTick = func(keys Keys) {
			for _, w := range wheels {
				world.Check(w.Edit(func(d *joint.Wheel) { d.MotorSpeed = throttle(keys, p["speed"]/0.5) }))
			}
		}
		return r, nil
	},
}

//scene:racer

var racer = Scene{
	Name: "racer", Title: "Racer from above", Theme: "vehicles", Poster: 4,
	About: "No gravity: tyres resist sideways up to their grip, and slide beyond it. Tyre stacks mark the bends.",
	Params: []Param{
		{"grip", 2, 40, 1, 14, "m/s²"},
		{"power", 4, 30, 1, 12, "m/s²"},
	},
	Keys: []KeyHelp{{KeyUp, "accelerates"}, {KeyDown, "brakes"}, {KeyLeft | KeyRight, "steer"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(0)
		track := func(rx, ry float64, clockwise bool) { // an oval wall, open on the side of the track
			points := make([]vec, 48)
			for i := range points {
				angle := 2 * math.Pi * float64(i) / 48
				if clockwise {
					angle = -angle
				}
				points[i] = stretch(polar(1, angle), rx, ry)
			}
			world.Must(s.fixed(vec{}, 0).AttachChain(shape.Chain{Points: points, Closed: true}, surface(0.2, 0.4)))
		}
		track(26, 16, true)
		track(14, 6, false)
		drag := body.Def{LinearDamping: 2, AngularDamping: 2}
		for i := range 24 {
			drag.Position = stretch(polar(1, 2*math.Pi*float64(i)/24), 15, 7)
			s.body(drag, world.ColliderDef{Density: 0.2, Material: &shape.Material{Restitution: 0.5}}, shape.Circle{Radius: 0.45})
		}
		var cars []world.Body
		for i := range 4 {
			cars = append(cars, s.body(body.Def{Position: vec{3 * float64(i), -10 - 1.5*float64(i%2)}, AngularDamping: 4, NeverSleep: true},
				world.ColliderDef{Material: &shape.Material{Friction: 0.3, Restitution: 0.2}}, shape.RoundedBox(0.85, 0.4, 0.1)))
		}
		r := s.show(-27, -17, 27, 17)
		r.BeforeTick = func(keys Keys) {
			for i, b := range cars {
				gas, steer := autopilot(b.Position(), b.Angle(), 0.8+0.1*float64(i%3))
				if i == 0 && keys != 0 {
					gas, steer = float64(keys&KeyUp/KeyUp)-float64(keys&KeyDown/KeyDown), float64(keys&KeyLeft/KeyLeft)-float64(keys&KeyRight/KeyRight)
				}
				ahead, aside := b.WorldVector(vec{1, 0}), b.WorldVector(vec{0, 1})
				v := b.LinearVelocity()
				speed := v.Dot(ahead)
				grip := math.Max(-p["grip"], math.Min(p["grip"], -20*v.Dot(aside)))
				force := ahead.Mul(gas*p["power"] - 0.5*speed).Add(aside.Mul(grip))
				world.Check(b.ApplyForceToCenter(force.Mul(b.Mass())))
				world.Check(b.SetAngularVelocity(steer * math.Max(-3, math.Min(3, 0.6*speed))))
			}
		}
		return r, nil
	},
}

// stretch makes a circle an ellipse.
func stretch(v vec, x, y float64) vec { return vec{x * v[0], y * v[1]} }

// autopilot drives around the oval counter-clockwise.
func autopilot(at vec, angle, gas float64) (throttle, steer float64) {
	here := direction(stretch(at, 1.0/20, 1.0/11))
	to := stretch(polar(1, here+0.45), 20, 11).Sub(at)
	turn := math.Remainder(direction(to)-angle, 2*math.Pi)
	return gas * (1 - 0.4*math.Min(1, math.Abs(turn))), math.Max(-1, math.Min(1, 2*turn))
}

//scene:lander

var lander = Scene{
	Name: "lander", Title: "Lander", Theme: "vehicles", Poster: 2.5,
	About: "An engine below and two at the sides. An autopilot brings it to the pad and up again, until you take over.",
	Params: []Param{
		{"gravity", 0.5, 6, 0.1, 1.6, "m/s²"},
		{"thrust", 1.5, 5, 0.1, 2.5, "of weight"},
	},
	Keys: []KeyHelp{{KeyUp, "engine"}, {KeyLeft | KeyRight, "turn"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(p["gravity"])
		heights := make([]float64, 61)
		for i := range heights {
			heights[i] = 3 * math.Abs(sine(float64(i)*1.7)+0.5*sine(float64(i)*0.6))
			if i > 36 && i < 42 {
				heights[i] = 1
			}
		}
		s.terrain(-30, 1, heights)
		s.fixed(vec{-30, 10}, 0, shape.Box(0.3, 30))
		s.fixed(vec{30, 10}, 0, shape.Box(0.3, 30))
		ship := s.body(body.Def{Position: vec{-16, 16}, AngularDamping: 1.5, NeverSleep: true, LinearVelocity: vec{4, 0}}, world.ColliderDef{},
			world.Must(shape.NewPolygon([]vec{{-0.7, -0.4}, {0.7, -0.4}, {0.9, 0.2}, {0.4, 0.9}, {-0.4, 0.9}, {-0.9, 0.2}}, 0)),
			shape.Capsule{A: vec{-0.6, -0.4}, B: vec{-1.1, -1.1}, Radius: 0.07}, shape.Capsule{A: vec{0.6, -0.4}, B: vec{1.1, -1.1}, Radius: 0.07})
		for i := range 10 {
			s.add(vec{7.4 + 0.6*float64(i%5), 1.4 + 0.6*float64(i/5)}, 0, shape.Box(0.28, 0.28))
		}
		r := s.show(-22, 0, 22, 22)
		manual := false
		r.BeforeTick = func(keys Keys) {
			manual = manual || keys != 0
			engine, turn := float64(keys&KeyUp/KeyUp), float64(keys&KeyLeft/KeyLeft)-float64(keys&KeyRight/KeyRight)
			if !manual {
				engine, turn = s.land(ship, p["gravity"]*p["thrust"])
			}
			world.Check(ship.ApplyForceToCenter(ship.WorldVector(vec{0, 1}).Mul(engine * p["thrust"] * p["gravity"] * ship.Mass())))
			world.Check(ship.ApplyTorque(4 * turn * ship.Inertia()))
		}
		return r, nil
	},
}

// land flies to and fro between the pad and the sky. The wanted acceleration gives the direction of
// the engine.
func (s *stage) land(ship world.Body, thrust float64) (engine, turn float64) {
	goal := vec{9, 2.2}
	if math.Mod(s.Time(), 24) > 14 {
		goal = vec{-12, 15}
	}
	to, v := goal.Sub(ship.Position()), ship.LinearVelocity()
	if math.Abs(to[0]) > 2.5 && to[1] < 0 { // above the hills first
		to[1] = 8 - ship.Position()[1]
	}
	wish := vec{0.12*to[0] - 0.7*v[0], 0.25*to[1] - 0.9*v[1]}.Sub(s.Gravity())
	tilt := math.Max(-0.6, math.Min(0.6, direction(vec{math.Max(0.1, wish[1]), -wish[0]})))
	turn = math.Max(-1, math.Min(1, 3*(tilt-ship.Angle())-1.5*ship.AngularVelocity()))
	return math.Max(0, math.Min(1, wish[1]/thrust)), turn
}

//scene:tank

var tank = Scene{
	Name: "tank", Title: "Tracks", Theme: "vehicles", Poster: 3.5,
	About: "A track is a ring of plates on hinges around wheels, which drive it by friction.",
	Params: []Param{
		{"torque", 20, 300, 10, 120, "N m"},
		{"steps", 0, 1, 0.05, 0.5, "m"},
	},
	Keys: []KeyHelp{{KeyRight, "forward"}, {KeyLeft, "back"}, {KeyDown, "brake"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{60, -0.5}, 0, shape.Box(90, 0.5))
		for i := range 30 {
			s.fixed(vec{8 + 5*float64(i), p["steps"]/2 - 0.3}, 0, shape.RoundedBox(0.8, 0.3+p["steps"]/2-0.1, 0.1))
		}
		hull := s.body(body.Def{Position: vec{0, 1.5}}, world.ColliderDef{Density: 2, Filter: shape.Filter{Group: -1}},
			shape.Box(1.8, 0.35), shape.OffsetBox(0.8, 0.3, vec{-0.2, 0.65}, 0), shape.OffsetBox(0.9, 0.07, vec{1.3, 0.75}, 0))
		const radius = 0.55
		var wheels []world.Revolute
		for _, x := range []float64{-1.8, -0.6, 0.6, 1.8} {
			b := s.body(body.Def{Position: vec{x, 1}, FastRotation: true}, world.ColliderDef{Density: 2, Material: &shape.Material{Friction: 2}, Filter: shape.Filter{Category: 4}}, shape.Circle{Radius: radius})
			wheels = append(wheels, s.motor(hull, b, vec{x, 1}, 0, p["torque"]))
		}
		const plates, thick = 40, 0.07 // around a stadium
		round := radius + thick
		length := 2*3.6 + 2*math.Pi*round
		at := func(d float64) (vec, float64) {
			d = math.Mod(d, length)
			switch bend := math.Pi * round; {
			case d < 3.6:
				return vec{-1.8 + d, 1 - round}, 0
			case d < 3.6+bend:
				a := (d - 3.6) / round
				return vec{1.8, 1}.Add(polar(round, a-math.Pi/2)), a
			case d < 7.2+bend:
				return vec{1.8 - (d - 3.6 - bend), 1 + round}, math.Pi
			default:
				a := (d - 7.2 - bend) / round
				return vec{-1.8, 1}.Add(polar(round, a+math.Pi/2)), math.Pi + a
			}
		}
		var first, last world.Body
		step := length / plates
		for i := range plates {
			center, angle := at(step * (float64(i) + 0.5))
			plate := s.body(body.Def{Position: center, Angle: angle}, world.ColliderDef{Density: 2, Material: &shape.Material{Friction: 1.5}, Filter: shape.Filter{Group: -1}}, shape.Box(step/2-0.01, thick))
			if i == 0 {
				first = plate
			} else {
				joint, _ := at(step * float64(i))
				s.pin(last, plate, joint)
			}
			last = plate
		}
		closing, _ := at(0)
		s.pin(last, first, closing)
		r := s.show(-7, -2, 9, 7)
		r.Follow = hull
		r.BeforeTick = func(keys Keys) {
			for _, w := range wheels {
				drive(w, throttle(keys, 9))
			}
		}
		return r, nil
	},
}
