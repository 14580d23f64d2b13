package constraint

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// ofKind are the constraints of one kind in a Set. A pass covers the constraints from lo up to hi,
// the bounds of a span that Gather returned.
type ofKind interface {
	prepareAll(s *state.Joints, bodies *state.Bodies, p *step.Params, lo, hi int)
	run(pass step.Pass, lo, hi int, states []state.BodyState)
	storeAll(s *state.Joints, p *step.Params, lo, hi int)
}

// of returns the constraints of a kind.
func (r *Set) of(kind joint.Kind) ofKind {
	switch kind {
	case joint.KindRevolute:
		return &r.revolutes
	case joint.KindGear:
		return (*gears)(r)
	case joint.KindCustom:
		return &r.customs
	}
	return (*generics)(r)
}

// Prepare prepares constraints of a kind from the tables and the poses.
func (r *Set) Prepare(s *state.Joints, bodies *state.Bodies, p *step.Params, kind joint.Kind, sp column.Span) {
	r.of(kind).prepareAll(s, bodies, p, sp.Lo, sp.Hi)
}

// Run runs one pass over constraints of a kind. WarmStart applies the impulses kept from the last
// tick. Solve makes the velocities satisfy the joints with correction of positions, Relax without.
func (r *Set) Run(pass step.Pass, states []state.BodyState, kind joint.Kind, sp column.Span) {
	r.of(kind).run(pass, sp.Lo, sp.Hi, states)
}

// Store writes the impulses and the loads to the table and marks the stressed joints.
func (r *Set) Store(s *state.Joints, p *step.Params, kind joint.Kind, sp column.Span) {
	r.of(kind).storeAll(s, p, sp.Lo, sp.Hi)
}
