package terrain

import (
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Source has the tiles of a terrain whose chunks come and go.
type Source interface {
	// ReadChunk writes the tiles of a chunk, which are 0 before. Chunk x, y has the cells from
	// x*ChunkSide, y*ChunkSide on. The same chunk must always have the same tiles: edits are
	// kept by the terrain.
	ReadChunk(at image.Point, tiles *Tiles) error
}

// Wait tells that a body waits for its ground, or that it waits no longer.
type Wait struct {
	Body  world.Body
	Ended bool
}

// wait is a body that waits asleep, with the velocity that it had.
type wait struct {
	body     world.BodyID
	velocity mgl64.Vec2
	spin     float64
}

// Focus loads the chunks that lie within a distance of the points, and lets those go that are
// farther away by a chunk's side. A game calls it between ticks, with the places of its players
// and cameras. Points that move by less than a chunk cost nothing but the look at the bodies.
//
// An awake body whose shapes reach into a chunk that is not loaded is put to sleep with all that it
// touches, and goes on with its velocity when its chunks are there. Waits tells which. Bodies that
// cannot sleep do not wait: see world.Body.Sleep.
func (t *Terrain) Focus(distance float64, points ...mgl64.Vec2) error {
	if t.def.Source == nil {
		panic("terrain: Focus without a source")
	}
	if err := geom.CheckNotNegative("Distance", distance); err != nil {
		return err
	}
	for i, p := range points {
		if err := geom.CheckPoint(fmt.Sprintf("Points[%d]", i), geom.From(p)); err != nil {
			return err
		}
	}
	if err := t.unload(distance+float64(ChunkSide*t.def.Side), points); err != nil {
		return err
	}
	if err := t.loadNear(distance, points); err != nil {
		return err
	}
	t.waits = t.waits[:0]
	if err := t.endWaits(); err != nil {
		return err
	}
	return t.beginWaits()
}

// Waits returns the bodies that began and ended to wait in the last Focus.
func (t *Terrain) Waits() []Wait { return t.waits }

// distanceTo returns the distance of a chunk to the nearest of some points.
func (t *Terrain) distanceTo(at image.Point, points []mgl64.Vec2) float64 {
	low, high := t.Corner(at.Mul(ChunkSide)), t.Corner(at.Add(image.Pt(1, 1)).Mul(ChunkSide))
	nearest := math.Inf(1)
	for _, p := range points {
		x := max(0, low[0]-p[0], p[0]-high[0])
		y := max(0, low[1]-p[1], p[1]-high[1])
		nearest = min(nearest, geom.Vec2{X: x, Y: y}.Length())
	}
	return nearest
}

// unload lets the chunks go that are farther away than a distance. Of those that were edited the
// tiles stay.
func (t *Terrain) unload(distance float64, points []mgl64.Vec2) error {
	for i := len(t.chunks) - 1; i >= 0; i-- {
		c := t.chunks[i]
		if !c.loaded || t.distanceTo(c.at, points) <= distance {
			continue
		}
		if c.body != 0 {
			if err := t.w.BodyByID(c.body).Destroy(); err != nil {
				return err
			}
			delete(t.bodies, c.body)
		}
		if c.edited {
			t.chunks[i] = &chunk{at: c.at, edited: true, tiles: c.tiles, carved: c.carved}
			continue
		}
		t.forget(i)
	}
	return nil
}

// forget takes a chunk off the list. The last one takes its place.
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

// loadNear loads the chunks within a distance of some points, all at once.
func (t *Terrain) loadNear(distance float64, points []mgl64.Vec2) error {
	t.next = t.next[:0]
	defer func() { clear(t.next) }()
	for i := range points {
		if err := t.appendNear(distance, points, i); err != nil {
			return err
		}
	}
	return t.commit(t.next)
}

// appendNear appends to the next chunks those within a distance of a point of a list that are
// not loaded. An earlier point of the list has appended those within the distance of it.
func (t *Terrain) appendNear(distance float64, points []mgl64.Vec2, i int) error {
	reach := mgl64.Vec2{distance, distance}
	low, high := chunkOf(t.CellAt(points[i].Sub(reach))), chunkOf(t.CellAt(points[i].Add(reach)))
	for y := low.Y; y <= high.Y; y++ {
		for x := low.X; x <= high.X; x++ {
			at := image.Pt(x, y)
			if t.isLoaded(at) || t.distanceTo(at, points[i:i+1]) > distance || t.distanceTo(at, points[:i]) <= distance {
				continue
			}
			c, err := t.copyOf(at)
			if err != nil {
				return err
			}
			c.loaded = true
			t.next = append(t.next, c)
		}
	}
	return nil
}

// read fills a chunk from the source.
func (t *Terrain) read(c *chunk) error {
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

func (t *Terrain) isLoaded(at image.Point) bool {
	i, ok := t.index[at]
	return ok && t.chunks[i].loaded
}

// endWaits wakes the waiting bodies whose ground has come.
func (t *Terrain) endWaits() error {
	var err error
	t.waiting = slices.DeleteFunc(t.waiting, func(w wait) bool {
		b := t.w.BodyByID(w.body)
		if err != nil || b.Valid() && !t.hasGround(b) {
			return false
		}
		if !b.Valid() {
			return true
		}
		if err = b.Wake(); err != nil {
			return false
		}
		world.Check(b.SetLinearVelocity(w.velocity))
		world.Check(b.SetAngularVelocity(w.spin))
		t.waits = append(t.waits, Wait{Body: b, Ended: true})
		return true
	})
	return err
}

// beginWaits puts the awake bodies to sleep whose ground is not there.
func (t *Terrain) beginWaits() error {
	t.poses = t.w.AppendAwakePoses(t.poses[:0])
	for _, pose := range t.poses {
		b := t.w.BodyByID(pose.Body)
		if !b.Awake() || t.hasGround(b) {
			continue
		}
		w := wait{b.ID(), b.LinearVelocity(), b.AngularVelocity()}
		if err := b.Sleep(); err != nil {
			return err
		}
		if b.Awake() || slices.ContainsFunc(t.waiting, func(x wait) bool { return x.body == w.body }) {
			continue // it cannot sleep, or something woke it that waits already
		}
		t.waiting = append(t.waiting, w)
		t.waits = append(t.waits, Wait{Body: b})
	}
	return nil
}

// hasGround reports whether all chunks are loaded into which a body reaches.
func (t *Terrain) hasGround(b world.Body) bool {
	for c := range b.Colliders() {
		low, high := c.Bounds()
		if !t.areLoaded(chunkOf(t.CellAt(low)), chunkOf(t.CellAt(high))) {
			return false
		}
	}
	return true
}

// areLoaded reports whether all chunks from first to last are loaded, both included.
func (t *Terrain) areLoaded(first, last image.Point) bool {
	for y := first.Y; y <= last.Y; y++ {
		for x := first.X; x <= last.X; x++ {
			if !t.isLoaded(image.Pt(x, y)) {
				return false
			}
		}
	}
	return true
}
