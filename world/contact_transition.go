package world

import (
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// transitionTask is what a transition does in blocks: the events of the contacts that began and
// ended, and the sleep timers of the bodies that they woke.
type transitionTask struct {
	w         *World
	changes   []state.ContactChange
	finished  int                 // changes of which nothing is left to do but the events of begins
	begun     []state.ContactSlot // contacts that began, ascending
	ended     []state.ContactSlot // contacts that ended since finish was called last, ascending
	first     int                 // the place of the first event
	shrinkers struct{ begun, ended grow.Shrinker }
}

const eventBlock = 64

func (t *transitionTask) begin(w *World) {
	t.w, t.finished = w, 0
	t.changes = w.pipeline.Changes(w.tickPool())
	t.begun = grow.Empty(t.begun, &t.shrinkers.begun)
	t.ended = grow.Empty(t.ended, &t.shrinkers.ended)
}

// start notes a contact that begins.
func (t *transitionTask) start(c *state.ContactChange) {
	if c.Flags&state.ContactNoEvents == 0 {
		t.begun = append(t.begun, c.Slot)
	}
}

// end notes a contact that ends, if it was touching.
func (t *transitionTask) end(c *state.ContactChange, touching bool) {
	if touching && c.Flags&state.ContactNoEvents == 0 {
		t.ended = append(t.ended, c.Slot)
	}
}

// finish reports the ends so far, destroys the contacts that left among the changes up to one, and
// restarts the sleep timers of the bodies of those that began.
func (t *transitionTask) finish(end int) {
	w, pool := t.w, t.w.tickPool()
	changes := t.changes[t.finished:end]
	t.finished = end
	t.first = len(w.events.ContactEnds)
	w.events.ContactEnds = growEvents(w.events.ContactEnds, len(t.ended))
	w.events.owners[contactEnds] = growEvents(w.events.owners[contactEnds], len(t.ended))
	pool.Run(par.Blocks(len(t.ended), eventBlock), (*endTask)(t))
	t.ended = t.ended[:0]
	w.restartTimers(changes)
	w.pipeline.DestroyEach(changes, pool)
}

// restartTimers restarts the sleep timers of the awake bodies of contacts that began.
func (w *World) restartTimers(changes []state.ContactChange) {
	for i := range changes {
		if c := &changes[i]; c.Rests && c.Flags&state.ContactDisjoint == 0 {
			w.wake(c.BodyA)
			w.wake(c.BodyB)
		}
	}
}

// growEvents makes a list longer by so many events, all at once: one by one would copy them again
// and again when heaps that were just built come to stand.
func growEvents[T any](list []T, n int) []T { return grow.Reserve(list, n)[:len(list)+n] }

// report appends the events of the contacts that began. The transition of a contact changes neither
// points nor poses nor velocities, so all of it may be over.
func (t *transitionTask) report() {
	n, e := len(t.begun), &t.w.events
	t.first = len(e.ContactBegins)
	e.ContactBegins = growEvents(e.ContactBegins, n)
	e.owners[contactBegins] = growEvents(e.owners[contactBegins], n)
	t.w.tickPool().Run(par.Blocks(n, eventBlock), (*beginTask)(t))
	t.changes = nil
}

// beginTask fills in the events of the contacts that began.
type beginTask transitionTask

// Do fills in one block of events.
func (t *beginTask) Do(block, _ int) {
	w, e := t.w, &t.w.events
	lo, hi := par.Span(block, len(t.begun), eventBlock)
	for i, slot := range t.begun[lo:hi] {
		row, at := w.contacts.Row(slot), t.first+lo+i
		e.owners[contactBegins][at][0], e.owners[contactBegins][at][1] = w.contactOwners(&w.contacts.Pair[row])
		w.setContactBegin(&e.ContactBegins[at], row)
	}
}

// endTask fills in the events of the contacts that ended. They are not destroyed yet.
type endTask transitionTask

// Do fills in one block of events.
func (t *endTask) Do(block, _ int) {
	w, e := t.w, &t.w.events
	lo, hi := par.Span(block, len(t.ended), eventBlock)
	for i, slot := range t.ended[lo:hi] {
		at := t.first + lo + i
		e.owners[contactEnds][at][0], e.owners[contactEnds][at][1] = w.contactOwners(&w.contacts.Pair[w.contacts.Row(slot)])
		w.setContactEnd(&e.ContactEnds[at], slot)
	}
}
