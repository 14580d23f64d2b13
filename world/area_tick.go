package world

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// applyAreas finds the bodies in each area, reports who came and left, and gives the bodies
// what the areas do to them in this tick. The areas come by priority, and of equal ones by slot.
func (w *World) applyAreas() {
	a := &w.areas
	w.params.HasOwnGravity, w.params.MaxOwnGravity = false, 0
	if len(a.order) == 0 && a.ownGravities == 0 {
		return
	}
	p := &a.pass
	p.w = w
	changes := w.door.changes()
	p.quiet = changes == a.changes+1 && !a.fellAsleep // the one is the end of the last tick
	a.changes, a.fellAsleep = changes, false
	if p.quiet && w.bodies.Awake() == 0 {
		return
	}
	p.placeOf = grow.Resize(p.placeOf, w.bodies.Cap())
	clear(p.placeOf)
	p.influences = p.influences[:0]
	p.media.begin()
	for _, slot := range a.order {
		if p.begin(slot) {
			for _, e := range a.Meta[slot].Effects {
				e.apply(p)
			}
		}
	}
	w.bodies.OwnGravityRows.ClearAll()
	w.bodies.OwnGravityRows.Grow(w.bodies.Awake())
	for i := range p.influences {
		w.applyInfluence(&p.influences[i])
	}
	if a.ownGravities > 0 {
		w.gatherOwnGravities()
	}
}

// begin goes to an area: it updates the list of the bodies in it. It reports whether the area acts.
func (p *areaPass) begin(slot areaSlot) bool {
	w := p.w
	place := &w.areas.Place[slot]
	transform, present := w.areaTransform(slot)
	p.slot, p.priority, p.whole, p.convex = slot, place.Priority, place.Whole, w.areas.Convex[slot]
	p.now, p.transform = transform, transform
	p.velocity, p.spin, p.pivot = geom.Vec2{}, 0, transform.P
	p.overlapsOf, p.insideOf = 0, 0
	if place.Body != 0 {
		p.predictTransform(place)
	}
	moved := w.areaMoved(place, transform, present)
	if moved {
		place.Last, place.Present = transform, present
	}
	switch {
	case !place.Whole:
		p.updateMembers(slot, present, moved)
	case moved:
		w.wakeMembers(slot)
	}
	return present && len(w.areas.Meta[slot].Effects) > 0
}

// predictTransform moves the frame of an area on a body to where the forces of the tick are taken.
func (p *areaPass) predictTransform(place *areaPlace) {
	w := p.w
	body := w.bodies.SlotOf(place.Body)
	row := w.bodies.Row(body)
	st, pose := &w.bodies.State[row], w.bodies.Pose[row]
	p.velocity, p.spin = geom.Vec2{X: float64(st.VX), Y: float64(st.VY)}, float64(st.W)
	t := w.sampleTime()
	p.pivot = pose.P.MulAdd(t, p.velocity)
	pose.P = p.pivot
	if p.spin != 0 {
		pose.R = geom.RotFromAngle(t * p.spin).Mul(pose.R)
	}
	p.transform = state.OriginOf(pose, w.bodies.Meta[body].LocalCenter).Mul(place.Local)
}

// areaMoved reports whether an area has moved since it last woke what is in it.
func (w *World) areaMoved(place *areaPlace, t geom.Transform, present bool) bool {
	if present != place.Present {
		return true
	}
	if t == place.Last || !present {
		return false
	}
	if !w.canJoinIsland(w.bodies.SlotOf(place.Body)) {
		return true
	}
	slop := float64(linearSlop * w.config.LengthUnit)
	return t.P.Sub(place.Last.P).LengthSquared() > float64(slop*slop) || math.Abs(place.Last.R.InverseMul(t.R).S) > linearSlop
}

// updateMembers finds the bodies in an area with a shape, reports the difference, and wakes what an area that
// moved has left behind or come to.
func (p *areaPass) updateMembers(slot areaSlot, present, moved bool) {
	w := p.w
	p.found = p.found[:0]
	switch {
	case !present:
	case p.quiet && !moved && w.bodies.Awake() < len(w.areas.Members[slot]):
		p.findAwake(slot)
	default:
		p.find(slot, p.now, false)
	}
	before := w.areas.Members[slot]
	p.ids = p.ids[:0]
	for _, b := range p.found {
		p.ids = append(p.ids, BodyID(w.bodies.IDAt(b)))
	}
	for i, k := 0, 0; i < len(before) || k < len(p.ids); {
		switch {
		case k == len(p.ids) || i < len(before) && w.bodies.CompareIDs(before[i], p.ids[k]) < 0:
			p.reportEnd(slot, before[i])
			i++
		case i == len(before) || before[i] != p.ids[k]:
			p.reportBegin(slot, p.ids[k], moved)
			k++
		default:
			if moved {
				w.wake(w.bodies.SlotOf(before[i]))
			}
			i++
			k++
		}
	}
	w.areas.Members[slot], p.ids = p.ids, before[:0]
}

// reportEnd reports a body that left. One asleep wakes: the area has left it.
func (p *areaPass) reportEnd(slot areaSlot, id BodyID) {
	w := p.w
	if !w.areas.Place[slot].NoEvents {
		w.events.AreaEnds = append(w.events.AreaEnds, AreaEvent{w.areaAt(slot), Body{w, id}})
	}
	if w.bodies.Alive(id) && w.bodies.PartitionOf(w.bodies.SlotOf(id)) == state.Asleep {
		w.wake(w.bodies.SlotOf(id))
	}
}

func (p *areaPass) reportBegin(slot areaSlot, id BodyID, moved bool) {
	w := p.w
	if !w.areas.Place[slot].NoEvents {
		w.events.AreaBegins = append(w.events.AreaBegins, AreaEvent{w.areaAt(slot), Body{w, id}})
	}
	if moved {
		w.wake(w.bodies.SlotOf(id))
	}
}

// find lists the bodies in an area with a shape. Custom shapes are found by their boxes if these must serve:
// their code may panic, which is no harm in a tick only.
func (p *areaPass) find(slot areaSlot, t geom.Transform, boxesServe bool) {
	w := p.w
	if p.visit == nil {
		p.visit = p.record
	}
	p.slot, p.now, p.convex, p.boxesServe = slot, t, w.areas.Convex[slot], boxesServe
	p.beginSearch()
	f := w.areas.Place[slot].Filter
	mask := f.Mask
	if f.Group > 0 { // takes precedence over the bits
		mask = ^uint64(0)
	}
	w.pipeline.Broadphase.Query(p.searchBox().ToBox32(), mask, p.visit)
	p.sortFound()
}

// searchBox returns a box around the area of the search, without the code of a custom shape.
func (p *areaPass) searchBox() geom.Box {
	if p.convex.Kind != shape.KindCustom {
		return shape.BoxOf(p.convex, p.now)
	}
	center, r := p.now.Apply(p.convex.Center), p.convex.BoundingRadius
	return geom.Box{Min: center.Sub(geom.Vec2{X: r, Y: r}), Max: center.Add(geom.Vec2{X: r, Y: r})}
}

func (p *areaPass) beginSearch() {
	p.found = p.found[:0]
	p.seen = grow.Resize(p.seen, p.w.bodies.Cap())
	if p.stamp++; p.stamp == 0 {
		clear(p.seen)
		p.stamp = 1
	}
}

// findAwake is find where neither the area nor a sleeping body has moved since the last pass: sleepers are in
// the area as before, and only those awake are tested.
func (p *areaPass) findAwake(slot areaSlot) {
	w := p.w
	p.boxesServe = false
	p.beginSearch()
	for _, id := range w.areas.Members[slot] {
		if b := w.bodies.SlotOf(id); w.bodies.PartitionOf(b) == state.Asleep {
			p.seen[b] = p.stamp
			p.found = append(p.found, b)
		}
	}
	box := p.searchBox().ToBox32()
	boxes := w.pipeline.Broadphase.Boxes()
	for _, b := range w.bodies.Slots[:w.bodies.Awake()] {
		for c := w.firstCollider(b); c != state.None; c = w.shapes.Link[c].Next {
			if boxes[c].Overlaps(box) {
				p.record(c)
			}
		}
	}
	p.sortFound()
}

// sortFound puts the bodies that were found into ascending order. Where they are a good part of all, the stamps are
// in that order already.
func (p *areaPass) sortFound() {
	const share = 16
	if len(p.found)*share < len(p.seen) {
		slices.Sort(p.found)
		return
	}
	p.found = p.found[:0]
	for b, stamp := range p.seen {
		if stamp == p.stamp {
			p.found = append(p.found, state.BodySlot(b))
		}
	}
}

// record adds the body of a collider to those found in the area of the search.
func (p *areaPass) record(i uint32) bool {
	w, c := p.w, state.ColliderSlot(i)
	link := &w.shapes.Link[c]
	owner := link.Owner
	if p.seen[owner] == p.stamp || link.Flags&(state.ColliderSensor|state.ColliderStatic) != 0 ||
		w.carrier(p.slot) == uint32(owner) || !w.areas.Place[p.slot].Filter.Accepts(w.shapes.Filter(c)) {
		return true
	}
	s := w.shapes.Convex(c)
	if p.boxesServe && (p.convex.Kind == shape.KindCustom || s.Kind == shape.KindCustom) || p.intersects(s, owner) {
		p.seen[owner] = p.stamp
		p.found = append(p.found, owner)
	}
	return true
}
