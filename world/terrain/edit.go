package terrain

import (
	"fmt"
	"image"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
)

// Set changes the tile of a cell. It wakes the bodies that lay on the tile and bodies in the place
// of the new tile. The error is a *geom.FieldError for a tile that has no kind or a cell beyond
// 2^28, and an error of the world otherwise.
func (t *Terrain) Set(cell image.Point, tile Tile) error {
	return t.Fill(image.Rectangle{Min: cell, Max: cell.Add(image.Pt(1, 1))}, tile)
}

// Fill changes the tiles of a rectangle. The cells at its Max are excluded. It returns the errors
// of Set, and a *geom.FieldError that names Cell for more than 2^26 cells.
func (t *Terrain) Fill(r image.Rectangle, tile Tile) error {
	if err := t.checkTile("Tile", tile); err != nil {
		return err
	}
	return t.edit(r, func(image.Point) Tile { return tile })
}

// SetTiles puts the tiles of a list into a rectangle: row by row, the row at Min.Y first. It is the
// way to load a level. It returns the errors of Fill, and a *geom.FieldError that names Tiles for a
// list of another length.
func (t *Terrain) SetTiles(r image.Rectangle, tiles []Tile) error {
	if len(tiles) != max(0, r.Dx())*max(0, r.Dy()) {
		return geom.NewFieldError("Tiles", len(tiles), fmt.Errorf("%w: want %d by %d", geom.ErrOutOfRange, r.Dx(), r.Dy()))
	}
	for i, tile := range tiles {
		if int(tile) >= len(t.kinds) {
			return t.checkTile(fmt.Sprintf("Tiles[%d]", i), tile)
		}
	}
	return t.edit(r, func(cell image.Point) Tile {
		return tiles[(cell.Y-r.Min.Y)*r.Dx()+cell.X-r.Min.X]
	})
}

func (t *Terrain) checkTile(field string, tile Tile) error {
	if int(tile) >= len(t.kinds) {
		return geom.NewFieldError(field, tile, geom.ErrOutOfRange)
	}
	return nil
}

// maxCells bounds the number of cells of an edit, of the box of a Carve and of the square around a
// point of Focus. The chunks of so many take 150 megabytes.
const maxCells = 1 << 26

// checkCells returns the error for a rectangle that is too far out or has too many cells. It is not
// empty.
func checkCells(r image.Rectangle) error {
	if min(r.Min.X, r.Min.Y) < -maxCell || max(r.Max.X, r.Max.Y) > maxCell || r.Dx() > maxCells/r.Dy() {
		return geom.NewFieldError("Cell", r, geom.ErrOutOfRange)
	}
	return nil
}

// edit gives each cell of a rectangle the tile that a function returns for it.
func (t *Terrain) edit(r image.Rectangle, tileAt func(image.Point) Tile) error {
	if r.Empty() {
		return nil
	}
	if err := checkCells(r); err != nil {
		return err
	}
	t.next = t.next[:0]
	defer func() { clear(t.next) }()
	for at := range placesIn(chunksOf(r)) {
		next, err := t.copyOf(at)
		if err != nil {
			return err
		}
		next.setTiles(r, tileAt)
		if next.loaded || next.edited {
			t.next = append(t.next, next)
		}
	}
	return t.commit(t.next)
}

// setTiles gives each cell of a rectangle that lies in the chunk the tile that a function returns
// for it. The chunk must be a copy.
func (c *chunk) setTiles(r image.Rectangle, tileAt func(image.Point) Tile) {
	own := cellsOf(c.at).Intersect(r)
	for y := own.Min.Y; y < own.Max.Y; y++ {
		for x := own.Min.X; x < own.Max.X; x++ {
			cell := image.Pt(x, y)
			place, tile := placeOf(cell), tileAt(cell)
			c.edited = c.setCarved(place, nil) || c.edited || c.tiles[place] != tile
			c.tiles[place] = tile
		}
	}
}

// copyOf returns a copy of a chunk for an edit, or a new chunk.
func (t *Terrain) copyOf(at image.Point) (*chunk, error) {
	if i, ok := t.index[at]; ok {
		c := *t.chunks[i]
		c.carved = slices.Clone(c.carved)
		return &c, nil
	}
	c := &chunk{at: at, loaded: t.def.Source == nil}
	if t.def.Source != nil {
		if err := t.fill(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// commit brings changed copies of chunks, and new ones, into the world and the terrain. The
// chunks without a body yet come first, all at once.
func (t *Terrain) commit(list []*chunk) error {
	t.parts, t.added = t.parts[:0], t.added[:0]
	for _, c := range list {
		if err := checkGround(t.w, c.at, c.body, c.pieces, func(p piece) world.ColliderID { return p.collider }); err != nil {
			return err
		}
		if c.loaded && c.body == 0 {
			c.pieces = t.compile(nil, c, allBlocks)
			if len(c.pieces) > 0 {
				t.parts = append(t.parts, t.partsOf(c))
			}
		}
	}
	defer func() { clear(t.parts); clear(t.added) }()
	fresh, err := t.w.CreateBodies(t.added, t.parts) // refused while the world steps
	if err != nil {
		return err
	}
	t.added = fresh
	for _, c := range list {
		if c.loaded && c.body == 0 && len(c.pieces) > 0 {
			c.body = fresh[0].ID()
			i := len(c.pieces)
			for collider := range fresh[0].Colliders() { // the newest first
				i--
				c.pieces[i].collider = collider.ID()
			}
			fresh = fresh[1:]
		} else if err := t.update(c); err != nil {
			return err
		}
		t.keep(c)
	}
	return nil
}

// partsOf returns the body and the colliders of a chunk.
func (t *Terrain) partsOf(c *chunk) world.BodyParts {
	parts := world.BodyParts{Def: t.bodyDef(c), Colliders: make([]world.ColliderParts, len(c.pieces))}
	for i, p := range c.pieces {
		parts.Colliders[i] = world.ColliderParts{Shape: t.shapeOf(p), Def: t.def.Kinds[p.tile-1].Collider}
	}
	return parts
}

// compile appends the pieces of some blocks of a chunk, or the one that fills it.
func (t *Terrain) compile(dst []piece, c *chunk, blocks uint32) []piece {
	if whole, ok := c.compileWhole(t.kinds); ok {
		return append(dst, whole)
	}
	return c.compile(dst, t.kinds, blocks)
}

// update gives the body of a chunk the colliders of its changed tiles. Colliders of the same
// shape and kind stay, and so do their contacts.
func (t *Terrain) update(c *chunk) error {
	if c.body == 0 {
		return nil
	}
	old := t.chunks[t.index[c.at]]
	blocks := t.changedBlocks(old, c)
	if blocks == 0 {
		return nil
	}
	if old.pieces[0].whole() {
		blocks = allBlocks
	}
	t.pieces = t.compile(t.pieces[:0], c, blocks)
	if len(t.pieces) > 0 && t.pieces[0].whole() {
		blocks = allBlocks
	}
	b := t.w.BodyByID(c.body)
	var r replacement
	c.pieces = make([]piece, 0, len(old.pieces)+len(t.pieces))
	for _, p := range old.pieces {
		switch {
		case p.blocks()&blocks == 0:
			c.pieces = append(c.pieces, p)
		case !takeOver(t.pieces, p):
			r.gone = append(r.gone, t.w.ColliderByID(p.collider))
		}
	}
	c.pieces = append(c.pieces, t.pieces...)
	if len(c.pieces) == 0 {
		if err := b.Destroy(); err != nil {
			return err
		}
		c.body = 0
		delete(t.bodies, old.body)
		return nil
	}
	for i := range c.pieces {
		if p := &c.pieces[i]; p.collider == 0 {
			r.add(&p.collider, t.shapeOf(*p), t.def.Kinds[p.tile-1].Collider)
		}
	}
	return r.apply(b)
}

// replacement is a change of the colliders of a body.
type replacement struct {
	gone  []world.Collider
	parts []world.ColliderParts
	ids   []*world.ColliderID // of the parts
}

// add adds a collider, whose identity apply will write.
func (r *replacement) add(id *world.ColliderID, s shape.Support, def world.ColliderDef) {
	r.parts, r.ids = append(r.parts, world.ColliderParts{Shape: s, Def: def}), append(r.ids, id)
}

func (r *replacement) apply(b world.Body) error {
	added, err := b.ReplaceColliders(nil, r.gone, r.parts)
	for i, c := range added {
		*r.ids[i] = c.ID()
	}
	return err
}

// takeOver gives the collider of a piece to an equal piece of a list, if there is one.
func takeOver(list []piece, p piece) bool {
	for i := range list {
		if list[i].isSame(p) {
			list[i].collider = p.collider
			return true
		}
	}
	return false
}

// changedBlocks returns a bit for each block in which tiles collide in another way than before.
func (t *Terrain) changedBlocks(old, c *chunk) (blocks uint32) {
	for i := range c.tiles {
		if old.tiles[i] != c.tiles[i] && t.kinds[old.tiles[i]].same != t.kinds[c.tiles[i]].same {
			blocks |= blockOf(i)
		}
	}
	for _, x := range c.carved {
		if old.carvedAt(x.place) != x.carving {
			blocks |= blockOf(x.place)
		}
	}
	for _, x := range old.carved {
		if c.carvedAt(x.place) != x.carving {
			blocks |= blockOf(x.place)
		}
	}
	return blocks
}

// blockOf returns the bit of the block of a cell.
func blockOf(place int) uint32 {
	return 1 << (place/ChunkSide/blockSide*rowBlocks + place%ChunkSide/blockSide)
}

// keep puts a chunk into its place.
func (t *Terrain) keep(c *chunk) {
	i, ok := t.index[c.at]
	if !ok {
		i = len(t.chunks)
		t.chunks = append(t.chunks, nil)
		t.index[c.at] = i
	}
	t.chunks[i] = c
	if c.body != 0 {
		t.bodies[c.body] = i
	}
}
