package sensors

import (
	"slices"
	"sort"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/collision/continuous"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// sensorMotion is a sensor or a visitor with its path in the tick.
type sensorMotion struct {
	slot  state.ColliderSlot
	moved bool
	way   []continuous.Segment
	box   geom.Box // around the whole path
}

// longPair is a long visitor and a sensor that its path may meet.
type longPair struct{ sensor, visitor state.ColliderSlot }

// longPath is a collider whose path leaves its box in the broadphase.
type longPath struct {
	slot state.ColliderSlot
	box  geom.Box
}

// motionScratch is scratch of Update.
type motionScratch struct {
	visitor      sensorMotion // the current one
	path         sensorMotion // of markMoved
	pairs        []longPair
	longVisitors []longPath // ascending in MinX, when there are long sensors
	longSensors  []longPath
	times        []float64
	overlapTimes narrowphase.OverlapTimes
	pairVisitor  state.ColliderSlot
	crossings    crossings
}

// setMotion computes the path of a collider and a box around it.
func (s *Stage) setMotion(m *sensorMotion, c state.ColliderSlot) {
	m.slot = c
	m.way = s.paths.AppendTraversed(m.way[:0], s.p.Bodies.Row(s.ownerOf(c)))
	m.moved = len(m.way) > 1 || m.way[0].Sweep.Start != m.way[0].Sweep.End
	m.box = geom.EmptyBox()
	for i := range m.way {
		m.box = m.box.Union(s.paths.SweptBox(c, &m.way[i]))
	}
}

// markMoved marks the sensors that moved and the sensors that the path of a collider meets, and
// finds the long paths. With few sensors it is cheaper to mark them all. A sensor without a change
// reports the same either way.
func (s *Stage) markMoved() {
	m := &s.motion
	m.pairs, m.longVisitors, m.longSensors = m.pairs[:0], m.longVisitors[:0], m.longSensors[:0]
	all := len(s.table.List) <= s.p.Bodies.Awake()+s.MaxMarkedAlways
	if all {
		for _, c := range s.table.List {
			s.table.Mark(c)
		}
	}
	boxes := s.p.Broadphase.Boxes()
	short := s.p.Tolerance.SpeculativeMargin()
	for r := range s.p.Bodies.Awake() {
		last, pose := &s.p.Bodies.LastPose[r], &s.p.Bodies.Pose[r]
		if *last == *pose || all && s.paths.TraversedBound(state.BodyRow(r)) <= short {
			continue
		}
		for c := s.p.Bodies.Motion[r].FirstCollider; c != state.None; c = s.p.Shapes.Link[c].Next {
			if s.p.Shapes.Link[c].Flags&(state.ColliderSensor|state.ColliderSensorEvents) == 0 {
				continue
			}
			long := s.paths.Leaves(state.ColliderSlot(c), state.BodyRow(r), boxes[c].ToBox())
			if long || !all {
				s.markPath(state.ColliderSlot(c), long, all)
			}
		}
	}
	s.pairLongPaths()
	sort.Sort((*pairsInOrder)(&m.pairs))
}

// markPath marks a sensor that moved, and the sensors that the path of a collider meets.
func (s *Stage) markPath(c state.ColliderSlot, long, all bool) {
	m, flags := &s.motion, s.p.Shapes.Link[c].Flags
	s.setMotion(&m.path, c)
	if flags&state.ColliderSensor != 0 {
		whole := s.p.Shapes.WholeOf(c)
		s.table.Mark(whole)
		if long {
			m.longSensors = append(m.longSensors, longPath{whole, m.path.box})
		}
	}
	if flags&state.ColliderSensorEvents != 0 {
		s.markVisited(long, all)
	}
}

// markVisited marks the sensors that the current path meets.
func (s *Stage) markVisited(long, all bool) {
	m := &s.motion
	box := m.path.box.ToBox32()
	if !all {
		s.p.Broadphase.QueryClasses(1<<broadphase.QueryOnly, box, ^uint64(0), s.mark)
	}
	if long {
		m.longVisitors = append(m.longVisitors, longPath{m.path.slot, m.path.box})
		m.pairVisitor = m.path.slot
		s.p.Broadphase.QueryClasses(1<<broadphase.QueryOnly, box, ^uint64(0), s.addPair)
	}
}

func (s *Stage) addLongPair(c uint32) bool {
	m := &s.motion
	m.pairs = append(m.pairs, longPair{s.p.Shapes.WholeOf(state.ColliderSlot(c)), m.pairVisitor})
	return true
}

// pathsByMinX sorts by the left sides, ties by colliders. Package sort serves where lists are
// short: a program links its code once, not once per type.
type pathsByMinX []longPath

func (x *pathsByMinX) Len() int      { return len(*x) }
func (x *pathsByMinX) Swap(i, j int) { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }
func (x *pathsByMinX) Less(i, j int) bool {
	a, b := &(*x)[i], &(*x)[j]
	if a.box.Min.X != b.box.Min.X {
		return a.box.Min.X < b.box.Min.X
	}
	return a.slot < b.slot
}

// pairsInOrder sorts by compareLongPairs.
type pairsInOrder []longPair

func (x *pairsInOrder) Len() int           { return len(*x) }
func (x *pairsInOrder) Less(i, j int) bool { return compareLongPairs((*x)[i], (*x)[j]) < 0 }
func (x *pairsInOrder) Swap(i, j int)      { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }

// pairLongPaths pairs long sensors with the long visitors whose boxes overlap theirs. Sorting by
// the left sides shortens the search.
func (s *Stage) pairLongPaths() {
	m := &s.motion
	if len(m.longSensors) == 0 {
		return
	}
	sort.Sort((*pathsByMinX)(&m.longVisitors))
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
func (s *Stage) addLongVisitors(c state.ColliderSlot) {
	pairs := s.motion.pairs
	i, _ := slices.BinarySearchFunc(pairs, longPair{sensor: c}, compareLongPairs)
	for ; i < len(pairs) && pairs[i].sensor == c; i++ {
		if s.sees(c, pairs[i].visitor) {
			s.nearby = append(s.nearby, s.wholeID(pairs[i].visitor))
		}
	}
}

// gapRatio is the width, in slops, below which a gap between two overlaps with a rotating collider
// does not count.
const gapRatio = 0.1

// changesInTick returns the fractions of the tick at which a visitor entered or left the current
// sensor. The list is valid until the next call.
func (s *Stage) changesInTick(v state.ColliderSlot, before, after bool) []float64 {
	m := &s.motion
	m.times = m.times[:0]
	if row := s.p.Bodies.Row(s.ownerOf(v)); !s.current.moved && (int(row) >= s.p.Bodies.Awake() || s.p.Bodies.LastPose[row] == s.p.Bodies.Pose[row]) {
		if before != after {
			m.times = append(m.times, 0) // a call between the ticks has changed the overlap
		}
		return m.times
	}
	if before && after && s.staysInside(s.current.slot) && (s.staysInside(v) || s.centerStaysInside(v)) {
		return m.times
	}
	s.setMotion(&m.visitor, v)
	if !before && !after && !s.current.box.Overlaps(m.visitor.box) {
		return m.times
	}
	s.appendChanges(&s.current, &m.visitor, before, after)
	return m.times
}

// staysInside reports whether the motion of a collider preserves an overlap that exists at the
// start and the end of the tick, if the motion of the other collider does too. Such a motion is
// straight, or it rotates a circle about the centre of mass, which moves nothing.
func (s *Stage) staysInside(c state.ColliderSlot) bool {
	row := s.p.Bodies.Row(s.ownerOf(c))
	g := &s.p.Shapes.Geometry[c]
	round := g.Kind == shape.KindCircle && g.Center == (geom.Vec2{})
	return s.paths.MovesStraight(row, round)
}

// centerTolerance is the largest distance of the middle of a shape from the centre of mass, in
// bounding radii.
const centerTolerance = 1e-6

// centerStaysInside reports whether the middle of a visitor is in the current sensor at the start
// and the end of the tick. Then it is inside all the time: it moves straight, and the sensor, which
// does not rotate, is convex. Only shapes count that contain their middle and have it at the centre
// of mass.
func (s *Stage) centerStaysInside(v state.ColliderSlot) bool {
	g := &s.p.Shapes.Geometry[v]
	switch g.Kind {
	case shape.KindCircle, shape.KindCapsule, shape.KindSegment, shape.KindBox, shape.KindEllipse:
	default:
		return false
	}
	row := s.p.Bodies.Row(s.ownerOf(v))
	if g.Center.Length() > centerTolerance*g.BoundingRadius || !s.paths.MovesStraight(row, true) {
		return false
	}
	last := &s.p.Bodies.Pose[row]
	if int(row) < s.p.Bodies.Awake() {
		last = &s.p.Bodies.LastPose[row]
	}
	sensor, sweep := s.p.Shapes.Convex(s.current.slot), &s.current.way[0].Sweep
	return shape.Contains(sensor, sweep.Start.ApplyInverse(last.P)) && shape.Contains(sensor, sweep.End.ApplyInverse(s.p.Bodies.Pose[row].P))
}

// appendChanges finds the changes of an overlap along two paths, over each time that two of their
// segments have in common.
func (s *Stage) appendChanges(a, b *sensorMotion, before, after bool) {
	m := &s.motion
	gap := float64(gapRatio * s.p.Tolerance.Slop)
	movingA := narrowphase.Moving{Convex: s.p.Shapes.Convex(a.slot)}
	movingB := narrowphase.Moving{Convex: s.p.Shapes.Convex(b.slot)}
	i, k, from := 0, 0, 0.0
	for {
		segmentA, segmentB := &a.way[i], &b.way[k]
		to := min(segmentA.To, segmentB.To)
		last := i == len(a.way)-1 && k == len(b.way)-1
		if last {
			to = 1
		}
		segmentA.Part(&movingA.Sweep, from, to)
		segmentB.Part(&movingB.Sweep, from, to)
		on := after
		if !last {
			pose := movingA.Sweep.End.InverseMul(movingB.Sweep.End)
			on = narrowphase.Intersects(movingA.Convex, movingB.Convex, &pose)
		}
		first := len(m.times)
		m.times = m.overlapTimes.Append(m.times, &movingA, &movingB, before, on, gap)
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
