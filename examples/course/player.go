package main

import (
	"math"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
)

// player runs the course: a character, how it feels, and where it has come to.
type player struct {
	*character.Character
	course *course
	jump   character.Jump
	run    character.Run
	corner character.Corner

	state character.JumpState
	speed float64    // m/s along the ground
	held  bool       // the jump button was down
	stood float64    // s that it has not moved by more than a hand
	at    mgl64.Vec2 // where it was before that
	next  int        // the section that it has not come to yet
}

// newPlayer builds a world at a tick rate, with the course and its player.
func newPlayer(rate float64) *player {
	p := &player{
		jump: character.Jump{Height: 1.4, Rise: 0.35, FallFactor: 1.3, MaxFall: 15, Coyote: 0.1, Buffer: 0.1},
		run:  character.Run{Speed: 4, Accelerate: 40, Brake: 60, Air: 0.6},
	}
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -p.jump.Gravity()}, Timestep: 1 / rate, BeforeTick: p.beforeTick,
	}))
	p.course = newCourse(w)
	p.Character = world.Must(character.New(w, character.Def{Name: "player"}, mgl64.Vec2{-2, 0.8005}))
	p.corner = character.Corner{
		Shape: world.Must(shape.New(p.Collider().Shape())), Reach: 0.15, Filter: world.QueryFilter{Ignore: p.Body()},
	}
	return p
}

// beforeTick moves the machines, and then the player as the keys of a game would.
func (p *player) beforeTick(w *world.World) {
	dt := w.Config().Timestep
	for _, m := range p.course.machines {
		world.Must(0, m.body.MoveTo(m.path(w.Time()+dt)))
	}
	p.notice(w.Time(), dt)
	wish, button := p.course.orderAt(p.Position()[0])(p)

	var along, up float64
	p.state, up = p.jump.Tick(p.state, character.JumpInput{
		Press: button && !p.held, Hold: true, OnFloor: p.OnFloor(), OnCeiling: p.OnCeiling(),
	}, dt)
	p.held = button && !p.held // who keeps on pressing presses every other tick
	along, p.speed = p.run.Tick(p.speed, wish, p.OnFloor(), dt)

	if up > 0 {
		p.corner.Position, p.corner.Rise = p.Position(), mgl64.Vec2{0, up * dt}
		if aside, ok := p.corner.Correct(w); ok {
			world.Must(0, p.Teleport(p.Position().Add(aside)))
		}
	}
	world.Must(0, p.Move(mgl64.Vec2{along, up}))
	if p.OnWall() { // what stops it takes its speed
		p.speed = math.Copysign(min(math.Abs(p.speed), math.Abs(p.Velocity()[0])), p.speed)
	}
}

// notice keeps the time that the player has stood, and that at which it came to a section.
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

// waited reports whether the player has stood still for so long.
func (p *player) waited(time float64) bool { return p.stood > time }

// orderAt returns what to do at a place.
func (c *course) orderAt(x float64) func(*player) (wish float64, button bool) {
	act := run
	for _, o := range c.orders {
		if o.x <= x {
			act = o.act
		}
	}
	return act
}

// finished reports whether the player has come to the end.
func (p *player) finished() bool { return p.next == len(p.course.sections) && p.stood > 1 }

// fallen reports whether the player lies in a pit.
func (p *player) fallen() bool { return p.Position()[1] < -thickness }
