package world

import (
	"iter"
	"slices"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// How sensors are kept up to date.
//
// Only a sensor near which something moved or changed is looked at. It is marked: by its own motion,
// by the motion of a collider whose path comes near it, and by calls that add, remove or
// place a collider there. A sensor without a mark has the visitors that it had. So static sensors cost
// nothing while nothing moves near them.
//
// A marked sensor looks for the colliders near its path. What is found is
// tested at the final poses and, where the path of the two may meet, along the whole tick: see
// sensor_motion.go.

// sensors holds the colliders that overlapped each sensor when the last tick ended.
type sensors struct {
	list     []state.ColliderSlot `column:"state"` // ascending
	overlaps [][]ColliderID       `column:"state"` // by sensor, in the order of list; ascending
	isMarked []bool               `column:"state"` // by collider slot
	marked   []state.ColliderSlot `column:"state"` // sensors to look at, some of them gone

	now     []ColliderID  `column:"scratch"` // the visitors of the current sensor
	nearby  []ColliderID  `column:"scratch"` // the colliders near it
	current sensorMotion  `column:"scratch"` // of the current sensor
	motion  sensorScratch `column:"scratch"`
	looked  int           `column:"scratch"` // sensors that this tick looked at
	visits  int           `column:"scratch"` // colliders that were tested against them

	maxMarkedAlways int `column:"fixed"` // of tests: so many more sensors than awake bodies are all marked

	// Visitors: ones made at the call would allocate.
	mark, addNearby, addPair func(uint32) bool `column:"fixed"`
}

func (s *sensors) add(c state.ColliderSlot) {
	i, _ := slices.BinarySearch(s.list, c)
	s.list = slices.Insert(s.list, i, c)
	s.overlaps = slices.Insert(s.overlaps, i, nil)
	s.markSensor(c)
}

// markSensor makes the next tick look at a sensor.
func (s *sensors) markSensor(c state.ColliderSlot) {
	for int(c) >= len(s.isMarked) {
		s.isMarked = grow.Append(s.isMarked, false)
	}
	if !s.isMarked[c] {
		s.isMarked[c] = true
		s.marked = append(s.marked, c)
	}
}

// markSensorsNear marks the sensors whose boxes overlap a box: what lies there has changed.
func (w *World) markSensorsNear(box geom.Box32) {
	if len(w.sensors.list) == 0 {
		return
	}
	w.prepareSensors()
	w.pipeline.Broadphase.QueryClass(broadphase.QueryOnly, box, ^uint64(0), w.sensors.mark)
}

// prepareSensors makes the visitors of queries.
func (w *World) prepareSensors() {
	s := &w.sensors
	if s.mark != nil {
		return
	}
	s.mark = func(c uint32) bool {
		s.markSensor(state.ColliderSlot(c))
		return true
	}
	s.addNearby = w.addNearby
	s.addPair = w.addLongPair
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
		e.addSensorEnd(w.sensorEvent(c, visitor, 0), w.sensorOwners(c, visitor))
	}
	s.list = slices.Delete(s.list, i, i+1)
	s.overlaps = slices.Delete(s.overlaps, i, i+1)
}

// updateSensors finds the colliders that overlap the marked sensors at the final poses and on the way
// there, and reports the changes. Sensors report colliders of other bodies that their filters
// accept, whether they move or not, and other sensors only if they are asked to.
func (w *World) updateSensors() {
	s := &w.sensors
	s.visits, s.looked = 0, 0
	if len(s.list) == 0 {
		return
	}
	w.prepareSensors()
	w.markMoved()
	slices.Sort(s.marked)
	for _, c := range s.marked {
		s.isMarked[c] = false
		if k, ok := slices.BinarySearch(s.list, c); ok {
			s.looked++
			w.updateSensor(k)
		}
	}
	s.marked = s.marked[:0]
}

// updateSensor looks at one sensor.
func (w *World) updateSensor(k int) {
	s := &w.sensors
	c := s.list[k]
	w.startSensor(c)
	box, mask := s.current.box.ToBox32(), w.shapes.Filter(c).Mask
	if w.shapes.Filter(c).Group > 0 { // takes precedence over the bits
		mask = ^uint64(0)
	}
	s.nearby, s.now = s.nearby[:0], s.now[:0]
	w.pipeline.Broadphase.QueryClass(broadphase.Immovable, box, mask, s.addNearby)
	w.pipeline.Broadphase.QueryClass(broadphase.Moving, box, mask, s.addNearby)
	if w.shapes.Link[c].Flags&state.ColliderSeesSensors != 0 {
		w.pipeline.Broadphase.QueryClass(broadphase.QueryOnly, box, mask, s.addNearby)
	}
	w.addLongVisitors(c)
	slices.SortFunc(s.nearby, w.shapes.CompareIDs)
	s.nearby = slices.Compact(s.nearby)
	w.compareVisitors(s.overlaps[k], s.nearby)
	s.overlaps[k] = append(s.overlaps[k][:0], s.now...)
}

// addNearby adds a collider to those near the current sensor.
func (w *World) addNearby(i uint32) bool {
	if w.sees(w.sensors.current.slot, state.ColliderSlot(i)) {
		w.sensors.nearby = append(w.sensors.nearby, w.shapes.Meta[i].ID)
	}
	return true
}

// sees reports whether a sensor reports a collider that overlaps it.
func (w *World) sees(sensor, visitor state.ColliderSlot) bool {
	link, own := &w.shapes.Link[visitor], &w.shapes.Link[sensor]
	return link.Owner != own.Owner && link.Flags&state.ColliderSensorEvents != 0 &&
		(link.Flags&state.ColliderSensor == 0 || own.Flags&state.ColliderSeesSensors != 0) &&
		w.shapes.Filter(sensor).Accepts(w.shapes.Filter(visitor))
}

// compareVisitors reports the changes among the visitors that the current sensor had and the colliders near it
// now, both in ascending order. A visitor that is no longer near was destroyed or placed elsewhere before the tick.
func (w *World) compareVisitors(before, nearby []ColliderID) {
	for len(before) > 0 || len(nearby) > 0 {
		switch {
		case len(nearby) == 0 || len(before) > 0 && w.shapes.CompareIDs(before[0], nearby[0]) < 0:
			c := w.sensors.current.slot
			w.events.addSensorEnd(w.sensorEvent(c, before[0], 0), w.sensorOwners(c, before[0]))
			before = before[1:]
		case len(before) == 0 || w.shapes.CompareIDs(nearby[0], before[0]) < 0:
			w.updateVisitor(nearby[0], false)
			nearby = nearby[1:]
		default:
			w.updateVisitor(nearby[0], true)
			before, nearby = before[1:], nearby[1:]
		}
	}
}

// updateVisitor reports the changes of one collider near the current sensor.
func (w *World) updateVisitor(visitor ColliderID, before bool) {
	s := &w.sensors
	s.visits++
	c, v := s.current.slot, w.shapes.SlotOf(visitor)
	pose := w.poseOf(c).InverseMul(*w.poseOf(v))
	after := narrowphase.Intersects(w.shapes.Convex(c), w.shapes.Convex(v), &pose)
	if after {
		s.now = append(s.now, visitor)
	}
	inside := before
	for _, fraction := range w.changesInTick(v, before, after) {
		if inside = !inside; inside {
			w.events.addSensorBegin(w.sensorEvent(c, visitor, fraction), w.sensorOwners(c, visitor))
		} else {
			w.events.addSensorEnd(w.sensorEvent(c, visitor, fraction), w.sensorOwners(c, visitor))
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
