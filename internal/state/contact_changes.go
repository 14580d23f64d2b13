package state

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/table"
)

// ContactChange is a contact that begins, ends or leaves in a tick, with the data for the serial
// part of the transition.
type ContactChange struct {
	Slot               ContactSlot
	Flags              ContactFlags // as the evaluation left them
	BodyA, BodyB       BodySlot
	InvMassA, InvMassB float32 // of one that begins
	DynamicA, DynamicB bool
	Color              uint8 // that it gets or loses; NoColor for none
	Rests              bool  // it begins, and a body of it sleeps or has a sleep timer that runs
}

// Begins reports whether the contact comes to touch and gets a colour.
func (c *ContactChange) Begins() bool {
	return c.Flags&(ContactDisjoint|ContactStarted) == ContactStarted
}

// Ends reports whether the contact touches no more, or leaves and touched before.
func (c *ContactChange) Ends() bool {
	if c.Flags&ContactDisjoint != 0 {
		return c.Flags&ContactLinked != 0
	}
	return c.Flags&(ContactStarted|ContactStopped) == ContactStopped
}

// rowCopies makes the moves that the table of contacts left to its columns, in blocks.
type rowCopies struct {
	contacts *Contacts
	moves    []table.RowMove
}

const rowCopyBlock = 32

func (t *rowCopies) Do(block, _ int) {
	lo, hi := par.Span(block, len(t.moves), rowCopyBlock)
	for _, m := range t.moves[lo:hi] {
		t.contacts.CopyRow(int(m.To), int(m.From))
	}
}

// copyRows brings the columns up to date after a batch of changes to the table.
func (c *Contacts) copyRows(pool *par.Pool) {
	for _, moves := range c.moves.Lists {
		c.copies.contacts, c.copies.moves = c, moves
		pool.Run(par.Blocks(len(moves), rowCopyBlock), &c.copies)
	}
	c.copies = rowCopies{}
}

// AddEach makes n awake contacts. Their rows are the last awake rows, in the order of creation. The
// caller calls Fill for each row and links the edges.
func (c *Contacts) AddEach(n int, pool *par.Pool) {
	c.InsertEach(n, &c.moves)
	c.resizeRows(c.Len())
	c.copyRows(pool)
	c.Meta = grow.Resize(c.Meta, c.Cap())
}

// RemoveEach destroys contacts, one after the other. The caller has unlinked their edges.
func (c *Contacts) RemoveEach(slots []ContactSlot, pool *par.Pool) {
	if pool.Workers() <= 1 { // a batch takes memory for each row
		for _, s := range slots {
			c.Remove(s)
		}
		return
	}
	c.BeginRemoval(slots)
	c.FreeSlots(slots)
	c.EndRemoval(slots, pool)
}

// BeginRemoval, FreeSlots and EndRemoval together are RemoveEach. The first two, and a change of
// edges, may run at the same time.
func (c *Contacts) BeginRemoval(slots []ContactSlot) { c.RemoveRows(slots, &c.moves) }

// EndRemoval brings the columns up to date.
func (c *Contacts) EndRemoval(slots []ContactSlot, pool *par.Pool) {
	c.resets = metaResets{c, slots}
	pool.Run(par.Blocks(len(slots), metaResetBlock), &c.resets)
	c.resets = metaResets{}
	for _, s := range slots {
		c.Written.Set(int(s))
	}
	c.copyRows(pool)
	c.TruncateRows(c.Len())
}

// metaResets empties the Meta of contacts that leave, in blocks.
type metaResets struct {
	contacts *Contacts
	slots    []ContactSlot
}

const metaResetBlock = 128

// Do empties the Meta of the contacts of a block.
func (t *metaResets) Do(block, _ int) {
	lo, hi := par.Span(block, len(t.slots), metaResetBlock)
	for _, s := range t.slots[lo:hi] {
		t.contacts.Meta[s].reset()
	}
}
