package schedule

import (
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// contactReorderer sorts contacts in memory by their bodies.
//
// Contacts that come and go leave their table in a random order. Their evaluation and preparation
// then read poses, shapes and states from all over the memory. With two workers the cost is higher:
// each has the same share of every table, and the bodies of its contacts are in the other core's
// cache.
type contactReorderer struct {
	next     []int32       // by body row: the index of its next contact
	shrinker grow.Shrinker // heaps come to rest, and then nothing is out of order for long
}

// maxInversionDivisor sets the limit of disorder: one contact in this many may follow a contact
// with a later body row. In a random order it is every second contact.
const maxInversionDivisor = 8

// ReorderContacts sorts the awake contacts by the rows of their bodies, if there are at least
// minContacts of them and too many are out of order. No result depends on it.
func (o *Order) ReorderContacts(contacts *state.Contacts, bodies *state.Bodies, minContacts int) {
	r, n := &o.reorderer, contacts.Awake()
	if n < minContacts || !outOfOrder(contacts, bodies) {
		if r.shrinker.ShouldShrink(0, cap(r.next)) {
			r.next = nil
		}
		return
	}
	r.shrinker.ShouldShrink(n, n)
	r.next = grow.Resize(r.next, bodies.Awake()+1) // sleeping bodies are not visited
	clear(r.next)
	for i := range n {
		r.next[firstBodyRow(contacts, bodies, i)+1]++
	}
	for row := range bodies.Awake() {
		r.next[row+1] += r.next[row]
	}
	order := o.takeKeys(n)
	for i := range n {
		next := &r.next[firstBodyRow(contacts, bodies, i)]
		order[*next] = contacts.Slots[i]
		*next++
	}
	contacts.Arrange(order)
}

// takeKeys returns the memory of the sort keys as a list of contacts. The keys are rebuilt when
// rows have moved.
func (o *Order) takeKeys(n int) []state.ContactSlot {
	o.MarkChanged()
	o.sort.sortKeys = grow.Resize(o.sort.sortKeys, n)
	return unsafe.Slice((*state.ContactSlot)(unsafe.Pointer(unsafe.SliceData(o.sort.sortKeys))), n)
}

// outOfOrder reports whether too many contacts are out of order.
func outOfOrder(contacts *state.Contacts, bodies *state.Bodies) bool {
	n, previous, inversions := contacts.Awake(), -1, 0
	for i := range n {
		row := firstBodyRow(contacts, bodies, i)
		if row < previous {
			inversions++
		}
		previous = row
	}
	return inversions*maxInversionDivisor > n
}

// firstBodyRow returns the row by which a contact is sorted: the smaller of its bodies' rows. Awake
// bodies come first in their table, so it is the row of an awake body.
func firstBodyRow(contacts *state.Contacts, bodies *state.Bodies, contact int) int {
	pair := &contacts.Pair[contact]
	return int(min(bodies.Rows[pair.BodyA], bodies.Rows[pair.BodyB]))
}
