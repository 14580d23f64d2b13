package collision

import (
	"iter"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
)

func (p *Pipeline) edge(key uint32) *state.ContactEdge {
	return &p.Contacts.Meta[key>>1].Edges[key&1]
}

// AppendContacts appends the contacts of a body, the newest first.
func (p *Pipeline) AppendContacts(dst []state.ContactSlot, owner state.BodySlot) []state.ContactSlot {
	for key := p.Bodies.Meta[owner].FirstContact; key != state.None; key = p.Contacts.Next(key) {
		dst = append(dst, state.ContactSlot(key>>1))
	}
	return dst
}

// withFewerContacts returns the body of two that has the shorter list of contacts.
func (p *Pipeline) withFewerContacts(a, b state.BodySlot) state.BodySlot {
	if p.Bodies.Meta[b].ContactCount < p.Bodies.Meta[a].ContactCount {
		return b
	}
	return a
}

// EachContact yields the contacts of a body, the newest first. The list must not change
// during the iteration.
func (p *Pipeline) EachContact(owner state.BodySlot) iter.Seq[state.ContactSlot] {
	return func(yield func(state.ContactSlot) bool) {
		for key := p.Bodies.Meta[owner].FirstContact; key != state.None; key = p.Contacts.Next(key) {
			if !yield(state.ContactSlot(key >> 1)) {
				return
			}
		}
	}
}

// Validate panics when a body's list and the table contradict each other.
func (p *Pipeline) Validate() {
	edges := 0
	for slot := range p.Bodies.Meta {
		m := &p.Bodies.Meta[slot]
		prev, n := uint32(state.None), int32(0)
		for key := m.FirstContact; key != state.None; key = p.Contacts.Next(key) {
			pair := &p.Contacts.Pair[p.Contacts.Rows[key>>1]]
			owner := [2]uint32{pair.BodyA, pair.BodyB}[key&1]
			invariant.Check(owner == uint32(slot), "collision: a contact stands in the list of another body")
			invariant.Check(p.edge(key).Prev == prev, "collision: a list of contacts is broken")
			prev = key
			n++
		}
		invariant.Check(n == m.ContactCount, "collision: a body miscounts its contacts")
		edges += int(n)
	}
	invariant.Check(edges == 2*p.Contacts.Len(), "collision: a contact is missing from a list")
	boxes := p.Broadphase.Boxes()
	for r := range p.Contacts.Awake() {
		pair := &p.Contacts.Pair[r]
		invariant.Check(pair.Flags&state.ContactDisjoint != 0 || pair.ColliderA != pair.ColliderB, "collision: a collider touches itself")
		invariant.Check(uint(max(pair.ColliderA, pair.ColliderB)) < uint(len(boxes)), "collision: a contact names a collider without a box")
	}
}
