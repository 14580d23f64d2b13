package world

import (
	"slices"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/collision/continuous"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// What sensors see of the motion in a tick.
//
// A tick leaves each body at one pose, but it has been elsewhere on the way, and so has the sensor.
// The way of a body is that of package continuous: straight, at constant speed, with a constant rotation, and
// in several segments where a sweep stopped it. Two colliders whose swept boxes do not meet have not met. For all
// others the times are found at which they began and ceased to overlap, unless they did
// neither for certain: nothing moved, or they overlap at both ends and neither rotates.
//
// Boxes in the broadphase contain the final pose with a margin. A path that leaves its box is
// long, and a query with the box of a sensor's own path would not find it. A long visitor asks for the sensors that its path meets,
// and long sensors and long visitors are tested against each other.

// sensorMotion is a sensor, or a visitor, with its way in the tick.
type sensorMotion struct {
	slot  state.ColliderSlot
	moved bool
	way   []continuous.Segment
	box   geom.Box // around the whole way
}

// longPair is a long visitor and a sensor that its path may meet.
type longPair struct{ sensor, visitor state.ColliderSlot }

// longPath is a collider whose way leaves its box in the broadphase.
type longPath struct {
	slot state.ColliderSlot
	box  geom.Box
}

// sensorScratch is scratch of updateSensors.
type sensorScratch struct {
	visitor      sensorMotion // the current one
	path         sensorMotion // of markMoved
	pairs        []longPair
	longVisitors []longPath // ascending in MinX, when there are long sensors
	longSensors  []longPath
	times        []float64
	overlapTimes narrowphase.OverlapTimes
	pairVisitor  state.ColliderSlot
}

// setMotion fills in the way of a collider and a box around it.
func (w *World) setMotion(m *sensorMotion, c state.ColliderSlot) {
	m.slot = c
	m.way = w.ccd.AppendTravel(m.way[:0], w.bodies.Row(w.ownerOf(c)))
	m.moved = len(m.way) > 1 || m.way[0].Sweep.Start != m.way[0].Sweep.End
	m.box = geom.EmptyBox()
	for i := range m.way {
		m.box = m.box.Union(w.ccd.SweptBox(c, &m.way[i]))
	}
}

// startSensor makes a sensor the current one.
func (w *World) startSensor(c state.ColliderSlot) { w.setMotion(&w.sensors.current, c) }

// markMoved marks the sensors that moved and those that the path of a collider meets, and finds the long
// paths. With few sensors it is cheaper to mark them all: what a sensor without a change reports is the same.
func (w *World) markMoved() {
	s := &w.sensors
	m := &s.motion
	m.pairs, m.longVisitors, m.longSensors = m.pairs[:0], m.longVisitors[:0], m.longSensors[:0]
	all := len(s.list) <= w.bodies.Awake()+s.maxMarkedAlways
	if all {
		for _, c := range s.list {
			s.markSensor(c)
		}
	}
	boxes := w.pipeline.Broadphase.Boxes()
	short := w.pipeline.Tolerance.SpeculativeMargin()
	for r := range w.bodies.Awake() {
		last, pose := &w.bodies.LastPose[r], &w.bodies.Pose[r]
		if *last == *pose || all && w.ccd.TravelBound(state.BodyRow(r)) <= short {
			continue
		}
		for c := w.bodies.Motion[r].FirstCollider; c != state.None; c = w.shapes.Link[c].Next {
			flags := w.shapes.Link[c].Flags
			if flags&(state.ColliderSensor|state.ColliderSensorEvents) == 0 {
				continue
			}
			long := w.ccd.Leaves(state.ColliderSlot(c), state.BodyRow(r), boxes[c].ToBox())
			if all && !long {
				continue
			}
			w.setMotion(&m.path, state.ColliderSlot(c))
			if flags&state.ColliderSensor != 0 {
				s.markSensor(state.ColliderSlot(c))
				if long {
					m.longSensors = append(m.longSensors, longPath{state.ColliderSlot(c), m.path.box})
				}
			}
			if flags&state.ColliderSensorEvents != 0 {
				w.markVisited(long, all)
			}
		}
	}
	w.pairLongPaths()
	slices.SortFunc(m.pairs, compareLongPairs)
}

// markVisited marks the sensors that the path in hand meets.
func (w *World) markVisited(long, all bool) {
	s := &w.sensors
	m := &s.motion
	box := m.path.box.ToBox32()
	if !all {
		w.pipeline.Broadphase.QueryClass(broadphase.QueryOnly, box, ^uint64(0), s.mark)
	}
	if long {
		m.longVisitors = append(m.longVisitors, longPath{m.path.slot, m.path.box})
		m.pairVisitor = m.path.slot
		w.pipeline.Broadphase.QueryClass(broadphase.QueryOnly, box, ^uint64(0), s.addPair)
	}
}

func (w *World) addLongPair(c uint32) bool {
	m := &w.sensors.motion
	m.pairs = append(m.pairs, longPair{state.ColliderSlot(c), m.pairVisitor})
	return true
}

// pairLongPaths pairs long sensors with long visitors whose boxes overlap theirs. A sort by the left side makes
// the search short.
func (w *World) pairLongPaths() {
	m := &w.sensors.motion
	if len(m.longSensors) == 0 {
		return
	}
	slices.SortFunc(m.longVisitors, func(a, b longPath) int {
		if a.box.Min.X < b.box.Min.X {
			return -1
		} else if a.box.Min.X > b.box.Min.X {
			return 1
		}
		return int(a.slot) - int(b.slot)
	})
	for i := range m.longSensors {
		sensor := &m.longSensors[i]
		for k := range m.longVisitors {
			visitor := &m.longVisitors[k]
			if visitor.box.Min.X > sensor.box.Max.X {
				break
			}
			if visitor.slot != sensor.slot && sensor.box.Overlaps(visitor.box) {
				m.pairs = append(m.pairs, longPair{sensor.slot, visitor.slot})
			}
		}
	}
}

func compareLongPairs(a, b longPair) int {
	if a.sensor != b.sensor {
		return int(a.sensor) - int(b.sensor)
	}
	return int(a.visitor) - int(b.visitor)
}

// addLongVisitors adds the long visitors of the current sensor to the colliders near it.
func (w *World) addLongVisitors(c state.ColliderSlot) {
	pairs := w.sensors.motion.pairs
	i, _ := slices.BinarySearchFunc(pairs, longPair{sensor: c}, compareLongPairs)
	for ; i < len(pairs) && pairs[i].sensor == c; i++ {
		if w.sees(c, pairs[i].visitor) {
			w.sensors.nearby = append(w.sensors.nearby, w.shapes.Meta[pairs[i].visitor].ID)
		}
	}
}

// gapRatio is the width, in slops, of the gaps that do not count between two overlaps with something that rotates.
const gapRatio = 0.1

// changesInTick returns the fractions of the tick at which a visitor came into the current sensor or left it. The
// list is valid until the next call.
func (w *World) changesInTick(v state.ColliderSlot, before, after bool) []float64 {
	s := &w.sensors
	m := &s.motion
	m.times = m.times[:0]
	if row := w.bodies.Row(w.ownerOf(v)); !s.current.moved && (int(row) >= w.bodies.Awake() || w.bodies.LastPose[row] == w.bodies.Pose[row]) {
		if before != after {
			m.times = append(m.times, 0) // a call between the ticks has changed it
		}
		return m.times
	}
	if before && after && w.staysInside(s.current.slot) && (w.staysInside(v) || w.centerStaysInside(v)) {
		return m.times
	}
	w.setMotion(&m.visitor, v)
	if !before && !after && !s.current.box.Overlaps(m.visitor.box) {
		return m.times
	}
	w.appendChanges(&s.current, &m.visitor, before, after)
	return m.times
}

// staysInside reports whether a collider moves so that it remains in an overlap that it has at the start and the
// end of the tick, if the other one does too: straight, or as a circle about the centre of mass, whose rotation moves nothing.
func (w *World) staysInside(c state.ColliderSlot) bool {
	row := w.bodies.Row(w.ownerOf(c))
	g := &w.shapes.Geometry[c]
	round := g.Kind == shape.KindCircle && g.Center == (geom.Vec2{})
	return w.ccd.MovesStraight(row, round)
}

// centerStaysInside reports whether the middle of a visitor is in the current sensor at the start and the end of the
// tick, and so all the time: it moves straight, and the sensor, which does not rotate, is convex. Only shapes
// count that contain their middle and have it at the centre of mass.
func (w *World) centerStaysInside(v state.ColliderSlot) bool {
	g := &w.shapes.Geometry[v]
	switch g.Kind {
	case shape.KindCircle, shape.KindCapsule, shape.KindSegment, shape.KindBox, shape.KindEllipse:
	default:
		return false
	}
	row := w.bodies.Row(w.ownerOf(v))
	if g.Center.Length() > roundTolerance*g.BoundingRadius || !w.ccd.MovesStraight(row, true) {
		return false
	}
	last := &w.bodies.Pose[row]
	if int(row) < w.bodies.Awake() {
		last = &w.bodies.LastPose[row]
	}
	sensor, sweep := w.shapes.Convex(w.sensors.current.slot), &w.sensors.current.way[0].Sweep
	return shape.Contains(sensor, sweep.Start.ApplyInverse(last.P)) && shape.Contains(sensor, sweep.End.ApplyInverse(w.bodies.Pose[row].P))
}

// appendChanges finds the changes of an overlap along two ways: for each time that two of their segments have in common.
func (w *World) appendChanges(a, b *sensorMotion, before, after bool) {
	m := &w.sensors.motion
	gap := float64(gapRatio * w.pipeline.Tolerance.Slop)
	convexA, convexB := w.shapes.Convex(a.slot), w.shapes.Convex(b.slot)
	i, k, from := 0, 0, 0.0
	for {
		segmentA, segmentB := &a.way[i], &b.way[k]
		to := min(segmentA.To, segmentB.To)
		last := i == len(a.way)-1 && k == len(b.way)-1
		if last {
			to = 1
		}
		sweepA, sweepB := segmentA.Part(from, to), segmentB.Part(from, to)
		on := after
		if !last {
			pose := sweepA.End.InverseMul(sweepB.End)
			on = narrowphase.Intersects(convexA, convexB, &pose)
		}
		first := len(m.times)
		m.times = m.overlapTimes.Append(m.times, convexA, convexB, &sweepA, &sweepB, before, on, gap)
		for n := first; n < len(m.times); n++ {
			m.times[n] = from + float64(m.times[n]*(to-from))
		}
		if last {
			return
		}
		before, from = on, to
		if segmentA.To <= to && i < len(a.way)-1 {
			i++
		}
		if segmentB.To <= to && k < len(b.way)-1 {
			k++
		}
	}
}
