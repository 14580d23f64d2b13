package gallery

import (
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/web/gallery/creature"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/fracture"
)

//scene:city

var city = Scene{
	Name: "city", Title: "A city under a wrecking ball", Theme: "showpieces", Poster: 2.5,
	About: "A ball on a cable goes through houses of slabs and walls that break where they are hit. Time is slow at the hit.",
	Params: []Param{
		{"houses", 1, 4, 1, 3, ""},
		{"floors", 2, 8, 1, 6, ""},
		{"ball", 4, 60, 4, 32, "kg/m²"},
		{"impulse", 5, 100, 5, 25, "N s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.floor(40, 0)
		hitAt := math.Inf(1) // of the first wall
		breakable := func(b world.Body) {
			world.Must(fracture.BreakOnHit(b, fracture.Breakable{
				Impulse: p["impulse"], Def: fracture.Def{MinArea: 0.01},
				Seeds: func(h world.Hit) []vec {
					hitAt = min(hitAt, s.Time())
					return fracture.Spiral(h.Position, 1.6, 7)
				},
			}))
		}
		wall := world.ColliderDef{Density: 1, Material: &shape.Material{Friction: 0.8}}
		for house := range p.Int("houses") {
			x, floors := -1+7*float64(house), max(2, p.Int("floors")-house%2)
			for floor := range floors {
				y := 2.3 * float64(floor)
				for _, side := range []float64{-2, 0, 2} {
					breakable(s.body(body.Def{Position: vec{x + side, y + 1}}, wall, shape.Box(0.2, 1)))
				}
				breakable(s.body(body.Def{Position: vec{x, y + 2.15}}, wall, shape.Box(2.4, 0.15)))
			}
			s.body(body.Def{Position: vec{x, 2.3*float64(floors) + 0.5}}, wall, shape.Triangle(vec{-2.4, -0.5}, vec{2.4, -0.5}, vec{0, 0.7}))
		}
		pivot := vec{-6, 22}
		ball := s.body(body.Def{Position: vec{-21.5, 17.5}, Bullet: true}, of(p["ball"]), shape.Circle{Radius: 1.4})
		s.rod(s.Ground(), ball, pivot, ball.Position())
		r := s.show(-23, -1, 23, 23)
		r.Keep = func() func() {
			saved := hitAt
			return func() { hitAt = saved }
		}
		r.Pace = func() float64 {
			if since := s.Time() - hitAt; since > 0 && since < 0.6 {
				return 0.15
			}
			return 1
		}
		return r, nil
	},
}

//scene:avalanche

// slope is the height of the mountain at x.
func slope(x float64) float64 {
	return 34*math.Max(0, 30-x)*math.Max(0, 30-x)/8100 + 0.5*sine(x/3.1) + 0.3*sine(x/1.3)
}

var avalanche = Scene{
	Name: "avalanche", Title: "Avalanche", Theme: "showpieces", Poster: 5,
	About: "A dam on the mountain gives way after a second, and stones run down to the village: up to ten thousand.",
	Params: []Param{
		{"stones", 500, 10000, 500, 1500, ""},
		{"friction", 0.05, 0.8, 0.05, 0.3, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		heights := make([]float64, 121)
		for i := range heights {
			heights[i] = slope(float64(i) - 60)
		}
		s.terrain(-60, 1, heights)
		s.fixed(vec{-60.5, 40}, 0, shape.Box(0.5, 40))
		s.fixed(vec{60.5, 8}, 0, shape.Box(0.5, 12))
		dam := s.body(body.Def{Type: body.Static, Position: vec{-38, slope(-38) + 9}}, world.ColliderDef{}, shape.Box(0.4, 10))
		size := 0.16 * math.Sqrt(3000/p["stones"]) // of a stone, m: fewer are larger
		across := int(20 / (2.2 * size))
		for i := range p.Int("stones") {
			x := -59.2 + 2.2*size*(float64(i%across)+0.5) + s.between(-0.05, 0.05)*size
			at := vec{x, slope(x) + 1.5 + 2.2*size*float64(i/across)}
			stones := []shape.Support{shape.Circle{Radius: size}, shape.RegularPolygon(5, 1.05*size), shape.RegularPolygon(6, size), shape.Circle{Radius: 0.8 * size}}
			s.body(body.Def{Position: at, Angle: s.between(0, 6)}, surface(p["friction"], 0.05), stones[i%4])
		}
		for i := range 24 { // the village
			x := 24 + 1.3*float64(i%8)*2
			s.body(body.Def{Position: vec{x, 1.2 + 1.6*float64(i/8)}}, of(0.3), shape.Box(0.8, 0.7))
		}
		r := s.show(-60, -2, 52, 48)
		r.BeforeTick = func(Keys) {
			if s.Ticks() == 60 && dam.Valid() {
				world.Check(dam.Destroy())
			}
		}
		return r, nil
	},
}

//scene:ball_machine

func (s *stage) ramp(from, to vec) {
	d := to.Sub(from)
	s.body(body.Def{Type: body.Static, Position: from.Add(to).Mul(0.5), Angle: direction(d)}, surface(0.3, 0.1), shape.Box(d.Len()/2, 0.12))
}

var ballMachine = Scene{
	Name: "ball_machine", Title: "The long way of a ball", Theme: "showpieces", Poster: 6,
	About: "Ramps, a paddle wheel, a lift, pins and a springboard take balls over three screens; the picture goes along with one.",
	Params: []Param{
		{"balls", 1, 40, 1, 24, ""},
		{"bounce", 0, 0.6, 0.05, 0.3, ""},
		{"wheel", 1, 6, 0.5, 2.5, "rad/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{-13.8, 10}, 0, shape.Box(0.2, 9))
		s.ramp(vec{-13, 17}, vec{-3, 14.8}) // down a zigzag
		s.fixed(vec{0.2, 14.6}, 0, shape.Box(0.2, 2.4))
		s.ramp(vec{0, 12.6}, vec{-9.5, 10.4})
		s.ramp(vec{-13.6, 10.2}, vec{-11.6, 8.2})
		s.ramp(vec{-11.6, 8.2}, vec{3, 5.8})
		hub := s.fixed(vec{6.5, 5.4}, 0, shape.Circle{Radius: 0.3})
		paddles := s.body(body.Def{Position: vec{6.5, 5.4}, NeverSleep: true}, world.ColliderDef{Density: 2},
			shape.Box(2.4, 0.12), shape.OffsetBox(2.4, 0.12, vec{}, 60*degree), shape.OffsetBox(2.4, 0.12, vec{}, 120*degree))
		s.motor(hub, paddles, vec{6.5, 5.4}, -p["wheel"], 600)
		s.ramp(vec{8, 2.6}, vec{15, 1})
		s.ramp(vec{3.2, 3.2}, vec{8, 2.6})
		s.fixed(vec{3, 4}, 0, shape.Box(0.2, 1.2))
		low, high := vec{15.2, 0.6}, vec{31, 11} // cleats push balls up a slope
		s.ramp(low, high)
		up := high.Sub(low).Normalize()
		var cleats []world.Body
		for i := range 7 {
			at := low.Add(up.Mul(2.7 * float64(i))).Add(vec{-up[1], up[0]}.Mul(0.5))
			cleats = append(cleats, s.body(body.Def{Type: body.Kinematic, Position: at, Angle: direction(up), LinearVelocity: up.Mul(3)}, surface(0.1, 0), shape.Box(0.1, 0.34)))
		}
		s.ramp(vec{31.8, 10.6}, vec{36, 10})
		for row := range 5 { // pins
			for i := range 6 - row%2 {
				s.fixed(vec{37.5 + 1.7*float64(i) + 0.85*float64(row%2), 8.6 - 1.4*float64(row)}, 0, shape.Circle{Radius: 0.22})
			}
		}
		s.fixed(vec{36.2, 5}, 0, shape.Box(0.2, 4.2))
		s.fixed(vec{48, 7.5}, 0, shape.Box(0.2, 4.5))
		s.ramp(vec{36.4, 1}, vec{50, -0.8})
		s.body(body.Def{Type: body.Static, Position: vec{52.2, -1.2}}, surface(0.2, 1.6), shape.OffsetBox(1.6, 0.2, vec{}, -12*degree)) // springs
		s.ramp(vec{54.5, -2}, vec{62, -2.6})
		s.fixed(vec{64.4, -3.4}, 0, shape.Box(2.6, 0.2)) // the basket
		s.fixed(vec{67, 0}, 0, shape.Box(0.2, 3.4))
		s.fixed(vec{-13.8, 20}, 0, shape.Box(0.2, 2))
		balls := make([]world.Body, p.Int("balls"))
		start := vec{-12.4, 18.4}
		fresh := func() world.Body {
			return s.body(body.Def{Position: start}, surface(0.4, p["bounce"]), shape.Circle{Radius: 0.36})
		}
		balls[0] = fresh()
		r := s.show(-13, -4, 11, 19)
		r.Follow = balls[0]
		r.BeforeTick = func(Keys) {
			if i := int(s.Ticks() / 40); s.Ticks()%40 == 0 && i > 0 && i < len(balls) {
				balls[i] = fresh()
			}
			for _, c := range cleats {
				if c.Position()[0] > high[0] {
					world.Check(c.SetTransform(c.Position().Sub(up.Mul(2.7*7)), c.Angle()))
				}
			}
			for _, b := range balls { // balls in the basket or beside it begin again
				if !b.Valid() {
					continue
				}
				if at := b.Position(); at[0] > 63 && at[1] < -2.2 || at[1] < -12 {
					world.Check(b.SetTransform(start, 0))
					world.Check(b.SetLinearVelocity(vec{}))
				}
			}
		}
		return r, nil
	},
}

//scene:breaking_bridge

var breakingBridge = Scene{
	Name: "breaking_bridge", Title: "The bridge that breaks", Theme: "showpieces", Poster: 4.8,
	About: "Each joint of the planks holds so much and no more. The lorry comes to the middle, and into the river.",
	Params: []Param{
		{"strength", 200, 6000, 100, 1600, "N"},
		{"load", 0, 20, 1, 10, "kg/m²"},
		{"speed", 3, 20, 1, 9, "m/s"},
	},
	Keys: []KeyHelp{{KeyRight, "forward"}, {KeyLeft, "back"}, {KeyDown, "brake"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		const planks = 24
		left := s.fixed(vec{-26, -5}, 0, shape.Box(14, 5))
		right := s.fixed(vec{26, -5}, 0, shape.Box(14, 5))
		s.fixed(vec{0, -9.7}, 0, shape.Box(13, 0.3))
		s.fixed(vec{-39.5, 3}, 0, shape.Box(0.5, 4))
		s.fixed(vec{39.5, 3}, 0, shape.Box(0.5, 4))
		world.Must(s.CreateArea(world.AreaDef{Shape: shape.Box(12, 2.2), Position: vec{0, -7.2}, Effects: []area.Effect{area.Fluid{LinearDrag: 1, QuadraticDrag: 0.8}}}))
		deck := func(i int) vec { // it hangs a little, as it would with its own weight
			x := float64(i) - planks/2
			return vec{x, -0.15 - 1.4*(1-x*x/144)}
		}
		last := left
		for i := range planks {
			from, to := deck(i), deck(i+1)
			along := to.Sub(from)
			plank := s.body(body.Def{Position: from.Add(to).Mul(0.5), Angle: direction(along)},
				world.ColliderDef{Density: 0.6, Material: &shape.Material{Friction: 1}}, shape.Box(along.Len()/2-0.02, 0.15))
			s.weakPin(last, plank, from, p["strength"])
			last = plank
		}
		s.weakPin(last, right, deck(planks), p["strength"])
		chassis := s.body(body.Def{Position: vec{-30, 1.4}}, of(2), shape.Box(2.6, 0.3), shape.OffsetBox(0.7, 0.8, vec{1.8, 1.1}, 0))
		world.Must(chassis.Attach(shape.OffsetBox(1.7, 0.8, vec{-0.8, 1.1}, 0), of(0.2+p["load"])))
		var wheels []world.Wheel
		for _, x := range []float64{-31.7, -30.3, -28.2} {
			wheels = append(wheels, s.wheel(chassis, vec{x, 0.7}, 0.55, 5, 60))
		}
		r := s.show(-33, -10, 3, 8)
		r.Follow = chassis
		r.BeforeTick = func(keys Keys) {
			for _, w := range wheels {
				world.Check(w.Edit(func(d *joint.Wheel) { d.MotorSpeed = throttle(keys, p["speed"]/0.55) }))
			}
		}
		return r, nil
	},
}

// weakPin is a pin that breaks above a force, N.
func (s *stage) weakPin(a, b world.Body, at vec, force float64) {
	def := world.RevoluteAt(a, b, at)
	def.BreakForce = force
	world.Must(s.CreateRevolute(a, b, def))
}

//scene:creatures

var creatures = Scene{
	Name: "creatures", Title: "Creatures that learned to walk", Theme: "showpieces", Poster: 3,
	About: "Soft bodies of springs that beat. A search found when each spring beats and how far, by trying what goes farther.",
	Params: []Param{
		{"lesson", 0, 3, 1, 3, ""},
		{"beat", 0.5, 3, 0.25, 1.5, "Hz"},
		{"friction", 0, 1, 0.1, 1, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		var walkers []*creature.Creature
		for i, form := range creature.Forms() { // each on a track of its own
			y := 5 * float64(i)
			s.body(body.Def{Type: body.Static, Position: vec{60, y - 0.3}}, surface(p["friction"]*p["friction"], 0), shape.Box(90, 0.3))
			s.fixed(vec{-29.7, y + 1}, 0, shape.Box(0.3, 1))
			for post := range 18 { // to show the distance
				s.fixed(vec{-25 + 10*float64(post), y - 0.9}, 0, shape.Box(0.1, 0.3))
			}
			walkers = append(walkers, world.Must(creature.New(s.World, form, creature.Lesson(i, p.Int("lesson")).Gait, vec{0, y})))
		}
		r := s.show(-6, -1.5, 16, 13)
		r.Follow = walkers[1].Nodes()[0]
		r.BeforeTick = func(Keys) {
			for _, c := range walkers {
				c.Beat(p["beat"])
			}
		}
		return r, nil
	},
}
