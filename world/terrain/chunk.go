package terrain

import (
	"image"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Sides of chunks and blocks in tiles. A chunk is a static body. Tiles are merged inside blocks
// only, so an edit replaces few colliders: those of its own block.
const (
	ChunkSide  = 32
	blockSide  = 8
	rowBlocks  = ChunkSide / blockSide
	allBlocks  = 1<<(rowBlocks*rowBlocks) - 1
	chunkTiles = ChunkSide * ChunkSide
)

// Tiles are the tiles of a chunk, row by row: the tile at x, y is Tiles[y*ChunkSide+x].
type Tiles [chunkTiles]Tile

// chunk is never changed once a terrain has it: saved states and forks share it.
type chunk struct {
	at     image.Point // in chunks
	loaded bool        // its colliders are in the world
	edited bool        // its tiles differ from the source
	body   world.BodyID
	pieces []piece
	tiles  Tiles
	carved []carvedCell // sorted by place
}

// piece is a collider: a rectangle of tiles of one kind, or one outline of a tile.
type piece struct {
	tile           Tile // the first of those that collide in the same way
	outline        uint16
	x0, y0, x1, y1 uint8    // in the chunk, the upper bounds excluded
	carved         *carving // the rest of the tile, or nil; outline is one of its parts
	collider       world.ColliderID
}

// isSame reports whether two pieces have the same shape and the same kind.
func (p piece) isSame(q piece) bool {
	q.collider = p.collider
	return p == q
}

// whole reports whether one piece fills the chunk.
func (p piece) whole() bool { return p.x1-p.x0 == ChunkSide && p.y1-p.y0 == ChunkSide }

// blocks returns the bits of the blocks in which a piece lies.
func (p piece) blocks() uint32 {
	if p.whole() {
		return allBlocks
	}
	return 1 << (p.y0/blockSide*rowBlocks + p.x0/blockSide)
}

// compile appends the pieces of some blocks, in an order that depends on the tiles alone.
func (c *chunk) compile(dst []piece, kinds []kind, blocks uint32) []piece {
	for b := range uint8(rowBlocks * rowBlocks) {
		if blocks>>b&1 != 0 {
			dst = c.compileBlock(dst, kinds, b%rowBlocks*blockSide, b/rowBlocks*blockSide)
		}
	}
	return dst
}

// compileWhole returns the only piece of a chunk that is full of tiles that collide in the same
// way.
func (c *chunk) compileWhole(kinds []kind) (p piece, ok bool) {
	first := kinds[c.tiles[0]].same
	if kinds[first].merging != mergeX|mergeY || len(c.carved) > 0 {
		return piece{}, false
	}
	for _, tile := range &c.tiles {
		if kinds[tile].same != first {
			return piece{}, false
		}
	}
	return piece{tile: first, x1: ChunkSide, y1: ChunkSide}, true
}

// compileBlock covers the tiles of a block by rectangles, each as wide as it can be and then as
// high as it can be, and by the outlines of the tiles that cannot be merged.
func (c *chunk) compileBlock(dst []piece, kinds []kind, left, bottom uint8) []piece {
	b := block{tiles: &c.tiles, kinds: kinds, left: left, bottom: bottom}
	dst, b.covered = c.appendCarved(dst, kinds, left, bottom)
	for y := bottom; y < bottom+blockSide; y++ {
		for x := left; x < left+blockSide; x++ {
			tile := b.uncovered(x, y)
			if tile == 0 {
				continue
			}
			p := b.largest(tile, x, y)
			b.cover(p)
			for i := range kinds[tile].outlines {
				p.outline = uint16(i)
				dst = append(dst, p)
			}
		}
	}
	return dst
}

// block is a block whose tiles are being covered by pieces.
type block struct {
	tiles        *Tiles
	kinds        []kind
	left, bottom uint8
	covered      uint64 // a bit for each tile
}

// uncovered returns the first tile that collides like the tile of a cell, or 0 if the cell is
// covered.
func (b *block) uncovered(x, y uint8) Tile {
	if b.covered>>((y-b.bottom)*blockSide+x-b.left)&1 != 0 {
		return 0
	}
	return b.kinds[b.tiles[int(y)*ChunkSide+int(x)]].same
}

// largest returns the piece from a cell on that is as wide as it can be and then as high.
func (b *block) largest(tile Tile, x, y uint8) piece {
	merging := b.kinds[tile].merging
	p := piece{tile: tile, x0: x, y0: y, x1: x + 1, y1: y + 1}
	for merging&mergeX != 0 && p.x1 < b.left+blockSide && b.uncovered(p.x1, y) == tile {
		p.x1++
	}
	for merging&mergeY != 0 && p.y1 < b.bottom+blockSide && b.fits(p, p.y1) {
		p.y1++
	}
	return p
}

// fits reports whether a piece can be extended to a row.
func (b *block) fits(p piece, row uint8) bool {
	for x := p.x0; x < p.x1; x++ {
		if b.uncovered(x, row) != p.tile {
			return false
		}
	}
	return true
}

// cover sets the bits of the tiles of a piece.
func (b *block) cover(p piece) {
	for row := p.y0; row < p.y1; row++ {
		b.covered |= (1<<(p.x1-p.x0) - 1) << ((row-b.bottom)*blockSide + p.x0 - b.left)
	}
}

// appendCarved appends the parts of the carved tiles of a block, and returns the bits of those
// tiles.
func (c *chunk) appendCarved(dst []piece, kinds []kind, left, bottom uint8) (list []piece, covered uint64) {
	first, _ := c.findCarved(int(bottom) * ChunkSide)
	for _, cell := range c.carved[first:] {
		x, y := uint8(cell.place%ChunkSide), uint8(cell.place/ChunkSide)
		if y >= bottom+blockSide {
			break
		}
		if x < left || x >= left+blockSide {
			continue
		}
		covered |= 1 << ((y-bottom)*blockSide + x - left)
		for i := range cell.parts {
			dst = append(dst, piece{tile: kinds[c.tiles[cell.place]].same, outline: uint16(i), x0: x, y0: y, x1: x + 1, y1: y + 1, carved: cell.carving})
		}
	}
	return dst, covered
}

func (t *Terrain) shapeOf(p piece) shape.Polygon {
	k, side := &t.kinds[p.tile], t.def.Side
	if p.carved != nil {
		offset := mgl64.Vec2{float64(p.x0), float64(p.y0)}
		return world.Must(shape.NewHullPolygon(scaled(p.carved.parts[p.outline], side, offset), 0))
	}
	if k.merging == 0 {
		offset := mgl64.Vec2{float64(p.x0), float64(p.y0)}
		return world.Must(shape.NewPolygon(scaled(k.outlines[p.outline], side, offset), 0))
	}
	low := geom.Vec2{X: float64(p.x0) + k.low[0], Y: float64(p.y0) + k.low[1]}.Mul(side)
	high := geom.Vec2{X: float64(p.x1-1) + k.high[0], Y: float64(p.y1-1) + k.high[1]}.Mul(side)
	half := high.Sub(low).Mul(0.5)
	return shape.OffsetBox(half.X, half.Y, low.Add(half).Mgl(), 0)
}

// tileOf returns the cell of a piece that is nearest to a point of the chunk's frame, in tiles.
func (p piece) tileOf(point mgl64.Vec2) image.Point {
	return image.Pt(clampCell(point[0], p.x0, p.x1), clampCell(point[1], p.y0, p.y1))
}

func clampCell(x float64, low, high uint8) int {
	if !(x > float64(low)) { // NaN too
		return int(low)
	}
	return int(min(x, float64(high-1)))
}
