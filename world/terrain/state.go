package terrain

import (
	"github.com/carom2d/carom/world"
)

// State is a terrain at a moment. The zero State is ready for Save. States, terrains and forks
// share the chunks that are equal in them: a state costs eight bytes for each chunk, and two
// kilobytes more for each chunk that has changed since.
type State struct {
	chunks  []*chunk
	waiting []wait
	waits   []Wait
}

// Save writes the terrain into a state. A game saves it whenever it saves the world.
func (t *Terrain) Save(s *State) {
	clear(s.chunks)
	s.chunks = append(s.chunks[:0], t.chunks...)
	s.waiting = append(s.waiting[:0], t.waiting...)
	s.waits = append(s.waits[:0], t.waits...)
}

// Restore brings the terrain back. The world must have been restored to the same moment: the
// state names the bodies and colliders that it had then.
func (t *Terrain) Restore(s *State) {
	clear(t.chunks)
	t.chunks = append(t.chunks[:0], s.chunks...)
	t.waiting = append(t.waiting[:0], s.waiting...)
	t.waits = append(t.waits[:0], s.waits...)
	clear(t.index)
	clear(t.bodies)
	for i, c := range t.chunks {
		t.index[c.at] = i
		if c.body != 0 {
			t.bodies[c.body] = i
		}
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
