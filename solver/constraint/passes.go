package constraint

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Prepare fills constraints lo up to hi of a kind from the records and the poses. As in the other
// passes, lo and hi are bounds of a Span that Gather returned.
func (r *Set) Prepare(s *state.Joints, bodies *state.Bodies, p *step.Params, kind joint.Kind, lo, hi int) {
	if kind == joint.KindRevolute {
		r.revolutes.prepareAll(s, bodies, p, lo, hi)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case joint.KindGear:
			r.prepareGear(&r.gears[i], s, bodies, p)
		case joint.KindCustom:
			r.prepareCustom(&r.customs[i], s, bodies, p)
		default:
			PrepareGeneric(&r.generics[i], s, bodies, p)
		}
	}
}

// WarmStart applies the impulses kept from the last tick.
func (r *Set) WarmStart(states []state.BodyState, kind joint.Kind, lo, hi int) {
	if kind == joint.KindRevolute {
		r.revolutes.run(passWarm, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case joint.KindGear:
			r.warmStartGear(&r.gears[i], states)
		case joint.KindCustom:
			r.warmStartCustom(&r.customs[i], states)
		default:
			r.warmStartGeneric(&r.generics[i], states)
		}
	}
}

// Solve makes the velocities obey the joints, with correction of positions.
func (r *Set) Solve(states []state.BodyState, kind joint.Kind, lo, hi int) {
	if kind == joint.KindRevolute {
		r.revolutes.run(passSolve, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case joint.KindGear:
			r.solveGear(&r.gears[i], states)
		case joint.KindCustom:
			r.solveCustom(&r.customs[i], states)
		default:
			r.solveGeneric(&r.generics[i], states)
		}
	}
}

// Relax makes the velocities obey the joints, without correction of positions.
func (r *Set) Relax(states []state.BodyState, kind joint.Kind, lo, hi int) {
	if kind == joint.KindRevolute {
		r.revolutes.run(passRelax, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case joint.KindGear:
			r.relaxGear(&r.gears[i], states)
		case joint.KindCustom:
			r.relaxCustom(&r.customs[i], states)
		default:
			r.relaxGeneric(&r.generics[i], states)
		}
	}
}

// Store writes the impulses and the loads to the table and marks the joints that are stressed.
func (r *Set) Store(s *state.Joints, p *step.Params, kind joint.Kind, lo, hi int) {
	if kind == joint.KindRevolute {
		r.revolutes.storeAll(s, p, lo, hi)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case joint.KindGear:
			r.storeGear(&r.gears[i], s, p)
		case joint.KindCustom:
			r.storeCustom(&r.customs[i], s, p)
		default:
			w := &r.generics[i]
			sum := w.Wrench()
			StoreGeneric(w, &sum, s, p)
		}
	}
}
