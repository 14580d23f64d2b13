package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Events is what happened in the last Step or Tick. The slices are valid until
// the next one. Every begin is followed by exactly one end, also when a collider
// is destroyed; the handles of an end may therefore be no longer valid.
type Events struct {
	ContactBegins []ContactBegin // ascending contact slot within a tick
	ContactEnds   []ContactEnd   // those of destroyed colliders first
	Hits          []Hit          // ascending contact slot
	SensorBegins  []SensorEvent  // ascending sensor, then visitor
	SensorEnds    []SensorEvent
	JointStresses []JointStress // ascending joint slot
	Sleeps        []Body        // bodies that fell asleep
	Wakes         []Body        // bodies that woke up, first those woken since the last step
	Quarantines   []Quarantine
}

// ContactBegin reports that two colliders started to touch.
type ContactBegin struct {
	ColliderA, ColliderB Collider
	Normal               mgl64.Vec2 // unit, from A to B
	Contact              manifold.ID
}

// ContactEnd reports that two colliders no longer touch.
type ContactEnd struct {
	ColliderA, ColliderB Collider
	Contact              manifold.ID
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

// Move says where a body is.
type Move struct {
	Body     Body
	Position mgl64.Vec2 // of the body's origin, m
	Angle    float64    // rad
}

// Quarantine reports a body whose motion was no longer finite: it was put back
// to its last good pose and disabled.
type Quarantine struct{ Body Body }

// reset empties every list and keeps its storage.
func (e *Events) reset() {
	e.ContactBegins = e.ContactBegins[:0]
	e.ContactEnds = e.ContactEnds[:0]
	e.Hits = e.Hits[:0]
	e.SensorBegins = e.SensorBegins[:0]
	e.SensorEnds = e.SensorEnds[:0]
	e.JointStresses = e.JointStresses[:0]
	e.Sleeps = e.Sleeps[:0]
	e.Wakes = e.Wakes[:0]
	e.Quarantines = e.Quarantines[:0]
}

// Events returns what happened in the last Step or Tick.
func (w *World) Events() *Events { return &w.events }

func (w *World) contactBegin(row manifold.Row) ContactBegin {
	pair, solid := &w.contacts.Pair[row], &w.contacts.Solid[row]
	return ContactBegin{
		ColliderA: w.colliderAt(shape.Slot(pair.ColliderA)), ColliderB: w.colliderAt(shape.Slot(pair.ColliderB)),
		Normal:  mgl64.Vec2{float64(solid.NormalX), float64(solid.NormalY)},
		Contact: w.contacts.Meta[w.contacts.Slots[row]].ID,
	}
}

func (w *World) contactEnd(pair *manifold.Pair) ContactEnd {
	return ContactEnd{
		ColliderA: w.colliderAt(shape.Slot(pair.ColliderA)), ColliderB: w.colliderAt(shape.Slot(pair.ColliderB)),
	}
}

// publish fills in the events that are read off the finished tick.
func (w *World) publish() {
	if w.watchers.hits > 0 {
		w.publishHits()
	}
	w.publishStresses()
}

// publishHits reports the fastest point of every contact that asked for it.
func (w *World) publishHits() {
	threshold := float32(w.config.HitThreshold)
	for i := range w.contacts.Cap() {
		slot := manifold.Slot(i)
		row := w.contacts.Row(slot)
		if !w.contacts.Meta[i].Awake || w.contacts.Pair[row].Flags&(manifold.HitEvents|manifold.Touching) != manifold.HitEvents|manifold.Touching {
			continue
		}
		pair, solid := &w.contacts.Pair[row], &w.contacts.Solid[row]
		best := -1
		for k := range solid.Count {
			p := &solid.Points[k]
			if -p.NormalVelocity > threshold && p.TotalImpulse > 0 &&
				(best < 0 || p.NormalVelocity < solid.Points[best].NormalVelocity) {
				best = int(k)
			}
		}
		if best < 0 {
			continue
		}
		p := w.pointOf(pair, &solid.Points[best], w.bodies.Last)
		w.events.Hits = append(w.events.Hits, Hit{
			ColliderA: w.colliderAt(shape.Slot(pair.ColliderA)), ColliderB: w.colliderAt(shape.Slot(pair.ColliderB)),
			Position: p.Position, Normal: mgl64.Vec2{float64(solid.NormalX), float64(solid.NormalY)},
			ApproachSpeed: -p.NormalVelocity, Impulse: p.NormalImpulse,
		})
	}
}

// Moves yields where the awake dynamic and kinematic bodies are, in row order:
// the bodies whose picture must be drawn anew.
func (w *World) Moves(yield func(Move) bool) {
	for r := range w.bodies.Awake() {
		slot := w.bodies.Slots[r]
		origin := body.OriginOf(w.bodies.Pose[r], w.bodies.Meta[slot].LocalCentre)
		if !yield(Move{Body: w.bodyAt(slot), Position: origin.P.Mgl(), Angle: origin.R.Angle()}) {
			return
		}
	}
}
