package terrain

import (
	"fmt"
	"image"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Samples are the samples of a chunk of a Density, row by row: the sample at x, y of the chunk is
// Samples[y*ChunkSide+x].
type Samples [chunkTiles]float64

// DensitySource has the samples of a Density whose chunks come and go.
type DensitySource interface {
	// ReadChunk writes the samples of a chunk, which are -1 before, in the units of
	// Density.SetSamples. Chunk x, y has the samples from x*ChunkSide, y*ChunkSide on. The same
	// chunk must always have the same samples: the Density keeps the edits.
	ReadChunk(at image.Point, samples *Samples) error
}

// Focus loads the chunks within a distance of the points, and unloads the chunks that are farther
// away by a chunk's side, as Terrain.Focus does. Bodies wait as in a Terrain.
//
// Ground that reaches to a chunk which is not loaded is held, because the ground beyond is not
// known. If an edit depended on such ground, its hold is searched again when chunks come: then
// Loosened has the pieces that came loose.
//
// Focus panics for a Density without a Source. The error is a *geom.FieldError that names Distance
// or Points[1], or an error of the Source or of the world. The square around a point that reaches
// to the distance has 2^16 chunks at most.
func (d *Density) Focus(distance float64, points ...mgl64.Vec2) error {
	if d.def.Source == nil {
		panic("terrain: Focus without a source")
	}
	before := d.loosened
	d.loosened = nil
	err := d.stream.focus(distance, points)
	if err != nil {
		d.loosened = before
	}
	return err
}

// Waits returns the bodies that began and ended to wait in the last Focus.
func (d *Density) Waits() []Wait { return d.stream.waits }

// LoadedChunks returns the number of loaded chunks, and how many of them have colliders. Chunks of
// air count only with a Source.
func (d *Density) LoadedChunks() (all, solid int) {
	for _, c := range d.chunks {
		if c.loaded {
			all++
		}
	}
	return all, len(d.bodies)
}

// isLoaded reports whether the colliders of a chunk are in the world, if it has any.
func (d *Density) isLoaded(at image.Point) bool {
	if d.def.Source == nil {
		return true
	}
	c := d.chunks[at]
	return c != nil && c.loaded
}

func (d *Density) appendLoaded(dst []image.Point) []image.Point {
	for at, c := range d.chunks {
		if c.loaded {
			dst = append(dst, at)
		}
	}
	return dst
}

// intoCells are the steps from a chunk to the chunks into whose samples its cells reach.
var intoCells = [3]image.Point{{1, 0}, {0, 1}, {1, 1}}

// read makes the chunks of some places for load, and the chunks beside them into whose samples
// their cells reach.
func (d *Density) read(places []image.Point) error {
	d.next = d.next[:0]
	seen := make(map[image.Point]bool, len(places))
	for _, at := range places {
		seen[at] = true
		if err := d.readNext(at); err != nil {
			return err
		}
	}
	for i := range d.next {
		d.next[i].loaded = true
		for _, step := range intoCells {
			beside := places[i].Add(step)
			if seen[beside] {
				continue
			}
			seen[beside] = true
			if err := d.readNext(beside); err != nil {
				return err
			}
		}
	}
	return nil
}

// readNext appends a copy of the chunk of a place, or a new one, to the chunks for load.
func (d *Density) readNext(at image.Point) error {
	c, err := d.copyOf(at)
	if err != nil {
		clear(d.next)
		return err
	}
	d.next = append(d.next, c)
	return nil
}

// load brings the chunks that were read into the world, all at once. A chunk beside them that is
// there stays as it is; one that was unloaded and forgotten since is needed for its samples alone.
// Then ground may come loose that was held because the chunks were not there.
func (d *Density) load(n int) error {
	defer func() { clear(d.next) }()
	list := d.next[:n]
	for _, c := range d.next[n:] {
		if d.chunks[c.place] == nil {
			c.loaded, c.body, c.pieces = false, 0, nil
			list = append(list, c)
		}
	}
	if err := d.commit(list, nil); err != nil {
		return err
	}
	return d.settle()
}

// settle searches again for the hold of ground that was held because a chunk was not loaded.
func (d *Density) settle() error {
	h := d.newHolds(nil)
	for _, p := range d.unsettled {
		if d.isLoaded(chunkOf(p)) {
			h.ask(p)
		} else {
			h.unsettle(p)
		}
	}
	if err := d.commit(h.release(nil)); err != nil {
		return err
	}
	d.unsettled = h.unsettled
	return nil
}

// readChunk returns a chunk with the samples of the source.
func (d *Density) readChunk(at image.Point) (*densityChunk, error) {
	samples := new(Samples)
	for i := range samples {
		samples[i] = -1
	}
	if err := d.def.Source.ReadChunk(at, samples); err != nil {
		return nil, fmt.Errorf("terrain: chunk %v: %w", at, err)
	}
	c := &densityChunk{place: at, values: new(densityValues)}
	for i, v := range samples {
		if !geom.Finite(v) {
			return nil, fmt.Errorf("terrain: chunk %v: %w", at, geom.CheckFinite(fmt.Sprintf("Samples[%d]", i), v))
		}
		c.values[i] = quantized(v)
	}
	c.pack()
	c.label(d.def.Held)
	return c, nil
}

// unload unloads a chunk. The samples stay if the chunk was edited or the cells of another chunk
// reach into it.
func (d *Density) unload(at image.Point) error {
	c := d.chunks[at]
	if err := destroyGround(d.w, c.body); err != nil {
		return err
	}
	delete(d.bodies, c.body)
	next := *c
	next.loaded, next.body, next.pieces = false, 0, nil
	d.chunks[at] = &next
	d.forgetUnused(at)
	for _, step := range intoCells {
		d.forgetUnused(at.Add(step))
	}
	return nil
}

// forgetUnused forgets a chunk that was not edited, if no cell of a loaded chunk needs it.
func (d *Density) forgetUnused(at image.Point) {
	c := d.chunks[at]
	if c == nil || c.edited || c.loaded || slices.ContainsFunc(intoCells[:], func(step image.Point) bool { return d.isLoaded(at.Sub(step)) }) {
		return
	}
	delete(d.chunks, at)
}
