package collision

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Contacts that come and go leave the table in a random order. Evaluating and preparing
// them then reads the poses, shapes and states of bodies from all over the memory. With
// two workers it also reads from the other core's cache, because each worker has the same
// part of every table. So now and then contacts are put into the order of their bodies.

// reorderDivisor decides when: as soon as one contact in so many follows another one whose
// body comes after its own. In a random order that is every second contact.
const reorderDivisor = 8

// reorderScratch is the scratch of Reorder.
type reorderScratch struct {
	next  []int32 // by body row: the place of its next contact
	order []state.ContactSlot
}

// Reorder puts the awake contacts into the order of their bodies' rows, if there are at
// least minContacts and too many of them are out of order. No result depends on it.
func (p *Pipeline) Reorder(minContacts int) {
	n, c, a := p.Contacts.Awake(), p.Contacts, &p.reordering
	if n < minContacts || !p.outOfOrder() {
		return
	}
	a.next = grow.Resize(a.next, p.Bodies.Len()+1)
	clear(a.next)
	for r := range n {
		a.next[p.firstBodyRow(r)+1]++
	}
	for row := range p.Bodies.Len() {
		a.next[row+1] += a.next[row]
	}
	a.order = grow.Resize(a.order, n)
	for r := range n {
		next := &a.next[p.firstBodyRow(r)]
		a.order[*next] = c.Slots[r]
		*next++
	}
	c.Arrange(a.order)
}

// outOfOrder reports whether too many contacts are out of order.
func (p *Pipeline) outOfOrder() bool {
	n, previous, inversions := p.Contacts.Awake(), -1, 0
	for r := range n {
		row := p.firstBodyRow(r)
		if row < previous {
			inversions++
		}
		previous = row
	}
	return inversions*reorderDivisor > n
}

// firstBodyRow returns the row that a contact is sorted by: the smaller one of its two
// bodies. Awake bodies come first in the table, so that is the row of a body that moves.
func (p *Pipeline) firstBodyRow(contact int) int {
	pair := &p.Contacts.Pair[contact]
	return int(min(p.Bodies.Rows[pair.BodyA], p.Bodies.Rows[pair.BodyB]))
}
