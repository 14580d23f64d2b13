package inspect

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// control holds the changes of clients to the time and the bodies of a world.
type control struct {
	active bool // a client has changed something
	paused bool
	speed  float64
	steps  int // ticks to run while paused
	grabs  []grab
}

// grab is a body that a client pulls.
type grab struct {
	by    *client
	joint world.Mouse
}

// The limits of commands.
const (
	slowest, fastest = 0.01, 4.0
	mostSteps        = 600
	pull             = 150 // most force of the spring, by the weight of the body at 10 m/s^2
)

// scale returns the time that passes in a step of the game.
func (c *control) scale(dt float64, config world.Config) float64 {
	if !c.paused {
		return dt * c.speed
	}
	n := min(c.steps, config.MaxTicks)
	c.steps -= n
	return float64(n) * config.Timestep
}

// update stores whether anything is changed.
func (c *control) update() {
	c.active = c.paused || c.speed != 1 || len(c.grabs) > 0
}

// release undoes the changes of clients.
func (a *Attached) release() {
	for _, g := range a.control.grabs {
		g.drop()
	}
	a.control = control{speed: 1}
	a.tellStatus()
}

func (g *grab) drop() {
	if g.joint.Valid() {
		g.joint.Destroy()
	}
}

// dropAll releases the bodies that a client pulls.
func (a *Attached) dropAll(c *client) {
	a.dropWhere(func(by *client) bool { return by == c })
}

// dropGone releases the bodies that are pulled by clients that watch no longer.
func (a *Attached) dropGone() {
	if len(a.control.grabs) > 0 {
		a.dropWhere(func(by *client) bool { return by.socket.watching.Load() != by })
	}
}

func (a *Attached) dropWhere(isDropped func(by *client) bool) {
	kept := a.control.grabs[:0]
	for _, g := range a.control.grabs {
		if isDropped(g.by) {
			g.drop()
		} else {
			kept = append(kept, g)
		}
	}
	a.control.grabs = kept
	a.control.update()
}

func (a *Attached) pause(on bool) error {
	a.control.paused, a.control.steps = on, 0
	a.control.update()
	a.tellStatus()
	return nil
}

func (a *Attached) step(ticks int) error {
	switch {
	case !a.control.paused:
		return errors.New("the world is not paused")
	case ticks < 0 || ticks > mostSteps || a.control.steps > mostSteps:
		return fmt.Errorf("ticks: %d is not between 0 and %d", ticks, mostSteps)
	}
	a.control.steps += max(1, ticks)
	return nil
}

func (a *Attached) setSpeed(speed float64) error {
	if !(speed >= slowest && speed <= fastest) {
		return fmt.Errorf("speed: %g is not between %g and %g", speed, slowest, fastest)
	}
	a.control.speed = speed
	a.control.update()
	a.tellStatus()
	return nil
}

func (a *Attached) grab(c *client, b world.Body, at mgl64.Vec2) error {
	if !b.Valid() || b.Type() != body.Dynamic {
		return errors.New("body: only dynamic bodies can be pulled")
	}
	a.dropAll(c)
	def := world.MouseAt(b, at)
	def.MaxForce = pull * 10 * b.Mass() * a.world.Config().LengthUnit
	j, err := a.world.CreateMouse(a.world.Ground(), b, def)
	if err != nil {
		return err
	}
	a.control.grabs = append(a.control.grabs, grab{c, j})
	a.control.update()
	return b.Wake()
}

func (a *Attached) drag(c *client, to mgl64.Vec2) error {
	for _, g := range a.control.grabs {
		if g.by == c && g.joint.Valid() {
			return g.joint.SetTarget(to)
		}
	}
	return errors.New("nothing is being pulled")
}
