package terrain

import (
	"fmt"
	"image"

	"github.com/go-gl/mathgl/mgl64"
)

// Source has the tiles of a terrain whose chunks come and go.
type Source interface {
	// ReadChunk writes the tiles of a chunk, which are 0 before. Chunk x, y has the cells from
	// x*ChunkSide, y*ChunkSide on. The same chunk must always have the same tiles: the terrain
	// keeps the edits.
	ReadChunk(at image.Point, tiles *Tiles) error
}

// Focus loads the chunks within a distance of the points, and unloads the chunks that are farther
// away by a chunk's side. A game calls it between ticks, with the positions of its players and
// cameras. If the points move by less than a chunk, it only checks the bodies.
//
// Focus puts an awake body whose shapes reach into a chunk that is not loaded to sleep, with all
// bodies that it touches or is joined to. When its chunks are loaded, all of them continue with
// their velocities, whatever has moved them meanwhile. Waits returns the bodies whose own chunks
// are missing. Bodies that cannot sleep do not wait: see world.Body.Sleep.
//
// Focus panics for a terrain without a Source. The error is a *geom.FieldError that names Distance
// or Points[1], or an error of the Source or of the world. The square around a point that reaches
// to the distance has 2^16 chunks at most.
func (t *Terrain) Focus(distance float64, points ...mgl64.Vec2) error {
	if t.def.Source == nil {
		panic("terrain: Focus without a source")
	}
	return t.stream.focus(distance, points)
}

// Waits returns the bodies that began and ended to wait in the last Focus.
func (t *Terrain) Waits() []Wait { return t.stream.waits }

// LoadedChunks returns the number of loaded chunks, and how many of them have colliders.
func (t *Terrain) LoadedChunks() (all, solid int) {
	for _, c := range t.chunks {
		if c.loaded {
			all++
		}
	}
	return all, len(t.bodies)
}

func (t *Terrain) isLoaded(at image.Point) bool {
	i, ok := t.index[at]
	return ok && t.chunks[i].loaded
}

func (t *Terrain) appendLoaded(dst []image.Point) []image.Point {
	for _, c := range t.chunks {
		if c.loaded {
			dst = append(dst, c.at)
		}
	}
	return dst
}

// read makes the chunks of some places, for load.
func (t *Terrain) read(places []image.Point) error {
	t.next = t.next[:0]
	for _, at := range places {
		c, err := t.copyOf(at)
		if err != nil {
			clear(t.next)
			return err
		}
		c.loaded = true
		t.next = append(t.next, c)
	}
	return nil
}

// load brings the chunks that were read into the world, all at once.
func (t *Terrain) load(int) error {
	defer func() { clear(t.next) }()
	return t.commit(t.next)
}

func (t *Terrain) fill(c *chunk) error {
	if err := t.def.Source.ReadChunk(c.at, &c.tiles); err != nil {
		return fmt.Errorf("terrain: chunk %v: %w", c.at, err)
	}
	for i, tile := range &c.tiles {
		if int(tile) >= len(t.kinds) {
			return fmt.Errorf("terrain: chunk %v: %w", c.at, t.checkTile(fmt.Sprintf("Tiles[%d]", i), tile))
		}
	}
	return nil
}

// unload unloads a chunk. The tiles of an edited chunk stay.
func (t *Terrain) unload(at image.Point) error {
	i := t.index[at]
	c := t.chunks[i]
	if err := destroyGround(t.w, c.body); err != nil {
		return err
	}
	delete(t.bodies, c.body)
	if c.edited {
		t.chunks[i] = &chunk{at: c.at, edited: true, tiles: c.tiles, carved: c.carved}
		return nil
	}
	t.forget(i)
	return nil
}

// forget removes a chunk from the list. The last chunk takes its place.
func (t *Terrain) forget(i int) {
	last := len(t.chunks) - 1
	delete(t.index, t.chunks[i].at)
	if moved := t.chunks[last]; i != last {
		t.chunks[i] = moved
		t.index[moved.at] = i
		if moved.body != 0 {
			t.bodies[moved.body] = i
		}
	}
	t.chunks[last] = nil
	t.chunks = t.chunks[:last]
}
