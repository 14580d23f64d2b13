package world

import (
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
)

// Destroy removes the body with its colliders, contacts and joints. The bodies that it
// touched wake up, and the contacts that were touching end.
func (b Body) Destroy() error {
	slot, err := b.beginChange(recording.BodyDestroy, nil)
	if err != nil {
		return err
	}
	defer b.w.endChange()
	b.w.destroyBody(slot)
	return nil
}

func (w *World) destroyBody(slot state.BodySlot) {
	w.linking.WakeTouching(slot)
	w.destroyAreasOf(w.bodies.Meta[slot].ID)
	w.linking.DestroyJointsOf(slot)
	for c := w.bodies.FirstCollider(slot); c != state.None; c = w.bodies.FirstCollider(slot) {
		w.builder.RemoveCollider(state.ColliderSlot(c))
	}
	if w.islands.Of(slot) != state.None {
		w.islands.Remove(slot)
	}
	if w.bodies.Meta[slot].HasOwnGravity {
		w.areas.OwnGravities--
	}
	w.subscriptions.drop(uint64(w.bodies.Meta[slot].ID), true)
	w.keys.remove(w.bodies.Meta[slot].Key())
	w.bodies.Remove(slot)
}
