package integrator

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// Stepper runs the sub-step stages over the awake rows of a store and keeps the
// scratch that they need. The zero Stepper is ready to use. It belongs to one world.
type Stepper struct {
	bodies   *state.Bodies      `column:"scratch"`
	params   *step.Params       `column:"scratch"`
	preSolve []preSolveVelocity `column:"scratch"`
	wide     stepperConstants   `column:"scratch"`
	wideOf   step.Params        `column:"scratch"` // from which wide was made
}

// BeginTick opens a tick over the given bodies.
func (m *Stepper) BeginTick(bodies *state.Bodies, p *step.Params) {
	m.bodies, m.params = bodies, p
	if m.wideOf != *p {
		m.wideOf = *p
		m.wide.set(p)
	}
	m.preSolve = grow.Resize(m.preSolve, bodies.Awake())
}

// IntegrateVelocities applies forces to the rows from lo up to hi and, in every sub-step of a tick
// but the first, warm starts their bodies.
func (m *Stepper) IntegrateVelocities(first bool, lo, hi int) {
	stage := stageWarmStart
	if first {
		stage = stageVelocities
	}
	if m.params.HasOwnGravity {
		m.runWithOwnGravity(stage, lo, hi)
	} else {
		m.run(stage, lo, hi)
	}
}

// runWithOwnGravity does a stage of velocities where bodies may have a gravity of their own. Such
// bodies go to the portable functions, one at a time. The rows between them run as usual.
func (m *Stepper) runWithOwnGravity(stage stageKind, lo, hi int) {
	own := *m.params
	start, rows := lo, &m.bodies.OwnGravityRows
	for r := rows.Next(lo); r >= 0 && r < hi; r = rows.Next(r + 1) {
		m.run(stage, start, r)
		g := m.bodies.OwnGravityAt(state.BodyRow(r))
		own.GravityX, own.GravityY = g.X, g.Y
		simd.Flush()
		m.runPortable(stage, r, r+1, &own)
		start = r + 1
	}
	m.run(stage, start, hi)
}

// IntegratePositions moves the rows from lo up to hi.
func (m *Stepper) IntegratePositions(lo, hi int) { m.run(stagePositions, lo, hi) }

// stageKind is one of the stages of a sub-step.
type stageKind int

const (
	stageVelocities stageKind = iota
	stageWarmStart
	stagePositions
)

// lanes is the number of bodies that a vector kernel takes at a time.
const lanes = 8

// portableEnd returns the end of the rows for the portable function where a vector kernel has
// stopped. It is behind the last of eight bodies whose flags the kernel does not take, so that the
// kernel goes on behind a kinematic body. If all flags are ordinary, it is behind all eight.
//
//go:noinline
func portableEnd(states []state.BodyState, lo, hi int) int {
	if lo+lanes > hi {
		return hi
	}
	for end := lo + lanes; end > lo; end-- {
		if states[end-1].Flags != state.FlagDynamic {
			return end
		}
	}
	return lo + lanes
}

// run does a stage over rows. Where a vector kernel stops, the portable function does up to eight
// bodies.
func (m *Stepper) run(stage stageKind, lo, hi int) {
	for lo < hi {
		end := hi
		if vectorKernels {
			lo = m.runVector(stage, lo, hi)
			end = portableEnd(m.bodies.State, lo, hi)
		}
		if lo < end {
			simd.Flush()
		}
		m.runPortable(stage, lo, end, m.params)
		lo = end
	}
}

// runPortable does a stage with the portable functions.
func (m *Stepper) runPortable(stage stageKind, lo, hi int, p *step.Params) {
	states, preSolve := m.bodies.State[lo:hi], m.preSolve[lo:hi]
	switch stage {
	case stageVelocities:
		integrateVelocities(states, m.bodies.Dynamics[lo:hi], preSolve, p)
	case stageWarmStart:
		warmStartBodies(states, m.bodies.Dynamics[lo:hi], preSolve, p)
	default:
		integratePositions(states, m.bodies.Motion[lo:hi], preSolve, p)
	}
}
