package world

import (
	"iter"
	"slices"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// sensors holds the colliders that overlapped each sensor when the last tick ended.
type sensors struct {
	list     []state.ColliderSlot // ascending
	overlaps [][]ColliderID       // by sensor, in the order of list; ascending
	found    []ColliderID

	// The sensor of the query under way, and the visitor: one made at the call would allocate.
	current state.ColliderSlot
	visit   func(uint32) bool
}

func (s *sensors) add(c state.ColliderSlot) {
	i, _ := slices.BinarySearch(s.list, c)
	s.list = slices.Insert(s.list, i, c)
	s.overlaps = slices.Insert(s.overlaps, i, nil)
}

// removeSensor removes a sensor; the colliders in it are reported as having left.
func (w *World) removeSensor(c state.ColliderSlot) {
	s := &w.sensors
	i, ok := slices.BinarySearch(s.list, c)
	if !ok {
		return
	}
	e := w.currentEvents()
	for _, visitor := range s.overlaps[i] {
		e.SensorEnds = append(e.SensorEnds, SensorEvent{w.colliderAt(c), Collider{w, visitor}})
	}
	s.list = slices.Delete(s.list, i, i+1)
	s.overlaps = slices.Delete(s.overlaps, i, i+1)
}

// updateSensors finds the colliders that overlap each sensor at the final poses, and
// reports the difference. Sensors report colliders of other bodies that their filters
// accept, whether they move or not, but no sensors.
func (w *World) updateSensors() {
	s := &w.sensors
	if s.visit == nil {
		s.visit = w.recordOverlap
	}
	for k, c := range s.list {
		s.found, s.current = s.found[:0], c
		box := shape.BoxOf(w.shapes.Convex(c), *w.poseOf(c))
		mask := w.shapes.Filter[c].Mask
		if w.shapes.Filter[c].Group > 0 { // takes precedence over the bits
			mask = ^uint64(0)
		}
		w.pipeline.Broadphase.Query(box.ToBox32(), mask, s.visit)
		slices.SortFunc(s.found, compareSlots)
		w.reportOverlapChanges(c, s.overlaps[k], s.found)
		s.overlaps[k] = append(s.overlaps[k][:0], s.found...)
	}
}

// recordOverlap adds a collider to those found in the current sensor.
func (w *World) recordOverlap(i uint32) bool {
	c, visitor := w.sensors.current, state.ColliderSlot(i)
	link := &w.shapes.Link[visitor]
	if link.Owner == w.shapes.Link[c].Owner || link.Flags&state.ColliderSensor != 0 ||
		link.Flags&state.ColliderSensorEvents == 0 || !w.shapes.Filter[c].Accepts(w.shapes.Filter[visitor]) {
		return true
	}
	rel := w.poseOf(c).InverseMul(*w.poseOf(visitor))
	if narrowphase.Intersects(w.shapes.Convex(c), w.shapes.Convex(visitor), &rel) {
		w.sensors.found = append(w.sensors.found, w.shapes.Meta[visitor].ID)
	}
	return true
}

func compareSlots(a, b ColliderID) int {
	if d := int(a.Slot()) - int(b.Slot()); d != 0 {
		return d
	}
	if a < b {
		return -1
	} else if a > b {
		return 1
	}
	return 0
}

// reportOverlapChanges reports the colliders that are in only one of two sorted lists.
func (w *World) reportOverlapChanges(c state.ColliderSlot, before, now []ColliderID) {
	sensor := w.colliderAt(c)
	for len(before) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(before) > 0 && compareSlots(before[0], now[0]) < 0:
			w.events.SensorEnds = append(w.events.SensorEnds, SensorEvent{sensor, Collider{w, before[0]}})
			before = before[1:]
		case len(before) == 0 || compareSlots(now[0], before[0]) < 0:
			w.events.SensorBegins = append(w.events.SensorBegins, SensorEvent{sensor, Collider{w, now[0]}})
			now = now[1:]
		default:
			before, now = before[1:], now[1:]
		}
	}
}

// Overlaps yields the colliders that overlapped the sensor when the last tick ended, in
// ascending order of slots, but for those destroyed since. A collider
// that is no sensor yields nothing.
func (c Collider) Overlaps() iter.Seq[Collider] {
	return func(yield func(Collider) bool) { c.eachOverlap(yield) }
}

func (c Collider) eachOverlap(yield func(Collider) bool) {
	slot := c.slot()
	i, ok := slices.BinarySearch(c.w.sensors.list, slot)
	if !ok {
		return
	}
	for _, visitor := range c.w.sensors.overlaps[i] {
		if v := (Collider{c.w, visitor}); v.Valid() && !yield(v) {
			return
		}
	}
}
