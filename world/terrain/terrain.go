package terrain

import (
	"cmp"
	"image"
	"iter"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// maxCell bounds the coordinates of cells.
const maxCell = 1 << 28

// Def describes a terrain. The zero Def has no kinds of tiles, so its terrain stays empty.
type Def struct {
	Origin mgl64.Vec2 // the lower left corner of cell 0, 0
	Side   float64    // of a tile, m; zero means Config.LengthUnit
	Kinds  []Kind     // tile i is Kinds[i-1]

	// Source has the tiles of the chunks that Focus loads and unloads. It is nil for a terrain that
	// is in the world as a whole.
	Source Source
}

// Terrain is a grid of tiles in a world. Its methods may be called wherever methods of its world
// may be called. Calls that change it return world.ErrStepping while the world steps, and change
// nothing.
type Terrain struct {
	w      *world.World
	def    Def
	kinds  []kind
	chunks []*chunk
	index  map[image.Point]int  // into chunks
	bodies map[world.BodyID]int // into chunks
	stream stream
	next   []*chunk // scratch of an edit
	parts  []world.BodyParts
	added  []world.Body
	pieces []piece
}

// New makes an empty terrain. It returns a *geom.FieldError for a field that cannot be used.
func New(w *world.World, def Def) (*Terrain, error) {
	def.Side = cmp.Or(def.Side, w.Config().LengthUnit)
	if err := cmp.Or(geom.CheckExtent("Origin", geom.From(def.Origin)), geom.CheckSize("Side", def.Side)); err != nil {
		return nil, err
	}
	kinds, err := compileKinds(def.Kinds, def.Side)
	if err != nil {
		return nil, err
	}
	def.Kinds = append([]Kind(nil), def.Kinds...)
	t := &Terrain{w: w, def: def, kinds: kinds, index: map[image.Point]int{}, bodies: map[world.BodyID]int{}}
	t.stream = stream{w: w, ground: t, origin: def.Origin, side: ChunkSide * def.Side}
	return t, nil
}

// World returns the world in which the terrain is.
func (t *Terrain) World() *world.World { return t.w }

// Def returns the definition.
func (t *Terrain) Def() Def {
	def := t.def
	def.Kinds = append([]Kind(nil), def.Kinds...)
	return def
}

// Kind returns the kind of a tile. It panics for tile 0, which is nothing, and for a tile without a
// kind.
func (t *Terrain) Kind(tile Tile) Kind {
	if tile == 0 || int(tile) > len(t.def.Kinds) {
		panic("terrain: the tile has no kind")
	}
	return t.def.Kinds[tile-1]
}

// CellAt returns the cell in which a point of the world lies. Coordinates beyond 2^28 cells are
// brought back to this bound, and NaN to its negative.
func (t *Terrain) CellAt(point mgl64.Vec2) image.Point {
	p := t.inTiles(point)
	return image.Pt(cellCoordinate(p[0]), cellCoordinate(p[1]))
}

// inTiles returns a point of the world in units of tiles from the origin of the terrain.
func (t *Terrain) inTiles(point mgl64.Vec2) mgl64.Vec2 {
	p := point.Sub(t.def.Origin)
	return mgl64.Vec2{float64(p[0] / t.def.Side), float64(p[1] / t.def.Side)}
}

// cellCoordinate rounds down, and clamps coordinates outside of all cells. NaN becomes the lowest
// coordinate: platforms convert it to different integers.
func cellCoordinate(x float64) int {
	if !(x > -maxCell) {
		return -maxCell
	}
	return int(math.Floor(min(x, maxCell)))
}

// Corner returns the lower left corner of a cell in the world.
func (t *Terrain) Corner(cell image.Point) mgl64.Vec2 {
	x, y := float64(float64(cell.X)*t.def.Side), float64(float64(cell.Y)*t.def.Side)
	return t.def.Origin.Add(mgl64.Vec2{x, y})
}

// At returns the tile of a cell: 0 for an empty cell, and for a chunk that is not loaded and was
// never edited.
func (t *Terrain) At(cell image.Point) Tile {
	i, ok := t.index[chunkOf(cell)]
	if !ok {
		return 0
	}
	return t.chunks[i].tiles[placeOf(cell)]
}

// chunkOf returns the place of the chunk of a cell, in chunks.
func chunkOf(cell image.Point) image.Point {
	return image.Pt(floorDiv(cell.X), floorDiv(cell.Y))
}

// chunksOf returns the rectangle of the chunks of a rectangle of cells that is not empty.
func chunksOf(cells image.Rectangle) image.Rectangle {
	return through(chunkOf(cells.Min), chunkOf(cells.Max.Sub(image.Pt(1, 1))))
}

// through returns the rectangle of the places from first to last, both included.
func through(first, last image.Point) image.Rectangle {
	return image.Rectangle{Min: first, Max: last.Add(image.Pt(1, 1))}
}

// placesIn yields the places in a rectangle, row by row.
func placesIn(r image.Rectangle) iter.Seq[image.Point] {
	return func(yield func(image.Point) bool) {
		for at := r.Min; at.In(r) && yield(at); {
			if at.X++; at.X == r.Max.X {
				at = image.Pt(r.Min.X, at.Y+1)
			}
		}
	}
}

func floorDiv(x int) int {
	if x < 0 {
		return -((ChunkSide - 1 - x) / ChunkSide)
	}
	return x / ChunkSide
}

// placeOf returns the place of a cell in the tiles of its chunk.
func placeOf(cell image.Point) int {
	return (cell.Y&(ChunkSide-1))*ChunkSide + cell.X&(ChunkSide-1)
}

// TileOf returns the cell and the tile of a collider at a point, such as the point of a ray hit, a
// contact or a query. A point on the border of two cells belongs to the cell of the collider. It
// reports false for a collider that does not belong to the terrain.
func (t *Terrain) TileOf(c world.Collider, point mgl64.Vec2) (cell image.Point, tile Tile, ok bool) {
	i, ok := placeOfBody(t.w, t.bodies, c)
	if !ok {
		return image.Point{}, 0, false
	}
	own := t.chunks[i]
	first := own.at.Mul(ChunkSide)
	local := t.inTiles(point).Sub(mgl64.Vec2{float64(first.X), float64(first.Y)})
	for _, p := range own.pieces {
		if p.collider == c.ID() {
			cell = p.tileOf(local).Add(first)
			return cell, own.tiles[placeOf(cell)], true
		}
	}
	return image.Point{}, 0, false
}

// placeOfBody returns the entry of the body that carries a collider. A collider of another world
// has none: bodies of two worlds may have the same ID.
func placeOfBody[P any](w *world.World, bodies map[world.BodyID]P, c world.Collider) (place P, ok bool) {
	if c.World() == w {
		place, ok = bodies[c.Body().ID()]
	}
	return place, ok
}

// Destroy takes the terrain out of its world. The bodies that lay on it wake up.
func (t *Terrain) Destroy() error {
	for _, c := range t.chunks {
		if err := destroyGround(t.w, c.body); err != nil {
			return err
		}
	}
	t.chunks, t.stream.streamState = nil, streamState{}
	clear(t.index)
	clear(t.bodies)
	return nil
}

func (t *Terrain) bodyDef(c *chunk) body.Def {
	return body.Def{Type: body.Static, Position: t.Corner(c.at.Mul(ChunkSide))}
}
