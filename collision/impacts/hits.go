package impacts

import (
	"math"

	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/internal/state"
)

// hitTask looks for hits in blocks of contacts.
type hitTask struct {
	p         *collision.Pipeline
	threshold float32
	found     [][]state.ContactSlot // by block
}

const hitBlock = 1024

// Hits returns the contacts with a hit faster than a threshold, m/s, by ascending slot. The list is
// valid until the next call.
func (s *Stage) Hits(pool *par.Pool, threshold float32) []state.ContactSlot {
	task := &s.hits
	task.p, task.threshold = s.p, threshold
	blocks := par.Blocks(s.p.Contacts.Awake(), hitBlock)
	for len(task.found) < blocks {
		task.found = append(task.found, make([]state.ContactSlot, 0, hitBlock))
	}
	pool.Run(blocks, task)
	s.found = s.found[:0]
	for _, found := range task.found[:blocks] {
		s.found = append(s.found, found...)
	}
	radix.Sort(s.found)
	return s.found
}

// Do looks for hits in one block.
func (t *hitTask) Do(block, worker int) {
	contacts, found := t.p.Contacts, t.found[block][:0]
	lo, hi := par.Span(block, contacts.Awake(), hitBlock)
	const touching = state.ContactHitEvents | state.ContactTouching // contacts that do not touch have no points
	pairs, solver, threshold := contacts.Pair[lo:hi], contacts.Solver[lo:hi], t.threshold
	solver = solver[:len(pairs)]
	for i := range pairs {
		if pairs[i].Flags&touching != touching {
			continue
		}
		// Nearly all contacts are slower, so these branches are well predicted. A branch on the
		// number of points would not be.
		sc := &solver[i]
		second := math.Float32frombits(math.Float32bits(sc.Points[1].NormalVelocity) & -(sc.Count >> 1))
		if !(-sc.Points[0].NormalVelocity > threshold) && !(-second > threshold) {
			continue
		}
		if Fastest(sc, threshold) >= 0 {
			found = append(found, contacts.Slots[lo+i])
		}
	}
	t.found[block] = found
}

// HitsHarder reports whether a sibling of a contact reports the hit instead. The faster sibling
// reports it. Of two equally fast siblings the one with the smaller slot reports it. See package
// collision for siblings.
func (s *Stage) HitsHarder(contact state.ContactSlot, speed, threshold float32) bool {
	contacts := s.p.Contacts
	if !s.p.HasParts(&contacts.Pair[contacts.Row(contact)]) {
		return false
	}
	return s.p.AnySibling(contact, func(other state.ContactSlot, pair *state.ContactPair) bool {
		const touching = state.ContactHitEvents | state.ContactTouching
		if pair.Flags&touching != touching {
			return false
		}
		sc := &contacts.Solver[contacts.Row(other)]
		k := Fastest(sc, threshold)
		return k >= 0 && (-sc.Points[k].NormalVelocity > speed || -sc.Points[k].NormalVelocity == speed && other < contact)
	})
}

// Fastest returns the point with the fastest impact above a threshold, m/s, or -1.
func Fastest(sc *state.SolverContact, threshold float32) int {
	best, speed := -1, threshold
	for k := range int(sc.Count) {
		if p := &sc.Points[k]; -p.NormalVelocity > speed && p.TotalImpulse > 0 {
			best, speed = k, -p.NormalVelocity
		}
	}
	return best
}

// Impulse returns the normal impulse of all points of a contact and its siblings over the tick,
// along the normal of the contact, N s.
func (s *Stage) Impulse(contact state.ContactSlot) float64 {
	contacts := s.p.Contacts
	row := contacts.Row(contact)
	own, c := &contacts.Pair[row], &contacts.Solver[row]
	sum := impulseOf(c)
	if !s.p.HasParts(own) {
		return sum
	}
	s.p.AnySibling(contact, func(other state.ContactSlot, pair *state.ContactPair) bool {
		sc := &contacts.Solver[contacts.Row(other)]
		cos := float64(float32(sc.NormalX*c.NormalX) + float32(sc.NormalY*c.NormalY))
		if pair.BodyA != own.BodyA {
			cos = -cos
		}
		sum += float64(cos * impulseOf(sc))
		return false
	})
	return sum
}

// impulseOf returns the normal impulse of all points of a contact over the tick, N s.
func impulseOf(sc *state.SolverContact) (sum float64) {
	for k := range sc.Count {
		sum += state.Finite(float64(sc.Points[k].TotalImpulse))
	}
	return sum
}
