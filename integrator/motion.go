package integrator

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// Motion runs the sub-step stages over the awake rows of a store and keeps the
// scratch that they need. The zero Motion is ready; it belongs to one world.
type Motion struct {
	bodies *body.Store
	params *step.Params
	carry  []Carry
}

// Begin opens a tick over the given bodies.
func (m *Motion) Begin(bodies *body.Store, p *step.Params) {
	m.bodies, m.params = bodies, p
	if n := bodies.Awake(); n > cap(m.carry) {
		m.carry = make([]Carry, n, n+n/2)
	} else {
		m.carry = m.carry[:n]
	}
}

// Accelerate is Velocities in the first sub-step of a tick and Sustain in the
// others, over the rows from lo up to hi.
func (m *Motion) Accelerate(first bool, lo, hi int) {
	if first {
		Velocities(m.bodies.State[lo:hi], m.bodies.Drive[lo:hi], m.carry[lo:hi], m.params)
		return
	}
	Sustain(m.bodies.State[lo:hi], m.bodies.Drive[lo:hi], m.carry[lo:hi], m.params)
}

// Move is Positions over the rows from lo up to hi.
func (m *Motion) Move(lo, hi int) {
	Positions(m.bodies.State[lo:hi], m.bodies.Motion[lo:hi], m.carry[lo:hi], m.params)
}
