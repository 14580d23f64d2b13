package bodies

import (
	"cmp"
	"slices"
	"sort"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/state"
)

// The reordering of a stable world.
//
// All orders that a result depends on go by slots, and slots are given in the order of creation. So
// the first tick of a stable world rebuilds its tables as if everything had been created in the
// order of the keys, and only then begins. From then on the world behaves like any other. Its ticks
// cost nothing more, and equal worlds stay equal because the same calls give the same bits. Handles
// stay valid: the number in an ID is no longer the number of its slot, and the pool of IDs
// translates.
//
// A world before its first tick has no contacts and no visitors of sensors. Its only events are of
// bodies that fell asleep or woke.

// by is a list for package sort. A program links the code of package sort once, not once per type.
type by[T any] struct {
	list    []T
	compare func(a, b T) int
}

func (x *by[T]) Len() int           { return len(x.list) }
func (x *by[T]) Less(i, j int) bool { return x.compare(x.list[i], x.list[j]) < 0 }
func (x *by[T]) Swap(i, j int)      { x.list[i], x.list[j] = x.list[j], x.list[i] }

// reordering copies tables into new tables with everything in order.
type reordering struct {
	from, to *Builder
	bodies   []state.BodySlot     // by slot in the source tables
	owners   []state.BodySlot     // slots in the source tables, in order: bodies
	shapes   []state.ColliderSlot // colliders
	joints   []state.JointSlot    // joints and companions
}

// Reorder fills the empty tables of another builder with this builder's bodies, colliders and
// joints. They get the slots and rows that they would have if they had been created in the order of
// the keys.
func (b *Builder) Reorder(to *Builder) {
	to.UseFreshSlots(false)
	to.links.UseJointsOf(b.links)
	r := reordering{from: b, to: to, bodies: make([]state.BodySlot, b.p.Bodies.Cap()), owners: []state.BodySlot{state.Ground}}
	to.p.Bodies.AdoptGround(b.p.Bodies)
	order := b.keyOrder()
	for _, slot := range order {
		r.adoptBody(slot)
	}
	for _, slot := range order {
		r.adoptColliders(slot)
	}
	r.adoptChains()
	if b.adoptJoints != nil {
		b.adoptJoints(&r)
	}
	to.p.Bodies.Rename(r.owners, &b.p.Bodies.Identities)
	to.p.Shapes.Rename(r.shapes, &b.p.Shapes.Identities)
	to.links.Joints.Rename(r.joints, &b.links.Joints.Identities)
}

// UseFreshSlots lets no slot be reused before the first tick of a stable world. An ID then reveals
// nothing about objects that were destroyed before.
func (b *Builder) UseFreshSlots(on bool) {
	b.p.Bodies.UseFreshSlots(on)
	b.p.Shapes.UseFreshSlots(on)
	b.links.Joints.UseFreshSlots(on)
}

// keyOrder returns the bodies without the ground in the order of their keys. Bodies without a key
// follow in the order of their creation.
func (b *Builder) keyOrder() []state.BodySlot {
	var order []state.BodySlot
	for slot := state.BodySlot(1); int(slot) < b.p.Bodies.Cap(); slot++ {
		if b.p.Bodies.Meta[slot].ID != 0 {
			order = append(order, slot)
		}
	}
	sort.Stable(&by[state.BodySlot]{order, func(x, y state.BodySlot) int {
		return cmp.Compare(b.p.Bodies.Meta[x].Key()-1, b.p.Bodies.Meta[y].Key()-1) // zero comes last
	}})
	return order
}

func (r *reordering) adoptBody(slot state.BodySlot) {
	to := r.to.p.Bodies.Adopt(r.from.p.Bodies, slot)
	r.bodies[slot] = to
	r.owners = append(r.owners, slot)
	if r.from.links.Islands.Of(slot) != state.None {
		r.to.links.Islands.Add(to)
	}
	if r.to.p.Bodies.Meta[to].Fresh {
		r.to.links.MarkFresh(to)
	}
}

// adoptColliders takes over the colliders of a body in the order in which they were attached.
func (r *reordering) adoptColliders(slot state.BodySlot) {
	from, to := r.from, r.to
	var list []state.ColliderSlot
	for c := from.p.Bodies.FirstCollider(slot); c != state.None; c = from.p.Shapes.Link[c].Next {
		list = append(list, state.ColliderSlot(c))
	}
	slices.Reverse(list)
	owner, whole := r.bodies[slot], state.ColliderSlot(0) // the first part of the present compound
	for _, old := range list {
		c := to.p.Shapes.Adopt(from.p.Shapes, old, owner)
		r.shapes = append(r.shapes, old)
		if to.p.Shapes.Link[c].Flags&state.ColliderPart != 0 {
			if from.p.Shapes.WholeOf(old) == old {
				whole = c
			}
			to.p.Shapes.Meta[c].Chain = uint32(whole)
		}
		to.p.CountFlags(to.p.Shapes.Link[c].Flags, +1)
		to.crushing.Add(c)
		to.listCollider(owner, c, to.p.Bodies.FirstCollider(owner))
		if class, category, present := from.p.Broadphase.(broadphase.Keeper).Proxy(uint32(old)); present {
			to.p.Broadphase.Insert(broadphase.Proxy{ID: uint32(c), Class: class, Category: category, Box: from.p.Broadphase.Box(uint32(old))})
			if class == broadphase.QueryOnly && to.p.Shapes.WholeOf(c) == c {
				to.sensors.Add(c)
			}
		}
	}
}

// adoptChains numbers the chains in the order of their first segments.
func (r *reordering) adoptChains() {
	numbers := slices.Repeat([]uint32{state.None}, len(r.from.chains.Segments))
	for c := range r.to.p.Shapes.Meta {
		chain := &r.to.p.Shapes.Meta[c].Chain
		if !r.to.p.Shapes.IsChained(state.ColliderSlot(c)) {
			continue
		}
		if old := *chain; numbers[old] == state.None {
			numbers[old] = r.to.chains.Alloc()
			r.to.chains.Segments[numbers[old]] = slices.Clone(r.from.chains.Segments[old])
		}
		*chain = numbers[*chain]
	}
}

// adoptJoints takes over the joints in the order of their bodies, then kinds, then creation.
func (r *reordering) adoptJoints() {
	from, to := r.from, r.to
	var order []state.JointSlot
	for i := range from.links.Joints.Meta {
		slot := state.JointSlot(i)
		if from.links.Joints.Meta[i].ID != 0 && from.links.Joints.Owner(slot) == slot {
			order = append(order, slot)
		}
	}
	sort.Stable(&by[state.JointSlot]{order, func(a, b state.JointSlot) int {
		la, lb := &from.links.Joints.Link[from.links.Joints.Row(a)], &from.links.Joints.Link[from.links.Joints.Row(b)]
		return cmp.Or(
			cmp.Compare(r.bodies[la.BodyA], r.bodies[lb.BodyA]), cmp.Compare(r.bodies[la.BodyB], r.bodies[lb.BodyB]),
			cmp.Compare(la.Kind, lb.Kind), r.compareOthers(a, b),
		)
	}})
	for _, old := range order {
		slot := to.links.Joints.Adopt(to.p.Bodies, from.links.Joints, old, r.bodies)
		r.joints = append(r.joints, old)
		r.joints = append(r.joints, from.links.Joints.Companions(old)...)
		flags := from.links.Joints.Link[from.links.Joints.Row(old)].Flags
		if flags&state.JointLinked != 0 {
			to.links.LinkIslands(slot)
			for _, m := range to.links.Joints.Companions(slot) {
				to.links.LinkIslands(m)
			}
		}
		if from.links.Joints.Meta[old].Color != state.None {
			to.links.Solver.LinkJoint(to.links.Joints, slot, to.p.Bodies)
		}
	}
	for i, old := range r.joints {
		if !from.links.Joints.IsAwake(old) {
			to.links.Joints.Sleep(state.JointSlot(i))
		}
	}
}

// compareOthers compares the bodies of two joints beyond the first two.
func (r *reordering) compareOthers(a, b state.JointSlot) int {
	return slices.CompareFunc(r.from.links.Joints.Bodies(a), r.from.links.Joints.Bodies(b), func(x, y state.BodySlot) int {
		return cmp.Compare(r.bodies[x], r.bodies[y])
	})
}
