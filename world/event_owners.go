package world

import (
	"iter"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/carom2d/carom/internal/state"
)

// contactSide returns which collider of a contact is the first in the events: 0 for A. The contacts
// of the parts of a compound with another collider may differ in that order; their events do not.
func (w *World) contactSide(pair *state.ContactPair) uint8 {
	a, b := state.ColliderSlot(pair.ColliderA), state.ColliderSlot(pair.ColliderB)
	if w.pipeline.PartColliders == 0 || (w.shapes.Link[a].Flags|w.shapes.Link[b].Flags)&state.ColliderPart == 0 {
		return 0
	}
	if w.shapes.WholeOf(a) > w.shapes.WholeOf(b) {
		return 1
	}
	return 0
}

func (w *World) contactOwners(pair *state.ContactPair) (a, b BodyID) {
	a, b = w.bodies.At(state.BodySlot(pair.BodyA)), w.bodies.At(state.BodySlot(pair.BodyB))
	if w.contactSide(pair) == 1 {
		return b, a
	}
	return a, b
}

func (w *World) sensorOwners(sensor state.ColliderSlot, visitor ColliderID) eventOwners {
	owners := eventOwners{w.bodies.Meta[w.shapes.OwnerOf(sensor)].ID}
	if w.shapes.Alive(visitor) {
		owners[1] = w.bodies.Meta[w.shapes.OwnerOf(w.shapes.SlotOf(visitor))].ID
	}
	return owners
}

// addContactEnd returns the event for the caller to fill in, which costs less than a copy.
func (e *Events) addContactEnd(ownerA, ownerB BodyID) *ContactEnd {
	e.ContactEnds = append(e.ContactEnds, ContactEnd{})
	e.owners[contactEnds] = append(e.owners[contactEnds], eventOwners{ownerA, ownerB})
	return &e.ContactEnds[len(e.ContactEnds)-1]
}

func (e *Events) addHit(x Hit, ownerA, ownerB BodyID) {
	e.Hits = append(e.Hits, x)
	e.owners[hits] = append(e.owners[hits], eventOwners{ownerA, ownerB})
}

func (e *Events) addSensorBegin(x SensorEvent, owners eventOwners) {
	e.SensorBegins = append(e.SensorBegins, x)
	e.owners[sensorBegins] = append(e.owners[sensorBegins], owners)
}

func (e *Events) addSensorEnd(x SensorEvent, owners eventOwners) {
	e.SensorEnds = append(e.SensorEnds, x)
	e.owners[sensorEnds] = append(e.owners[sensorEnds], owners)
}

// eventIndex lists the events of each body, for the iterators of a body. The first iterator after a
// Step makes it.
type eventIndex struct {
	version atomic.Uint64 // of the events that are indexed
	mutex   sync.Mutex    // several goroutines may ask first
	entries []eventEntry  // ascending
}

// eventEntry is an event of a body.
type eventEntry struct {
	body  BodyID
	kind  eventKind
	side  uint8 // 0: the body of A or of the sensor
	place int32 // in the list
}

func compareEntries(a, b eventEntry) int {
	switch {
	case a.body < b.body:
		return -1
	case a.body > b.body:
		return 1
	case a.kind != b.kind:
		return int(a.kind) - int(b.kind)
	case a.place != b.place:
		return int(a.place) - int(b.place)
	default:
		return int(a.side) - int(b.side)
	}
}

// of returns the events of a body in one list of a version of the events.
func (x *eventIndex) of(e *Events, version uint64, b BodyID, kind eventKind) []eventEntry {
	if x.version.Load() != version {
		x.index(e, version)
	}
	first := sort.Search(len(x.entries), func(i int) bool {
		return compareEntries(x.entries[i], eventEntry{body: b, kind: kind}) >= 0
	})
	end := first
	for end < len(x.entries) && x.entries[end].body == b && x.entries[end].kind == kind {
		end++
	}
	return x.entries[first:end]
}

func (x *eventIndex) index(e *Events, version uint64) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if x.version.Load() == version {
		return
	}
	x.entries = x.entries[:0]
	for kind := range eventKinds {
		x.appendEntries(kind, e.owners[kind])
	}
	slices.SortFunc(x.entries, compareEntries)
	x.version.Store(version)
}

func (x *eventIndex) appendEntries(kind eventKind, owners []eventOwners) {
	for i, bodies := range owners {
		for side, b := range bodies {
			if b != 0 {
				x.entries = append(x.entries, eventEntry{b, kind, uint8(side), int32(i)})
			}
		}
	}
}

// seenFrom returns the event with A on the given side: for side 1 it exchanges the two sides.
func (x ContactBegin) seenFrom(side uint8) ContactBegin {
	if side == 1 {
		x.ColliderA, x.ColliderB, x.Normal = x.ColliderB, x.ColliderA, x.Normal.Mul(-1)
	}
	return x
}

func (x ContactEnd) seenFrom(side uint8) ContactEnd {
	if side == 1 {
		x.ColliderA, x.ColliderB = x.ColliderB, x.ColliderA
	}
	return x
}

func (x Hit) seenFrom(side uint8) Hit {
	if side == 1 {
		x.ColliderA, x.ColliderB, x.Normal = x.ColliderB, x.ColliderA, x.Normal.Mul(-1)
	}
	return x
}

// eachEvent yields where the events of a body stand in their list.
//
//go:noinline
func (b Body) eachEvent(kind eventKind, yield func(eventEntry) bool) {
	b.slot() // a handle that may not be used panics
	version := b.w.eventsVersion
	for _, x := range b.w.eventIndex.of(&b.w.events, version, b.id, kind) {
		if b.w.eventsVersion != version {
			panic("world: the events have changed in a loop over them")
		}
		if !yield(x) {
			return
		}
	}
}

// ContactBegins yields the contacts of the body that began in the last Step, in the order of
// Events.ContactBegins. ColliderA is the body's own collider, and the normal points away from the
// body. The loop does not search the events of other bodies. A step in it panics.
func (b Body) ContactBegins() iter.Seq[ContactBegin] {
	return func(yield func(ContactBegin) bool) { b.eachContactBegin(yield) }
}

func (b Body) eachContactBegin(yield func(ContactBegin) bool) {
	b.eachEvent(contactBegins, func(x eventEntry) bool { return yield(b.w.events.ContactBegins[x.place].seenFrom(x.side)) })
}

// ContactEnds yields the contacts of the body that ended in the last Step, as ContactBegins does.
func (b Body) ContactEnds() iter.Seq[ContactEnd] {
	return func(yield func(ContactEnd) bool) { b.eachContactEnd(yield) }
}

func (b Body) eachContactEnd(yield func(ContactEnd) bool) {
	b.eachEvent(contactEnds, func(x eventEntry) bool { return yield(b.w.events.ContactEnds[x.place].seenFrom(x.side)) })
}

// Hits yields the hits of the body in the last Step, as ContactBegins does.
func (b Body) Hits() iter.Seq[Hit] {
	return func(yield func(Hit) bool) { b.eachHit(yield) }
}

func (b Body) eachHit(yield func(Hit) bool) {
	b.eachEvent(hits, func(x eventEntry) bool { return yield(b.w.events.Hits[x.place].seenFrom(x.side)) })
}

// SensorBegins yields the events of the last Step in which a collider entered a sensor of the body,
// or a collider of the body entered a sensor.
func (b Body) SensorBegins() iter.Seq[SensorEvent] {
	return func(yield func(SensorEvent) bool) { b.eachSensorBegin(yield) }
}

// SensorEnds yields the events of the last Step in which a collider left a sensor of the body, or a
// collider of the body left a sensor.
func (b Body) SensorEnds() iter.Seq[SensorEvent] {
	return func(yield func(SensorEvent) bool) { b.eachSensorEnd(yield) }
}

func (b Body) eachSensorBegin(yield func(SensorEvent) bool) {
	b.eachEvent(sensorBegins, func(x eventEntry) bool { return yield(b.w.events.SensorBegins[x.place]) })
}

func (b Body) eachSensorEnd(yield func(SensorEvent) bool) {
	b.eachEvent(sensorEnds, func(x eventEntry) bool { return yield(b.w.events.SensorEnds[x.place]) })
}
