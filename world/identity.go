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

// ContactByID returns a contact as it is now, and whether it still exists: it does while
// the boxes of its colliders overlap. It has no points while the colliders are apart.
func (w *World) ContactByID(id ContactID) (Contact, bool) {
	w.checkReadable()
	if !w.contacts.Alive(id) {
		return Contact{}, false
	}
	return w.contactAt(id.Slot()), true
}
