package world

import "github.com/carom2d/carom/internal/column"

// StateHashes holds a hash of each part of a world's state. Two worlds that differ in one differ in
// the hash of that part.
type StateHashes struct {
	Clock      uint64 // configuration, time and ticks
	Bodies     uint64
	Colliders  uint64 // with shapes, materials and filters
	Contacts   uint64
	Joints     uint64
	Islands    uint64
	Areas      uint64
	Sensors    uint64
	Broadphase uint64 // boxes
	Events     uint64 // those that can be read and those to come
}

// part returns the hash of a part.
func (h *StateHashes) part(name string) *uint64 {
	switch name {
	case partClock:
		return &h.Clock
	case partBodies:
		return &h.Bodies
	case partColliders:
		return &h.Colliders
	case partContacts:
		return &h.Contacts
	case partJoints:
		return &h.Joints
	case partIslands:
		return &h.Islands
	case partAreas:
		return &h.Areas
	case partSensors:
		return &h.Sensors
	case partBroadphase:
		return &h.Broadphase
	default:
		return &h.Events
	}
}

// stateParts are the names of the parts, in the order of the columns. Recordings hold hashes in
// this order: a new part comes last.
var stateParts = [...]string{
	partClock, partBodies, partColliders, partContacts, partJoints, partIslands, partAreas, partSensors, partBroadphase, partEvents,
}

// Sum returns the hash of the whole state.
func (h StateHashes) Sum() uint64 {
	sum := column.NewHasher()
	for _, name := range stateParts {
		sum.Uint64(*h.part(name))
	}
	return sum.Sum()
}

// Differences returns the names of the parts in which two states differ, such as "bodies".
func (h StateHashes) Differences(other StateHashes) []string {
	var names []string
	for _, name := range stateParts {
		if *h.part(name) != *other.part(name) {
			names = append(names, name)
		}
	}
	return names
}

// StateHashes returns a hash of each part of the state that Save keeps: equal on every platform and
// for every number of workers, for worlds in the same state. Values of the game are not part of it:
// user data, names, functions, and of its own shapes all but the bounding circles. In the middle of
// a tick, in a callback of Config, it panics with ErrStepping.
func (w *World) StateHashes() StateHashes {
	if err := w.beginSaving(); err != nil {
		panic(err)
	}
	defer w.endSaving()
	return w.hashState()
}

func (w *World) hashState() StateHashes {
	var buffer [len(stateParts)]uint64
	var h StateHashes
	for i, hash := range w.stateColumns().Hash(buffer[:0]) {
		*h.part(stateParts[i]) = hash
	}
	return h
}

// StateHash returns a hash of the state: equal, too, on every platform and for every number of
// workers, for worlds in the same state. It is quick: it reads only what may have changed since the
// last call, and leaves out what follows from the rest.
//
// Poses, velocities, events and what calls of the game change are in it after every tick. Of the
// rest that ticks write, such as impulses, cached manifolds and fat boxes, a sixteenth is, by the
// number of ticks: worlds that differ there alone have different hashes after sixteen ticks at the
// latest, and mostly after one, because bodies then move differently. StateHashes reads all of it
// at once. StateHash is another number than its Sum.
func (w *World) StateHash() uint64 {
	if err := w.beginSaving(); err != nil {
		panic(err)
	}
	defer w.endSaving()
	return w.stateColumns().Digest(w.ticks)
}
