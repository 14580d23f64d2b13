package world

import (
	"errors"
	"sync"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

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

// ErrDuplicateKey is wrapped when a body of a stable world would have the key of another.
var ErrDuplicateKey = errors.New("is the key of another body")

// keyIndex finds the bodies of a stable world by their keys. An entry of a body that is gone, or
// has another key, is none.
type keyIndex struct {
	mu     sync.Mutex // readers may be the first after a Restore
	bodies map[uint64]BodyID
	whole  bool // no living body is missing
}

// forget makes the next search find all bodies anew.
func (k *keyIndex) forget() { k.whole = false }

func (k *keyIndex) add(key uint64, body BodyID) {
	if k.whole && key != 0 {
		k.bodies[key] = body
	}
}

func (k *keyIndex) remove(key uint64) {
	if k.whole && key != 0 {
		delete(k.bodies, key)
	}
}

// find returns the body with a key, or zero.
func (k *keyIndex) find(key uint64, bodies *state.Bodies) BodyID {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.whole {
		if k.whole = true; k.bodies == nil {
			k.bodies = map[uint64]BodyID{}
		}
		clear(k.bodies)
		for i := range bodies.Meta {
			if m := &bodies.Meta[i]; m.ID != 0 && m.Key() != 0 {
				k.bodies[m.Key()] = m.ID
			}
		}
	}
	return k.bodies[key]
}

// checkKey returns the error of a key that a new body cannot have.
func (w *World) checkKey(key uint64) error {
	if w.config.Stable && key != 0 && w.keys.find(key, w.bodies) != 0 {
		return geom.NewFieldError("Key", key, ErrDuplicateKey)
	}
	return nil
}

// duplicateKey returns the place of the first body in a list whose key another body before it has,
// or -1.
func (w *World) duplicateKey(parts []BodyParts) int {
	if !w.config.Stable {
		return -1
	}
	seen := map[uint64]bool{}
	for i := range parts {
		if key := parts[i].Def.Key; key != 0 {
			if seen[key] {
				return i
			}
			seen[key] = true
		}
	}
	return -1
}

// Key returns the key that the game gave the body, or zero.
func (b Body) Key() uint64 { return b.w.bodies.Meta[b.slot()].Key() }

// BodyByKey returns the body with a key of the game's own, and whether there is one. Without
// Config.Stable several bodies may have the key; it is the first of them in the order of Bodies,
// and is looked for among all.
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
