package sensors

import (
	"slices"
	"sort"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/collision/continuous"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// Change is a visitor that entered or left a sensor. The visitor may no longer exist.
type Change struct {
	Sensor   state.ColliderSlot
	Visitor  state.ColliderID
	Fraction float64 // of the tick
	Begins   bool
}

// Stage finds the changes of a tick. It owns scratch only: the visitors are in the table.
type Stage struct {
	p     *collision.Pipeline `column:"fixed"`
	paths *continuous.Stage   `column:"fixed"` // of the bodies in the tick
	table *state.Sensors      `column:"fixed"`

	changes []Change           `column:"scratch"`
	now     []state.ColliderID `column:"scratch"` // the visitors of the current sensor
	nearby  []state.ColliderID `column:"scratch"` // the colliders near the current sensor
	current sensorMotion       `column:"scratch"` // of the current sensor
	motion  motionScratch      `column:"scratch"`
	looked  int                `column:"scratch"` // sensors tested in the last tick
	visits  int                `column:"scratch"` // colliders tested against them

	// MaxMarkedAlways is for tests: if there are at most so many more sensors than awake bodies,
	// all are marked.
	MaxMarkedAlways int `column:"fixed"`

	// Visitors: visitors that are made at the call would allocate.
	mark, addNearby, addPair func(uint32) bool `column:"fixed"`
}

// New returns the stage for the colliders of a pipeline and the table of sensors. A stage for fast
// bodies knows the paths of the bodies.
func New(p *collision.Pipeline, paths *continuous.Stage, table *state.Sensors) Stage {
	return Stage{p: p, paths: paths, table: table}
}

// MarkNear marks the sensors whose boxes overlap a box in which something has changed.
func (s *Stage) MarkNear(box geom.Box32) {
	if len(s.table.List) == 0 {
		return
	}
	s.prepare()
	s.p.Broadphase.QueryClasses(1<<broadphase.QueryOnly, box, ^uint64(0), s.mark)
}

// prepare makes the visitors of queries.
func (s *Stage) prepare() {
	if s.mark != nil {
		return
	}
	s.mark = func(c uint32) bool {
		s.table.Mark(s.p.Shapes.WholeOf(state.ColliderSlot(c)))
		return true
	}
	s.addNearby, s.addPair = s.appendNearby, s.addLongPair
}

// Work returns the number of sensors and colliders that the last tick tested for overlaps.
func (s *Stage) Work() int { return s.looked + s.visits }

// Update finds the colliders that overlap the marked sensors at the final poses and on the way
// there. It returns the changes by ascending sensor, then visitor, then time. The list is valid
// until the next call. Sensors see colliders of other bodies that their filters accept, whether
// they move or not, and other sensors only on request.
func (s *Stage) Update() []Change {
	t := s.table
	s.visits, s.looked, s.changes = 0, 0, s.changes[:0]
	if len(t.List) == 0 {
		return nil
	}
	s.prepare()
	s.markMoved()
	radix.Sort(t.Marked)
	for _, c := range t.Marked {
		t.IsMarked[c] = false
		if k, ok := slices.BinarySearch(t.List, c); ok {
			s.looked++
			s.updateSensor(k)
		}
	}
	t.Marked = t.Marked[:0]
	return s.changes
}

// updateSensor updates one sensor.
func (s *Stage) updateSensor(k int) {
	c := s.table.List[k]
	s.nearby, s.now = s.nearby[:0], s.now[:0]
	for part := uint32(c); part != state.None; part = s.p.Shapes.NextPart(part) {
		s.findNearby(state.ColliderSlot(part))
	}
	s.addLongVisitors(c)
	sort.Sort((*nearbyInOrder)(s))
	s.nearby = slices.Compact(s.nearby)
	s.compareVisitors(s.table.Visitors[k], s.nearby)
	s.table.Visitors[k] = append(s.table.Visitors[k][:0], s.now...)
}

// findNearby makes a sensor or a part of a sensor the current one, and adds the colliders near it.
func (s *Stage) findNearby(c state.ColliderSlot) {
	s.setMotion(&s.current, c)
	box, mask := s.current.box.ToBox32(), s.p.Shapes.Filter(c).Mask
	if s.p.Shapes.Filter(c).Group > 0 { // takes precedence over the bits
		mask = ^uint64(0)
	}
	s.p.Broadphase.QueryClasses(broadphase.Immovable, box, mask, s.addNearby)
	s.p.Broadphase.QueryClasses(1<<broadphase.Moving, box, mask, s.addNearby)
	if s.p.Shapes.Link[c].Flags&state.ColliderSeesSensors != 0 {
		s.p.Broadphase.QueryClasses(1<<broadphase.QueryOnly, box, mask, s.addNearby)
	}
}

// nearbyInOrder sorts the colliders near the current sensor by their IDs.
type nearbyInOrder Stage

func (s *nearbyInOrder) Len() int      { return len(s.nearby) }
func (s *nearbyInOrder) Swap(i, j int) { s.nearby[i], s.nearby[j] = s.nearby[j], s.nearby[i] }
func (s *nearbyInOrder) Less(i, j int) bool {
	return s.p.Shapes.CompareIDs(s.nearby[i], s.nearby[j]) < 0
}

// appendNearby adds a collider to the colliders near the current sensor. A part counts as its
// whole.
func (s *Stage) appendNearby(i uint32) bool {
	if s.sees(s.current.slot, state.ColliderSlot(i)) {
		s.nearby = append(s.nearby, s.wholeID(state.ColliderSlot(i)))
	}
	return true
}

// wholeID returns the ID of the collider that the game knows.
func (s *Stage) wholeID(c state.ColliderSlot) state.ColliderID {
	return s.p.Shapes.Meta[s.p.Shapes.WholeOf(c)].ID
}

// sees reports whether a sensor reports a collider that overlaps it.
func (s *Stage) sees(sensor, visitor state.ColliderSlot) bool {
	link, own := &s.p.Shapes.Link[visitor], &s.p.Shapes.Link[sensor]
	return link.Owner != own.Owner && link.Flags&state.ColliderSensorEvents != 0 &&
		(link.Flags&state.ColliderSensor == 0 || own.Flags&state.ColliderSeesSensors != 0) &&
		s.p.Shapes.Filter(sensor).Accepts(s.p.Shapes.Filter(visitor))
}

// compareVisitors records the changes between the visitors that the current sensor had and the
// colliders near it now, both in ascending order. A visitor that is no longer near was destroyed or
// placed elsewhere before the tick.
func (s *Stage) compareVisitors(before, nearby []state.ColliderID) {
	for len(before) > 0 || len(nearby) > 0 {
		switch {
		case len(nearby) == 0 || len(before) > 0 && s.p.Shapes.CompareIDs(before[0], nearby[0]) < 0:
			s.changes = append(s.changes, Change{Sensor: s.p.Shapes.WholeOf(s.current.slot), Visitor: before[0]})
			before = before[1:]
		case len(before) == 0 || s.p.Shapes.CompareIDs(nearby[0], before[0]) < 0:
			s.updateVisitor(nearby[0], false)
			nearby = nearby[1:]
		default:
			s.updateVisitor(nearby[0], true)
			before, nearby = before[1:], nearby[1:]
		}
	}
}

// updateVisitor records the changes of one collider near the current sensor.
func (s *Stage) updateVisitor(visitor state.ColliderID, before bool) {
	s.visits++
	c, v := s.current.slot, s.p.Shapes.SlotOf(visitor)
	if (s.p.Shapes.Link[c].Flags|s.p.Shapes.Link[v].Flags)&state.ColliderPart != 0 {
		s.updateCompound(s.p.Shapes.WholeOf(c), v, before)
		return
	}
	pose := s.poseOf(c).InverseMul(*s.poseOf(v))
	after := narrowphase.Intersects(s.p.Shapes.Convex(c), s.p.Shapes.Convex(v), &pose)
	if after {
		s.now = append(s.now, visitor)
	}
	inside := before
	for _, fraction := range s.changesInTick(v, before, after) {
		inside = !inside
		s.changes = append(s.changes, Change{c, visitor, fraction, inside})
	}
}

// ownerOf returns the body that carries a collider, and poseOf its pose.
func (s *Stage) ownerOf(c state.ColliderSlot) state.BodySlot {
	return state.BodySlot(s.p.Shapes.Link[c].Owner)
}

func (s *Stage) poseOf(c state.ColliderSlot) *geom.Transform {
	return &s.p.Bodies.Pose[s.p.Bodies.Row(s.ownerOf(c))]
}
