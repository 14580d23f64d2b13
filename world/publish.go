package world

import (
	"github.com/carom2d/carom/collision/impacts"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/islands"
	"github.com/go-gl/mathgl/mgl64"
)

// islandCalls returns the functions that report bodies that fall asleep or wake, and contacts that
// end.
func (w *World) islandCalls() islands.Calls {
	return islands.Calls{
		Sleeps: func(b state.BodySlot) {
			w.areas.FellAsleep = true
			e := w.currentEvents()
			e.Sleeps = append(e.Sleeps, w.bodyAt(b))
		},
		Wakes: func(b state.BodySlot) {
			e := w.currentEvents()
			e.Wakes = append(e.Wakes, w.bodyAt(b))
		},
		Ends: func(contact state.ContactSlot) {
			a, b := w.contactOwners(&w.contacts.Pair[w.contacts.Row(contact)])
			w.setContactEnd(w.currentEvents().addContactEnd(a, b), contact)
		},
		EndsEach: func(contacts []state.ContactSlot) { w.scratch.ends.report(w, contacts) },
	}
}

func (w *World) setContactBegin(e *ContactBegin, row state.ContactRow) {
	pair, sc := &w.contacts.Pair[row], &w.contacts.Solver[row]
	nearest := 0
	if sc.Count == 2 && sc.Points[1].Separation < sc.Points[0].Separation {
		nearest = 1
	}
	point := &sc.Points[nearest]
	e.ColliderA, e.ColliderB = w.colliderAt(state.ColliderSlot(pair.ColliderA)), w.colliderAt(state.ColliderSlot(pair.ColliderB))
	position := w.contactPosition(pair, point)
	e.Position[0], e.Position[1] = position.X, position.Y
	e.Normal[0], e.Normal[1] = float64(sc.NormalX), float64(sc.NormalY)
	e.ApproachSpeed = w.impacts.ApproachSpeed(pair, sc, point)
	e.Fraction = w.impacts.MeetingFraction(pair, point, e.ApproachSpeed)
	slot := w.contacts.Slots[row]
	e.Contact, e.UserNumber = w.contacts.IDOf(slot), w.contacts.UserNumber(slot)
	*e = e.seenFrom(w.contactSide(pair))
}

func (w *World) setContactEnd(e *ContactEnd, slot state.ContactSlot) {
	pair := &w.contacts.Pair[w.contacts.Row(slot)]
	e.ColliderA, e.ColliderB = w.colliderAt(state.ColliderSlot(pair.ColliderA)), w.colliderAt(state.ColliderSlot(pair.ColliderB))
	e.Contact, e.UserNumber = w.contacts.IDOf(slot), w.contacts.UserNumber(slot)
	*e = e.seenFrom(w.contactSide(pair))
}

// publishEvents fills in the events that are read off the finished tick, and ends the
// joints that broke.
func (w *World) publishEvents() {
	if w.pipeline.HitColliders > 0 {
		w.publishHits()
	}
	w.publishCrushes()
	if w.joints.Awake() > 0 {
		w.publishStresses(w)
	}
	w.impacts.KeepStops(w.ccd.Stops())
}

// publishHits reports the fastest point of every contact with hit events. Among the contacts of a
// compound with another collider it reports the fastest.
func (w *World) publishHits() {
	threshold := float32(w.config.HitThreshold)
	for _, slot := range w.impacts.Hits(w.tickPool(), threshold) {
		row := w.contacts.Row(slot)
		pair, sc := &w.contacts.Pair[row], &w.contacts.Solver[row]
		fastest := &sc.Points[impacts.Fastest(sc, threshold)]
		if w.impacts.HitsHarder(slot, -fastest.NormalVelocity, threshold) {
			continue
		}
		p := w.contactPoint(pair, fastest)
		a, b := w.contactOwners(pair)
		hit := Hit{
			ColliderA: w.colliderAt(state.ColliderSlot(pair.ColliderA)), ColliderB: w.colliderAt(state.ColliderSlot(pair.ColliderB)),
			Position: p.Position, Normal: mgl64.Vec2{float64(sc.NormalX), float64(sc.NormalY)},
			ApproachSpeed: -p.NormalVelocity, Fraction: w.impacts.MeetingFraction(pair, fastest, -p.NormalVelocity), Impulse: w.impacts.Impulse(slot),
			UserNumber: w.contacts.UserNumber(slot),
		}
		w.events.addHit(hit.seenFrom(w.contactSide(pair)), a, b)
	}
}

// beginTask fills in the events of the contacts that began in a tick, cut into blocks of events.
type beginTask struct {
	w     *World
	slots []state.ContactSlot // that began, ascending
	first int                 // the place of their first event
}

const eventBlock = 64

// transition begins and ends contacts, and makes the events of it.
func (w *World) transition() {
	begins := &w.scratch.begins
	begins.w, begins.slots = w, w.linking.Transition(w.tickPool())
	begins.report()
}

// growEvents makes a list longer by a number of events at once. Appending them one by one would
// copy the list again and again in the tick in which a newly built heap comes to rest.
func growEvents[T any](list []T, n int) []T { return grow.Reserve(list, n)[:len(list)+n] }

// report appends the events of the contacts that began. It may run after the transition, which
// changes neither points nor poses nor velocities.
func (t *beginTask) report() {
	n, e := len(t.slots), &t.w.events
	t.first = len(e.ContactBegins)
	e.ContactBegins = growEvents(e.ContactBegins, n)
	e.owners[contactBegins] = growEvents(e.owners[contactBegins], n)
	t.w.tickPool().Run(par.Blocks(n, eventBlock), t)
}

// Do fills in one block of events. The bodies have a loop of their own, whose iterations are so
// short that no read of a contact waits for another one.
func (t *beginTask) Do(block, _ int) {
	w := t.w
	lo, hi := par.Span(block, len(t.slots), eventBlock)
	slots := t.slots[lo:hi]
	owners, events := w.events.owners[contactBegins][t.first+lo:], w.events.ContactBegins[t.first+lo:]
	for i, slot := range slots {
		owners[i][0], owners[i][1] = w.contactOwners(&w.contacts.Pair[w.contacts.Row(slot)])
	}
	for i, slot := range slots {
		w.setContactBegin(&events[i], w.contacts.Row(slot))
	}
}

// endTask fills in the events of contacts that end in a tick and still exist, likewise.
type endTask beginTask

func (t *endTask) report(w *World, slots []state.ContactSlot) {
	n, e := len(slots), &w.events
	t.w, t.slots, t.first = w, slots, len(e.ContactEnds)
	e.ContactEnds = growEvents(e.ContactEnds, n)
	e.owners[contactEnds] = growEvents(e.owners[contactEnds], n)
	w.tickPool().Run(par.Blocks(n, eventBlock), t)
}

// Do fills in one block of events.
func (t *endTask) Do(block, _ int) {
	w, e := t.w, &t.w.events
	lo, hi := par.Span(block, len(t.slots), eventBlock)
	for i, slot := range t.slots[lo:hi] {
		at := t.first + lo + i
		e.owners[contactEnds][at][0], e.owners[contactEnds][at][1] = w.contactOwners(&w.contacts.Pair[w.contacts.Row(slot)])
		w.setContactEnd(&e.ContactEnds[at], slot)
	}
}

// CrushForce returns the force that compressed the body in the last tick, N: the part of the forces
// on it that opposed each other. A box on the floor has none. The lowest box of a stack has the
// weight of the boxes above it. A box between a press and an anvil has the force of the press.
//
// For a direction, the normal impulses of the contacts and the impulses of the joints are projected
// onto it. One sum holds the impulses that push one way, another those that push the opposite way.
// The force is the smaller sum divided by the timestep, for the direction in which it is largest.
// At least one of the two sums has impulses of contacts only, so a body that merely hangs between
// joints has no crush force. The largest value is found to 0.2 % of the forces on the body. A
// sleeping body keeps the force with which it fell asleep.
func (b Body) CrushForce() float64 {
	return b.w.crushing.Force(b.slot())
}

// publishCrushes reports the bodies whose crush force is above the thresholds of their colliders.
func (w *World) publishCrushes() {
	for _, c := range w.crushing.Update() {
		w.events.Crushes = append(w.events.Crushes, Crush{w.bodyAt(c.Body), w.colliderAt(c.Collider), c.Force, c.Direction.Mgl()})
	}
}
