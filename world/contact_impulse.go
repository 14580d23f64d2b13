package world

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// impulses adds up what contacts pass on in a Step of several ticks. With one tick the
// contacts themselves hold it.
type impulses struct {
	step    uint64       `column:"state"`   // counts the Steps that ran a tick
	ticks   int          `column:"state"`   // of the last Step that ran one
	summing bool         `column:"scratch"` // this tick is one of several
	sums    []impulseSum `column:"state"`   // by contact slot
}

// impulseSum is what a contact has passed on since the Step began.
type impulseSum struct {
	contact         ContactID
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

// countTick counts a tick, of which n came before in the Step.
func (s *impulses) countTick(n int) {
	if n == 0 {
		s.step++
	}
	s.ticks = n + 1
}

// sumImpulses adds the impulses of this tick to those of the Step.
func (w *World) sumImpulses() {
	s := &w.impulses
	s.sums = grow.Resize(s.sums, w.contacts.Cap())
	for r := range w.contacts.Awake() {
		sc := &w.contacts.Solver[r]
		if sc.Count == 0 {
			continue
		}
		slot := w.contacts.Slots[r]
		sum, id := &s.sums[slot], w.contacts.IDOf(slot)
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

// addPoints adds the impulses of a tick at the points of a contact. Features match the points of
// the tick with those of the ticks before, since the points may have changed places.
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

// setImpulses fills in the impulses of a contact.
func (w *World) setImpulses(c *Contact, slot state.ContactSlot, sc *state.SolverContact) {
	normal, tangent := sc.TickImpulses()
	x, y := onB(sc, normal, tangent)
	s := &w.impulses
	switch {
	case int(w.contacts.Row(slot)) >= w.contacts.Awake(): // it presses on as it did in its last tick
		ticks := float64(s.ticks)
		x, y = x*ticks, y*ticks
		for i := range normal {
			normal[i] *= ticks
			tangent[i] *= ticks
		}
	case int(slot) < len(s.sums) && s.sums[slot].contact == c.id && s.sums[slot].step == s.step:
		sum := &s.sums[slot]
		x, y, normal, tangent = sum.x, sum.y, sum.normal, sum.tangent
	}
	c.Impulse = mgl64.Vec2{x, y}
	for i := range c.points[:c.count] {
		c.points[i].NormalImpulse, c.points[i].TangentImpulse = normal[i&1], tangent[i&1]
	}
}
