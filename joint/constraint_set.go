package joint

import (
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// Span is a range of rows of one kind.
type Span struct{ Lo, Hi int }

// Spans are the rows of one colour, by kind. That of NoKind is empty.
type Spans [Kinds]Span

// ConstraintSet are the constraint rows of a tick, by kind. The zero Rows is ready.
//
// Gather is called once per colour; the other methods then run over a range of
// rows of one kind, in the order Prepare, WarmStart, Solve and Relax in turn, Store.
// Ranges without a dynamic body in common may run at the same time.
type ConstraintSet struct {
	revolutes    revolutes
	generics     []genericConstraint
	gears        []gearConstraint
	customs      []customConstraint
	customBodies []customBody
	customRows   []customRow
	forceLaws    []ForceLaw
	version      uint64 // of the joints when they were gathered
}

// Reset drops all rows, keeps the room and begins a tick.
func (r *ConstraintSet) Reset(s *Store, p *step.Params) {
	r.clear()
	r.revolutes.setSharedStrength(p)
	r.version = s.version
}

// Reuse is Reset, but leaves the rows of revolute joints where they are, if it can: if
// no joint has changed, come or gone since they were gathered from the same slots, and
// none was in a tree. It reports whether it did. GatherOthers then stands for Gather.
func (r *ConstraintSet) Reuse(s *Store, p *step.Params) bool {
	if r.version != s.version {
		return false
	}
	r.clearOthers()
	r.revolutes.setSharedStrength(p)
	return true
}

func (r *ConstraintSet) clear() {
	r.revolutes.clear()
	r.clearOthers()
}

// clearOthers drops all rows but those of revolute joints.
func (r *ConstraintSet) clearOthers() {
	r.generics = r.generics[:0]
	r.gears = r.gears[:0]
	clear(r.customs) // they point to what is the game's
	r.customs, r.customBodies, r.customRows = r.customs[:0], r.customBodies[:0], r.customRows[:0]
	clear(r.forceLaws)
	r.forceLaws = r.forceLaws[:0]
}

// ReserveLike drops all rows and makes room for as many of each kind as another Rows
// has room for.
func (r *ConstraintSet) ReserveLike(o *ConstraintSet) {
	r.clear()
	r.revolutes.reserveLike(&o.revolutes)
	r.generics = reserveLike(r.generics, o.generics)
	r.gears = reserveLike(r.gears, o.gears)
	r.customs = reserveLike(r.customs, o.customs)
	r.customBodies = reserveLike(r.customBodies, o.customBodies)
	r.customRows = reserveLike(r.customRows, o.customRows)
	r.forceLaws = reserveLike(r.forceLaws, o.forceLaws)
}

func reserveLike[T any](s, like []T) []T {
	if cap(s) < cap(like) {
		return make([]T, 0, cap(like))
	}
	return s
}

// CallsGame reports whether some row gathered runs code of the game's own. Such rows
// are in the overflow, and all passes but Prepare and Store call the code.
func (r *ConstraintSet) CallsGame() bool { return len(r.forceLaws)+len(r.customs) > 0 }

// Gather makes room for the joints of a colour and returns where their rows lie. A row
// of revolute joints holds Lanes of them, or one if they are single, that is if they
// may share bodies.
func (r *ConstraintSet) Gather(s *Store, slots []Slot, single bool) Spans {
	var spans Spans
	var counts [Kinds]int
	articulated := 0
	for _, slot := range slots {
		l := &s.Link[s.Rows[slot]]
		if l.Flags&InArticulation != 0 {
			articulated++
			continue
		}
		counts[l.Kind]++
	}
	if counts[KindRevolute] > 0 {
		lo := len(r.revolutes.bundles)
		r.revolutes.gather(s, slots, single)
		spans[KindRevolute] = Span{lo, len(r.revolutes.bundles)}
	}
	if counts[KindRevolute]+articulated == len(slots) {
		return spans
	}
	for kind := KindRevolute + 1; kind < Kinds; kind++ {
		if counts[kind] > 0 {
			spans[kind] = r.gatherKind(s, slots, kind)
		}
	}
	return spans
}

// GatherOthers is Gather after Keep, for slots whose rows lie where they did.
func (r *ConstraintSet) GatherOthers(s *Store, slots []Slot, single bool, spans *Spans) {
	if invariant.Enabled {
		r.revolutes.validate(s, slots, single, spans[KindRevolute])
	}
	for kind := KindRevolute + 1; kind < Kinds; kind++ {
		if spans[kind].Hi > spans[kind].Lo {
			r.gatherKind(s, slots, kind)
		}
	}
}

// gatherKind makes room for the joints of one kind.
func (r *ConstraintSet) gatherKind(s *Store, slots []Slot, kind Kind) Span {
	lo := r.count(kind)
	for _, slot := range slots {
		row := s.Rows[slot]
		if l := &s.Link[row]; l.Kind != kind || l.Flags&InArticulation != 0 {
			continue
		}
		switch kind {
		case KindGear:
			r.gears = append(r.gears, gearConstraint{joint: row})
		case KindCustom:
			r.gatherCustom(s, slot, row)
		default:
			r.gatherGeneric(s, row)
		}
	}
	return Span{lo, r.count(kind)}
}

func (r *ConstraintSet) count(kind Kind) int {
	switch kind {
	case KindGear:
		return len(r.gears)
	case KindCustom:
		return len(r.customs)
	default:
		return len(r.generics)
	}
}

// Prepare fills rows lo up to hi of a kind from the records and the poses.
func (r *ConstraintSet) Prepare(s *Store, bodies *state.Bodies, p *step.Params, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		r.revolutes.prepareAll(s, bodies, p, lo, hi)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case KindGear:
			r.prepareGear(&r.gears[i], s, bodies, p)
		case KindCustom:
			r.prepareCustom(&r.customs[i], s, bodies, p)
		default:
			prepareGeneric(&r.generics[i], s, bodies, p)
		}
	}
}

// WarmStart applies the impulses kept from the last tick.
func (r *ConstraintSet) WarmStart(states []state.BodyState, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		r.revolutes.run(passWarm, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case KindGear:
			r.warmStartGear(&r.gears[i], states)
		case KindCustom:
			r.warmStartCustom(&r.customs[i], states)
		default:
			r.warmStartGeneric(&r.generics[i], states)
		}
	}
}

// Solve makes the velocities obey the joints, with correction of positions.
func (r *ConstraintSet) Solve(states []state.BodyState, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		r.revolutes.run(passSolve, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case KindGear:
			r.solveGear(&r.gears[i], states)
		case KindCustom:
			r.solveCustom(&r.customs[i], states)
		default:
			r.solveGeneric(&r.generics[i], states)
		}
	}
}

// Relax makes the velocities obey the joints, without correction of positions.
func (r *ConstraintSet) Relax(states []state.BodyState, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		r.revolutes.run(passRelax, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case KindGear:
			r.relaxGear(&r.gears[i], states)
		case KindCustom:
			r.relaxCustom(&r.customs[i], states)
		default:
			r.relaxGeneric(&r.generics[i], states)
		}
	}
}

// Store keeps the impulses for the next tick, writes the loads and marks the
// joints that are stressed.
func (r *ConstraintSet) Store(s *Store, p *step.Params, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		r.revolutes.storeAll(s, p, lo, hi)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case KindGear:
			r.storeGear(&r.gears[i], s, p)
		case KindCustom:
			r.storeCustom(&r.customs[i], s, p)
		default:
			w := &r.generics[i]
			sum := w.wrench()
			storeGeneric(w, &sum, s, p)
			r.noteGenericLevers(w, &sum, s, p.H)
		}
	}
}

// greater returns the larger operand, and y when they compare equal or not at all.
func greater(x, y float32) float32 {
	if x > y {
		return x
	}
	return y
}

// lesser returns the smaller operand, and y when they compare equal or not at all.
func lesser(x, y float32) float32 {
	if x < y {
		return x
	}
	return y
}

// clamp returns x held between -limit and limit.
func clamp(x, limit float32) float32 { return greater(lesser(x, limit), -limit) }

// inverse returns 1/x, and 0 for what cannot move.
func inverse(x float32) float32 {
	if x > 0 {
		return 1 / x
	}
	return 0
}

// flushTiny returns an impulse that lasts until the next tick, without what is left of
// one that fades: a soft impulse falls by a factor in each sub-step, and processors
// take a hundred times as long for numbers that are too small to be normal.
func flushTiny(j float32) float32 {
	const least = 1e-30
	if j < least && j > -least {
		return 0
	}
	return j
}

// rigidSoft returns the coefficients of the rigid part of a joint. No joint is
// stiffer than a quarter of the sub-step rate, beyond which it would ring.
func rigidSoft(p *step.Params, s *Strength) step.Soft {
	hertz, damping := p.JointHertz, p.JointDamping
	if s.Hertz > 0 {
		hertz = s.Hertz
	}
	if s.Damping > 0 {
		damping = s.Damping
	}
	return step.MakeSoft(min(hertz, p.InvH/4), damping, p.H)
}

// storeLoad notes the load of a joint and whether it is past what the joint bears.
func storeLoad(s *Store, row Row, load Load) {
	s.Load[row] = load
	st := &s.Strength[row]
	l := &s.Link[row]
	l.Flags &^= Stressed
	force2 := float32(load.ForceX*load.ForceX) + float32(load.ForceY*load.ForceY)
	if force2 > float32(st.BreakForce*st.BreakForce) || load.Torque > st.BreakTorque || load.Torque < -st.BreakTorque {
		l.Flags |= Stressed
	}
}
