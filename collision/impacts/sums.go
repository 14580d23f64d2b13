package impacts

import (
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Sums adds up the impulses of contacts in a Step of several ticks. In a Step of one tick the
// contacts themselves hold the sums.
type Sums struct {
	step  uint64       `column:"state"` // counts the Steps that ran at least one tick
	ticks int          `column:"state"` // of the last such Step
	sums  []impulseSum `column:"state"` // by contact slot
}

// impulseSum is the impulse that a contact has transferred since the Step began.
type impulseSum struct {
	_               [0]func() // not comparable, so no program has code for a comparison
	contact         state.ContactID
	step            uint64
	x, y            float64 // on B, N s
	normal, tangent [2]float64
	features        [2]uint32
}

// onB returns impulses along the normal and the tangent as a vector. The tangent is the normal
// turned clockwise.
func onB(sc *state.SolverContact, normal, tangent [2]float64) (x, y float64) {
	nx, ny := float64(sc.NormalX), float64(sc.NormalY)
	n, t := normal[0]+normal[1], tangent[0]+tangent[1]
	return float64(nx*n) + float64(ny*t), float64(ny*n) - float64(nx*t)
}

// CountTick counts a tick; n is the number of ticks before it in the Step.
func (s *Sums) CountTick(n int) {
	if n == 0 {
		s.step++
	}
	s.ticks = n + 1
}

// addPoints adds the impulses of a tick at the points of a contact. Features match the points of
// the tick with the points of the ticks before, since the points may have changed places.
func (sum *impulseSum) addPoints(sc *state.SolverContact, normal, tangent [2]float64) {
	old := *sum
	sum.normal, sum.tangent = normal, tangent
	for i := range sc.Count {
		feature := sc.Points[i&1].Feature
		sum.features[i&1] = feature
		for k := range old.features {
			if old.features[k] == feature && (old.normal[k] != 0 || old.tangent[k] != 0) {
				sum.normal[i&1] += old.normal[k]
				sum.tangent[i&1] += old.tangent[k]
				break
			}
		}
	}
}

// Add adds the impulses of this tick to the sums of the Step.
func (s *Sums) Add(contacts *state.Contacts) {
	s.sums = grow.Resize(s.sums, contacts.Cap())
	for r := range contacts.Awake() {
		sc := &contacts.Solver[r]
		if sc.Count == 0 {
			continue
		}
		slot := contacts.Slots[r]
		sum, id := &s.sums[slot], contacts.IDOf(slot)
		if sum.contact != id || sum.step != s.step {
			*sum = impulseSum{contact: id, step: s.step}
		}
		normal, tangent := sc.TickImpulses()
		x, y := onB(sc, normal, tangent)
		sum.x += x
		sum.y += y
		sum.addPoints(sc, normal, tangent)
	}
}

// Of returns the impulse that a contact has transferred to B over the last Step that ran a tick,
// and its parts at the points, along the normal and along the tangent, N s.
func (s *Sums) Of(contacts *state.Contacts, slot state.ContactSlot) (x, y float64, normal, tangent [2]float64) {
	sc := &contacts.Solver[contacts.Row(slot)]
	normal, tangent = sc.TickImpulses()
	x, y = onB(sc, normal, tangent)
	switch {
	case int(contacts.Row(slot)) >= contacts.Awake(): // asleep, it presses as in its last tick
		ticks := float64(s.ticks)
		x, y = x*ticks, y*ticks
		for i := range normal {
			normal[i] *= ticks
			tangent[i] *= ticks
		}
	case int(slot) < len(s.sums) && s.sums[slot].contact == contacts.IDOf(slot) && s.sums[slot].step == s.step:
		sum := &s.sums[slot]
		x, y, normal, tangent = sum.x, sum.y, sum.normal, sum.tangent
	}
	return x, y, normal, tangent
}

func (s *Sums) columns(l *column.List) {
	l.State("impulses.step", column.Number(&s.step))
	l.State("impulses.ticks", column.Number(&s.ticks))
	l.State("impulses.sums", column.Slice(&s.sums).HashedBy(column.Fold(&s.sums, s.hash)))
}

// hash folds in the sums of the last Step. Older sums are never read.
func (s *Sums) hash(h *column.Hasher, list []impulseSum) {
	for i := range list {
		x := &list[i]
		if x.contact == 0 || x.step != s.step {
			continue
		}
		h.Uint64(uint64(x.contact))
		for _, n := range [...]float64{x.x, x.y, x.normal[0], x.normal[1], x.tangent[0], x.tangent[1]} {
			h.Float64(n)
		}
		h.Uint64(uint64(x.features[0])<<32 | uint64(x.features[1]))
	}
}
