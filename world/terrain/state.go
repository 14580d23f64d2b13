package terrain

import (
	"image"

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

// DensityState is a Density at a moment. The zero DensityState is ready for Save. States and forks
// share the chunks that are equal in them.
type DensityState struct {
	chunks    []*densityChunk
	stream    streamState
	loosened  []Loosened
	unsettled []image.Point
}

// Save writes the ground into a state. A game saves it whenever it saves the world.
func (d *Density) Save(s *DensityState) {
	mustTake(s != nil)
	clear(s.chunks)
	s.chunks = s.chunks[:0]
	for _, at := range d.sorted() {
		s.chunks = append(s.chunks, d.chunks[at])
	}
	s.stream.copyFrom(&d.stream.streamState, d.w)
	s.loosened = append(s.loosened[:0], d.loosened...)
	s.unsettled = append(s.unsettled[:0], d.unsettled...)
}

// Restore brings the ground back. The world must have been restored to the same moment.
func (d *Density) Restore(s *DensityState) {
	mustHold(s != nil)
	clear(d.chunks)
	clear(d.bodies)
	for _, c := range s.chunks {
		d.keep(c)
	}
	d.stream.copyFrom(&s.stream, d.w)
	d.loosened = append([]Loosened(nil), s.loosened...)
	d.unsettled = append([]image.Point(nil), s.unsettled...)
}

// Fork returns the same ground in a fork of its world, which shares the chunks. The source is the
// same.
func (d *Density) Fork(w *world.World) *Density {
	fork, err := NewDensity(w, d.def)
	if err != nil {
		panic("terrain: a definition was refused that had been accepted: " + err.Error())
	}
	var s DensityState
	d.Save(&s)
	fork.Restore(&s)
	for i, x := range fork.loosened {
		if x.Body != (world.Body{}) {
			fork.loosened[i].Body = w.BodyByID(x.Body.ID())
		}
	}
	return fork
}

// Destroy takes the colliders of the field out of the world. The bodies that lay on it wake up.
func (f *HeightField) Destroy() error {
	for len(f.loaded) > 0 {
		place := f.loaded[len(f.loaded)-1]
		c := f.chunks[place]
		if err := destroyGround(f.w, c.body); err != nil {
			return err
		}
		delete(f.bodies, c.body)
		delete(f.chunks, place)
		f.loaded = f.loaded[:len(f.loaded)-1]
	}
	return nil
}

// HeightFieldState is a HeightField at a moment. The zero HeightFieldState is ready for Save.
// States and forks share the pages of 1024 samples that are equal in them.
type HeightFieldState struct {
	pages  []*heightPage
	chunks []*heightChunk
}

// Save writes the field into a state. A game saves it whenever it saves the world.
func (f *HeightField) Save(s *HeightFieldState) {
	mustTake(s != nil)
	clear(s.pages)
	clear(s.chunks)
	s.pages, s.chunks = append(s.pages[:0], f.pages...), s.chunks[:0]
	for _, place := range f.loaded {
		s.chunks = append(s.chunks, f.chunks[place])
	}
}

// Restore brings the field back. The world must have been restored to the same moment.
func (f *HeightField) Restore(s *HeightFieldState) {
	mustHold(s != nil && len(s.pages) > 0)
	f.pages = append([]*heightPage(nil), s.pages...)
	f.loaded = f.loaded[:0]
	clear(f.chunks)
	clear(f.bodies)
	for _, c := range s.chunks {
		f.keep(c)
	}
}

// Fork returns the same field in a fork of its world, which shares the pages.
func (f *HeightField) Fork(w *world.World) *HeightField {
	fork := &HeightField{w: w, def: f.def, count: f.count, chunks: map[int]*heightChunk{}, bodies: map[world.BodyID]int{}}
	var s HeightFieldState
	f.Save(&s)
	fork.Restore(&s)
	return fork
}
