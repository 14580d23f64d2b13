package world

import (
	"slices"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/snapshot"
)

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
	Events     uint64 // of the last Step, and of the calls since
}

// parts returns the hashes in the order of snapshot.Parts.
func (h *StateHashes) parts() [len(snapshot.Parts)]*uint64 {
	return [...]*uint64{
		&h.Clock, &h.Bodies, &h.Colliders, &h.Contacts, &h.Joints, &h.Islands, &h.Areas, &h.Sensors, &h.Broadphase, &h.Events,
	}
}

// part returns the hash of a part.
func (h *StateHashes) part(name string) *uint64 {
	return h.parts()[slices.Index(snapshot.Parts[:], name)]
}

// Sum returns the hash of the whole state.
func (h StateHashes) Sum() uint64 {
	sum := column.NewHasher()
	for _, part := range h.parts() {
		sum.Uint64(*part)
	}
	return sum.Sum()
}

// Differences returns the names of the parts in which two states differ, such as "bodies".
func (h StateHashes) Differences(other StateHashes) []string {
	var names []string
	a, b := h.parts(), other.parts()
	for i, name := range snapshot.Parts {
		if *a[i] != *b[i] {
			names = append(names, name)
		}
	}
	return names
}

// StateHashes returns a hash of each part of the state that Save keeps: equal on every platform and
// for every number of workers, for worlds in the same state. Values of the game are not part of it:
// user data, names, functions, and the game's own shapes, except their bounding circles. Within a
// tick, in a callback of Config, it panics with ErrStepping.
func (w *World) StateHashes() StateHashes {
	if err := w.beginSaving(); err != nil {
		panic(err)
	}
	defer w.endSaving()
	return w.hashState()
}

func (w *World) hashState() StateHashes {
	var buffer [len(snapshot.Parts)]uint64
	var h StateHashes
	parts := h.parts()
	for i, hash := range w.stateColumns().Hash(buffer[:0]) {
		*parts[i] = hash
	}
	return h
}

// StateHash returns a hash of the state. It is equal for worlds in the same state, on every
// platform and for every number of workers. It is quick: it reads only columns that may have
// changed since the last call, and leaves out columns that follow from others.
//
// After every tick the hash covers poses, velocities, events and changes by calls of the game. It
// covers a sixteenth of the other columns that ticks write, such as impulses, cached manifolds and
// fat boxes; the number of the tick selects the sixteenth. Worlds that differ in these columns
// alone have different hashes after sixteen ticks at the latest, and mostly after one, because the
// bodies then move differently. StateHashes reads the whole state at once. Its Sum is not equal to
// StateHash. Within a tick StateHash panics with ErrStepping.
func (w *World) StateHash() uint64 {
	if err := w.beginSaving(); err != nil {
		panic(err)
	}
	defer w.endSaving()
	return w.stateColumns().Digest(w.ticks)
}
