package collision

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// edgeBatch links many contacts into the lists of their bodies, or unlinks them, in blocks of
// bodies. A block visits all contacts in their order and changes the lists of its own bodies. So
// each list is the same as if the contacts had been linked one after the other.
type edgeBatch struct {
	p        *Pipeline
	contacts []edgeEnds
	unlinks  bool
	bodies   int        // in a block, a multiple of edgeBodies
	written  [][]uint32 // by block: the other contacts whose edges it wrote
}

// edgeEnds is a contact and its bodies.
type edgeEnds struct {
	slot state.ContactSlot
	body [2]state.BodySlot
}

const (
	edgeBodies    = 64 // the bodies of a block are a multiple of it
	maxEdgeBlocks = 8
	minEdges      = 32 // blocks pay from this number of contacts on
)

// run links or unlinks the contacts of the batch.
func (t *edgeBatch) run(p *Pipeline, unlinks bool, pool *par.Pool) {
	if len(t.contacts) == 0 {
		return
	}
	blocks := t.begin(p, unlinks, pool)
	pool.Run(blocks, t)
	t.end(blocks)
}

// begin prepares the batch and returns the number of its blocks.
func (t *edgeBatch) begin(p *Pipeline, unlinks bool, pool *par.Pool) (blocks int) {
	t.p, t.unlinks = p, unlinks
	blocks = 1
	if pool.Workers() > 1 && len(t.contacts) >= minEdges {
		blocks = maxEdgeBlocks
	}
	p.Bodies.Written.Reserve(p.Bodies.Cap())
	t.bodies = par.Blocks(par.Blocks(p.Bodies.Cap(), blocks), edgeBodies) * edgeBodies
	for len(t.written) < blocks {
		t.written = append(t.written, nil)
	}
	for i := range t.written[:blocks] { // a new edge has one neighbour, and blocks get equal shares
		t.written[i] = grow.Reserve(t.written[i][:0], 2*len(t.contacts)/blocks)
	}
	return blocks
}

// end marks the contacts whose edges the blocks wrote.
func (t *edgeBatch) end(blocks int) {
	for _, contacts := range t.written[:blocks] {
		t.p.Contacts.Written.SetEach(contacts)
	}
	t.p = nil
}

// Do changes the lists of a block of bodies.
func (t *edgeBatch) Do(block, _ int) {
	written := t.written[block][:0]
	first, n := state.BodySlot(block*t.bodies), state.BodySlot(t.bodies)
	for i := range t.contacts {
		c := &t.contacts[i]
		for side, owner := range c.body {
			if owner-first >= n {
				continue
			}
			if key := uint32(c.slot)<<1 | uint32(side); t.unlinks {
				written = t.p.unlinkEdge(key, owner, written)
			} else {
				written = t.p.linkEdge(key, owner, written)
			}
		}
	}
	t.written[block] = written
}

// linkEdge inserts an edge at the head of the list of its body. It appends the contact whose edge
// it also wrote.
func (p *Pipeline) linkEdge(key uint32, owner state.BodySlot, written []uint32) []uint32 {
	m, e := &p.Bodies.Meta[owner], p.edge(key)
	e.Next, e.Prev = m.FirstContact, state.None
	if m.FirstContact != state.None {
		p.edge(m.FirstContact).Prev = key
		written = append(written, m.FirstContact>>1)
	}
	m.FirstContact = key
	m.ContactCount++
	p.Bodies.Written.Set(int(owner))
	return written
}

// unlinkEdge removes an edge from the list of its body. It appends the contacts whose edges it also
// wrote.
func (p *Pipeline) unlinkEdge(key uint32, owner state.BodySlot, written []uint32) []uint32 {
	m, e := &p.Bodies.Meta[owner], p.edge(key)
	if e.Prev != state.None {
		p.edge(e.Prev).Next = e.Next
		written = append(written, e.Prev>>1)
	} else {
		m.FirstContact = e.Next
	}
	if e.Next != state.None {
		p.edge(e.Next).Prev = e.Prev
		written = append(written, e.Next>>1)
	}
	m.ContactCount--
	p.Bodies.Written.Set(int(owner))
	return written
}
