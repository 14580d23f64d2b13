package collision

import (
	"github.com/carom2d/carom/collision/kernel"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// canReuse reports whether reusing a manifold is cheaper than computing it. The manifolds of
// circles take only a few operations.
func canReuse(a, b shape.Kind) bool {
	return a != shape.KindCircle && b != shape.KindCircle
}

// reuse brings manifolds up to date by moving them with their bodies. It puts the contacts whose
// manifolds cannot be reused into batches.
func (p *Pipeline) reuse(e *evaluator) {
	k := &e.recomputed
	k.contacts.Count = 0
	e.separations.Run(&e.tables, &e.lists[kernel.Separated])
	p.appendPassing(e, kernel.Separated)
	separated := k.contacts.Count
	e.reuses.Run(&e.tables, &e.lists[kernel.Reused], &k.contacts)
	p.appendPassing(e, kernel.Recomputed)
	moved := k.contacts.Count
	p.appendPassing(e, kernel.Moved)
	k.contacts.AppendAll(e.lists[kernel.Reused].All()) // there is no kernel for so few
	k.contacts.Compute(&e.tables)
	p.putIntoBatches(e, separated, moved)
}

// appendPassing queues the contacts of a list, except contacts of one-way colliders that do not
// hold.
func (p *Pipeline) appendPassing(e *evaluator, list int) {
	if p.OneWayColliders == 0 {
		e.recomputed.contacts.AppendAll(e.lists[list].All())
		return
	}
	for _, r := range e.lists[list].All() {
		if !p.passesOneWay(int(r), e) {
			e.recomputed.contacts.Append(r)
		}
	}
}

// putIntoBatches puts the queued contacts into batches, except contacts with index moved or more
// whose manifolds it can reuse. Contacts with an index below separated had no points.
func (p *Pipeline) putIntoBatches(e *evaluator, separated, moved int) {
	k, pairs := &e.recomputed, p.Contacts.Pair
	solvers := p.Contacts.Solver[:len(pairs)]
	for i, r := range k.contacts.Rows[:k.contacts.Count] {
		pair := &pairs[r]
		if i >= moved && pair.Flags&state.ContactReusable != 0 && e.tables.Reuse(int(r), &k.contacts.Poses[i]) {
			pair.Flags &^= state.ContactReuseFailed
			continue
		}
		near, flags := k.contacts.Near[i], uint32(pair.Flags)
		batch := near.Kinds << 3
		if i >= separated {
			batch |= isLoaded(&solvers[r])
		}
		batch |= flags/uint32(state.ContactTouching)&1*touchingBatch | flags/uint32(state.ContactStaticPair)&1*staticBatch
		batch = (batch | ^uint32(near.Overlap)) & culledBatch // no branch: a processor could not predict it
		pair.Flags |= state.ContactReuseFailed
		k.next[i] = k.heads[batch]
		k.heads[batch] = int16(i + 1)
		k.used[batch/64] |= 1 << (batch % 64)
		k.words |= 1 << (batch / 64)
	}
}

// isLoaded returns one if the first point of a contact had an impulse in the last tick, else zero.
func isLoaded(s *state.SolverContact) (one uint32) {
	if s.Points[0].NormalImpulse > 0 {
		one = 1
	}
	return one
}

// ClearManifoldCaches makes Evaluate compute the manifolds of contacts in full, after the
// colliders of a body have changed in its frame.
func (p *Pipeline) ClearManifoldCaches(contacts []state.ContactSlot) {
	for _, slot := range contacts {
		p.Contacts.Cache[p.Contacts.Rows[slot]] = state.ManifoldCache{}
	}
}
