package world

import (
	"errors"
	"sync"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// ErrDuplicateKey is wrapped when two bodies of a stable world would have the same key.
var ErrDuplicateKey = errors.New("is the key of another body")

// keyIndex finds the bodies of a stable world by their keys. An entry is void if its body is gone
// or has another key.
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
