package collision

import (
	"iter"

	"github.com/carom2d/carom/internal/state"
)

// link inserts a contact at the head of the lists of both its bodies.
func (p *Pipeline) link(slot state.ContactSlot, a, b state.BodySlot) {
	for side, owner := range [2]state.BodySlot{a, b} {
		key := uint32(slot)<<1 | uint32(side)
		m := &p.Bodies.Meta[owner]
		e := p.changeEdge(key)
		e.Next, e.Prev = m.FirstContact, state.None
		if m.FirstContact != state.None {
			p.changeEdge(m.FirstContact).Prev = key
		}
		m.FirstContact = key
		m.ContactCount++
		p.Bodies.Written.Set(int(owner))
	}
}

// unlink removes a contact from the lists of both its bodies.
func (p *Pipeline) unlink(slot state.ContactSlot, a, b state.BodySlot) {
	for side, owner := range [2]state.BodySlot{a, b} {
		e := p.Contacts.Meta[slot].Edges[side]
		m := &p.Bodies.Meta[owner]
		if e.Prev != state.None {
			p.changeEdge(e.Prev).Next = e.Next
		} else {
			m.FirstContact = e.Next
		}
		if e.Next != state.None {
			p.changeEdge(e.Next).Prev = e.Prev
		}
		m.ContactCount--
		p.Bodies.Written.Set(int(owner))
	}
}

func (p *Pipeline) edge(key uint32) *state.ContactEdge {
	return &p.Contacts.Meta[key>>1].Edges[key&1]
}

// changeEdge returns an edge that is about to be written.
func (p *Pipeline) changeEdge(key uint32) *state.ContactEdge {
	p.Contacts.Written.Set(int(key >> 1))
	return p.edge(key)
}

func (p *Pipeline) next(key uint32) uint32 { return p.edge(key).Next }

// AppendContacts appends the contacts of a body, the newest first.
func (p *Pipeline) AppendContacts(dst []state.ContactSlot, owner state.BodySlot) []state.ContactSlot {
	for key := p.Bodies.Meta[owner].FirstContact; key != state.None; key = p.next(key) {
		dst = append(dst, state.ContactSlot(key>>1))
	}
	return dst
}

// EachContact yields the contacts of a body, the newest first. The list must not change
// during the iteration.
func (p *Pipeline) EachContact(owner state.BodySlot) iter.Seq[state.ContactSlot] {
	return func(yield func(state.ContactSlot) bool) {
		for key := p.Bodies.Meta[owner].FirstContact; key != state.None; key = p.next(key) {
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
		for key := m.FirstContact; key != state.None; key = p.next(key) {
			pair := &p.Contacts.Pair[p.Contacts.Rows[key>>1]]
			if owner := [2]uint32{pair.BodyA, pair.BodyB}[key&1]; owner != uint32(slot) {
				panic("collision: a contact stands in the list of another body")
			}
			if p.edge(key).Prev != prev {
				panic("collision: a list of contacts is broken")
			}
			prev = key
			n++
		}
		if n != m.ContactCount {
			panic("collision: a body miscounts its contacts")
		}
		edges += int(n)
	}
	if edges != 2*p.Contacts.Len() {
		panic("collision: a contact is missing from a list")
	}
	boxes := p.Broadphase.Boxes()
	for r := range p.Contacts.Awake() {
		pair := &p.Contacts.Pair[r]
		if pair.Flags&state.ContactDisjoint == 0 && pair.ColliderA == pair.ColliderB {
			panic("collision: a collider touches itself")
		}
		if int(pair.ColliderA) >= len(boxes) || int(pair.ColliderB) >= len(boxes) {
			panic("collision: a contact names a collider without a box")
		}
	}
}
