package collision

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Contacts that come and go leave the table in an order by chance. To evaluate and to
// prepare them means to read the poses, the shapes and the states of their bodies from
// all over the memory, and with two workers from the other core's cache, for each has the
// same part of every table. So now and then they are put into the order of their bodies.

// reorderDivisor says when it is time: when of so many contacts one comes behind one whose body
// lies behind its own. By chance it is every second.
const reorderDivisor = 8

// arranging is the scratch of Tidy.
type reorderScratch struct {
	next  []int32 // by body row: the place of its next contact
	order []state.ContactSlot
}

// Reorder puts the awake contacts into the order of the rows of their bodies, if there are
// that many and too many of them are out of it. No result depends on it.
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

// firstBodyRow returns the row that a contact is kept by: of its bodies' the first, and as what is
// awake comes first in the table, one of what moves.
func (p *Pipeline) firstBodyRow(contact int) int {
	pair := &p.Contacts.Pair[contact]
	return int(min(p.Bodies.Rows[pair.BodyA], p.Bodies.Rows[pair.BodyB]))
}
