package world

import (
	"cmp"
	"slices"
	"sort"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/state"
)

// How a stable world is put into order.
//
// All orders that a result depends on go by slots, and slots are given in the order of creation. So
// the first tick of a stable world makes its tables anew, as if everything had been created in the
// order of the keys, and only then begins. From there on the world is one like any other: its ticks
// cost nothing more, and equal worlds go on equally because the same calls give the same bits.
// Handles stay valid: the number in an ID is no longer the number of its slot, and the pool of IDs
// translates.
//
// A world that has not ticked has no contacts, no visitors of sensors and no events but of bodies
// that fell asleep or woke.

// useFreshSlots lets no slot be used twice before the first tick of a stable world: an ID tells
// nothing then of what was destroyed before.
func (w *World) useFreshSlots(on bool) {
	w.bodies.UseFreshSlots(on)
	w.shapes.UseFreshSlots(on)
	w.joints.UseFreshSlots(on)
}

// keyOrder returns the bodies without the ground in the order of their keys, those without a key
// behind them in the order of their creation.
func (w *World) keyOrder() []state.BodySlot {
	var order []state.BodySlot
	for slot := state.BodySlot(1); int(slot) < w.bodies.Cap(); slot++ {
		if w.bodies.Meta[slot].ID != 0 {
			order = append(order, slot)
		}
	}
	sort.Stable(&by[state.BodySlot]{order, func(a, b state.BodySlot) int {
		return cmp.Compare(w.bodies.Meta[a].Key()-1, w.bodies.Meta[b].Key()-1) // zero comes last
	}})
	return order
}

// by is a list for package sort, whose code stands once in a program and not once per type.
type by[T any] struct {
	list    []T
	compare func(a, b T) int
}

func (x *by[T]) Len() int           { return len(x.list) }
func (x *by[T]) Less(i, j int) bool { return x.compare(x.list[i], x.list[j]) < 0 }
func (x *by[T]) Swap(i, j int)      { x.list[i], x.list[j] = x.list[j], x.list[i] }

// reordering makes a world that is like another, with everything in order.
type reordering struct {
	from, to *World
	bodies   []state.BodySlot     // by slot of the other
	owners   []state.BodySlot     // slots of the other, in order: bodies
	shapes   []state.ColliderSlot // colliders
	joints   []state.JointSlot    // joints and companions
}

// putInOrder gives bodies, colliders and joints the slots and rows that they would have if they had
// been created in the order of the keys.
func (w *World) putInOrder() {
	config := w.config
	config.Workers = 1
	to := Must(New(config))
	defer to.Close()
	to.useFreshSlots(false)
	to.solver.UseJointsOf(w.solver)
	r := reordering{from: w, to: to, bodies: make([]state.BodySlot, w.bodies.Cap()), owners: []state.BodySlot{state.Ground}}
	to.bodies.AdoptGround(w.bodies)
	order := w.keyOrder()
	for _, slot := range order {
		r.adoptBody(slot)
	}
	for _, slot := range order {
		r.adoptColliders(slot)
	}
	r.adoptChains()
	if w.adoptJoints != nil {
		w.adoptJoints(&r)
	}
	to.bodies.Rename(r.owners, &w.bodies.Identities)
	to.shapes.Rename(r.shapes, &w.shapes.Identities)
	to.joints.Rename(r.joints, &w.joints.Identities)
	w.takeTables(to)
	w.sortEvents()
}

// takeTables makes the tables of another world, which nobody else uses, those of this one. Areas
// and events name bodies and colliders by identities, so they stay.
func (w *World) takeTables(from *World) {
	rules, reuse := w.pipeline.Rules, w.pipeline.NoManifoldReuse
	w.pipeline = from.pipeline
	w.pipeline.Rules, w.pipeline.NoManifoldReuse = rules, reuse
	w.bodies, w.shapes, w.boxes = from.bodies, from.shapes, from.boxes
	w.contacts, w.joints, w.solver, w.islands = from.contacts, from.joints, from.solver, from.islands
	w.sensors, w.waking.fresh, w.crushable, w.chains, w.listeners = from.sensors, from.waking.fresh, from.crushable, from.chains, from.listeners
	w.columns = nil // they were those of the old tables
	w.keys.forget()
	w.restores++
	w.eventsVersion++
	w.calls++
	w.changedSinceTick = true
	w.forgetAreas()
}

func (r *reordering) adoptBody(slot state.BodySlot) {
	to := r.to.bodies.Adopt(r.from.bodies, slot)
	r.bodies[slot] = to
	r.owners = append(r.owners, slot)
	if r.from.islands.Of(slot) != state.None {
		r.to.islands.Add(to)
	}
	if r.to.bodies.Meta[to].Fresh {
		r.to.markFresh(to)
	}
}

// adoptColliders takes over the colliders of a body in the order in which they were attached.
func (r *reordering) adoptColliders(slot state.BodySlot) {
	from, to := r.from, r.to
	var list []state.ColliderSlot
	for c := from.firstCollider(slot); c != state.None; c = from.shapes.Link[c].Next {
		list = append(list, state.ColliderSlot(c))
	}
	slices.Reverse(list)
	owner, whole := r.bodies[slot], state.ColliderSlot(0) // the first part of the present compound
	for _, old := range list {
		c := to.shapes.Adopt(from.shapes, old, owner)
		r.shapes = append(r.shapes, old)
		if to.shapes.Link[c].Flags&state.ColliderPart != 0 {
			if from.shapes.WholeOf(old) == old {
				whole = c
			}
			to.shapes.Meta[c].Chain = uint32(whole)
		}
		to.countListeners(to.shapes.Link[c].Flags, +1)
		if to.shapes.Meta[c].MaterialAndDensity.Value().CrushThreshold > 0 {
			to.crushable.add(c)
		}
		to.listCollider(owner, c, to.firstCollider(owner))
		if class, category, present := from.keeper().Proxy(uint32(old)); present {
			to.pipeline.Broadphase.Insert(broadphase.Proxy{ID: uint32(c), Class: class, Category: category, Box: from.pipeline.Broadphase.Box(uint32(old))})
			if class == broadphase.QueryOnly && to.shapes.WholeOf(c) == c {
				to.sensors.Add(c)
			}
		}
	}
}

// adoptChains numbers the chains in the order of their first segments.
func (r *reordering) adoptChains() {
	numbers := slices.Repeat([]uint32{state.None}, len(r.from.chains.segments))
	for c := range r.to.shapes.Meta {
		chain := &r.to.shapes.Meta[c].Chain
		if !r.to.isChained(state.ColliderSlot(c)) {
			continue
		}
		if old := *chain; numbers[old] == state.None {
			numbers[old] = r.to.chains.alloc()
			r.to.chains.segments[numbers[old]] = slices.Clone(r.from.chains.segments[old])
		}
		*chain = numbers[*chain]
	}
}

// adoptJoints takes over the joints in the order of their bodies, then kinds, then creation.
func (r *reordering) adoptJoints() {
	from, to := r.from, r.to
	var order []state.JointSlot
	for i := range from.joints.Meta {
		slot := state.JointSlot(i)
		if from.joints.Meta[i].ID != 0 && from.joints.Owner(slot) == slot {
			order = append(order, slot)
		}
	}
	sort.Stable(&by[state.JointSlot]{order, func(a, b state.JointSlot) int {
		la, lb := &from.joints.Link[from.joints.Row(a)], &from.joints.Link[from.joints.Row(b)]
		return cmp.Or(
			cmp.Compare(r.bodies[la.BodyA], r.bodies[lb.BodyA]), cmp.Compare(r.bodies[la.BodyB], r.bodies[lb.BodyB]),
			cmp.Compare(la.Kind, lb.Kind), r.compareOthers(a, b),
		)
	}})
	for _, old := range order {
		slot := to.joints.Adopt(to.bodies, from.joints, old, r.bodies)
		r.joints = append(r.joints, old)
		r.joints = append(r.joints, from.joints.Companions(old)...)
		flags := from.joints.Link[from.joints.Row(old)].Flags
		if flags&state.JointLinked != 0 {
			to.linkIslands(slot)
			for _, m := range to.joints.Companions(slot) {
				to.linkIslands(m)
			}
		}
		if from.joints.Meta[old].Color != state.None {
			to.solver.LinkJoint(to.joints, slot, to.bodies)
		}
	}
	for i, old := range r.joints {
		if !from.joints.IsAwake(old) {
			to.joints.Sleep(state.JointSlot(i))
		}
	}
}

// compareOthers compares the bodies of two joints beyond the first two.
func (r *reordering) compareOthers(a, b state.JointSlot) int {
	return slices.CompareFunc(r.from.joints.Bodies(a), r.from.joints.Bodies(b), func(x, y state.BodySlot) int {
		return cmp.Compare(r.bodies[x], r.bodies[y])
	})
}

// sortEvents puts the events of a world without a tick into the order of slots.
func (w *World) sortEvents() {
	for _, e := range [...]*Events{&w.events, &w.pendingEvents} {
		for _, list := range [...]*[]Body{&e.Sleeps, &e.Wakes} {
			*list = slices.Clone(*list)
			sort.Stable(&by[Body]{*list, func(a, b Body) int { return w.bodies.CompareIDs(a.id, b.id) }})
		}
	}
}
