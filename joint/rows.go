package joint

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/step"
)

// Span is a range of rows of one kind.
type Span struct{ Lo, Hi int }

// Spans are the rows of one colour, by kind. That of NoKind is empty.
type Spans [Kinds]Span

// Rows are the constraint rows of a tick, by kind. The zero Rows is ready.
//
// Gather is called once per colour; the other methods then run over a range of
// rows of one kind, in the order Prepare, WarmStart, Solve and Relax in turn, Store.
// Ranges without a dynamic body in common may run at the same time.
type Rows struct {
	revolutes revolutes
	bonds     []bondRow
	gears     []gearRow
	customs   []customRow
	laws      []Law
	grove     grove
	changes   uint64 // of the joints when they were gathered
}

// Reset drops all rows, keeps the room and begins a tick.
func (r *Rows) Reset(s *Store, p *step.Params) {
	r.clear()
	r.revolutes.hold(p)
	r.changes = s.changes
}

// Keep is Reset, but leaves the rows of revolute joints where they are, if it can: if
// no joint has changed, come or gone since they were gathered from the same slots, and
// none was in a tree. It reports whether it did. GatherOthers then stands for Gather.
func (r *Rows) Keep(s *Store, p *step.Params) bool {
	if r.changes != s.changes || len(r.grove.trees) > 0 {
		return false
	}
	r.clearOthers()
	r.revolutes.hold(p)
	return true
}

func (r *Rows) clear() {
	r.revolutes.clear()
	r.clearOthers()
}

// clearOthers drops all rows but those of revolute joints.
func (r *Rows) clearOthers() {
	r.bonds = r.bonds[:0]
	r.gears = r.gears[:0]
	clear(r.customs) // they point to what is the game's
	r.customs = r.customs[:0]
	clear(r.laws)
	r.laws = r.laws[:0]
	r.grove.reset()
}

// RoomLike drops all rows and makes room for as many of each kind as another Rows
// has room for.
func (r *Rows) RoomLike(o *Rows) {
	r.clear()
	r.revolutes.roomLike(&o.revolutes)
	r.bonds = roomLike(r.bonds, o.bonds)
	r.gears = roomLike(r.gears, o.gears)
	r.customs = roomLike(r.customs, o.customs)
	r.laws = roomLike(r.laws, o.laws)
	r.grove.roomLike(&o.grove)
}

func roomLike[T any](s, like []T) []T {
	if cap(s) < cap(like) {
		return make([]T, 0, cap(like))
	}
	return s
}

// Asks reports whether some row gathered runs code of the game's own. Such rows
// are in the overflow, and all passes but Prepare and Store call the code.
func (r *Rows) Asks() bool { return len(r.laws)+len(r.customs) > 0 }

// Gather makes room for the joints of a colour and returns where their rows lie. A row
// of revolute joints holds Lanes of them, or one if they are single, that is if they
// may share bodies.
func (r *Rows) Gather(s *Store, slots []Slot, single bool) Spans {
	var spans Spans
	var counts [Kinds]int
	trees := 0
	for _, slot := range slots {
		l := &s.Link[s.Rows[slot]]
		if l.Flags&InTree != 0 {
			trees++
			continue
		}
		counts[l.Kind]++
	}
	if counts[KindRevolute] > 0 {
		lo := len(r.revolutes.rows)
		r.revolutes.gather(s, slots, single)
		spans[KindRevolute] = Span{lo, len(r.revolutes.rows)}
	}
	if counts[KindRevolute]+trees == len(slots) {
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
func (r *Rows) GatherOthers(s *Store, slots []Slot, single bool, spans *Spans) {
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
func (r *Rows) gatherKind(s *Store, slots []Slot, kind Kind) Span {
	lo := r.count(kind)
	for _, slot := range slots {
		row := s.Rows[slot]
		if l := &s.Link[row]; l.Kind != kind || l.Flags&InTree != 0 {
			continue
		}
		switch kind {
		case KindGear:
			r.gears = append(r.gears, gearRow{joint: row})
		case KindCustom:
			r.customs = append(r.customs, customRow{joint: row, wide: s.wideOf(slot)})
		default:
			r.gatherBond(s, row)
		}
	}
	return Span{lo, r.count(kind)}
}

func (r *Rows) count(kind Kind) int {
	switch kind {
	case KindGear:
		return len(r.gears)
	case KindCustom:
		return len(r.customs)
	default:
		return len(r.bonds)
	}
}

// Prepare fills rows lo up to hi of a kind from the records and the poses.
func (r *Rows) Prepare(s *Store, bodies *body.Store, p *step.Params, kind Kind, lo, hi int) {
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
			r.prepareBond(&r.bonds[i], s, bodies, p)
		}
	}
}

// WarmStart applies the impulses kept from the last tick.
func (r *Rows) WarmStart(states []body.State, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		r.revolutes.run(warm, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case KindGear:
			r.warmGear(&r.gears[i], states)
		case KindCustom:
			r.warmCustom(&r.customs[i], states)
		default:
			r.warmBond(&r.bonds[i], states)
		}
	}
}

// Solve makes the velocities obey the joints, with correction of positions.
func (r *Rows) Solve(states []body.State, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		r.revolutes.run(solve, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case KindGear:
			r.solveGear(&r.gears[i], states)
		case KindCustom:
			r.solveCustom(&r.customs[i], states)
		default:
			r.solveBond(&r.bonds[i], states)
		}
	}
}

// Relax makes the velocities obey the joints, without correction of positions.
func (r *Rows) Relax(states []body.State, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		r.revolutes.run(relax, lo, hi, states)
		return
	}
	for i := lo; i < hi; i++ {
		switch kind {
		case KindGear:
			r.relaxGear(&r.gears[i], states)
		case KindCustom:
			r.relaxCustom(&r.customs[i], states)
		default:
			r.relaxBond(&r.bonds[i], states)
		}
	}
}

// Store keeps the impulses for the next tick, writes the loads and marks the
// joints that are stressed.
func (r *Rows) Store(s *Store, p *step.Params, kind Kind, lo, hi int) {
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
			w := &r.bonds[i]
			sum := w.wrench()
			r.storeBond(w, &sum, s, p)
			r.heaveBond(w, &sum, s, p.H)
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

// settled returns an impulse that lasts until the next tick, without what is left of
// one that fades: a soft impulse falls by a factor in each sub-step, and processors
// take a hundred times as long for numbers that are too small to be normal.
func settled(j float32) float32 {
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

// mark notes the load of a joint and whether it is past what the joint bears.
func (s *Store) mark(row Row, load Load) {
	s.Load[row] = load
	st := &s.Strength[row]
	l := &s.Link[row]
	l.Flags &^= Stressed
	force2 := float32(load.ForceX*load.ForceX) + float32(load.ForceY*load.ForceY)
	if force2 > float32(st.BreakForce*st.BreakForce) || load.Torque > st.BreakTorque || load.Torque < -st.BreakTorque {
		l.Flags |= Stressed
	}
}
