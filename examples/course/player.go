package main

import (
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
)

// player runs the course: a character, its settings and its progress.
type player struct {
	character.Controller
	course *course

	stood float64    // s since it last moved by more than a hand
	at    mgl64.Vec2 // where it was before that
	next  int        // the next section that it will reach
}

// newPlayer builds a world at a tick rate, with the course and its player.
func newPlayer(rate float64) *player {
	p := &player{Controller: character.Controller{
		Jump: character.Jump{Height: 1.4, Rise: 0.35, FallFactor: 1.3, MaxFall: 15, Cut: 1.4, Coyote: 0.1, Buffer: 0.1},
		Run:  character.Run{Speed: 4, Accelerate: 40, Brake: 60, Air: 0.6}, CornerReach: 0.15, AutoRepeat: true,
	}}
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -p.Jump.Gravity()}, Timestep: 1 / rate, BeforeTick: p.beforeTick,
	}))
	p.course = newCourse(w)
	p.Character = world.Must(character.New(w, character.Def{Name: "player"}, mgl64.Vec2{-2, 0.8005}))
	return p
}

// beforeTick moves the machines, and then the player as the keys of a game would.
func (p *player) beforeTick(w *world.World) {
	dt := w.Config().Timestep
	for _, m := range p.course.machines {
		world.Check(m.body.MoveTo(m.path(w.Time() + dt)))
	}
	p.notice(w.Time(), dt)
	world.Check(p.Tick(p.course.orderAt(p.Position()[0])(p)))
}

// notice keeps the time for which the player has stood, and the time at which it reached a section.
func (p *player) notice(time, dt float64) {
	p.stood += dt
	if p.Position().Sub(p.at).Len() > 0.1 {
		p.stood, p.at = 0, p.Position()
	}
	for p.next < len(p.course.sections) && p.Position()[0] >= p.course.sections[p.next].x {
		p.course.sections[p.next].entered = time
		p.next++
	}
}

// waited reports whether the player has stood still for the given time.
func (p *player) waited(time float64) bool { return p.stood > time }

// orderAt returns the action at a place.
func (c *course) orderAt(x float64) func(*player) (wish float64, button bool) {
	act := run
	for _, o := range c.orders {
		if o.x <= x {
			act = o.act
		}
	}
	return act
}

// finished reports whether the player has reached the end.
func (p *player) finished() bool { return p.next == len(p.course.sections) && p.stood > 1 }

// fallen reports whether the player lies in a pit.
func (p *player) fallen() bool { return p.Position()[1] < -thickness }
