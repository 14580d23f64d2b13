package integrator

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/step"
)

// Motion runs the sub-step stages over the awake rows of a store and keeps the
// scratch that they need. The zero Motion is ready; it belongs to one world.
type Motion struct {
	bodies *body.Store
	params *step.Params
	carry  []Carry
	wide   motionConstants
}

// Begin opens a tick over the given bodies.
func (m *Motion) Begin(bodies *body.Store, p *step.Params) {
	m.bodies, m.params = bodies, p
	m.wide.set(p)
	m.carry = grow.Fit(m.carry, bodies.Awake())
}

// Accelerate is Velocities in the first sub-step of a tick and Sustain in the
// others, over the rows from lo up to hi.
func (m *Motion) Accelerate(first bool, lo, hi int) {
	if first {
		m.run(velocities, lo, hi)
	} else {
		m.run(sustain, lo, hi)
	}
}

// Move is Positions over the rows from lo up to hi.
func (m *Motion) Move(lo, hi int) { m.run(positions, lo, hi) }

// stage is one of the functions over bodies.
type stage int

const (
	velocities stage = iota
	sustain
	positions
)

// lanes is how many bodies a vector kernel takes at a time.
const lanes = 8

// run does a stage over rows: where there are vector kernels, all by them that they
// can take, and eight bodies in the portable way where they stop.
func (m *Motion) run(what stage, lo, hi int) {
	for lo < hi {
		end := hi
		if vector {
			lo = m.runVector(what, lo, hi)
			end = min(lo+lanes, hi)
		}
		m.runPortable(what, lo, end)
		lo = end
	}
}

func (m *Motion) runPortable(what stage, lo, hi int) {
	states, carry := m.bodies.State[lo:hi], m.carry[lo:hi]
	switch what {
	case velocities:
		Velocities(states, m.bodies.Drive[lo:hi], carry, m.params)
	case sustain:
		Sustain(states, m.bodies.Drive[lo:hi], carry, m.params)
	default:
		Positions(states, m.bodies.Motion[lo:hi], carry, m.params)
	}
}
