package constraint

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Spans are the spans of the constraints of one colour, by kind. The span of NoKind is empty.
type Spans [state.JointKinds]column.Span

// Set holds the constraints of a tick, by kind. The zero Set is ready.
//
// Gather is called once per colour. The passes then run over a range of constraints of one kind, in
// the order Prepare, WarmStart, Solve and Relax in turn, Store. Ranges without a common dynamic
// body may run at the same time.
type Set struct {
	revolutes   revolutes
	generics    []Generic
	gears       []gearConstraint
	customs     Customs
	forceLaws   []joint.ForceLaw
	centripetal centripetal
	version     uint64 // of the joints when they were gathered
}

// Reset drops all constraints, keeps the memory and begins a tick.
func (r *Set) Reset(s *state.Joints, p *step.Params) {
	r.clear()
	r.beginTick(p)
	r.version = s.Version()
}

// Reuse is Reset, but leaves the bundles of revolute joints in place if no joint has changed, come
// or gone since they were gathered from the same slots. It reports whether it did. GatherOthers
// then replaces Gather. The caller must know that no joint was in an articulation.
func (r *Set) Reuse(s *state.Joints, p *step.Params) bool {
	if r.version != s.Version() {
		return false
	}
	r.clearOthers()
	r.beginTick(p)
	return true
}

func (r *Set) beginTick(p *step.Params) {
	r.revolutes.setSharedStrength(p)
	r.centripetal = centripetalOf(p)
}

func (r *Set) clear() {
	r.revolutes.clear()
	r.clearOthers()
}

// clearOthers drops all constraints except revolute joints.
func (r *Set) clearOthers() {
	r.generics = r.generics[:0]
	r.gears = r.gears[:0]
	r.customs.Reset()
	clear(r.forceLaws)
	r.forceLaws = r.forceLaws[:0]
}

// ReserveLike drops all constraints and makes room for as many of each kind as another Set has room
// for.
func (r *Set) ReserveLike(o *Set) {
	r.clear()
	r.revolutes.reserveLike(&o.revolutes)
	r.generics = grow.ReserveLike(r.generics, o.generics)
	r.gears = grow.ReserveLike(r.gears, o.gears)
	r.customs.ReserveLike(&o.customs)
	r.forceLaws = grow.ReserveLike(r.forceLaws, o.forceLaws)
}

// CallsGame reports whether a gathered constraint runs code of the game. Such joints are in the
// overflow, and all passes except Prepare and Store call the code.
func (r *Set) CallsGame() bool { return len(r.forceLaws)+r.customs.Len() > 0 }

// Gather makes room for the joints of a colour and returns the spans of their constraints. A bundle
// holds Lanes revolute joints, or one if single is set, because the joints may share bodies. Joints
// of articulations are left out.
func (r *Set) Gather(s *state.Joints, slots []state.JointSlot, single bool) Spans {
	var spans Spans
	var counts [state.JointKinds]int
	articulated := 0
	for _, slot := range slots {
		l := &s.Link[s.Rows[slot]]
		if l.Flags&state.JointInArticulation != 0 {
			articulated++
			continue
		}
		counts[l.Kind]++
	}
	if counts[joint.KindRevolute] > 0 {
		lo := len(r.revolutes.bundles)
		r.revolutes.gather(s, slots, single)
		spans[joint.KindRevolute] = column.Span{Lo: lo, Hi: len(r.revolutes.bundles)}
	}
	if counts[joint.KindRevolute]+articulated == len(slots) {
		return spans
	}
	for kind := joint.KindRevolute + 1; kind < state.JointKinds; kind++ {
		if counts[kind] > 0 {
			spans[kind] = r.gatherKind(s, slots, kind)
		}
	}
	return spans
}

// GatherOthers is Gather after Reuse, for slots whose bundles are in place.
func (r *Set) GatherOthers(s *state.Joints, slots []state.JointSlot, single bool, spans *Spans) {
	if invariant.Enabled {
		r.revolutes.validate(s, slots, single, spans[joint.KindRevolute])
	}
	for kind := joint.KindRevolute + 1; kind < state.JointKinds; kind++ {
		if spans[kind].Hi > spans[kind].Lo {
			r.gatherKind(s, slots, kind)
		}
	}
}

// gatherKind makes room for the joints of one kind.
func (r *Set) gatherKind(s *state.Joints, slots []state.JointSlot, kind joint.Kind) column.Span {
	lo := r.count(kind)
	for _, slot := range slots {
		row := s.Rows[slot]
		if l := &s.Link[row]; l.Kind != kind || l.Flags&state.JointInArticulation != 0 {
			continue
		}
		switch kind {
		case joint.KindGear:
			r.gears = append(r.gears, gearConstraint{joint: row})
		case joint.KindCustom:
			r.customs.Gather(s, row)
		default:
			r.gatherGeneric(s, row)
		}
	}
	return column.Span{Lo: lo, Hi: r.count(kind)}
}

func (r *Set) count(kind joint.Kind) int {
	switch kind {
	case joint.KindGear:
		return len(r.gears)
	case joint.KindCustom:
		return r.customs.Len()
	default:
		return len(r.generics)
	}
}
