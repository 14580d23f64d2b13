package world

import (
	"iter"
	"slices"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
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
	ContactEnds   []ContactEnd   // by tick; first those that calls between ticks ended, in their order
	Hits          []Hit          // by tick, then ascending contact slot
	SensorBegins  []SensorEvent  // by tick, then ascending sensor, then visitor
	SensorEnds    []SensorEvent  // in the same order; first those of sensors that calls took away
	AreaBegins    []AreaEvent    // by tick, then in the order of the areas, then ascending body slot
	AreaEnds      []AreaEvent    // in the same order; first those of areas that calls took away
	Crushes       []Crush        // by tick, then ascending collider slot
	JointStresses []JointStress  // by tick, then ascending joint slot
	Sleeps        []Body         // bodies that fell asleep or were put to sleep
	Wakes         []Body         // bodies that woke up
	Quarantines   []Quarantine

	shrinkers struct{ contactBegins, contactEnds, hits, sensorBegins, sensorEnds, areaBegins, areaEnds, crushes, jointStresses, sleeps, wakes grow.Shrinker }
}

// ContactBegin reports that two colliders started to touch.
type ContactBegin struct {
	ColliderA, ColliderB Collider
	Normal               mgl64.Vec2 // unit, from A to B
	Contact              ContactID
}

// ContactEnd reports that two colliders no longer touch.
type ContactEnd struct {
	ColliderA, ColliderB Collider
	Contact              ContactID
}

// Hit reports an impact faster than Config.HitThreshold.
type Hit struct {
	ColliderA, ColliderB Collider
	Position             mgl64.Vec2 // m
	Normal               mgl64.Vec2 // unit, from A to B
	ApproachSpeed        float64    // m/s, positive
	Impulse              float64    // N s over the tick
}

// SensorEvent reports that a collider came into a sensor or left it.
type SensorEvent struct{ Sensor, Visitor Collider }

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
}

// appendFrom moves over the events of calls between ticks, but for the sleep and waking
// of bodies that are gone.
func (e *Events) appendFrom(from *Events) {
	e.ContactEnds = append(e.ContactEnds, from.ContactEnds...)
	e.SensorEnds = append(e.SensorEnds, from.SensorEnds...)
	e.AreaEnds = append(e.AreaEnds, from.AreaEnds...)
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

// Events returns the events of the last Step or Tick.
func (w *World) Events() *Events {
	w.checkReadable()
	return &w.events
}

func (w *World) contactBegin(row state.ContactRow) ContactBegin {
	pair, sc := &w.contacts.Pair[row], &w.contacts.Solver[row]
	return ContactBegin{
		ColliderA: w.colliderAt(state.ColliderSlot(pair.ColliderA)), ColliderB: w.colliderAt(state.ColliderSlot(pair.ColliderB)),
		Normal:  mgl64.Vec2{float64(sc.NormalX), float64(sc.NormalY)},
		Contact: w.contacts.IDOf(w.contacts.Slots[row]),
	}
}

func (w *World) contactEnd(slot state.ContactSlot) ContactEnd {
	pair := &w.contacts.Pair[w.contacts.Row(slot)]
	return ContactEnd{
		ColliderA: w.colliderAt(state.ColliderSlot(pair.ColliderA)), ColliderB: w.colliderAt(state.ColliderSlot(pair.ColliderB)),
		Contact: w.contacts.IDOf(slot),
	}
}

// publishEvents fills in the events that are read off the finished tick, and ends the
// joints that broke.
func (w *World) publishEvents() {
	if w.listeners.hits > 0 {
		w.publishHits()
	}
	w.publishCrushes()
	w.publishStresses()
}

// publishHits reports the fastest point of every contact that asked for it.
func (w *World) publishHits() {
	task := &w.scratch.hits
	task.w = w
	blocks := par.Blocks(w.contacts.Awake(), hitBlock)
	for len(task.found) < blocks {
		task.found = append(task.found, make([]state.ContactSlot, 0, hitBlock))
	}
	w.tickPool().Run(blocks, task)
	w.scratch.sortedContacts = w.scratch.sortedContacts[:0]
	for _, found := range task.found[:blocks] {
		w.scratch.sortedContacts = append(w.scratch.sortedContacts, found...)
	}
	slices.Sort(w.scratch.sortedContacts)
	for _, slot := range w.scratch.sortedContacts {
		row := w.contacts.Row(slot)
		pair, sc := &w.contacts.Pair[row], &w.contacts.Solver[row]
		p := w.contactPoint(pair, &sc.Points[w.fastestPoint(sc)])
		w.events.Hits = append(w.events.Hits, Hit{
			ColliderA: w.colliderAt(state.ColliderSlot(pair.ColliderA)), ColliderB: w.colliderAt(state.ColliderSlot(pair.ColliderB)),
			Position: p.Position, Normal: mgl64.Vec2{float64(sc.NormalX), float64(sc.NormalY)},
			ApproachSpeed: -p.NormalVelocity, Impulse: p.NormalImpulse,
		})
	}
}

// hitTask looks for hits in blocks of contacts.
type hitTask struct {
	w     *World
	found [][]state.ContactSlot // by block
}

const hitBlock = 1024

func (t *hitTask) Do(block, worker int) {
	w, found := t.w, t.found[block][:0]
	lo, hi := par.Span(block, w.contacts.Awake(), hitBlock)
	for r := lo; r < hi; r++ {
		if w.contacts.Pair[r].Flags&state.ContactHitEvents != 0 && w.fastestPoint(&w.contacts.Solver[r]) >= 0 {
			found = append(found, w.contacts.Slots[r])
		}
	}
	t.found[block] = found
}

// fastestPoint returns the point with the fastest impact above the threshold, or -1.
func (w *World) fastestPoint(sc *state.SolverContact) int {
	best, speed := -1, float32(w.config.HitThreshold)
	for k := range int(sc.Count) {
		if p := &sc.Points[k]; -p.NormalVelocity > speed && p.TotalImpulse > 0 {
			best, speed = k, -p.NormalVelocity
		}
	}
	return best
}

// Moves yields the poses of the awake dynamic and kinematic bodies, which a game must draw
// anew. The order is not that of slots, but the same in every run. The world must not change meanwhile.
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
