package world

import (
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
)

// Subscription is a handle to a function of the game that is called for the events of a body or a
// collider: small, comparable. The zero Subscription is none.
//
// The function is called after each tick, on the goroutine of Step, before the functions given to
// AfterStep. A Step without a tick calls it for the events of the game's own calls. It may change
// the world, and even destroy the bodies of the event, but not step the world. So the handles of an
// event may no longer be valid when a later function is called for it: see Valid. Events that the
// functions cause, such as the ends of contacts, are reported after the next tick or in the next
// Step.
//
// The order is fixed: begins of contacts, ends of contacts, hits, begins of sensor overlaps, ends
// of sensor overlaps, each list in the order of Events. For each event the functions of collider A
// are called first, then the functions of A's body, then the functions of B and of B's body. The
// functions of a sensor are called before the functions of its visitor. The functions of one body
// or collider are called in the order of subscribing. A function that subscribes meanwhile is
// called from the next tick on.
//
// A panic of a function ends the Step. The world stays usable, and no function is called for the
// remaining events.
type Subscription struct {
	w     *World
	place int32
	id    uint64
}

// subscriptions are the functions of the game. Worlds without any pay one branch per tick.
type subscriptions struct {
	list      []subscription
	free      []int32                   // unused places in list
	first     map[subscriptionKey]int32 // looked up and never iterated
	count     int
	lastID    uint64
	calls     []subscriptionCall // of the event in hand
	delivered [eventKinds]int    // events of this Step that were told
	delivery  uint64             // counts the deliveries
}

// subscriptionKey names the events of a body or a collider.
type subscriptionKey struct {
	owner  uint64 // an ID
	isBody bool
	kind   eventKind
}

// subscription is one function, in the list of its key. One of its function fields is set.
type subscription struct {
	key          subscriptionKey
	id           uint64 // zero: unused
	since        uint64 // the delivery under way when it was made
	next         int32  // in the list of its key, plus one
	contactBegin func(ContactBegin)
	contactEnd   func(ContactEnd)
	hit          func(Hit)
	sensor       func(SensorEvent)
}

type subscriptionCall struct {
	place int32
	id    uint64
	side  uint8
}

// Active reports whether the function is still called: it was not cancelled, and the body or the
// collider exists.
func (s Subscription) Active() bool {
	if s.w == nil {
		return false
	}
	s.w.checkReadable()
	return s.w.subscriptions.list[s.place].id == s.id
}

// Cancel ends the subscription. Cancelling one that has ended is harmless.
func (s Subscription) Cancel() error {
	if s.w == nil {
		return nil
	}
	if err := s.w.beginChange(recording.Cancel, s.id, nil); err != nil {
		return err
	}
	defer s.w.endChange()
	if x := &s.w.subscriptions.list[s.place]; x.id == s.id {
		key := x.key
		s.w.subscriptions.remove(s.place)
		s.w.updateHitListeners(key)
	}
	return nil
}

func (s *subscriptions) add(x subscription) (place int32) {
	s.lastID++
	s.count++
	x.id, x.since, x.next = s.lastID, s.delivery, 0
	if n := len(s.free); n > 0 {
		place, s.free = s.free[n-1], s.free[:n-1]
		s.list[place] = x
	} else {
		place = int32(len(s.list))
		s.list = append(s.list, x)
	}
	if s.first == nil {
		s.first = map[subscriptionKey]int32{}
	}
	last, ok := s.first[x.key]
	if !ok {
		s.first[x.key] = place
		return place
	}
	for s.list[last].next != 0 {
		last = s.list[last].next - 1
	}
	s.list[last].next = place + 1
	return place
}

func (s *subscriptions) remove(place int32) {
	key, next := s.list[place].key, s.list[place].next
	if first := s.first[key]; first != place {
		for s.list[first].next != place+1 {
			first = s.list[first].next - 1
		}
		s.list[first].next = next
	} else if next != 0 {
		s.first[key] = next - 1
	} else {
		delete(s.first, key)
	}
	s.list[place] = subscription{}
	s.free = append(s.free, place)
	s.count--
}

// drop ends the subscriptions of a body or a collider that is destroyed.
func (s *subscriptions) drop(owner uint64, isBody bool) {
	if s.count == 0 {
		return
	}
	for kind := range eventKinds {
		key := subscriptionKey{owner, isBody, kind}
		for place, ok := s.first[key]; ok; place, ok = s.first[key] {
			s.remove(place)
		}
	}
}

func (s *subscriptions) has(key subscriptionKey) bool {
	if s.count == 0 {
		return false
	}
	_, ok := s.first[key]
	return ok
}

// subscribe makes a subscription. isNil says that its function is nil.
func (w *World) subscribe(x subscription, isNil bool) (Subscription, error) {
	if isNil {
		panic("world: a subscription without a function")
	}
	err := w.beginChange(recording.Subscribe, x.key.owner, func(r callRecorder) {
		r.bool(x.key.isBody).uint(uint64(x.key.kind)).uint(w.subscriptions.lastID + 1)
	})
	if err != nil {
		return Subscription{}, err
	}
	defer w.endChange()
	place := w.subscriptions.add(x)
	w.updateHitListeners(x.key)
	return Subscription{w, place, w.subscriptions.lastID}, nil
}

// updateHitListeners makes the colliders with subscriptions report hits, whatever their definition
// says.
func (w *World) updateHitListeners(key subscriptionKey) {
	if key.kind != hits {
		return
	}
	if !key.isBody {
		for c := uint32(w.shapes.SlotOf(ColliderID(key.owner))); c != state.None; c = w.shapes.NextPart(c) {
			w.updateHitListener(state.ColliderSlot(c))
		}
		return
	}
	for c := w.bodies.FirstCollider(w.bodies.SlotOf(BodyID(key.owner))); c != state.None; c = w.shapes.Link[c].Next {
		w.updateHitListener(state.ColliderSlot(c))
	}
}

func (w *World) updateHitListener(c state.ColliderSlot) {
	flags := &w.shapes.Link[c].Flags
	old := *flags
	*flags = w.withHitListener(old, w.colliderAt(c).id, w.shapes.OwnerOf(c))
	if *flags == old {
		return
	}
	w.pipeline.CountFlags(old, -1)
	w.pipeline.CountFlags(*flags, +1)
	for _, contact := range w.linking.ContactsOf(w.shapes.OwnerOf(c)) {
		pair := &w.contacts.Pair[w.contacts.Row(contact)]
		pair.Flags &^= state.ContactHitEvents
		if (w.shapes.Link[pair.ColliderA].Flags|w.shapes.Link[pair.ColliderB].Flags)&state.ColliderWantsHits != 0 {
			pair.Flags |= state.ContactHitEvents
		}
	}
}

// withHitListener returns the flags of a collider with the flag for a subscription to its hits set
// or cleared. The ID is zero for a new collider.
func (w *World) withHitListener(flags state.ColliderFlags, c ColliderID, owner state.BodySlot) state.ColliderFlags {
	s := &w.subscriptions
	flags &^= state.ColliderHitListener
	if s.has(subscriptionKey{uint64(c), false, hits}) || s.has(subscriptionKey{uint64(w.bodies.Meta[owner].ID), true, hits}) {
		flags |= state.ColliderHitListener
	}
	return flags
}

func (s *subscriptions) collect(key subscriptionKey, side uint8) {
	place, ok := s.first[key]
	for ok {
		x := &s.list[place]
		if x.since < s.delivery {
			s.calls = append(s.calls, subscriptionCall{place, x.id, side})
		}
		place, ok = x.next-1, x.next != 0
	}
}

// deliver calls the subscriptions for the events that were added since the last delivery of this
// Step. It ends early when a function has closed the world.
func (s *subscriptions) deliver(e *Events, d *door) {
	if s.count == 0 {
		s.skip(e)
		return
	}
	s.delivery++
	for kind := range eventKinds {
		for s.delivered[kind] < len(e.owners[kind]) {
			i := s.delivered[kind]
			s.delivered[kind]++ // also when a function panics
			if !s.tellAll(e, kind, i, d) {
				return
			}
		}
	}
}

// tellAll calls the subscriptions of an event, and reports false if one of them has closed the
// world.
func (s *subscriptions) tellAll(e *Events, kind eventKind, i int, d *door) bool {
	s.collectCalls(e, kind, i)
	for k := 0; k < len(s.calls); k++ {
		if d.has(doorClosed) {
			return false
		}
		s.tell(e, kind, i, s.calls[k])
	}
	return true
}

// skip makes deliver leave out the present events.
func (s *subscriptions) skip(e *Events) {
	for kind := range eventKinds {
		s.delivered[kind] = len(e.owners[kind])
	}
}

// collectCalls lists the subscriptions to an event.
func (s *subscriptions) collectCalls(e *Events, kind eventKind, i int) {
	s.calls = s.calls[:0]
	colliders := e.colliders(kind, i)
	for side, owner := range e.owners[kind][i] {
		s.collect(subscriptionKey{uint64(colliders[side].id), false, kind}, uint8(side))
		s.collect(subscriptionKey{uint64(owner), true, kind}, uint8(side))
	}
}

func (e *Events) colliders(kind eventKind, i int) [2]Collider {
	switch kind {
	case contactBegins:
		return [2]Collider{e.ContactBegins[i].ColliderA, e.ContactBegins[i].ColliderB}
	case contactEnds:
		return [2]Collider{e.ContactEnds[i].ColliderA, e.ContactEnds[i].ColliderB}
	case hits:
		return [2]Collider{e.Hits[i].ColliderA, e.Hits[i].ColliderB}
	case sensorBegins:
		return [2]Collider{e.SensorBegins[i].Sensor, e.SensorBegins[i].Visitor}
	default:
		return [2]Collider{e.SensorEnds[i].Sensor, e.SensorEnds[i].Visitor}
	}
}

// tell calls a function, if its subscription has not ended meanwhile.
func (s *subscriptions) tell(e *Events, kind eventKind, i int, call subscriptionCall) {
	x := &s.list[call.place]
	if x.id != call.id {
		return
	}
	switch kind {
	case contactBegins:
		x.contactBegin(e.ContactBegins[i].seenFrom(call.side))
	case contactEnds:
		x.contactEnd(e.ContactEnds[i].seenFrom(call.side))
	case hits:
		x.hit(e.Hits[i].seenFrom(call.side))
	case sensorBegins:
		x.sensor(e.SensorBegins[i])
	case sensorEnds:
		x.sensor(e.SensorEnds[i])
	}
}

func (b Body) subscriptionKey(kind eventKind) subscriptionKey {
	b.slot()
	return subscriptionKey{uint64(b.id), true, kind}
}

func (c Collider) subscriptionKey(kind eventKind) subscriptionKey {
	c.slot()
	return subscriptionKey{uint64(c.id), false, kind}
}

// OnContactBegin calls a function for every contact of the body that begins. ColliderA is the
// body's own collider. See Subscription.
func (b Body) OnContactBegin(f func(ContactBegin)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(contactBegins), contactBegin: f}, f == nil)
}

// OnContactEnd calls a function for every contact of the body that ends. ColliderA is the body's
// own collider. See Subscription.
func (b Body) OnContactEnd(f func(ContactEnd)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(contactEnds), contactEnd: f}, f == nil)
}

// OnHit calls a function for every hit of the body faster than Config.HitThreshold. ColliderA is
// the body's own collider. The colliders need no HitEvents: while a subscription exists they report
// hits, in Events.Hits too. See Subscription.
func (b Body) OnHit(f func(Hit)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(hits), hit: f}, f == nil)
}

// OnSensorBegin calls a function when a collider enters a sensor of the body, and when a collider
// of the body enters a sensor. See Subscription.
func (b Body) OnSensorBegin(f func(SensorEvent)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(sensorBegins), sensor: f}, f == nil)
}

// OnSensorEnd calls a function when a collider leaves a sensor of the body, and when a collider of
// the body leaves a sensor. See Subscription.
func (b Body) OnSensorEnd(f func(SensorEvent)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(sensorEnds), sensor: f}, f == nil)
}

// OnContactBegin calls a function for every contact of the collider that begins. The collider is
// ColliderA. See Subscription.
func (c Collider) OnContactBegin(f func(ContactBegin)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(contactBegins), contactBegin: f}, f == nil)
}

// OnContactEnd calls a function for every contact of the collider that ends. The collider is
// ColliderA. See Subscription.
func (c Collider) OnContactEnd(f func(ContactEnd)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(contactEnds), contactEnd: f}, f == nil)
}

// OnHit calls a function for every hit of the collider faster than Config.HitThreshold. The
// collider is ColliderA. It needs no HitEvents, as for Body.OnHit. See Subscription.
func (c Collider) OnHit(f func(Hit)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(hits), hit: f}, f == nil)
}

// OnSensorBegin calls a function when another collider enters the collider, if this one is a
// sensor, and when the collider enters a sensor. See Subscription.
func (c Collider) OnSensorBegin(f func(SensorEvent)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(sensorBegins), sensor: f}, f == nil)
}

// OnSensorEnd calls a function when another collider leaves the collider, if this one is a sensor,
// and when the collider leaves a sensor. See Subscription.
func (c Collider) OnSensorEnd(f func(SensorEvent)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(sensorEnds), sensor: f}, f == nil)
}
