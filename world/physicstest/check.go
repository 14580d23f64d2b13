package physicstest

import (
	"fmt"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
)

// Check is a condition that must hold in a run. Functions of this package make checks.
type Check struct {
	begin func(w *world.World) watch
}

// watch is a check in one run. Its functions may be nil. An error describes the violation.
type watch struct {
	before func(m moment)       // before each tick
	look   func(m moment) error // at the beginning and after each tick
	end    func(m moment) error // after the last tick and its check
}

// moment is the time of a run.
type moment struct {
	world   *world.World
	elapsed time.Duration // of the world's time, since the run began
	tick    int           // ticks run
}

// bodyError is an error that is about some bodies.
type bodyError struct {
	text   string
	bodies []world.Body
}

func (e *bodyError) Error() string { return e.text }

func bodyErrorf(b world.Body, format string, args ...any) error {
	return &bodyError{text: fmt.Sprintf(format, args...), bodies: []world.Body{b}}
}

// always makes a check without state.
func always(look func(m moment) error) Check {
	return Check{func(*world.World) watch { return watch{look: look} }}
}

// ofBodies makes a check of each of some bodies, or of all dynamic bodies.
func ofBodies(bodies []world.Body, look func(b world.Body) error) Check {
	return always(func(m moment) error { return eachBody(m.world, bodies, look) })
}

// ofBodiesInRun makes a check like ofBodies with a function that is made at the beginning of each
// run, and may have state.
func ofBodiesInRun(bodies []world.Body, begin func() func(b world.Body) error) Check {
	return Check{func(*world.World) watch {
		look := begin()
		return watch{look: func(m moment) error { return eachBody(m.world, bodies, look) }}
	}}
}

// eachBody checks the existing ones of some bodies, or all dynamic bodies, up to the first error.
func eachBody(w *world.World, bodies []world.Body, look func(b world.Body) error) error {
	if len(bodies) == 0 {
		return eachDynamicBody(w, look)
	}
	for _, b := range bodies {
		if !b.Valid() {
			continue
		}
		if err := look(b); err != nil {
			return err
		}
	}
	return nil
}

func eachDynamicBody(w *world.World, look func(b world.Body) error) error {
	for b := range w.Bodies() {
		if b.Type() != body.Dynamic {
			continue
		}
		if err := look(b); err != nil {
			return err
		}
	}
	return nil
}

// gone returns an error if one of the given bodies no longer exists.
func gone(bodies []world.Body) error {
	for i, b := range bodies {
		if !b.Valid() {
			return fmt.Errorf("the body at place %d of the list was destroyed", i)
		}
	}
	return nil
}

// EachTick calls a function before every tick, with the number of ticks run. A test uses it for the
// input of a player. If it fails the test the run ends and leaves its files.
func EachTick(f func(tick int)) Check {
	return Check{func(*world.World) watch {
		return watch{before: func(m moment) { f(m.tick) }}
	}}
}

// Always holds if a function of the game returns no error, at the beginning and after every
// tick.
func Always(f func() error) Check {
	return always(func(moment) error { return f() })
}

// Within holds if a function of the game returns true at some tick, no later than a time after the
// beginning. The text describes the condition, as in "the door is open".
func Within(limit time.Duration, text string, f func() bool) Check {
	return within(limit, func() error { return fmt.Errorf("not within %v: %s", limit, text) },
		func(moment) bool { return f() })
}

// AtEnd holds if a function of the game returns no error after the last tick.
func AtEnd(f func() error) Check {
	return Check{func(*world.World) watch {
		return watch{end: func(moment) error { return f() }}
	}}
}

// within makes a check of a condition that must be true once, no later than a time. It fails when
// the time or the run is over.
func within(limit time.Duration, missed func() error, reached func(m moment) bool) Check {
	return Check{func(*world.World) watch {
		done := false
		return watch{
			look: func(m moment) error {
				done = done || reached(m)
				if !done && m.elapsed >= limit {
					return missed()
				}
				return nil
			},
			end: func(m moment) error {
				if !done {
					return fmt.Errorf("%w (the run ended at %v)", missed(), m.elapsed)
				}
				return nil
			},
		}
	}}
}
