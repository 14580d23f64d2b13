package terrain

import (
	"github.com/carom2d/carom/world"
)

// State is a terrain at a moment. The zero State is ready for Save. States, terrains and forks
// share the chunks that are equal in them: a state costs eight bytes for each chunk, and two
// kilobytes more for each chunk that has changed since.
type State struct {
	chunks []*chunk
	stream streamState
}

// Save writes the terrain into a state. A game saves it whenever it saves the world.
func (t *Terrain) Save(s *State) {
	mustTake(s != nil)
	clear(s.chunks)
	s.chunks = append(s.chunks[:0], t.chunks...)
	s.stream.copyFrom(&t.stream.streamState, t.w)
}

// Restore brings the terrain back. The world must have been restored to the same moment: the state
// refers to the bodies and colliders of that moment.
func (t *Terrain) Restore(s *State) {
	mustHold(s != nil)
	t.stream.copyFrom(&s.stream, t.w)
	clear(t.chunks)
	clear(t.index)
	clear(t.bodies)
	t.chunks = t.chunks[:0]
	for _, c := range s.chunks {
		t.keep(c)
	}
}

// mustTake panics for a Save without a state.
func mustTake(exists bool) {
	if !exists {
		panic("terrain: Save into no state")
	}
}

// mustHold panics for a state that cannot be restored, before anything has changed.
func mustHold(saved bool) {
	if !saved {
		panic("terrain: Restore of a state into which nothing was saved")
	}
}

// Fork returns the same terrain in a fork of its world, which shares the chunks. The source is
// the same.
func (t *Terrain) Fork(w *world.World) *Terrain {
	fork, err := New(w, t.def)
	if err != nil {
		panic("terrain: a definition was refused that had been accepted: " + err.Error())
	}
	var s State
	t.Save(&s)
	fork.Restore(&s)
	return fork
}
