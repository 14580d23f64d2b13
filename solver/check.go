package solver

import (
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
)

// Check panics when columns of the solver that were read from a file contradict the tables.
func (s *Solver) Check(c *state.Contacts, j *state.Joints, bodies *state.Bodies) {
	for _, m := range s.impacts {
		inRange := uint(m.slot) < uint(len(c.Meta)) && m.tick >= 0 && m.tick < impactTicks
		invariant.Check(inRange && (c.IDOf(m.slot) != 0 || c.Meta[m.slot].Color == state.None), "solver: an impact is of no contact")
	}
	s.articulations.Check(j, bodies)
}

// ColorCount is the number of colours, including the overflow.
const ColorCount = colorCount
