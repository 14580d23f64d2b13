package view

import (
	"math"

	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// eventWriter collects the events of the Steps since the last frame.
type eventWriter struct {
	records   []byte // of the frame in hand
	gathered  []byte // of the next one
	count     int
	gatheredN int
	world     *world.World
	ticks     uint64 // when it last gathered
}

// mostEvents is the number of events that wait for a frame. Later ones are dropped.
const mostEvents = 1 << 14

// gather keeps the events of the last Step, once.
func (e *eventWriter) gather(w *world.World) {
	if e.world != w {
		*e = eventWriter{records: e.records[:0], gathered: e.gathered[:0], world: w}
	} else if w.Ticks() == e.ticks {
		return
	}
	e.ticks = w.Ticks()
	x := w.Events()
	for i := range x.ContactBegins {
		b := &x.ContactBegins[i]
		e.add(EventContactBegin, uint64(b.ColliderA.ID()), uint64(b.ColliderB.ID()), eventNumbers{at: b.Position, normal: b.Normal, first: b.ApproachSpeed})
	}
	for _, b := range x.ContactEnds {
		e.add(EventContactEnd, uint64(b.ColliderA.ID()), uint64(b.ColliderB.ID()), eventNumbers{})
	}
	for i := range x.Hits {
		h := &x.Hits[i]
		e.add(EventHit, uint64(h.ColliderA.ID()), uint64(h.ColliderB.ID()), eventNumbers{at: h.Position, normal: h.Normal, first: h.ApproachSpeed, second: h.Impulse})
	}
	for _, s := range x.SensorBegins {
		e.add(EventSensorBegin, uint64(s.Sensor.ID()), uint64(s.Visitor.ID()), eventNumbers{})
	}
	for _, s := range x.SensorEnds {
		e.add(EventSensorEnd, uint64(s.Sensor.ID()), uint64(s.Visitor.ID()), eventNumbers{})
	}
	for _, a := range x.AreaBegins {
		e.add(EventAreaBegin, uint64(a.Area.ID()), uint64(a.Body.ID()), eventNumbers{})
	}
	for _, a := range x.AreaEnds {
		e.add(EventAreaEnd, uint64(a.Area.ID()), uint64(a.Body.ID()), eventNumbers{})
	}
	for _, c := range x.Crushes {
		e.add(EventCrush, uint64(c.Collider.ID()), uint64(none), eventNumbers{first: c.Force})
	}
	for i := range x.JointStresses {
		s := &x.JointStresses[i]
		n := eventNumbers{at: s.Position, first: s.Force, second: s.Torque}
		if s.Broke {
			n.flags = 1
		}
		e.add(EventJointStress, uint64(s.Joint.ID()), uint64(none), n)
	}
	for _, b := range x.Sleeps {
		e.add(EventSleep, uint64(b.ID()), uint64(none), eventNumbers{})
	}
	for _, b := range x.Wakes {
		e.add(EventWake, uint64(b.ID()), uint64(none), eventNumbers{})
	}
	for _, q := range x.Quarantines {
		e.add(EventQuarantine, uint64(q.Body.ID()), uint64(none), eventNumbers{})
	}
}

// eventNumbers are the numbers of an event, if it has any.
type eventNumbers struct {
	at, normal    mgl64.Vec2
	first, second float64
	flags         uint32
}

func (e *eventWriter) add(kind EventKind, a, b uint64, n eventNumbers) {
	if e.gatheredN == mostEvents {
		return
	}
	e.gatheredN++
	dst := appendNumbers(e.gathered, uint32(kind), uint32(a), uint32(b), n.flags)
	dst = appendFloats(dst, n.at[0], n.at[1])
	dst = appendFloats32(dst, float32(n.normal[0]), float32(n.normal[1]), narrow(n.first), narrow(n.second))
	e.gathered = appendFloats(dst, float64(e.ticks))
}

// narrow returns a number as float32, the largest of its sign where it is larger.
func narrow(x float64) float32 { return float32(min(max(x, -math.MaxFloat32), math.MaxFloat32)) }

// begin moves the events that were gathered into a frame.
func (e *eventWriter) begin(w *world.World, layers Layers) {
	if layers&Events == 0 {
		e.gathered, e.gatheredN, e.ticks = e.gathered[:0], 0, w.Ticks()
	} else {
		e.gather(w)
	}
	e.records, e.gathered = e.gathered, e.records[:0]
	e.count, e.gatheredN = e.gatheredN, 0
}

func (e *eventWriter) append(dst []byte) []byte {
	dst, at := beginSection(dst, sectionEvents)
	return endSection(append(dst, e.records...), at, e.count)
}
