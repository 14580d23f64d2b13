package solver

import "github.com/carom2d/carom/internal/state"

// Impacts.
//
// A box that flies flat into a wall is stopped at two points. Sweeps that solve the points in turn
// leave a quarter of the speed at one of them in each sub-step, and the box turns. So a new
// two-point contact with a body that is not dynamic takes part in restitution, which solves both
// points together, although it does not bounce. Its points keep the speed with which they arrive at
// the surface a sub-step after the tick. The same is repeated in each of the next ticks with the
// remaining speed, which is a fifth each time at the default parameters.

// impact is a contact that takes part in restitution although it does not bounce.
type impact struct {
	slot state.ContactSlot
	tick int32 // ticks since the contact began
}

// impactTicks is the number of ticks in which an impact ends.
const impactTicks = 3

// noteImpact records a new contact that may be an impact.
func (s *Solver) noteImpact(slot state.ContactSlot, flags state.ContactFlags) {
	if isTwoPointStop(flags) {
		s.impacts = append(s.impacts, impact{slot: slot})
	}
}

// isTwoPointStop reports whether a contact stops a body at two points without a bounce.
func isTwoPointStop(f state.ContactFlags) bool {
	const flags = state.ContactTwoPoints | state.ContactStaticPair | state.ContactBouncy
	return f&flags == state.ContactTwoPoints|state.ContactStaticPair
}

// beginImpacts makes the contacts with an impact faster than the threshold of restitution take part
// in restitution.
func (s *Solver) beginImpacts() {
	c, n := s.in.Contacts, 0
	for _, m := range s.impacts {
		if c.Meta[m.slot].Color == state.None {
			continue // it has ended, and another one may have begun in its place
		}
		row := c.Rows[m.slot]
		sc, p := &c.Solver[row], &c.Pair[row]
		if !isTwoPointStop(p.Flags) {
			continue
		}
		threshold := s.in.Params.RestitutionThreshold
		if m.tick > 0 {
			threshold = 0
		}
		for k := range sc.Points[:sc.Count] {
			if s.normalVelocityAt(int32(row), &sc.Points[k]) < -threshold {
				p.Flags |= state.ContactBouncy
				s.impacts[n] = m
				n++
				break
			}
		}
	}
	s.impacts = s.impacts[:n]
}

// endImpacts clears the marks of beginImpacts.
func (s *Solver) endImpacts() {
	c, n := s.in.Contacts, 0
	for _, m := range s.impacts {
		row := c.Rows[m.slot]
		c.UpdateSurfaceFlags(row)
		if m.tick++; m.tick < impactTicks {
			s.impacts[n] = m
			n++
		}
	}
	s.impacts = s.impacts[:n]
}
