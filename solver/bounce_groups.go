package solver

import "github.com/carom2d/carom/internal/grow"

// The contacts of a round come colour by colour. No two contacts of a colour share a dynamic body, but in the overflow, so
// their order within the colour is free, and eight of them can bounce at once.

// bounceRange is a range of bundles of a round.
type bounceRange struct {
	lo, hi int
	atOnce bool // the lanes of each bundle are of one colour, and no second point takes part
}

// groupBounces puts the contacts with one point first in each colour: contacts with one and with two in turn could not be
// predicted.
func (s *Solver) groupBounces() {
	m, c := &s.restitution, s.in.Contacts
	rows := m.contactRows
	m.twoPoints = grow.ResizeDiscard(m.twoPoints, len(rows))
	for lo := 0; lo < len(rows); {
		color := c.Colors[rows[lo]]
		hi, one, two := lo, lo, 0
		for ; hi < len(rows) && c.Colors[rows[hi]] == color; hi++ {
			if color == overflow {
				continue
			}
			row := rows[hi] // without a branch on the number of points
			further := int(c.Solver[row].Count >> 1)
			rows[one], m.twoPoints[two] = row, row
			one, two = one+1-further, two+further
		}
		copy(rows[hi-two:hi], m.twoPoints[:two])
		lo = hi
	}
}

// divideBounces divides the bundles of a round into ranges. They are prepared.
func (s *Solver) divideBounces() {
	m := &s.restitution
	m.ranges = m.ranges[:0]
	for i := 0; i*bundleSize < len(m.contactRows); i++ {
		atOnce := vectorKernels && s.bouncesAtOnce(i)
		if n := len(m.ranges); n > 0 && m.ranges[n-1].atOnce == atOnce {
			m.ranges[n-1].hi++
		} else {
			m.ranges = append(m.ranges, bounceRange{i, i + 1, atOnce})
		}
	}
}

// bouncesAtOnce reports whether the lanes of a bundle can bounce at once.
func (s *Solver) bouncesAtOnce(i int) bool {
	m, colors := &s.restitution, s.in.Contacts.Colors
	if (i+1)*bundleSize > len(m.contactRows) {
		return false
	}
	rows := m.contactRows[i*bundleSize : (i+1)*bundleSize]
	first := colors[rows[0]]
	for l, mass := range m.bundles[i].points[1].mass {
		if mass != 0 || colors[rows[l]] != first {
			return false
		}
	}
	return first != overflow
}

// sweepBounces brings every contact of the round to its rebound speed, one after the other. It returns the largest velocity
// error that there was.
func (s *Solver) sweepBounces() (maxError float32) {
	m, states := &s.restitution, s.in.Bodies.State
	for _, r := range m.ranges {
		if r.atOnce {
			maxError = greater(s.bounceVector(r.lo, r.hi), maxError)
			continue
		}
		for i := r.lo * bundleSize; i < min(r.hi*bundleSize, len(m.contactRows)); i++ {
			maxError = greater(bounceLane(states, &m.bundles[i/bundleSize], i%bundleSize), maxError)
		}
	}
	return maxError
}
