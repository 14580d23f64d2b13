package solver

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/simd"
)

// The contacts of a round come colour by colour. No two contacts of a colour share a dynamic body,
// but in the overflow, so their order within the colour is free, and eight of them can bounce at
// once.

// bounceRange is a range of bundles of a round.
type bounceRange struct {
	lo, hi int
	kind   bounceKind
}

// bounceKind says how the lanes of a bundle can bounce.
type bounceKind uint8

const (
	bounceInTurns   bounceKind = iota // one after the other
	bounceOnePoint                    // at once, for they are of one colour, and no second point takes part
	bounceTwoPoints                   // at once
)

// groupBounces puts the contacts with one point first in each colour: contacts with one and with
// two in turn could not be predicted.
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
		kind := s.bounceKindOf(i)
		if n := len(m.ranges); n > 0 && m.ranges[n-1].kind == kind {
			m.ranges[n-1].hi++
		} else {
			m.ranges = append(m.ranges, bounceRange{i, i + 1, kind})
		}
	}
}

// bounceKindOf returns how a bundle can bounce.
func (s *Solver) bounceKindOf(i int) bounceKind {
	m, colors := &s.restitution, s.in.Contacts.Colors
	if !vectorKernels || (i+1)*bundleSize > len(m.contactRows) {
		return bounceInTurns
	}
	rows := m.contactRows[i*bundleSize : (i+1)*bundleSize]
	first, kind := colors[rows[0]], bounceOnePoint
	for l, mass := range &m.bundles[i].points[1].mass {
		if colors[rows[l]] != first || first == overflow {
			return bounceInTurns
		}
		if mass != 0 {
			kind = bounceTwoPoints
		}
	}
	return kind
}

// sweepBounces brings every contact of the round to its rebound speed, one colour after the other.
// It returns the largest velocity error that there was.
func (s *Solver) sweepBounces() (maxError float32) {
	m, states := &s.restitution, s.in.Bodies.State
	for _, r := range m.ranges {
		if r.kind != bounceInTurns {
			maxError = simd.Max(s.bounceVector(r), maxError)
			continue
		}
		for i := r.lo * bundleSize; i < min(r.hi*bundleSize, len(m.contactRows)); i++ {
			maxError = simd.Max(bounceLane(states, &m.bundles[i/bundleSize], i%bundleSize), maxError)
		}
	}
	return maxError
}
