package world

import (
	"iter"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// Events holds the events of the last Step or Tick, preceded by the events that the game's own
// calls caused since the step before. The slices are valid until the next step. Every begin is
// followed by exactly one end, even when a collider is destroyed. So the handles of an end may no
// longer be valid. Neither may the handles of any event, if BeforeTick, AfterStep or a subscribed
// function, such as the function of fracture.BreakOnHit, destroyed the object during the Step.
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
// within the tick. The numbers describe the nearest point, before the tick was solved.
type ContactBegin struct {
	ColliderA, ColliderB Collider
	Position             mgl64.Vec2 // m
	Normal               mgl64.Vec2 // unit, from A to B
	ApproachSpeed        float64    // m/s along the normal, negative when they separate

	// Fraction is the time at which they met, as a fraction of the tick, by the speed of approach:
	// in [0, 1], and 1 for colliders that only come near. It is negative for a fast body that was
	// stopped in the tick before, when 1 + Fraction of that tick had passed.
	Fraction float64

	// Contact is the contact of the colliders, or for compounds the contact of two of their parts.
	// The end may name the contact of other parts. UserNumber is the same for all parts.
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
	Impulse              float64    // N s along Normal over the tick, of all points and parts that touch
	UserNumber           uint64     // see Contact.SetUserNumber
}

// SensorEvent reports that a collider entered a sensor or left it. A sensor misses nothing: a
// collider that flies through it within a tick begins and ends in that tick. A rotating collider
// may pass it several times in a tick; each passage begins and ends.
type SensorEvent struct {
	Sensor, Visitor Collider

	// Fraction is the time of the event as a fraction of the tick, in [0, 1], by the motion of both
	// bodies in the tick. Events from calls between the ticks have 0.
	Fraction float64
}

// AreaEvent reports that a body entered an area or left it.
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

// reset empties every list. It keeps the storage unless it was much too large for a long time.
func (e *Events) reset() {
	if e.isIdle() {
		return
	}
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

// appendFrom appends the events of calls between ticks, without the sleep and wake events of
// destroyed bodies.
func (e *Events) appendFrom(from *Events) {
	if from.isIdle() {
		return
	}
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

// isIdle reports whether the lists are empty and so short that a reset never frees their memory.
func (e *Events) isIdle() bool {
	n := len(e.ContactBegins) | len(e.ContactEnds) | len(e.Hits) | len(e.SensorBegins) | len(e.SensorEnds) | len(e.AreaBegins) |
		len(e.AreaEnds) | len(e.Crushes) | len(e.JointStresses) | len(e.Sleeps) | len(e.Wakes) | len(e.Quarantines)
	capacity := cap(e.ContactBegins) | cap(e.ContactEnds) | cap(e.Hits) | cap(e.SensorBegins) | cap(e.SensorEnds) | cap(e.AreaBegins) |
		cap(e.AreaEnds) | cap(e.Crushes) | cap(e.JointStresses) | cap(e.Sleeps) | cap(e.Wakes)
	for k := range e.owners {
		n, capacity = n|len(e.owners[k]), capacity|cap(e.owners[k])
	}
	return n == 0 && grow.NeverShrinks(capacity)
}

// currentEvents returns the list for an event of this moment: calls between ticks must
// not alter the events that the game is reading.
func (w *World) currentEvents() *Events {
	if w.door.has(doorTicking) {
		return &w.events
	}
	return &w.pendingEvents
}

// Events returns the events of the last Step or Tick.
func (w *World) Events() *Events {
	w.checkReadable()
	return &w.events
}

// Moves yields the poses of the awake dynamic and kinematic bodies, which a game must draw anew.
// The order is not the order of slots, but the same in every run. The world must not change
// meanwhile, but for the body just yielded.
func (w *World) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		w.checkReadable()
		for r := 0; r < w.bodies.Awake(); {
			slot := w.bodies.Slots[r]
			origin := state.OriginOf(w.bodies.Pose[r], w.bodies.Meta[slot].LocalCenter)
			if !yield(Move{Body: w.bodyAt(slot), Position: origin.P.Mgl(), Angle: origin.R.Angle()}) {
				return
			}
			w.checkReadable()
			if r < w.bodies.Awake() && w.bodies.Slots[r] == slot { // otherwise another body has its row
				r++
			}
		}
	}
}

// eventKind names a list of Events.
type eventKind uint8

// The lists, in the order in which subscriptions are called for them.
const (
	contactBegins eventKind = iota
	contactEnds
	hits
	sensorBegins
	sensorEnds
	eventKinds
)

// eventOwners are the bodies of an event: the bodies of A and B, or of the sensor and the visitor.
// They are stored beside the event because its colliders may be gone. Zero means the unknown body
// of a destroyed visitor.
type eventOwners [2]BodyID

func (e *Events) resetOwners() {
	for k := range e.owners {
		e.owners[k] = grow.Empty(e.owners[k], &e.ownerShrinkers[k])
	}
}

// JointStress reports a joint whose force or torque passed its break limit. A joint that broke is
// destroyed, so its handle serves only for comparison.
type JointStress struct {
	Joint         Joint
	Force, Torque float64 // mean over the tick, N, N m: see Joint.Force
	Broke         bool    // false for joints that only report

	// The joint as it is or was.
	Kind         joint.Kind
	BodyA, BodyB Body
	Position     mgl64.Vec2 // of its anchor on body B, in the world, m
	UserData     any
}

// Crush reports a body whose crush force is larger than the CrushThreshold of one of its colliders.
// It is reported in every tick in which this holds.
type Crush struct {
	Body      Body
	Collider  Collider   // whose threshold it is, and which bore a part of the force
	Force     float64    // N, see Body.CrushForce
	Direction mgl64.Vec2 // unit: the body was pressed along it from both sides
}
