package terrain

import "github.com/carom2d/carom/world"

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
