package terrain

import (
	"image"

	"github.com/carom2d/carom/world"
)

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
