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
	w.params.HasOwnGravity, w.params.MaxOwnGravity = a.ownGravities > 0, 0
	if len(a.order) == 0 && a.ownGravities == 0 {
		return
	}
	p := &a.pass
	p.w = w
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
	for i := range p.influences {
		w.applyInfluence(&p.influences[i])
	}
	if w.params.HasOwnGravity {
		w.params.MaxOwnGravity = w.maxOwnGravity()
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
	body := place.Body.Slot()
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
	if !w.canJoinIsland(place.Body.Slot()) {
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
	if present {
		p.find(slot, p.now, false)
	}
	before := w.areas.Members[slot]
	p.ids = p.ids[:0]
	for _, b := range p.found {
		p.ids = append(p.ids, w.bodies.Meta[b].ID)
	}
	for i, k := 0, 0; i < len(before) || k < len(p.ids); {
		switch {
		case k == len(p.ids) || i < len(before) && compareBodies(before[i], p.ids[k]) < 0:
			p.reportEnd(slot, before[i])
			i++
		case i == len(before) || before[i] != p.ids[k]:
			p.reportBegin(slot, p.ids[k], moved)
			k++
		default:
			if moved {
				w.wake(before[i].Slot())
			}
			i++
			k++
		}
	}
	w.areas.Members[slot] = append(before[:0], p.ids...)
}

// compareBodies orders by slot. Of one slot a body that is gone comes before the one that has it now.
func compareBodies(a, b BodyID) int {
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

// reportEnd reports a body that left. One asleep wakes: the area has left it.
func (p *areaPass) reportEnd(slot areaSlot, id BodyID) {
	w := p.w
	if !w.areas.Place[slot].NoEvents {
		w.events.AreaEnds = append(w.events.AreaEnds, AreaEvent{w.areaAt(slot), Body{w, id}})
	}
	if w.bodies.Alive(id) && w.bodies.PartitionOf(id.Slot()) == state.Asleep {
		w.wake(id.Slot())
	}
}

func (p *areaPass) reportBegin(slot areaSlot, id BodyID, moved bool) {
	w := p.w
	if !w.areas.Place[slot].NoEvents {
		w.events.AreaBegins = append(w.events.AreaBegins, AreaEvent{w.areaAt(slot), Body{w, id}})
	}
	if moved {
		w.wake(id.Slot())
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
	p.found = p.found[:0]
	p.seen = grow.Resize(p.seen, w.bodies.Cap())
	if p.stamp++; p.stamp == 0 {
		clear(p.seen)
		p.stamp = 1
	}
	f := w.areas.Place[slot].Filter
	mask := f.Mask
	if f.Group > 0 { // takes precedence over the bits
		mask = ^uint64(0)
	}
	w.pipeline.Broadphase.Query(shape.BoxOf(p.convex, t).ToBox32(), mask, p.visit)
	slices.Sort(p.found)
}

// record adds the body of a collider to those found in the area of the search.
func (p *areaPass) record(i uint32) bool {
	w, c := p.w, state.ColliderSlot(i)
	link := &w.shapes.Link[c]
	owner := link.Owner
	if p.seen[owner] == p.stamp || link.Flags&(state.ColliderSensor|state.ColliderStatic) != 0 ||
		w.areas.carrier(p.slot) == uint32(owner) || !w.areas.Place[p.slot].Filter.Accepts(w.shapes.Filter[c]) {
		return true
	}
	s := w.shapes.Convex(c)
	if p.boxesServe && (p.convex.Kind == shape.KindCustom || s.Kind == shape.KindCustom) || p.intersects(s, owner) {
		p.seen[owner] = p.stamp
		p.found = append(p.found, owner)
	}
	return true
}
