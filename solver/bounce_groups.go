package solver

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/simd"
)

// The contacts of a round come colour by colour. No two contacts of a colour share a dynamic body,
// except in the overflow. So their order within the colour is free, and eight of them can bounce at
// once.

// bounceRange is a range of bundles of a round.
type bounceRange struct {
	_      [0]func() // not comparable, so no program has code for a comparison
	lo, hi int
	kind   bounceKind
	color  uint8 // of the contacts, unless they bounce in turn
	first  int   // the index of its first block in restitution.errors
}

const (
	bounceBlock      = 16  // bundles in a block, which takes some microseconds
	minSharedBounces = 512 // the smallest number of contacts of a round that workers share
)

// blocks returns the number of blocks of a range. Lanes that bounce in turn form one block, and so
// do joints.
func (r *bounceRange) blocks() int {
	if r.kind == bounceInTurns || r.kind == bounceJoints {
		return 1
	}
	return par.Blocks(r.hi-r.lo, bounceBlock)
}

// bounceKind tells how the lanes of a bundle can bounce.
type bounceKind uint8

const (
	bounceInTurns   bounceKind = iota // one after the other
	bounceOnePoint                    // at once: they are of one colour, and no second point takes part
	bounceTwoPoints                   // at once
	bounceJoints                      // no contacts: the joints that transmit the bounces
)

// groupBounces puts the contacts with one point first in each colour. An alternation of contacts
// with one and with two points could not be predicted.
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

// divideBounces divides the bundles of a round, which are prepared, into ranges. A range that is
// cut into blocks is of one colour, because contacts of two colours may share a body.
func (s *Solver) divideBounces() {
	m := &s.restitution
	m.ranges = m.ranges[:0]
	for i, kind := range m.kinds {
		color := uint8(overflow)
		if kind != bounceInTurns {
			color = s.in.Contacts.Colors[m.contactRows[i*bundleSize]]
		}
		if n := len(m.ranges); n > 0 && m.ranges[n-1].kind == kind && m.ranges[n-1].color == color {
			m.ranges[n-1].hi++
		} else {
			m.ranges = append(m.ranges, bounceRange{lo: i, hi: i + 1, kind: kind, color: color})
		}
	}
	if m.jointCount > 0 {
		m.ranges = append(m.ranges, bounceRange{kind: bounceJoints})
	}
	blocks := 0
	for i := range m.ranges {
		m.ranges[i].first = blocks
		blocks += m.ranges[i].blocks()
	}
	m.errors = grow.ResizeDiscard(m.errors, blocks)
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

// bounceSweeper brings every contact of the round to its rebound speed, one colour after the other.
// Each sweep has a stage for each range. The sweeps end when a sweep leaves no error.
type bounceSweeper Solver

// Stages returns the number of stages.
func (t *bounceSweeper) Stages() int { return t.restitution.iterations * len(t.restitution.ranges) }

// Blocks returns the number of blocks of a stage. It is zero when the previous sweep left no error.
// The previous sweep has ended when the first stage of a sweep is asked for, and so has every sweep
// with empty stages.
func (t *bounceSweeper) Blocks(stage int) int {
	m := &t.restitution
	if stage%len(m.ranges) == 0 && stage > 0 {
		m.settled = stage >= m.leastSweeps*len(m.ranges) && !(m.maxError() > m.tolerance)
	} else if stage == 0 {
		m.settled = false
	}
	if m.settled {
		return 0
	}
	return m.ranges[stage%len(m.ranges)].blocks()
}

// maxError returns the largest velocity error that a sweep found.
func (m *restitution) maxError() (maxError float32) {
	for _, e := range m.errors {
		maxError = simd.Max(e, maxError)
	}
	return maxError
}

// Do lets a block bounce.
func (t *bounceSweeper) Do(stage, block, _ int) {
	s := (*Solver)(t)
	m, states := &s.restitution, s.in.Bodies.State
	r := m.ranges[stage%len(m.ranges)]
	at, maxError := r.first+block, float32(0)
	switch r.kind {
	case bounceJoints:
		s.global.joints.sweepBounces(states)
		m.errors[at] = 0 // the contacts of the next sweep find what joints have changed
		return
	case bounceOnePoint, bounceTwoPoints:
		lo, hi := par.Span(block, r.hi-r.lo, bounceBlock)
		m.errors[at] = s.bounceVector(bounceRange{lo: r.lo + lo, hi: r.lo + hi, kind: r.kind})
		return
	}
	for i := r.lo * bundleSize; i < min(r.hi*bundleSize, len(m.contactRows)); i++ {
		maxError = simd.Max(bounceLane(states, &m.bundles[i/bundleSize], i%bundleSize), maxError)
	}
	m.errors[at] = maxError
}
