package world

import (
	"errors"
	"slices"
	"sort"
	"sync"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// putInOrder gives bodies, colliders and joints the slots and rows that they would have after
// creation in the order of the keys. The rest of a world that has not ticked is in order: see
// package bodies.
func (w *World) putInOrder() {
	config := w.config
	config.Workers = 1
	to := Must(New(config))
	defer to.Close()
	w.builder.Reorder(&to.builder)
	w.takeTables(to)
	w.sortEvents()
}

// takeTables gives this world the tables of another world, which nothing else uses. Areas and
// events name bodies and colliders by identities, so they stay.
func (w *World) takeTables(from *World) {
	rules, reuse := w.pipeline.Rules, w.pipeline.NoManifoldReuse
	w.pipeline = from.pipeline
	w.pipeline.Rules, w.pipeline.NoManifoldReuse = rules, reuse
	w.bodies, w.shapes, w.boxes = from.bodies, from.shapes, from.boxes
	w.contacts, w.joints, w.solver, w.islands = from.contacts, from.joints, from.solver, from.islands
	w.sensors, w.chains = from.sensors, from.chains
	w.linking.Joints, w.linking.Solver = w.joints, w.solver
	w.linking.TakeFresh(&from.linking)
	w.crushing.TakeList(&from.crushing)
	w.columns, w.store = nil, nil // both name variables of the old tables
	if w.recording != nil {
		w.recording.tablesTaken()
	}
	w.keys.forget()
	w.restores++
	w.eventsVersion++
	w.calls++
	w.changedSinceTick = true
	w.forgetAreas()
}

// sortEvents puts the events of a world without a tick into the order of slots.
func (w *World) sortEvents() {
	for _, e := range [...]*Events{&w.events, &w.pendingEvents} {
		for _, list := range [...]*[]Body{&e.Sleeps, &e.Wakes} {
			*list = slices.Clone(*list)
			sort.Stable(bodiesByID(*list))
		}
	}
}

// bodiesByID are bodies of one world.
type bodiesByID []Body

func (x bodiesByID) Len() int           { return len(x) }
func (x bodiesByID) Less(i, k int) bool { return x[i].w.bodies.CompareIDs(x[i].id, x[k].id) < 0 }
func (x bodiesByID) Swap(i, k int)      { x[i], x[k] = x[k], x[i] }

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

func (w *World) checkKey(key uint64) error {
	if w.config.Stable && key != 0 && w.keys.find(key, w.bodies) != 0 {
		return geom.NewFieldError("Key", key, ErrDuplicateKey)
	}
	return nil
}
