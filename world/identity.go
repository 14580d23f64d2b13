package world

import "github.com/carom2d/carom/internal/state"

// Identities within a world. They are unsigned integers of 64 bits, zero for none, and
// none is used twice. Unlike handles they hold no pointer to the world, so a game can
// save them.
type (
	BodyID     = state.BodyID
	ColliderID = state.ColliderID
	JointID    = state.JointID
	ContactID  = state.ContactID
	AreaID     = state.AreaID
)

// BodyByID returns the handle of a body, which may no longer be valid.
func (w *World) BodyByID(id BodyID) Body { return Body{w, id} }

// ColliderByID returns the handle of a collider, which may no longer be valid.
func (w *World) ColliderByID(id ColliderID) Collider { return Collider{w, id} }

// JointByID returns the handle of a joint, which may no longer be valid.
func (w *World) JointByID(id JointID) Joint { return Joint{w, id} }

// ContactByID returns a contact as it is now, and whether it still exists. A contact exists while
// the boxes of its colliders overlap. It has no points while the colliders are apart.
func (w *World) ContactByID(id ContactID) (Contact, bool) {
	w.checkReadable()
	if !w.contacts.Alive(id) {
		return Contact{}, false
	}
	return w.contactAt(id.Slot()), true
}

// Key returns the key that the game gave the body, or zero.
func (b Body) Key() uint64 { return b.w.bodies.Meta[b.slot()].Key() }

// BodyByKey returns the body with a key of the game's own, and whether there is one. Without
// Config.Stable several bodies may have the key; then BodyByKey searches all bodies and returns the
// first in the order of Bodies.
func (w *World) BodyByKey(key uint64) (Body, bool) {
	w.checkReadable()
	switch {
	case key == 0:
		return Body{}, false
	case w.config.Stable:
		id := w.keys.find(key, w.bodies)
		return Body{w, id}, id != 0
	}
	for i := range w.bodies.Meta {
		if m := &w.bodies.Meta[i]; m.ID != 0 && m.Key() == key {
			return Body{w, m.ID}, true
		}
	}
	return Body{}, false
}

func (w *World) areaAt(slot state.AreaSlot) Area { return Area{w, AreaID(w.areas.IDAt(slot))} }

// AreaByID returns the handle of an area, which may no longer be valid.
func (w *World) AreaByID(id AreaID) Area { return Area{w, id} }
