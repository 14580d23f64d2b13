//go:build !light

package gallery

import (
	"math"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/scene"
)

//scene:tiled

var tiled = Scene{
	Name: "tiled", Title: "A level from Tiled", Theme: "terrain", Poster: 3,
	About: "The map of an editor became a document of bodies: terrain whose seams nobody feels, one-way floors, coins, a lift, a lake.",
	Params: []Param{
		{"speed", 3, 9, 0.5, 6, "m/s"},
		{"jump", 2.7, 5, 0.1, 2.9, "m"},
		{"crates", 0, 20, 1, 6, ""},
	},
	Keys: []KeyHelp{{KeyLeft | KeyRight, "run"}, {KeyUp | KeyAction, "jump, swim"}, {KeyDown, "drop through floors"}},
	Build: func(p Values) (*Running, error) {
		w, contents, err := world.Must(scene.Parse(level)).New(func(c *world.Config) { c.Workers = 1 })
		if err != nil {
			return nil, err
		}
		s := &stage{w, 1}
		lift, _ := contents.Body("lift")
		top := lift.Position()
		basin, _ := contents.Body("lake")
		lake := s.flood(basin)
		for i := range p.Int("crates") {
			s.body(body.Def{Position: vec{9 + 4*float64(i%17), -2 - float64(i/17)}}, of(0.5), shape.Box(0.4, 0.4))
		}
		home := vec{3.5, -11.3}
		player := s.runner(home, p["speed"], p["jump"])
		r := s.show(0, -15, 24, 0)
		r.Follow = player.Body()
		manual := false
		r.BeforeTick = func(keys Keys) {
			world.Check(lift.MoveTo(top.Add(vec{0, -2.2 + 2.4*sine(0.9*s.Time())}), 0))
			for _, e := range s.Events().SensorBegins {
				if e.Sensor.Valid() && e.Visitor == player.Collider() {
					world.Check(e.Sensor.Destroy())
				}
			}
			manual = manual || keys != 0
			wish, jumps := float64(keys&KeyRight/KeyRight)-float64(keys&KeyLeft/KeyLeft), keys&(KeyUp|KeyAction) != 0
			if !manual {
				wish, jumps = 1, s.blocked(player) || !player.OnFloor() && player.AirTime() < 0.4
				way := lift.Position().Sub(player.Position())
				if way[0] > 0.4 && way[0] < 2 && math.Abs(way[1]+0.5) > 0.6 { // the lift is elsewhere
					wish, jumps = 0, false
				}
			}
			if keys&KeyDown != 0 {
				player.DropThrough()
			}
			if player.Position()[0] > 76 { // the flag
				world.Check(player.Teleport(home))
				player.Launch(vec{})
			}
			player.move(lake, wish, jumps)
		}
		return r, nil
	},
}

// flood replaces a body by water.
func (s *stage) flood(basin world.Body) world.Area {
	var low, high vec
	for c := range basin.Colliders() {
		low, high = c.Bounds()
	}
	world.Check(basin.Destroy())
	size := high.Sub(low)
	return world.Must(s.CreateArea(world.AreaDef{
		Position: low.Add(size.Mul(0.5)), Shape: shape.Box(size[0]/2, size[1]/2),
		Effects: []area.Effect{area.Fluid{Density: 1, LinearDrag: 1}},
	}))
}

// blocked reports whether a wall or a hole lies before a runner to the right.
func (s *stage) blocked(r *runner) bool {
	at, filter := r.Position(), world.QueryFilter{Ignore: r.Body()}
	if _, wall := s.RayCast(at.Add(vec{0, -0.4}), vec{1, 0}, filter); wall {
		return true
	}
	_, ground := s.RayCast(at.Add(vec{0.8, 0}), vec{0, -4}, filter)
	return !ground
}

// move lets a runner run, or swim in water.
func (r *runner) move(lake world.Area, wish float64, up bool) {
	water := r.Water(lake)
	if water.Part < 0.5 {
		r.SetMode(character.Walking)
		world.Check(r.Tick(wish, up))
		return
	}
	r.SetMode(character.Swimming)
	v := r.Swim(vec{14 * wish, 28}, water)
	if up && water.Part < 0.95 { // a leap out of the water
		v[1] = 10
	}
	world.Check(r.Move(v))
	r.Launch(v)
}
