package world

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
)

// disable takes a body out of the world: no proxies, no contacts, no island.
func (w *World) disable(slot state.BodySlot) {
	w.calls++
	w.linking.WakeTouching(slot)
	for c := w.bodies.FirstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		w.removeProxy(slot, state.ColliderSlot(c))
	}
	w.linking.UnlinkJointsOf(slot)
	if w.islands.Of(slot) != state.None {
		w.islands.Remove(slot)
	}
	w.bodies.Stop(slot)
	w.bodies.LastPose[w.bodies.Row(slot)] = w.bodies.Pose[w.bodies.Row(slot)]
	w.bodies.MoveTo(slot, state.Inactive)
	w.bodies.Meta[slot].Disabled = true
}

// enable undoes disable.
func (w *World) enable(slot state.BodySlot) {
	m := &w.bodies.Meta[slot]
	m.Disabled = false
	if m.Type != body.Static {
		w.bodies.MoveTo(slot, state.Awake)
		w.bodies.Motion[w.bodies.Row(slot)].SleepTime = 0
	}
	if m.Type == body.Dynamic {
		w.islands.Add(slot)
	}
	for c := w.bodies.FirstCollider(slot); c != state.None; c = w.shapes.Link[c].Next {
		w.insertProxy(slot, state.ColliderSlot(c))
	}
	w.linking.WakeUnderBody(slot)
	w.linking.LinkJointsOf(slot)
}
