package world

import (
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// finishJoint is the last step in the creation of any joint: it wakes the bodies, ends
// their contacts and links the joint.
func (w *World) finishJoint(slot state.JointSlot) Joint {
	w.useJoints()
	w.wakeBodies(slot)
	if w.joints.Link[w.joints.Row(slot)].Flags&(state.JointCollideConnected|state.JointDisabled) == 0 {
		w.endAllContacts(slot)
	}
	w.linkJoint(slot)
	return Joint{w, w.joints.Meta[slot].ID}
}

// bodyPair returns the two bodies of a joint or of a companion of one.
func (w *World) bodyPair(slot state.JointSlot) (a, b state.BodySlot) {
	l := &w.joints.Link[w.joints.Row(slot)]
	return state.BodySlot(l.BodyA), state.BodySlot(l.BodyB)
}

// endAllContacts ends the contacts between any two bodies of a joint.
func (w *World) endAllContacts(slot state.JointSlot) {
	w.endContacts(w.bodyPair(slot))
	for _, m := range w.joints.Companions(slot) {
		w.endContacts(w.bodyPair(m))
	}
}

// refilterAll undoes endAllContacts.
func (w *World) refilterAll(slot state.JointSlot) {
	w.refilter(w.bodyPair(slot))
	for _, m := range w.joints.Companions(slot) {
		w.refilter(w.bodyPair(m))
	}
}

// endContacts ends the contacts between two bodies.
func (w *World) endContacts(a, b state.BodySlot) {
	for _, contact := range w.contactsOf(a) {
		if w.otherBody(contact, a) == b {
			w.destroyContact(contact)
		}
	}
}

// refilter lets the pairs of a body be found again, after a joint that forbade
// some of them is gone.
func (w *World) refilter(a, b state.BodySlot) {
	if w.bodies.Meta[b].ColliderCount < w.bodies.Meta[a].ColliderCount {
		a = b
	}
	if w.bodies.Meta[a].Disabled {
		return
	}
	for c := w.firstCollider(a); c != state.None; c = w.shapes.Link[c].Next {
		w.pipeline.InvalidatePairs(state.ColliderSlot(c))
	}
}

// linkJoint gives a joint a colour and merges the islands of its bodies, waking
// all. A joint that is disabled, or whose bodies are, is linked later; a joint that only
// keeps bodies from colliding is never linked.
func (w *World) linkJoint(slot state.JointSlot) {
	slot = w.joints.Owner(slot)
	l := &w.joints.Link[w.joints.Row(slot)]
	if l.Kind == joint.KindNoCollision || l.Flags&(state.JointDisabled|state.JointLinked) != 0 || !w.canAct(slot) {
		return
	}
	w.wakeBodies(slot)
	w.linkIslands(slot)
	for _, m := range w.joints.Companions(slot) {
		w.linkIslands(m)
	}
	w.solver.LinkJoint(w.joints, slot, w.bodies)
}

// canAct reports whether a joint has a dynamic body and none that is disabled.
func (w *World) canAct(slot state.JointSlot) bool {
	a, b := w.bodyPair(slot)
	anyDynamic := w.bodies.Meta[a].Type == body.Dynamic || w.bodies.Meta[b].Type == body.Dynamic
	allEnabled := !w.bodies.Meta[a].Disabled && !w.bodies.Meta[b].Disabled
	for _, c := range w.joints.Bodies(slot) {
		anyDynamic = anyDynamic || w.bodies.Meta[c].Type == body.Dynamic
		allEnabled = allEnabled && !w.bodies.Meta[c].Disabled
	}
	return anyDynamic && allEnabled
}

// wakeBodies wakes all bodies of a joint.
func (w *World) wakeBodies(slot state.JointSlot) {
	a, b := w.bodyPair(slot)
	w.wake(a)
	w.wake(b)
	for _, c := range w.joints.Bodies(slot) {
		w.wake(c)
	}
}

// linkIslands merges the islands of the two bodies of a joint or companion.
func (w *World) linkIslands(slot state.JointSlot) {
	w.joints.Wake(slot)
	w.joints.Link[w.joints.Row(slot)].Flags |= state.JointLinked
	w.islands.Link(w.bodyPair(slot))
}

func (w *World) unlinkIslands(slot state.JointSlot) {
	w.joints.Link[w.joints.Row(slot)].Flags &^= state.JointLinked
	w.islands.Unlink(w.bodyPair(slot))
}

// unlinkJoint undoes linkJoint and wakes the bodies of the joint.
func (w *World) unlinkJoint(slot state.JointSlot) {
	slot = w.joints.Owner(slot)
	if w.joints.Link[w.joints.Row(slot)].Flags&state.JointLinked == 0 {
		return
	}
	w.wakeBodies(slot)
	if w.joints.Meta[slot].Color != state.None {
		w.solver.UnlinkJoint(w.joints, slot, w.bodies)
	}
	w.joints.Load[w.joints.Row(slot)] = state.JointLoad{}
	w.unlinkIslands(slot)
	for _, m := range w.joints.Companions(slot) {
		w.unlinkIslands(m)
	}
	w.joints.ClearImpulses(slot)
}

// jointsOf returns the joints of a body in a buffer that the next call reuses.
func (w *World) jointsOf(slot state.BodySlot) []state.JointSlot {
	w.scratch.joints = w.scratch.joints[:0]
	for key := w.bodies.Meta[slot].FirstJoint; key != state.None; key = w.joints.Next(key) {
		w.scratch.joints = append(w.scratch.joints, state.JointSlot(key>>1))
	}
	return w.scratch.joints
}

// unlinkJointsOf and linkJointsOf may wake bodies, which uses the buffer of
// jointsOf again: hence the copies.
func (w *World) unlinkJointsOf(slot state.BodySlot) {
	for _, j := range slices.Clone(w.jointsOf(slot)) {
		w.unlinkJoint(j)
	}
}

func (w *World) linkJointsOf(slot state.BodySlot) {
	for _, j := range slices.Clone(w.jointsOf(slot)) {
		w.linkJoint(j)
	}
}

func (w *World) destroyJointsOf(slot state.BodySlot) {
	for key := w.bodies.Meta[slot].FirstJoint; key != state.None; key = w.bodies.Meta[slot].FirstJoint {
		w.destroyJoint(state.JointSlot(key >> 1))
	}
}

// destroyJoint removes a joint and the gears that couple it.
func (w *World) destroyJoint(slot state.JointSlot) {
	slot = w.joints.Owner(slot)
	for _, gear := range w.joints.AppendGears(nil, w.bodies, slot) {
		w.destroyJoint(gear)
	}
	w.unlinkJoint(slot)
	filtered := w.joints.Link[w.joints.Row(slot)].Flags&(state.JointCollideConnected|state.JointDisabled) == 0
	if filtered {
		w.wakeBodies(slot) // they may collide from now on
	}
	a, b := w.bodyPair(slot)
	others := slices.Clone(w.joints.Bodies(slot))
	w.joints.Remove(w.bodies, slot)
	if !filtered {
		return
	}
	w.refilter(a, b)
	for i, c := range others {
		for _, d := range others[:i] {
			w.refilter(c, d)
		}
	}
}

// jointNeighbors appends the bodies that linked joints tie a body to.
func (w *World) jointNeighbors(dst []state.BodySlot, slot state.BodySlot) []state.BodySlot {
	for key := w.bodies.Meta[slot].FirstJoint; key != state.None; key = w.joints.Next(key) {
		other := w.joints.Other(key)
		if w.joints.Link[w.joints.Row(state.JointSlot(key>>1))].Flags&state.JointLinked != 0 && w.canJoinIsland(other) {
			dst = append(dst, other)
		}
	}
	return dst
}

func (w *World) wakeJointsOf(slot state.BodySlot) {
	for _, j := range w.jointsOf(slot) {
		w.joints.Wake(j)
		owner := w.joints.Owner(j)
		w.joints.Wake(owner)
		if w.joints.Meta[owner].Color == state.None && w.joints.Link[w.joints.Row(owner)].Flags&state.JointLinked != 0 {
			w.solver.LinkJoint(w.joints, owner, w.bodies)
		}
	}
}

func (w *World) sleepJointsOf(slot state.BodySlot) {
	for _, j := range w.jointsOf(slot) {
		owner := w.joints.Owner(j)
		if w.joints.Meta[owner].Color != state.None {
			w.solver.UnlinkJoint(w.joints, owner, w.bodies)
		}
		w.joints.Sleep(owner)
		w.joints.Sleep(j)
	}
}

// connected reports whether a joint forbids two bodies to collide.
func (w *World) connected(a, b state.BodySlot) bool {
	if w.bodies.Meta[a].FirstJoint == state.None || w.bodies.Meta[b].FirstJoint == state.None {
		return false
	}
	return w.joints.Connected(w.bodies, a, b)
}

// afterEdit is the last step in a change of a joint's definition: a joint that was
// enabled or disabled is linked or unlinked, its bodies wake, and their pairs are
// filtered anew.
func (w *World) afterEdit(slot state.JointSlot, before state.JointFlags) {
	flags := w.joints.Link[w.joints.Row(slot)].Flags
	w.wakeBodies(slot)
	if (before^flags)&state.JointHasCallbacks != 0 || flags&state.JointDisabled != 0 {
		w.unlinkJoint(slot)
	}
	w.linkJoint(slot)
	const mask = state.JointCollideConnected | state.JointDisabled
	switch {
	case before&mask == flags&mask:
	case flags&mask == 0:
		w.endAllContacts(slot)
	case before&mask == 0:
		w.refilterAll(slot)
	}
}

// publishStresses reports the joints that passed a break limit, in ascending
// order of their slots, and destroys those that are to break.
func (w *World) publishStresses() {
	w.scratch.stressedJoints = w.scratch.stressedJoints[:0]
	for r := range w.joints.Awake() {
		if w.joints.Link[r].Flags&state.JointStressed != 0 {
			w.scratch.stressedJoints = append(w.scratch.stressedJoints, w.joints.Slots[r])
		}
	}
	slices.Sort(w.scratch.stressedJoints)
	for _, slot := range w.scratch.stressedJoints {
		meta := &w.joints.Meta[slot]
		if meta.ID == 0 { // destroyed with one that broke
			continue
		}
		row := w.joints.Row(slot)
		flags := w.joints.Link[row].Flags
		w.joints.Link[row].Flags &^= state.JointStressed
		load := w.joints.Load[row]
		broke := flags&state.JointReportOnly == 0
		a, b := w.bodyPair(slot)
		_, anchorB := w.joints.Anchors(w.bodies, slot)
		w.events.JointStresses = append(w.events.JointStresses, JointStress{
			Joint:  Joint{w, meta.ID},
			Force:  state.Finite(geom.Vec2{X: float64(load.ForceX), Y: float64(load.ForceY)}.Length()),
			Torque: state.Finite(float64(load.Torque)), Broke: broke,
			Kind: w.joints.Link[row].Kind, BodyA: w.bodyAt(a), BodyB: w.bodyAt(b),
			Position: anchorB.Mgl(), UserData: meta.UserData,
		})
		if broke {
			w.destroyJoint(slot)
		}
	}
}
