package areas

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// search is the search for the bodies in an area.
type search struct {
	found      []state.BodySlot // ascending
	seen       []uint32         // by body slot: the stamp of the last search that found it
	stamp      uint32
	boxesServe bool // custom shapes are found by their boxes
	visit      func(uint32) bool
	ids        []state.BodyID
}

// overlapping returns the dynamic bodies in the present area that are awake, in ascending order of
// slots: the bodies on which effects act.
func (s *Stage) overlapping() []state.BodySlot {
	at := &s.present
	if at.hasOverlaps {
		return at.overlaps
	}
	at.hasOverlaps, at.overlaps = true, at.overlaps[:0]
	if at.whole {
		for b := state.BodySlot(1); int(b) < s.p.Bodies.Cap(); b++ {
			if s.table.Accepts(at.slot, b, s.p.Bodies, s.p.Shapes) && s.reaches(b) {
				at.overlaps = append(at.overlaps, b)
			}
		}
		return at.overlaps
	}
	for _, id := range s.table.Members[at.slot] {
		if b := s.p.Bodies.SlotOf(id); s.reaches(b) {
			at.overlaps = append(at.overlaps, b)
		}
	}
	return at.overlaps
}

// inside returns the bodies of overlapping whose centre of mass lies in the area.
func (s *Stage) inside() []state.BodySlot {
	at := &s.present
	if at.whole {
		return s.overlapping()
	}
	if at.hasInsides {
		return at.insides
	}
	at.hasInsides, at.insides = true, at.insides[:0]
	for _, b := range s.overlapping() {
		if shape.Contains(at.convex, at.now.ApplyInverse(s.p.Bodies.Pose[s.p.Bodies.Row(b)].P)) {
			at.insides = append(at.insides, b)
		}
	}
	return at.insides
}

// isDynamic reports whether a body is dynamic and enabled.
func (s *Stage) isDynamic(b state.BodySlot) bool {
	m := &s.p.Bodies.Meta[b]
	return m.Type == body.Dynamic && !m.Disabled
}

// reaches reports whether effects act on a body at all.
func (s *Stage) reaches(b state.BodySlot) bool {
	return s.p.Bodies.IsAwake(b) && s.p.Bodies.Meta[b].Type == body.Dynamic
}

// WakeMembers wakes the bodies that were in an area at the beginning of its last tick. The sleep
// timers of awake bodies restart.
func (s *Stage) WakeMembers(slot state.AreaSlot) {
	bodies := s.p.Bodies
	if place := &s.table.Place[slot]; place.Whole && place.Present && !place.Disabled {
		s.wakeAccepted(slot)
		return
	}
	for _, id := range s.table.Members[slot] {
		if bodies.Alive(id) {
			s.calls.Wake(bodies.SlotOf(id))
		}
	}
}

// wakeAccepted wakes the bodies that an area of the whole world contains while it is present.
func (s *Stage) wakeAccepted(slot state.AreaSlot) {
	bodies := s.p.Bodies
	for b := state.BodySlot(1); int(b) < bodies.Cap(); b++ {
		if s.table.Accepts(slot, b, bodies, s.p.Shapes) && !bodies.Meta[b].Fresh {
			s.calls.Wake(b)
		}
	}
}

// Enter wakes the sleeping bodies in an area that was created, moved or changed between ticks,
// except bodies created asleep since the last tick.
func (s *Stage) Enter(slot state.AreaSlot) {
	bodies, place := s.p.Bodies, &s.table.Place[slot]
	place.Last, place.Present = s.table.Frame(slot, bodies)
	if bodies.Awake() == bodies.AsleepEnd() || !place.Present {
		return
	}
	if place.Whole {
		s.WakeMembers(slot)
		return
	}
	s.find(slot, place.Last, true)
	for _, b := range s.search.found {
		if bodies.PartitionOf(b) == state.Asleep && !bodies.Meta[b].Fresh {
			s.calls.Wake(b)
		}
	}
}

// updateMembers finds the bodies in the present area, which has a shape. It lists the changes and
// wakes the bodies that an area has left or reached by its motion.
func (s *Stage) updateMembers(isThere, moved bool) {
	slot, q, bodies := s.present.slot, &s.search, s.p.Bodies
	q.found = q.found[:0]
	switch {
	case !isThere:
	case s.quiet && !moved && bodies.Awake() < len(s.table.Members[slot]):
		s.findAwake(slot)
	default:
		s.find(slot, s.present.now, false)
	}
	before := s.table.Members[slot]
	q.ids = q.ids[:0]
	for _, b := range q.found {
		q.ids = append(q.ids, bodies.At(b))
	}
	for i, k := 0, 0; i < len(before) || k < len(q.ids); {
		switch {
		case k == len(q.ids) || i < len(before) && bodies.CompareIDs(before[i], q.ids[k]) < 0:
			s.end(slot, before[i])
			i++
		case i == len(before) || before[i] != q.ids[k]:
			s.changes = append(s.changes, Change{Area: slot, Body: q.ids[k], Begins: true})
			if moved {
				s.calls.Wake(bodies.SlotOf(q.ids[k]))
			}
			k++
		default:
			if moved {
				s.calls.Wake(bodies.SlotOf(before[i]))
			}
			i++
			k++
		}
	}
	s.table.Members[slot], q.ids = q.ids, before[:0]
}

// end lists a body that left. If the body is asleep, the area has left it, and it wakes.
func (s *Stage) end(slot state.AreaSlot, id state.BodyID) {
	s.changes = append(s.changes, Change{Area: slot, Body: id})
	if bodies := s.p.Bodies; bodies.Alive(id) && bodies.PartitionOf(bodies.SlotOf(id)) == state.Asleep {
		s.calls.Wake(bodies.SlotOf(id))
	}
}

// find lists the bodies in an area with a shape. With boxesServe, the boxes of custom shapes
// decide: their code may panic, which does no harm only in a tick.
func (s *Stage) find(slot state.AreaSlot, t geom.Transform, boxesServe bool) {
	q, at := &s.search, &s.present
	if q.visit == nil {
		q.visit = s.record
	}
	at.slot, at.now, at.convex, q.boxesServe = slot, t, s.table.Convex[slot], boxesServe
	s.beginSearch()
	f := s.table.Place[slot].Filter
	mask := f.Mask
	if f.Group > 0 { // takes precedence over the bits
		mask = ^uint64(0)
	}
	s.p.QueryNotStatic(s.searchBox().ToBox32(), mask, q.visit)
	s.sortFound()
}

// searchBox returns a box around the area of the search, without the code of a custom shape.
func (s *Stage) searchBox() geom.Box {
	convex, frame := s.present.convex, s.present.now
	if convex.Kind != shape.KindCustom {
		return shape.BoxOf(convex, frame)
	}
	center, r := frame.Apply(convex.Center), convex.BoundingRadius
	return geom.Box{Min: center.Sub(geom.Vec2{X: r, Y: r}), Max: center.Add(geom.Vec2{X: r, Y: r})}
}

func (s *Stage) beginSearch() {
	q := &s.search
	q.found = q.found[:0]
	q.seen = grow.Resize(q.seen, s.p.Bodies.Cap())
	if q.stamp++; q.stamp == 0 {
		clear(q.seen)
		q.stamp = 1
	}
}

// findAwake is find for an area that has not moved since the last tick, nor have its sleeping
// bodies. Sleeping bodies are in the area as before, and only awake bodies are tested.
func (s *Stage) findAwake(slot state.AreaSlot) {
	q, bodies := &s.search, s.p.Bodies
	q.boxesServe = false
	s.beginSearch()
	for _, id := range s.table.Members[slot] {
		if b := bodies.SlotOf(id); bodies.PartitionOf(b) == state.Asleep {
			q.seen[b] = q.stamp
			q.found = append(q.found, b)
		}
	}
	box := s.searchBox().ToBox32()
	boxes := s.p.Broadphase.Boxes()
	for r := range bodies.Awake() {
		for c := bodies.Motion[r].FirstCollider; c != state.None; c = s.p.Shapes.Link[c].Next {
			if boxes[c].Overlaps(box) {
				s.record(c)
			}
		}
	}
	s.sortFound()
}

// sortFound sorts the bodies that were found in ascending order. If they are a good part of all
// bodies, one pass over the stamps lists them in that order.
func (s *Stage) sortFound() {
	const share = 16
	q := &s.search
	if len(q.found)*share < len(q.seen) {
		radix.Sort(q.found)
		return
	}
	q.found = q.found[:0]
	for b, stamp := range q.seen {
		if stamp == q.stamp {
			q.found = append(q.found, state.BodySlot(b))
		}
	}
}

// record adds the owner of a collider to the bodies found in the area of the search.
func (s *Stage) record(i uint32) bool {
	q, slot, c := &s.search, s.present.slot, state.ColliderSlot(i)
	link := &s.p.Shapes.Link[c]
	owner := link.Owner
	if q.seen[owner] == q.stamp || link.Flags&(state.ColliderSensor|state.ColliderStatic) != 0 ||
		s.table.Carrier(slot, s.p.Bodies) == uint32(owner) || !s.table.Place[slot].Filter.Accepts(s.p.Shapes.Filter(c)) {
		return true
	}
	convex := s.p.Shapes.Convex(c)
	custom := s.present.convex.Kind == shape.KindCustom || convex.Kind == shape.KindCustom
	if q.boxesServe && custom || s.intersects(convex, owner) {
		q.seen[owner] = q.stamp
		q.found = append(q.found, owner)
	}
	return true
}

// intersects reports whether a collider overlaps the area of the search. For most colliders that
// do, the centre of the bounding circle, which is a point of the shape, lies in the area.
func (s *Stage) intersects(c shape.Convex, owner state.BodySlot) bool {
	at := &s.present
	rel := at.now.InverseMul(s.p.Bodies.Pose[s.p.Bodies.Row(owner)])
	if c.Kind != shape.KindCustom && c.Kind != shape.KindHalfPlane && shape.Contains(at.convex, rel.Apply(c.Center)) {
		return true
	}
	return narrowphase.Intersects(at.convex, c, &rel)
}
