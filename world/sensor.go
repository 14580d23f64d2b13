package world

import (
	"iter"

	"github.com/carom2d/carom/internal/state"
)

// removeSensor removes a sensor; the colliders in it are reported as having left.
func (w *World) removeSensor(c state.ColliderSlot) {
	e := w.currentEvents()
	for _, visitor := range w.sensors.Remove(c) {
		e.addSensorEnd(w.sensorEvent(c, visitor, 0), w.sensorOwners(c, visitor))
	}
}

// updateSensors makes events of what came into sensors and left them in the tick.
func (w *World) updateSensors() {
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

// Overlaps yields the colliders that overlapped the sensor when the last tick ended, in
// ascending order of slots, but for those destroyed since. A collider
// that is no sensor yields nothing.
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
