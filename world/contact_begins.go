package world

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// beginTask fills in the events of the contacts that began in a tick, cut into blocks of events.
type beginTask struct {
	w     *World
	slots []state.ContactSlot // that began, ascending
	first int                 // the place of their first event
}

const beginBlock = 64

// transition begins and ends contacts, and makes the events of it.
func (w *World) transition() {
	begins := &w.scratch.begins
	begins.w, begins.slots = w, w.linking.Transition()
	begins.report()
}

// report appends the events of the contacts that began. The transition of a contact changes neither
// points nor poses nor velocities, so all of it may be over.
func (t *beginTask) report() {
	n, e := len(t.slots), &t.w.events
	t.first = len(e.ContactBegins)
	// All at once: one by one would copy them again and again when heaps that were just built come
	// to stand.
	e.ContactBegins = grow.Reserve(e.ContactBegins, n)[:t.first+n]
	owners := &e.owners[contactBegins]
	*owners = grow.Reserve(*owners, n)[:t.first+n]
	t.w.tickPool().Run(par.Blocks(n, beginBlock), t)
}

// Do fills in one block of events.
func (t *beginTask) Do(block, _ int) {
	w, e := t.w, &t.w.events
	lo, hi := par.Span(block, len(t.slots), beginBlock)
	for i, slot := range t.slots[lo:hi] {
		row, at := w.contacts.Row(slot), t.first+lo+i
		e.owners[contactBegins][at][0], e.owners[contactBegins][at][1] = w.contactOwners(&w.contacts.Pair[row])
		w.setContactBegin(&e.ContactBegins[at], row)
	}
}
