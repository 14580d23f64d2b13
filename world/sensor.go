package world

import (
	"iter"

	"github.com/carom2d/carom/collision/bodies"
	"github.com/carom2d/carom/internal/state"
)

// builderCalls returns the functions that are called for removed colliders, and that report the
// ends of sensor overlaps.
func (w *World) builderCalls() bodies.Calls {
	return bodies.Calls{
		Removes: func(c state.ColliderSlot) { w.subscriptions.drop(uint64(w.shapes.Meta[c].ID), false) },
		Leaves: func(sensor state.ColliderSlot, visitor ColliderID) {
			w.currentEvents().addSensorEnd(w.sensorEvent(sensor, visitor, 0), w.sensorOwners(sensor, visitor))
		},
	}
}

// updateSensors makes the events of the colliders that entered or left sensors in the tick.
func (w *World) updateSensors() {
	w.profile.setIdle(len(w.sensors.List) == 0)
	for _, x := range w.sensing.Update() {
		event, owners := w.sensorEvent(x.Sensor, x.Visitor, x.Fraction), w.sensorOwners(x.Sensor, x.Visitor)
		if x.Begins {
			w.events.addSensorBegin(event, owners)
		} else {
			w.events.addSensorEnd(event, owners)
		}
	}
}

// sensorEvent makes an event. The visitor may be gone.
func (w *World) sensorEvent(sensor state.ColliderSlot, visitor ColliderID, fraction float64) SensorEvent {
	return SensorEvent{Sensor: w.colliderAt(sensor), Visitor: Collider{w, visitor}, Fraction: fraction}
}

// Overlaps yields the colliders that overlapped the sensor when the last tick ended, in ascending
// order of slots, without the colliders destroyed since. A collider that is no sensor yields
// nothing.
func (c Collider) Overlaps() iter.Seq[Collider] {
	return func(yield func(Collider) bool) { c.eachOverlap(yield) }
}

func (c Collider) eachOverlap(yield func(Collider) bool) {
	for _, visitor := range c.w.sensors.VisitorsOf(c.slot()) {
		if v := (Collider{c.w, visitor}); v.Valid() && !yield(v) {
			return
		}
	}
}
