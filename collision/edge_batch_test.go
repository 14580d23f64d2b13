package collision

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// Lists that workers share equal the lists of contacts that come and leave one after the other.
func TestEdgesInBatchesAreAsOneByOne(t *testing.T) {
	const bodies = 300
	newPipeline := func() *Pipeline {
		p := &Pipeline{Bodies: &state.Bodies{}, Contacts: &state.Contacts{}}
		for range bodies {
			p.Bodies.Meta = append(p.Bodies.Meta, state.BodyMeta{FirstContact: state.None})
			p.Bodies.Rows = append(p.Bodies.Rows, 0)
		}
		return p
	}
	three := par.New(3)
	defer three.Close()
	one, batch := newPipeline(), newPipeline()
	random := rand.New(rand.NewPCG(5, 6))
	var alive []edgeEnds
	for round := range 40 {
		pool := three
		if round%2 == 1 {
			pool = nil // a single worker
		}
		n := 1 + random.IntN(100)
		added := len(alive)
		for range n {
			a := state.BodySlot(random.IntN(bodies))
			b := (a + 1 + state.BodySlot(random.IntN(bodies-1))) % bodies
			pair := state.ContactPair{BodyA: uint32(a), BodyB: uint32(b)}
			slot := one.Contacts.Add(pair)
			require.Equal(t, slot, batch.Contacts.Add(pair))
			one.linkOne(slot, a, b)
			alive = append(alive, edgeEnds{slot, [2]state.BodySlot{a, b}})
		}
		batch.edges.contacts = append(batch.edges.contacts[:0], alive[added:]...)
		batch.edges.run(batch, false, pool)
		requireSameLists(t, one, batch)

		random.Shuffle(len(alive), func(i, j int) { alive[i], alive[j] = alive[j], alive[i] })
		left := random.IntN(len(alive))
		var leaving []state.ContactChange
		for _, c := range alive[left:] {
			one.unlinkOne(c.slot, c.body[0], c.body[1])
			one.Contacts.Remove(c.slot)
			leaving = append(leaving, state.ContactChange{Slot: c.slot, Flags: state.ContactDisjoint, BodyA: c.body[0], BodyB: c.body[1]})
		}
		batch.DestroyEach(leaving, pool)
		batch.Contacts.Validate()
		require.Equal(t, one.Contacts.Slots, batch.Contacts.Slots)
		alive = alive[:left]
		requireSameLists(t, one, batch)
	}
}

// linkOne inserts a contact at the head of the lists of both its bodies.
func (p *Pipeline) linkOne(slot state.ContactSlot, a, b state.BodySlot) {
	for side, owner := range [2]state.BodySlot{a, b} {
		key := uint32(slot)<<1 | uint32(side)
		m, e := &p.Bodies.Meta[owner], p.edge(key)
		e.Next, e.Prev = m.FirstContact, state.None
		if m.FirstContact != state.None {
			p.edge(m.FirstContact).Prev = key
		}
		m.FirstContact = key
		m.ContactCount++
	}
}

// unlinkOne removes a contact from the lists of both its bodies.
func (p *Pipeline) unlinkOne(slot state.ContactSlot, a, b state.BodySlot) {
	for side, owner := range [2]state.BodySlot{a, b} {
		m, e := &p.Bodies.Meta[owner], p.Contacts.Meta[slot].Edges[side]
		if e.Prev != state.None {
			p.edge(e.Prev).Next = e.Next
		} else {
			m.FirstContact = e.Next
		}
		if e.Next != state.None {
			p.edge(e.Next).Prev = e.Prev
		}
		m.ContactCount--
	}
}

func requireSameLists(t *testing.T, one, batch *Pipeline) {
	require.Equal(t, one.Bodies.Meta, batch.Bodies.Meta)
	require.Equal(t, one.Contacts.Meta, batch.Contacts.Meta)
	require.Equal(t, one.Contacts.Slots, batch.Contacts.Slots)
	require.Equal(t, one.Contacts.Pair, batch.Contacts.Pair)
	batch.Contacts.Validate()
}
