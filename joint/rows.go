package joint

import (
	"github.com/carom2d/carom/body"
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
	revolutes []revoluteRow
	axes      []axisRow
}

// Reset drops all rows and keeps the room.
func (r *Rows) Reset() {
	r.revolutes = r.revolutes[:0]
	r.axes = r.axes[:0]
}

// Gather makes room for the joints of a colour and returns where their rows lie.
func (r *Rows) Gather(s *Store, slots []Slot) Spans {
	var spans Spans
	revolutes := &spans[KindRevolute]
	revolutes.Lo = len(r.revolutes)
	for _, slot := range slots {
		row := s.Rows[slot]
		if s.Link[row].Kind == KindRevolute {
			r.gatherRevolute(s, row)
		}
	}
	revolutes.Hi = len(r.revolutes)
	return spans
}

// Prepare fills rows lo up to hi of a kind from the records and the poses.
func (r *Rows) Prepare(s *Store, bodies *body.Store, p *step.Params, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		for i := range r.revolutes[lo:hi] {
			r.prepareRevolute(&r.revolutes[lo+i], s, bodies, p)
		}
	}
}

// WarmStart applies the impulses kept from the last tick.
func (r *Rows) WarmStart(states []body.State, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		for i := range r.revolutes[lo:hi] {
			r.warmRevolute(&r.revolutes[lo+i], states)
		}
	}
}

// Solve makes the velocities obey the joints, with correction of positions.
func (r *Rows) Solve(states []body.State, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		for i := range r.revolutes[lo:hi] {
			r.solveRevolute(&r.revolutes[lo+i], states)
		}
	}
}

// Relax makes the velocities obey the joints, without correction of positions.
func (r *Rows) Relax(states []body.State, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		for i := range r.revolutes[lo:hi] {
			r.relaxRevolute(&r.revolutes[lo+i], states)
		}
	}
}

// Store keeps the impulses for the next tick, writes the loads and marks the
// joints that are stressed.
func (r *Rows) Store(s *Store, p *step.Params, kind Kind, lo, hi int) {
	if kind == KindRevolute {
		for i := range r.revolutes[lo:hi] {
			r.storeRevolute(&r.revolutes[lo+i], s, p)
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
