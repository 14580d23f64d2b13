package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
)

// runner is a character with the feel of a platform game.
type runner struct {
	character.Controller
	direction float64 // in which it goes without keys
}

// runner makes a character that runs and jumps.
func (s *stage) runner(at vec, speed, height float64) *runner {
	c := world.Must(character.New(s.World, character.Def{Shape: shape.Capsule{A: vec{0, -0.3}, B: vec{0, 0.3}, Radius: 0.3}}, at))
	return &runner{Controller: character.Controller{
		Character: c, Jump: character.Jump{Height: height, Rise: math.Sqrt(2 * height / -s.Gravity()[1])},
		Run: character.Run{Speed: speed, Accelerate: 5 * speed}, AutoRepeat: true,
	}}
}

//scene:platformer

var platformer = Scene{
	Name: "platformer", Title: "Platformer", Theme: "characters", Poster: 2.5,
	About: "A character runs, jumps through platforms from below, rides a lift and pushes crates. It plays alone until you do.",
	Params: []Param{
		{"speed", 2, 9, 0.5, 5, "m/s"},
		{"jump", 0.5, 4, 0.1, 2.1, "m"},
		{"crates", 0, 12, 1, 5, ""},
	},
	Keys: []KeyHelp{{KeyLeft | KeyRight, "run"}, {KeyUp | KeyAction, "jump"}, {KeyDown, "drop through platforms"}},
	Build: func(p Values) (*Running, error) {
		s := newStage(20)
		ground := s.fixed(vec{}, 0)
		world.Must(ground.AttachChain(shape.Chain{Points: []vec{
			{14, 12}, {14, 0}, {9, 0}, {7.5, 0.6}, {5, 0.6}, {5, 0.3}, {4, 0.3}, {4, 0}, {-5, 0}, {-7, 1.2}, {-14, 1.2}, {-14, 12},
		}}, world.ColliderDef{}))
		for _, at := range []vec{{-9, 3}, {-4, 4.6}, {1.5, 3.4}, {6.5, 5.2}, {-11, 5.6}, {0.5, 7}} {
			world.Must(ground.Attach(shape.OffsetBox(1.4, 0.12, at, 0), world.ColliderDef{OneWay: vec{0, 1}}))
		}
		lift := s.moving(vec{11, 0.2}, shape.Box(1.2, 0.12))
		for i := range p.Int("crates") {
			s.body(body.Def{Position: vec{-1 + 1.3*float64(i%5), 1 + float64(i/5)}}, of(0.5), shape.Box(0.4, 0.4))
		}
		player := s.runner(vec{-12, 2}, p["speed"], p["jump"])
		r := s.show(-14, -1, 14, 10)
		manual, wish := false, 1.0
		r.BeforeTick = func(keys Keys) {
			world.Check(lift.MoveTo(vec{11, 3.2 - 3*sine(s.Time()+math.Pi/2)}, 0))
			manual = manual || keys != 0
			jumps := keys&(KeyUp|KeyAction) != 0
			if manual {
				wish = float64(keys&KeyRight/KeyRight) - float64(keys&KeyLeft/KeyLeft)
			} else { // to and fro, with a jump now and then
				if x := player.Position()[0]; x > 12.5 {
					wish = -1
				} else if x < -12.5 {
					wish = 1
				}
				jumps = math.Mod(s.Time(), 1.1) < 0.5
			}
			if keys&KeyDown != 0 && player.OnFloor() {
				player.DropThrough()
			}
			world.Check(player.Tick(wish, jumps))
		}
		return r, nil
	},
}

//scene:crowd

var crowd = Scene{
	Name: "crowd", Title: "Crowd", Theme: "characters", Poster: 3,
	About: "Characters of their own mind climb stairs and slopes, meet, and jump where they get stuck.",
	Params: []Param{
		{"people", 1, 40, 1, 16, ""},
		{"step", 0.1, 0.5, 0.02, 0.26, "m"},
		{"speed", 1, 8, 0.5, 3, "m/s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(20)
		s.floor(12.5, 12)
		for i := range 8 {
			height := p["step"] * float64(i+1)
			s.fixed(vec{-9 + 0.5*float64(i), height / 2}, 0, shape.Box(0.25, height/2))
		}
		top := 8 * p["step"]
		s.fixed(vec{-3, top / 2}, 0, shape.Box(2.25, top/2))
		s.fixed(vec{}, 0, shape.Triangle(vec{-0.75, 0}, vec{-0.75 + 2*top, 0}, vec{-0.75, top}))
		for i := range 3 {
			s.fixed(vec{6.5 + 2*float64(i), 0.5 + 0.4*float64(i%3)}, 0, shape.Box(0.8, 0.12))
		}
		var people []*runner
		for i := range p.Int("people") {
			c := s.runner(vec{-11.5 + 23*(float64(i)+0.5)/p["people"], top + 2 + float64(i%3)}, p["speed"]*s.between(0.6, 1.2), s.between(0.8, 1.8))
			c.direction = math.Copysign(1, s.between(-1, 1))
			people = append(people, c)
		}
		r := s.show(-12.5, -1.5, 12.5, 10)
		r.BeforeTick = func(Keys) {
			for _, c := range people {
				if c.OnWall() && s.between(0, 1) < 0.05 {
					c.direction = -c.direction
				}
				world.Check(c.Tick(c.direction, s.between(0, 1) < 0.02 || c.OnWall() && s.between(0, 1) < 0.3))
			}
		}
		return r, nil
	},
}

//scene:movers

var movers = Scene{
	Name: "movers", Title: "Movers", Theme: "characters", Poster: 3.5,
	About: "A character pushes with a bounded force: light boxes go fast, heavy ones slowly, the heaviest not at all.",
	Params: []Param{
		{"force", 20, 800, 20, 200, "N"},
		{"lightest", 1, 20, 1, 4, "kg"},
		{"factor", 1.2, 4, 0.1, 2, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		mass := p["lightest"]
		for i := range 4 {
			y := 2.6 * float64(i)
			s.fixed(vec{0, y - 0.2}, 0, shape.Box(11, 0.2))
			s.fixed(vec{11.3, y + 0.5}, 0, shape.Box(0.3, 0.9))
			size := 0.3 + 0.1*float64(i)
			s.body(body.Def{Position: vec{-6, y + size}}, world.ColliderDef{Mass: mass}, shape.Box(size, size))
			mass *= p["factor"]
		}
		var people []*character.Character
		for i := range 4 {
			people = append(people, world.Must(character.New(s.World, character.Def{
				PushForce: p["force"], Shape: shape.Capsule{A: vec{0, -0.4}, B: vec{0, 0.4}, Radius: 0.3},
			}, vec{-8.5, 2.6*float64(i) + 0.8})))
		}
		r := s.show(-11.5, -1, 12, 10.5)
		r.BeforeTick = func(Keys) {
			for _, c := range people {
				down := c.Velocity()[1] - 10.0/60
				if c.OnFloor() {
					down = 0
				}
				world.Check(c.Move(vec{3, down}))
			}
		}
		return r, nil
	},
}
