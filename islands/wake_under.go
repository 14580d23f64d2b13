package islands

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// sleeperSearch is the search for the bodies that sleep at the new place of a static collider.
type sleeperSearch struct {
	found   []state.BodySlot
	current state.ColliderSlot
	visit   func(uint32) bool // one made at the call would allocate

	// spares reports whether the current collider does not wake the body of another one, at a pose
	// relative to it, because a collider that goes touched the body as closely. It is nil but in a
	// replacement of colliders.
	spares func(state.ColliderSlot, *geom.Transform) bool
}

// WakeUnder wakes the bodies that sleep where a collider lies. It is for colliders of static bodies
// at a new place: other bodies are awake there, and a contact that begins wakes both bodies. Bodies
// that were created asleep since the last tick sleep on, so a level may be built in any order. So
// do bodies that a collider touched in the same way which this one replaces.
func (s *Stage) WakeUnder(c state.ColliderSlot) {
	if s.p.Bodies.Awake() == s.p.Bodies.AsleepEnd() {
		return
	}
	link := &s.p.Shapes.Link[c]
	if m := &s.p.Bodies.Meta[link.Owner]; m.Type != body.Static || m.Disabled || link.Flags&state.ColliderSensor != 0 {
		return
	}
	x := &s.sleepers
	if x.visit == nil {
		x.visit = s.appendSleeper
	}
	x.found, x.current = x.found[:0], c
	s.p.QueryNotStatic(s.p.Broadphase.Box(uint32(c)), ^uint64(0), x.visit)
	radix.Sort(x.found) // the order of visits depends on the broadphase
	for _, b := range x.found {
		s.Wake(b)
	}
}

// WakeUnderBody is WakeUnder for all colliders of a body.
func (s *Stage) WakeUnderBody(slot state.BodySlot) {
	for c := s.p.Bodies.FirstCollider(slot); c != state.None; c = s.p.Shapes.Link[c].Next {
		s.WakeUnder(state.ColliderSlot(c))
	}
}

// appendSleeper adds the body of a collider that touches the current one, if it sleeps.
func (s *Stage) appendSleeper(i uint32) bool {
	c, other := s.sleepers.current, state.ColliderSlot(i)
	owner, link := s.p.Shapes.OwnerOf(c), &s.p.Shapes.Link[other]
	sleeper := state.BodySlot(link.Owner)
	if s.p.Bodies.PartitionOf(sleeper) != state.Asleep || s.p.Bodies.Meta[sleeper].Fresh || link.Flags&state.ColliderSensor != 0 ||
		!s.p.Shapes.Filter(c).Accepts(s.p.Shapes.Filter(other)) || s.Connected(owner, sleeper) {
		return true
	}
	// For custom shapes, whose code may panic, the boxes must be enough: a change is under way.
	a, b := s.p.Shapes.Convex(c), s.p.Shapes.Convex(other)
	if a.Kind != shape.KindCustom && b.Kind != shape.KindCustom {
		rel := s.poseOf(c).InverseMul(*s.poseOf(other))
		if narrowphase.Distance(a, b, &rel, nil).Distance > s.p.Tolerance.Slop || s.sleepers.spares != nil && s.sleepers.spares(other, &rel) {
			return true
		}
	}
	s.sleepers.found = append(s.sleepers.found, sleeper)
	return true
}

// poseOf returns the pose of the body that carries a collider.
//
//go:noinline
func (s *Stage) poseOf(c state.ColliderSlot) *geom.Transform {
	return &s.p.Bodies.Pose[s.p.Bodies.Row(s.p.Shapes.OwnerOf(c))]
}

// MarkFresh marks a body that was created asleep.
func (s *Stage) MarkFresh(slot state.BodySlot) {
	s.p.Bodies.Meta[slot].Fresh = true
	s.p.Bodies.Written.Set(int(slot))
	s.fresh = append(s.fresh, slot)
}

// ForgetFresh removes the marks of MarkFresh.
func (s *Stage) ForgetFresh() {
	for _, slot := range s.fresh {
		s.p.Bodies.Meta[slot].Fresh = false
		s.p.Bodies.Written.Set(int(slot))
	}
	s.fresh = s.fresh[:0]
}
