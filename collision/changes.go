package collision

import (
	"math/bits"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// changeList lists the contacts that begin, end or are removed in a tick, in blocks of their
// bitset.
type changeList struct {
	p       *Pipeline
	changes []state.ContactChange // ascending slots
	before  []int32               // by block: the changes before it
	gone    []state.ContactSlot   // scratch of DestroyEach
}

const changeWords = 16 // of the bitset in a block: 1024 contact slots

// Changes returns the contacts that begin, end or are removed in this tick, by ascending slot, and
// writes the result of each transition to the contact's flags.
func (p *Pipeline) Changes(pool *par.Pool) []state.ContactChange {
	t, words := &p.changed, p.changes.workers[0].changed.Words()
	blocks := par.Blocks(len(words), changeWords)
	t.p, t.before = p, grow.Resize(t.before, blocks)
	n := int32(0)
	for block := range blocks {
		t.before[block] = n
		lo, hi := par.Span(block, len(words), changeWords)
		for _, word := range words[lo:hi] {
			n += int32(bits.OnesCount64(word))
		}
	}
	t.changes = grow.ResizeDiscard(grow.Empty(t.changes, &p.shrinkers.changes), int(n))
	pool.Run(blocks, t)
	return t.changes
}

// Do lists the changes of a block. It reads contacts and bodies in separate loops with short
// iterations, so that no read waits for another.
func (t *changeList) Do(block, _ int) {
	words := t.p.changes.workers[0].changed.Words()
	lo, hi := par.Span(block, len(words), changeWords)
	first := t.before[block]
	at := first
	for i, word := range words[lo:hi] {
		for ; word != 0; word &= word - 1 {
			slot := state.ContactSlot((lo+i)<<6 + bits.TrailingZeros64(word))
			t.p.readChange(&t.changes[at], slot)
			at++
		}
	}
	changes := t.changes[first:at]
	for i := range changes {
		t.p.readBodies(&changes[i])
	}
}

// readChange reads a change. From now on the flags of the contact tell whether it is linked.
func (p *Pipeline) readChange(c *state.ContactChange, slot state.ContactSlot) {
	pair := &p.Contacts.Pair[p.Contacts.Rows[slot]]
	flags := pair.Flags
	*c = state.ContactChange{Slot: slot, Flags: flags, BodyA: state.BodySlot(pair.BodyA), BodyB: state.BodySlot(pair.BodyB)}
	linked := flags & state.ContactLinked
	switch {
	case flags&state.ContactDisjoint != 0:
		linked = 0
	case flags&state.ContactStarted != 0:
		linked = state.ContactLinked
	case flags&state.ContactStopped != 0:
		linked = 0
	}
	pair.Flags = flags&^(state.ContactStarted|state.ContactStopped|state.ContactLinked) | linked
}

// readBodies reads the properties of its bodies that a change needs.
func (p *Pipeline) readBodies(c *state.ContactChange) {
	bodies, a, b := p.Bodies, c.BodyA, c.BodyB
	c.DynamicA, c.DynamicB = true, true
	if c.Flags&state.ContactStaticPair != 0 {
		c.DynamicA, c.DynamicB = bodies.IsDynamic(a), bodies.IsDynamic(b)
	}
	if c.Flags&state.ContactStarted == 0 {
		return
	}
	rowA, rowB := bodies.Rows[a], bodies.Rows[b]
	c.InvMassA, c.InvMassB = bodies.Dynamics[rowA].InvMass, bodies.Dynamics[rowB].InvMass
	c.Rests = bodies.PartitionOf(a) == state.Asleep || bodies.PartitionOf(b) == state.Asleep ||
		bodies.Motion[rowA].SleepTime != 0 || bodies.Motion[rowB].SleepTime != 0
}

// DestroyEach removes the contacts that leave, among some changes, from their bodies' lists and
// from the table. The contacts have already been taken out of islands and colours.
func (p *Pipeline) DestroyEach(changes []state.ContactChange, pool *par.Pool) {
	borrowed := p.takeBatch(len(changes))
	t, e := &p.changed, &p.edges
	t.gone, e.contacts = t.gone[:0], grow.Empty(e.contacts, &p.shrinkers.edges)
	for i := range changes {
		if c := &changes[i]; c.Flags&state.ContactDisjoint != 0 {
			t.gone = append(t.gone, c.Slot)
			e.contacts = append(e.contacts, edgeEnds{c.Slot, [2]state.BodySlot{c.BodyA, c.BodyB}})
		}
	}
	if pool.Workers() > 1 && len(t.gone) >= minEdges {
		blocks := e.begin(p, true, pool)
		pool.Run(blocks+2, (*destroyTask)(p))
		e.end(blocks)
		p.Contacts.EndRemoval(t.gone, pool)
	} else {
		e.run(p, true, pool)
		p.Contacts.RemoveEach(t.gone, pool)
	}
	p.giveBatch(borrowed)
}

// destroyTask is the part of DestroyEach whose blocks do not depend on each other: the first block
// ends the rows of the contacts, the last one gives their slots back, and the others change the
// lists of the bodies.
type destroyTask Pipeline

// Do runs a block.
func (t *destroyTask) Do(block, worker int) {
	p := (*Pipeline)(t)
	switch gone := p.changed.gone; block {
	case 0:
		p.Contacts.BeginRemoval(gone)
	case maxEdgeBlocks + 1:
		p.Contacts.FreeSlots(gone)
	default:
		p.edges.Do(block-1, worker)
	}
}
