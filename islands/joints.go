package islands

import (
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
)

// AddJoint is the last step in the creation of any joint: it wakes the bodies, ends
// their contacts and links the joint.
func (s *Stage) AddJoint(slot state.JointSlot) {
	s.wakeBodies(slot)
	if s.Joints.Link[s.Joints.Row(slot)].Flags&(state.JointCollideConnected|state.JointDisabled) == 0 {
		s.endAllContacts(slot)
	}
	s.linkJoint(slot)
}

// linkJoint gives a joint a colour and merges the islands of its bodies, waking all. A joint that
// is disabled, or has a disabled body, is linked later. A joint that only keeps bodies from
// colliding is never linked.
func (s *Stage) linkJoint(slot state.JointSlot) {
	slot = s.Joints.Owner(slot)
	l := &s.Joints.Link[s.Joints.Row(slot)]
	if l.Kind == joint.KindNoCollision || l.Flags&(state.JointDisabled|state.JointLinked) != 0 || !s.canAct(slot) {
		return
	}
	s.wakeBodies(slot)
	s.LinkIslands(slot)
	for _, m := range s.Joints.Companions(slot) {
		s.LinkIslands(m)
	}
	s.Solver.LinkJoint(s.Joints, slot, s.p.Bodies)
}

// unlinkJoint undoes linkJoint and wakes the bodies of the joint.
func (s *Stage) unlinkJoint(slot state.JointSlot) {
	slot = s.Joints.Owner(slot)
	if s.Joints.Link[s.Joints.Row(slot)].Flags&state.JointLinked == 0 {
		return
	}
	s.wakeBodies(slot)
	if s.Joints.Meta[slot].Color != state.None {
		s.Solver.UnlinkJoint(s.Joints, slot, s.p.Bodies)
	}
	s.Joints.Load[s.Joints.Row(slot)] = state.JointLoad{}
	s.unlinkIslands(slot)
	for _, m := range s.Joints.Companions(slot) {
		s.unlinkIslands(m)
	}
	s.Joints.ClearImpulses(slot)
}

// canAct reports whether a joint has a dynamic body and no disabled body.
func (s *Stage) canAct(slot state.JointSlot) bool {
	a, b := s.Joints.Pair(slot)
	anyDynamic := s.p.Bodies.Meta[a].Type == body.Dynamic || s.p.Bodies.Meta[b].Type == body.Dynamic
	allEnabled := !s.p.Bodies.Meta[a].Disabled && !s.p.Bodies.Meta[b].Disabled
	for _, c := range s.Joints.Bodies(slot) {
		anyDynamic = anyDynamic || s.p.Bodies.Meta[c].Type == body.Dynamic
		allEnabled = allEnabled && !s.p.Bodies.Meta[c].Disabled
	}
	return anyDynamic && allEnabled
}

// LinkIslands merges the islands of the two bodies of a joint or companion.
func (s *Stage) LinkIslands(slot state.JointSlot) {
	s.Joints.Wake(slot)
	s.Joints.Link[s.Joints.Row(slot)].Flags |= state.JointLinked
	s.Islands.Link(s.Joints.Pair(slot))
}

func (s *Stage) unlinkIslands(slot state.JointSlot) {
	s.Joints.Link[s.Joints.Row(slot)].Flags &^= state.JointLinked
	s.Islands.Unlink(s.Joints.Pair(slot))
}

// EditJoint is the last step in a change of a joint's definition: a joint that was enabled or
// disabled is linked or unlinked, its bodies wake, and their pairs are filtered again.
func (s *Stage) EditJoint(slot state.JointSlot, before state.JointFlags) {
	flags := s.Joints.Link[s.Joints.Row(slot)].Flags
	s.wakeBodies(slot)
	if (before^flags)&state.JointHasCallbacks != 0 || flags&state.JointDisabled != 0 {
		s.unlinkJoint(slot)
	}
	s.linkJoint(slot)
	const mask = state.JointCollideConnected | state.JointDisabled
	switch {
	case before&mask == flags&mask:
	case flags&mask == 0:
		s.endAllContacts(slot)
	case before&mask == 0:
		s.refilterAll(slot)
	}
}

// DestroyJoint removes a joint and the gears that couple it.
func (s *Stage) DestroyJoint(slot state.JointSlot) {
	slot = s.Joints.Owner(slot)
	for _, gear := range s.Joints.AppendGears(nil, s.p.Bodies, slot) {
		s.DestroyJoint(gear)
	}
	s.unlinkJoint(slot)
	filtered := s.Joints.Link[s.Joints.Row(slot)].Flags&(state.JointCollideConnected|state.JointDisabled) == 0
	if filtered {
		s.wakeBodies(slot) // they may collide from now on
	}
	a, b := s.Joints.Pair(slot)
	others := slices.Clone(s.Joints.Bodies(slot))
	s.Joints.Remove(s.p.Bodies, slot)
	if !filtered {
		return
	}
	s.refilter(a, b)
	for i, c := range others {
		for _, d := range others[:i] {
			s.refilter(c, d)
		}
	}
}

// bodyJoints are the effects of a body's changes and sleep on its joints. Only UseJoints makes a
// value, so a program without joints links neither the removal nor the compilation of joints.
type bodyJoints interface {
	destroy(*Stage, state.BodySlot)
	unlink(*Stage, state.BodySlot)
	link(*Stage, state.BodySlot)
	wake(*Stage, state.BodySlot)
	sleep(*Stage, state.BodySlot)
	recenter(*Stage, state.BodySlot)
	connected(s *Stage, a, b state.BodySlot) bool
}

// UseJoints makes the stage and the solver ready for joints.
func (s *Stage) UseJoints() {
	s.Solver.UseJoints()
	s.ofBodies = jointsOfBodies{}
}

// UseJointsOf is UseJoints if another stage is ready for joints.
func (s *Stage) UseJointsOf(o *Stage) {
	s.Solver.UseJointsOf(o.Solver)
	s.ofBodies = o.ofBodies
}

// DestroyJointsOf removes the joints of a body.
func (s *Stage) DestroyJointsOf(slot state.BodySlot) {
	if s.ofBodies != nil {
		s.ofBodies.destroy(s, slot)
	}
}

// UnlinkJointsOf removes the links of a body's joints.
func (s *Stage) UnlinkJointsOf(slot state.BodySlot) {
	if s.ofBodies != nil {
		s.ofBodies.unlink(s, slot)
	}
}

// LinkJointsOf undoes UnlinkJointsOf.
func (s *Stage) LinkJointsOf(slot state.BodySlot) {
	if s.ofBodies != nil {
		s.ofBodies.link(s, slot)
	}
}

// RecenterJointsOf tells the joints of a body that its centre of mass has moved in its own frame.
func (s *Stage) RecenterJointsOf(slot state.BodySlot) {
	if s.ofBodies != nil {
		s.ofBodies.recenter(s, slot)
	}
}

// jointsOfBodies is the one kind of bodyJoints.
type jointsOfBodies struct{}

func (jointsOfBodies) destroy(s *Stage, slot state.BodySlot) {
	for key := s.p.Bodies.Meta[slot].FirstJoint; key != state.None; key = s.p.Bodies.Meta[slot].FirstJoint {
		s.DestroyJoint(state.JointSlot(key >> 1))
	}
}

// unlink may wake bodies, which uses the buffer of jointsOf again: hence the copy.
func (jointsOfBodies) unlink(s *Stage, slot state.BodySlot) {
	for _, j := range slices.Clone(s.jointsOf(slot)) {
		s.unlinkJoint(j)
	}
}

func (jointsOfBodies) link(s *Stage, slot state.BodySlot) {
	for _, j := range slices.Clone(s.jointsOf(slot)) {
		s.linkJoint(j)
	}
}

func (jointsOfBodies) wake(s *Stage, slot state.BodySlot) {
	for _, j := range s.jointsOf(slot) {
		s.Joints.Wake(j)
		owner := s.Joints.Owner(j)
		s.Joints.Wake(owner)
		if s.Joints.Meta[owner].Color == state.None && s.Joints.Link[s.Joints.Row(owner)].Flags&state.JointLinked != 0 {
			s.Solver.LinkJoint(s.Joints, owner, s.p.Bodies)
		}
	}
}

func (jointsOfBodies) sleep(s *Stage, slot state.BodySlot) {
	for _, j := range s.jointsOf(slot) {
		owner := s.Joints.Owner(j)
		if s.Joints.Meta[owner].Color != state.None {
			s.Solver.UnlinkJoint(s.Joints, owner, s.p.Bodies)
		}
		s.Joints.Sleep(owner)
		s.Joints.Sleep(j)
	}
}

func (jointsOfBodies) connected(s *Stage, a, b state.BodySlot) bool {
	return s.Joints.Connected(s.p.Bodies, a, b)
}

func (jointsOfBodies) recenter(s *Stage, slot state.BodySlot) {
	s.Joints.RecenterBody(s.p.Bodies, slot)
}

// jointsOf returns the joints of a body in a buffer that the next call reuses.
func (s *Stage) jointsOf(slot state.BodySlot) []state.JointSlot {
	s.scratch.joints = s.scratch.joints[:0]
	for key := s.p.Bodies.Meta[slot].FirstJoint; key != state.None; key = s.Joints.Next(key) {
		s.scratch.joints = append(s.scratch.joints, state.JointSlot(key>>1))
	}
	return s.scratch.joints
}

// endAllContacts ends the contacts between any two bodies of a joint.
func (s *Stage) endAllContacts(slot state.JointSlot) {
	s.endContacts(s.Joints.Pair(slot))
	for _, m := range s.Joints.Companions(slot) {
		s.endContacts(s.Joints.Pair(m))
	}
}

func (s *Stage) endContacts(a, b state.BodySlot) {
	for _, contact := range s.ContactsOf(a) {
		if s.p.Contacts.Other(contact, a) == b {
			s.destroyContact(contact)
		}
	}
}

// refilterAll undoes endAllContacts.
func (s *Stage) refilterAll(slot state.JointSlot) {
	s.refilter(s.Joints.Pair(slot))
	for _, m := range s.Joints.Companions(slot) {
		s.refilter(s.Joints.Pair(m))
	}
}

// refilter makes the broadphase find the pairs of a body again, after a joint that forbade some of
// them is gone.
func (s *Stage) refilter(a, b state.BodySlot) {
	if s.p.Bodies.Meta[b].ColliderCount < s.p.Bodies.Meta[a].ColliderCount {
		a = b
	}
	if s.p.Bodies.Meta[a].Disabled {
		return
	}
	for c := s.p.Bodies.FirstCollider(a); c != state.None; c = s.p.Shapes.Link[c].Next {
		s.p.InvalidatePairs(state.ColliderSlot(c))
	}
}

// Connected reports whether a joint forbids two bodies to collide.
func (s *Stage) Connected(a, b state.BodySlot) bool {
	return s.ofBodies != nil && s.ofBodies.connected(s, a, b)
}
