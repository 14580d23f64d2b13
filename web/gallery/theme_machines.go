package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

//scene:engine

var engine = Scene{
	Name: "engine", Title: "Engine", Theme: "machines", Poster: 1.3,
	About: "A shaft with cranks drives pistons, which throw up what lies on them.",
	Params: []Param{
		{"cylinders", 1, 6, 1, 4, ""},
		{"speed", 10, 300, 10, 90, "rpm"},
		{"balls", 0, 40, 1, 16, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		n := p.Int("cylinders")
		const pitch, crank, rod = 3.0, 0.9, 2.6
		left := -pitch * float64(n) / 2
		for i := range n + 1 { // the walls of the cylinders
			s.fixed(vec{left + pitch*float64(i), 4.6}, 0, shape.Box(0.25, 2.8))
		}
		for i := range n {
			x := left + pitch*(float64(i)+0.5)
			angle := 2 * math.Pi * float64(i) / float64(n)
			hub, pin := vec{x, 0}, vec{x, 0}.Add(polar(crank, angle))
			ghost := world.ColliderDef{Density: 3, Filter: shape.Filter{Ghost: true}}
			disc := s.body(body.Def{Position: hub, Angle: angle}, ghost, shape.Circle{Radius: 1.1})
			s.motor(s.Ground(), disc, hub, -p["speed"]*2*math.Pi/60, 1e4)
			top := vec{x, pin[1] + math.Sqrt(rod*rod-(pin[0]-x)*(pin[0]-x))}
			d := top.Sub(pin)
			link := s.body(body.Def{Position: pin.Add(top).Mul(0.5), Angle: direction(d)}, ghost, shape.Box(rod/2, 0.12))
			piston := s.add(top.Add(vec{0, 0.3}), 0, shape.Box(pitch/2-0.28, 0.5))
			s.pin(disc, link, pin)
			s.pin(link, piston, top)
			world.Must(s.CreatePrismatic(s.Ground(), piston, world.PrismaticAt(s.Ground(), piston, top, vec{0, 1})))
		}
		for i := range p.Int("balls") {
			s.add(vec{left + pitch*(float64(i%n)+0.5) + s.between(-0.5, 0.5), 7 + 0.8*float64(i/n)}, 0, shape.Circle{Radius: s.between(0.25, 0.4)})
		}
		s.fixed(vec{left - 1.5, 5.7}, 25*degree, shape.Box(1.6, 0.1))
		s.fixed(vec{-left + 1.5, 5.7}, -25*degree, shape.Box(1.6, 0.1))
		s.fixed(vec{left - 3, 7.5}, 0, shape.Box(0.1, 2.5))
		s.fixed(vec{-left + 3, 7.5}, 0, shape.Box(0.1, 2.5))
		return s.show(-9, -2, 9, 11), nil
	},
}

//scene:gears

var gears = Scene{
	Name: "gears", Title: "Gears", Theme: "machines", Poster: 1.5,
	About: "Real teeth on the left, which push each other; on the right gear joints, which need none. Both lift a weight, unless it is too heavy for the motors.",
	Params: []Param{
		{"speed", 1, 30, 1, 10, "rpm"},
		{"teeth", 8, 20, 1, 12, ""},
		{"weight", 0.5, 10, 0.5, 3, "kg"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		const torque = 60 // N m: too little for the largest weights
		speed := p["speed"] * 2 * math.Pi / 60
		wheel := func(at vec, teeth int, phase float64) world.Body {
			radius := float64(teeth) * 0.16
			b := s.body(body.Def{Position: at, Angle: phase}, surface(0.1, 0), shape.Circle{Radius: radius - 0.18})
			for k := range teeth {
				angle := 2 * math.Pi * float64(k) / float64(teeth)
				world.Must(b.Attach(world.Must(shape.NewPolygon([]vec{
					polar(radius-0.3, angle-0.32/radius), polar(radius-0.3, angle+0.32/radius),
					polar(radius+0.2, angle+0.1/radius), polar(radius+0.2, angle-0.1/radius),
				}, 0.02)), surface(0.1, 0)))
			}
			return b
		}
		n := p.Int("teeth")
		small, big := vec{-8, 4}, vec{-8 + 0.16*float64(n+24) + 0.04, 4}
		s.motor(s.Ground(), wheel(small, n, 0), small, -speed, torque)
		large := wheel(big, 24, math.Pi+math.Pi/24)
		s.pin(s.Ground(), large, big)
		s.lift(large, big, 2, p["weight"])

		ghost := world.ColliderDef{Filter: shape.Filter{Ghost: true}}
		first := s.body(body.Def{Position: vec{6, 4}}, ghost, shape.Circle{Radius: 0.16 * float64(n)}, shape.Box(0.16*float64(n), 0.1))
		second := s.body(body.Def{Position: vec{6 + 0.16*float64(n+24), 4}}, ghost, shape.Circle{Radius: 0.16 * 24}, shape.Box(0.16*24, 0.1))
		driven := s.pin(s.Ground(), second, second.Position())
		world.Must(s.CreateGear(s.motor(s.Ground(), first, vec{6, 4}, -speed, torque).Joint, driven.Joint, joint.Gear{Ratio: 24 / float64(n)}))
		s.lift(second, second.Position(), 2, p["weight"])
		return s.show(-11, -6, 17, 10), nil
	},
}

// lift hangs a weight on the rim of a wheel.
func (s *stage) lift(wheel world.Body, hub vec, radius, mass float64) {
	at := hub.Add(vec{radius, 0})
	load := s.body(body.Def{Position: at.Sub(vec{0, 4})}, of(mass), shape.Box(0.5, 0.5))
	s.rod(wheel, load, at, at.Sub(vec{0, 3.5}))
}

//scene:walker

var walker = Scene{
	Name: "walker", Title: "Walking machine", Theme: "machines", Poster: 3.5,
	About:  "Theo Jansen's linkage: one crank and eleven rods of holy numbers make a leg that walks. Six legs carry the machine over rubble.",
	Params: []Param{{"speed", -60, 60, 5, 30, "rpm"}, {"rubble", 0, 1, 0.05, 0.4, "m"}},
	Keys:   []KeyHelp{{KeyLeft | KeyRight, "walks left and right"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		heights := make([]float64, 121)
		for i := range heights {
			heights[i] = s.between(0, p["rubble"]) * math.Min(1, math.Abs(float64(i-60))/10)
		}
		s.terrain(-90, 1.5, heights)
		noTouch := world.ColliderDef{Density: 1, Material: &shape.Material{Friction: 1}, Filter: shape.Filter{Group: -1}}
		hub := vec{0, 5}
		chassis := s.body(body.Def{Position: hub}, noTouch, shape.Box(1.7, 0.3))
		crank := s.body(body.Def{Position: hub}, noTouch, shape.Circle{Radius: 0.75})
		motor := s.motor(chassis, crank, hub, 0, 600)
		rod := func(points ...vec) world.Body { // a rigid link through its points
			center := points[0]
			for _, q := range points[1:] {
				center = center.Add(q)
			}
			center = center.Mul(1 / float64(len(points)))
			b := s.body(body.Def{Position: hub.Add(center)}, noTouch)
			for i, q := range points {
				if to := points[(i+1)%len(points)]; i+1 < len(points) || len(points) > 2 {
					world.Must(b.Attach(shape.Capsule{A: q.Sub(center), B: to.Sub(center), Radius: 0.09}, noTouch))
				}
			}
			return b
		}
		for k := range 3 {
			angle := 2 * math.Pi * float64(k) / 3
			for _, side := range []float64{-1, 1} {
				direction := angle
				if side < 0 {
					direction = math.Pi - angle
				}
				c, a := polar(15, direction), vec{38, -7.8}
				top := meet(a, 41.5, c, 50)
				knee := meet(c, 61.9, a, 39.3)
				back := meet(a, 40.1, top, 55.8)
				heel := meet(knee, 36.7, back, 39.4)
				foot := meet(knee, 49, heel, 65.7)
				at := func(v vec) vec { return vec{side * v[0], v[1]}.Mul(0.05) } // mirrored on the left
				upper, lower := rod(at(c), at(top)), rod(at(c), at(knee))
				shoulder := rod(at(a), at(top), at(back))
				hip := rod(at(a), at(knee))
				bar := rod(at(back), at(heel))
				leg := rod(at(heel), at(knee), at(foot))
				s.pin(crank, upper, hub.Add(at(c)))
				s.pin(crank, lower, hub.Add(at(c)))
				s.pin(upper, shoulder, hub.Add(at(top)))
				s.pin(chassis, shoulder, hub.Add(at(a)))
				s.pin(chassis, hip, hub.Add(at(a)))
				s.pin(lower, hip, hub.Add(at(knee)))
				s.pin(hip, leg, hub.Add(at(knee)))
				s.pin(shoulder, bar, hub.Add(at(back)))
				s.pin(bar, leg, hub.Add(at(heel)))
			}
		}
		r := s.show(-11, -2, 11, 10)
		r.Follow = chassis
		r.BeforeTick = func(keys Keys) {
			speed := p["speed"]
			if keys&KeyLeft != 0 {
				speed = -60
			} else if keys&KeyRight != 0 {
				speed = 60
			}
			drive(motor, -speed*2*math.Pi/60)
		}
		return r, nil
	},
}

// meet returns the point at distance p of a and distance q of b, on the right as seen from a to b.
func meet(a vec, p float64, b vec, q float64) vec {
	d := b.Sub(a)
	along := (d.Dot(d) + p*p - q*q) / (2 * d.Len())
	across := math.Sqrt(math.Max(0, p*p-along*along))
	u := d.Normalize()
	return a.Add(u.Mul(along)).Add(vec{u[1], -u[0]}.Mul(across))
}

//scene:tumbler

var tumbler = Scene{
	Name: "tumbler", Title: "Washing machine", Theme: "machines", Poster: 2,
	About: "A drum with paddles turns and tumbles all it holds.",
	Params: []Param{
		{"speed", -60, 60, 2, 14, "rpm"},
		{"pieces", 10, 400, 10, 160, ""},
		{"paddles", 0, 8, 1, 4, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		drum := s.body(body.Def{Type: body.Kinematic, AngularVelocity: p["speed"] * 2 * math.Pi / 60}, world.ColliderDef{})
		const inner, outer = 8.0, 8.6
		for i := range 40 {
			a, b := 2*math.Pi*float64(i)/40, 2*math.Pi*(float64(i)+1.05)/40
			world.Must(drum.Attach(world.Must(shape.NewPolygon([]vec{polar(inner, a), polar(outer, a), polar(outer, b), polar(inner, b)}, 0)), world.ColliderDef{}))
		}
		for i := range p.Int("paddles") {
			angle := 2 * math.Pi * float64(i) / p["paddles"]
			world.Must(drum.Attach(shape.OffsetBox(0.9, 0.2, polar(inner-0.7, angle), angle), world.ColliderDef{}))
		}
		for i := range p.Int("pieces") {
			at := vec{-4.5 + 0.5*float64(i%19), -4.5 + 0.46*float64(i/19)}
			pieces := []shape.Support{shape.Box(0.22, 0.22), shape.Circle{Radius: 0.23}, shape.RegularPolygon(3+i%5, 0.25), shape.Capsule{A: vec{-0.12, 0}, B: vec{0.12, 0}, Radius: 0.14}}
			s.add(at, 0, pieces[i%4])
		}
		return s.show(-9, -9, 9, 9), nil
	},
}

//scene:conveyors

var conveyors = Scene{
	Name: "conveyors", Title: "Conveyor belts", Theme: "machines", Poster: 7,
	About: "Belts carry parcels in a zigzag to a chute and a lift of paddles brings them up.",
	Params: []Param{
		{"belt speed", 0.5, 6, 0.25, 2.5, "m/s"},
		{"parcels", 5, 60, 5, 35, ""},
		{"friction", 0.1, 1, 0.05, 0.7, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		belt := func(x, y, half, direction float64) {
			s.body(body.Def{Type: body.Static, Position: vec{x, y}}, world.ColliderDef{
				Material: &shape.Material{Friction: p["friction"], TangentSpeed: -direction * p["belt speed"]},
			}, shape.Capsule{A: vec{-half, 0}, B: vec{half, 0}, Radius: 0.25})
		}
		belt(-1, 9, 6, 1)
		belt(2.2, 6, 6.1, -1)
		belt(-1.6, 3, 6.4, 1)
		belt(1, 0, 9, -1)
		s.fixed(vec{9, 6}, 0, shape.Box(0.25, 7))
		s.fixed(vec{-9.2, -2}, 35*degree, shape.Box(0.2, 1.5))
		s.fixed(vec{-12, -1.6}, -10*degree, shape.Box(2.2, 0.2))
		s.fixed(vec{-14.2, 5}, 0, shape.Box(0.25, 7))
		s.fixed(vec{-8.6, 5.4}, 0, shape.Box(0.2, 3.2))
		for i := range 6 { // paddles go up the shaft and come down behind the picture
			s.paddle(p["belt speed"], float64(i)*2.6)
		}
		r := s.show(-15, -3, 10, 13)
		count := 0
		r.BeforeTick = func(Keys) {
			if s.Ticks()%24 == 0 && count < p.Int("parcels") {
				count++
				s.body(body.Def{Position: vec{s.between(-5, 3), 11.5}, Angle: s.between(-0.3, 0.3)}, surface(0.6, 0), shape.Box(s.between(0.3, 0.6), s.between(0.25, 0.45)))
			}
			for b := range s.Bodies() {
				switch at := b.Position(); {
				case b.Name() == "paddle" && at[1] > 12.5: // down again
					world.Check(b.SetTransform(vec{-11.4, -2.6}, b.Angle()))
				case b.Type() == body.Dynamic && (at[1] < -6 || at[1] > 40):
					world.Check(b.SetTransform(vec{s.between(-5, 3), 12}, 0))
					world.Check(b.SetLinearVelocity(vec{}))
				}
			}
		}
		return r, nil
	},
}

// paddle is a slanted board of a lift that goes up.
func (s *stage) paddle(speed, phase float64) {
	s.body(body.Def{Type: body.Kinematic, Name: "paddle", Position: vec{-11.4, -2.6 + phase}, Angle: -8 * degree, LinearVelocity: vec{0, speed}},
		surface(0.3, 0), shape.Box(2.4, 0.12))
}

//scene:dominoes

var dominoes = Scene{
	Name: "dominoes", Title: "Dominoes", Theme: "machines", Poster: 2.6,
	About: "Each row of dominoes ends at a ball, which falls to the row below.",
	Params: []Param{
		{"spacing", 0.3, 0.9, 0.05, 0.5, "m"},
		{"height", 0.8, 1.6, 0.1, 1.2, "m"},
		{"rows", 1, 4, 1, 3, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		rows := p.Int("rows")
		for row := range rows {
			y := 3.6 * float64(rows-1-row)
			side := 1.0
			if row%2 == 1 {
				side = -1
			}
			x := -9.0
			for ; x <= 7.8; x += p["spacing"] {
				s.body(body.Def{Position: vec{side * x, y + p["height"]/2}}, surface(0.3, 0), shape.Box(0.07, p["height"]/2))
			}
			s.fixed(vec{side * (x - 10.2) / 2, y - 0.2}, 0, shape.Box((x+11.4)/2, 0.2)) // it ends just behind the ball
			s.body(body.Def{Position: vec{side * (x + 0.3), y + 0.35}}, surface(0.1, 0.2), shape.Circle{Radius: 0.35})
			s.fixed(vec{side * 11.6, y + 0.2}, 0, shape.Box(0.2, 1.6))
			s.fixed(vec{side * 10.6, y - 3.1}, side*50*degree, shape.Box(1.3, 0.12))
		}
		s.fixed(vec{0, -4.4}, 0, shape.Box(12, 0.4))
		r := s.show(-12.5, -5, 12.5, 10.5)
		r.BeforeTick = func(Keys) {
			if s.Ticks() == 40 {
				s.body(body.Def{Position: vec{-10.4, 3.6*float64(rows-1) + 1.4}, LinearVelocity: vec{4, 0}}, of(1), shape.Circle{Radius: 0.3})
			}
		}
		return r, nil
	},
}

//scene:trebuchet

var trebuchet = Scene{
	Name: "trebuchet", Title: "Trebuchet", Theme: "machines", Poster: 2,
	About: "A counterweight swings the beam, the sling follows, and lets go of the stone in the right moment.",
	Params: []Param{
		{"counterweight", 5, 25, 1, 10, "kg/m²"},
		{"sling", 1, 5, 0.25, 3, "m"},
		{"release", 10, 80, 1, 54, "°"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{18, -0.5}, 0, shape.Box(40, 0.5))
		group := world.ColliderDef{Filter: shape.Filter{Group: -1}}
		pivot := vec{-8, 5}
		s.body(body.Def{Type: body.Static}, group, shape.Triangle(vec{-10.5, 0}, vec{-5.5, 0}, pivot))
		const long, short, low = 6.5, 1.8, 4.5 // low: from the pivot to the tip that rests
		tilt := direction(vec{math.Sqrt(long*long - low*low), low})
		tip, weight := pivot.Sub(polar(long, tilt)), pivot.Add(polar(short, tilt))
		group.Density = 0.6
		beam := s.body(body.Def{Position: pivot, Angle: tilt}, group, shape.OffsetBox((long+short)/2, 0.13, vec{(short - long) / 2, 0}, 0))
		s.pin(s.Ground(), beam, pivot)
		group.Density = p["counterweight"]
		load := s.body(body.Def{Position: weight.Sub(vec{0, 1.1})}, group, shape.Box(0.8, 0.7))
		s.pin(beam, load, weight)
		group.Density = 3
		stone := s.body(body.Def{Position: tip.Add(vec{p["sling"], -0.1}), Bullet: true}, group, shape.Circle{Radius: 0.35})
		sling := s.rod(beam, stone, tip, stone.Position())
		for i := range 5 {
			for j := range 5 - i%2 {
				s.body(body.Def{Position: vec{22 + 1.05*float64(i), 0.5 + float64(j)}}, of(0.3), shape.Box(0.5, 0.5))
			}
		}
		r := s.show(-14, -1, 30, 17)
		r.BeforeTick = func(Keys) {
			if v := stone.LinearVelocity(); sling.Valid() && v[0] > 6 && direction(v) < p["release"]*degree {
				world.Check(sling.Destroy())
			}
		}
		return r, nil
	},
}
