package world

import (
	"iter"

	"github.com/carom2d/carom/collision/impacts"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/islands"
	"github.com/go-gl/mathgl/mgl64"
)

// Events holds the events of the last Step or Tick, preceded by those that the game's
// own calls caused since the step before. The slices are valid until the
// next step. Every begin is followed by exactly one end, also when a collider is
// destroyed; the handles of an end may therefore be no longer valid. The same
// holds for all handles if BeforeTick or AfterStep destroyed something between the ticks of
// a Step.
//
// A Step of several ticks gathers all of them, and a pair that bounces may begin
// and end more than once in it. The numbers of begins and ends count, not the order of
// a begin in one list against an end in another.
type Events struct {
	ContactBegins []ContactBegin // by tick, then ascending contact slot
	ContactEnds   []ContactEnd   // by tick; first contacts that calls between ticks ended, in their order
	Hits          []Hit          // by tick, then ascending contact slot
	SensorBegins  []SensorEvent  // by tick, then ascending sensor, then visitor
	SensorEnds    []SensorEvent  // in the same order; first the ends of sensors that calls took away
	AreaBegins    []AreaEvent    // by tick, then in the order of the areas, then ascending body slot
	AreaEnds      []AreaEvent    // in the same order; first the ends of areas that calls took away
	Crushes       []Crush        // by tick, then ascending collider slot
	JointStresses []JointStress  // by tick, then ascending joint slot
	Sleeps        []Body         // bodies that fell asleep or were put to sleep
	Wakes         []Body         // bodies that woke up
	Quarantines   []Quarantine

	owners         [eventKinds][]eventOwners // of the first five lists
	ownerShrinkers [eventKinds]grow.Shrinker

	shrinkers struct{ contactBegins, contactEnds, hits, sensorBegins, sensorEnds, areaBegins, areaEnds, crushes, jointStresses, sleeps, wakes grow.Shrinker }
}

// ContactBegin reports that two colliders started to touch, or came so close that they may touch
// within the tick. The numbers are those before the tick was solved, of the point that is nearest.
type ContactBegin struct {
	ColliderA, ColliderB Collider
	Position             mgl64.Vec2 // m
	Normal               mgl64.Vec2 // unit, from A to B
	ApproachSpeed        float64    // m/s along the normal, negative when they separate

	// Fraction is when they met, as a fraction of the tick, by the speed of approach: in [0, 1],
	// and 1 for those that only come near. It is less than zero for a fast body, which was stopped
	// on its way in the tick before, when 1 + Fraction of that tick had passed.
	Fraction float64

	Contact    ContactID
	UserNumber uint64 // see Contact.SetUserNumber
}

// ContactEnd reports that two colliders no longer touch.
type ContactEnd struct {
	ColliderA, ColliderB Collider
	Contact              ContactID
	UserNumber           uint64 // see Contact.SetUserNumber
}

// Hit reports an impact faster than Config.HitThreshold.
type Hit struct {
	ColliderA, ColliderB Collider
	Position             mgl64.Vec2 // m
	Normal               mgl64.Vec2 // unit, from A to B
	ApproachSpeed        float64    // m/s, positive
	Fraction             float64    // when they met, see ContactBegin
	Impulse              float64    // N s over the tick
	UserNumber           uint64     // see Contact.SetUserNumber
}

// SensorEvent reports that a collider came into a sensor or left it. A sensor misses nothing: what
// flies through it within a tick begins and ends in that tick, and so do several passages of
// something that rotates.
type SensorEvent struct {
	Sensor, Visitor Collider

	// Fraction is when it happened: the fraction of the tick that had passed, in [0, 1], by the
	// motion of both bodies in the tick. What calls between the ticks have changed has 0.
	Fraction float64
}

// AreaEvent reports that a body came into an area or left it.
type AreaEvent struct {
	Area Area
	Body Body
}

// Move is the pose of a body.
type Move struct {
	Body     Body
	Position mgl64.Vec2 // of the body's origin, m
	Angle    float64    // rad
}

// Quarantine reports a body whose motion was no longer finite: it was put back
// to its last good pose and disabled. SetEnabled enables it again.
type Quarantine struct{ Body Body }

// reset empties every list. Storage is kept unless it was much too large for long.
func (e *Events) reset() {
	e.ContactBegins = grow.Empty(e.ContactBegins, &e.shrinkers.contactBegins)
	e.ContactEnds = grow.Empty(e.ContactEnds, &e.shrinkers.contactEnds)
	e.Hits = grow.Empty(e.Hits, &e.shrinkers.hits)
	e.SensorBegins = grow.Empty(e.SensorBegins, &e.shrinkers.sensorBegins)
	e.SensorEnds = grow.Empty(e.SensorEnds, &e.shrinkers.sensorEnds)
	e.AreaBegins = grow.Empty(e.AreaBegins, &e.shrinkers.areaBegins)
	e.AreaEnds = grow.Empty(e.AreaEnds, &e.shrinkers.areaEnds)
	e.Crushes = grow.Empty(e.Crushes, &e.shrinkers.crushes)
	e.JointStresses = grow.Empty(e.JointStresses, &e.shrinkers.jointStresses)
	e.Sleeps = grow.Empty(e.Sleeps, &e.shrinkers.sleeps)
	e.Wakes = grow.Empty(e.Wakes, &e.shrinkers.wakes)
	e.Quarantines = e.Quarantines[:0]
	e.resetOwners()
}

// appendFrom moves over the events of calls between ticks, but for the sleep and waking
// of bodies that are gone.
func (e *Events) appendFrom(from *Events) {
	e.ContactEnds = append(e.ContactEnds, from.ContactEnds...)
	e.SensorEnds = append(e.SensorEnds, from.SensorEnds...)
	e.AreaEnds = append(e.AreaEnds, from.AreaEnds...)
	for kind := range e.owners {
		e.owners[kind] = append(e.owners[kind], from.owners[kind]...)
	}
	for _, b := range from.Sleeps {
		if b.alive() {
			e.Sleeps = append(e.Sleeps, b)
		}
	}
	for _, b := range from.Wakes {
		if b.alive() {
			e.Wakes = append(e.Wakes, b)
		}
	}
	from.reset()
}

// currentEvents returns the list for an event of this moment: calls between ticks must
// not alter the events that the game is reading.
func (w *World) currentEvents() *Events {
	if w.door.has(doorTicking) {
		return &w.events
	}
	return &w.pendingEvents
}

// islandCalls returns what makes the events of bodies that fall asleep and wake, and of contacts
// that end.
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

// Events returns the events of the last Step or Tick.
func (w *World) Events() *Events {
	w.checkReadable()
	return &w.events
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
}

func (w *World) setContactEnd(e *ContactEnd, slot state.ContactSlot) {
	pair := &w.contacts.Pair[w.contacts.Row(slot)]
	e.ColliderA, e.ColliderB = w.colliderAt(state.ColliderSlot(pair.ColliderA)), w.colliderAt(state.ColliderSlot(pair.ColliderB))
	e.Contact, e.UserNumber = w.contacts.IDOf(slot), w.contacts.UserNumber(slot)
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

// publishHits reports the fastest point of every contact that asked for it. Of the contacts of a
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
		w.events.addHit(Hit{
			ColliderA: w.colliderAt(state.ColliderSlot(pair.ColliderA)), ColliderB: w.colliderAt(state.ColliderSlot(pair.ColliderB)),
			Position: p.Position, Normal: mgl64.Vec2{float64(sc.NormalX), float64(sc.NormalY)},
			ApproachSpeed: -p.NormalVelocity, Fraction: w.impacts.MeetingFraction(pair, fastest, -p.NormalVelocity), Impulse: p.NormalImpulse,
			UserNumber: w.contacts.UserNumber(slot),
		}, a, b)
	}
}

// Moves yields the poses of the awake dynamic and kinematic bodies, which a game must draw anew.
// The order is not that of slots, but the same in every run. The world must not change meanwhile.
func (w *World) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		w.checkReadable()
		for r := range w.bodies.Awake() {
			slot := w.bodies.Slots[r]
			origin := state.OriginOf(w.bodies.Pose[r], w.bodies.Meta[slot].LocalCenter)
			if !yield(Move{Body: w.bodyAt(slot), Position: origin.P.Mgl(), Angle: origin.R.Angle()}) {
				return
			}
			w.checkReadable()
		}
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

// growEvents makes a list longer by so many events, all at once: one by one would copy them again
// and again when heaps that were just built come to stand.
func growEvents[T any](list []T, n int) []T { return grow.Reserve(list, n)[:len(list)+n] }

// report appends the events of the contacts that began. The transition of a contact changes neither
// points nor poses nor velocities, so all of it may be over.
func (t *beginTask) report() {
	n, e := len(t.slots), &t.w.events
	t.first = len(e.ContactBegins)
	e.ContactBegins = growEvents(e.ContactBegins, n)
	e.owners[contactBegins] = growEvents(e.owners[contactBegins], n)
	t.w.tickPool().Run(par.Blocks(n, eventBlock), t)
}

// Do fills in one block of events.
func (t *beginTask) Do(block, _ int) {
	w, e := t.w, &t.w.events
	lo, hi := par.Span(block, len(t.slots), eventBlock)
	for i, slot := range t.slots[lo:hi] {
		row, at := w.contacts.Row(slot), t.first+lo+i
		e.owners[contactBegins][at][0], e.owners[contactBegins][at][1] = w.contactOwners(&w.contacts.Pair[row])
		w.setContactBegin(&e.ContactBegins[at], row)
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
