package terrain

import (
	"fmt"
	"image"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// minCarved is the area, in tiles, below which the rest of a tile vanishes: crumbs of a hundredth
// of its side.
const minCarved = 1e-4

// minPart is the area, in tiles, below which a convex part of the rest of a tile does not collide.
const minPart = 1e-8

// carving is the rest of a carved tile, in units of tiles from the lower left corner of the cell.
// It is never changed.
type carving struct {
	loops [][]mgl64.Vec2 // its border
	parts [][]mgl64.Vec2 // its convex parts
}

// carvedCell is a cell of a chunk with a carving.
type carvedCell struct {
	place int
	*carving
}

// carvedAt returns the carving of a cell, or nil. The list of a chunk is sorted.
func (c *chunk) carvedAt(place int) *carving {
	if i, ok := c.findCarved(place); ok {
		return c.carved[i].carving
	}
	return nil
}

func (c *chunk) findCarved(place int) (int, bool) {
	return slices.BinarySearchFunc(c.carved, place, func(x carvedCell, place int) int { return x.place - place })
}

// setCarved gives a cell a carving; a nil carving removes the present one. The chunk must be a
// copy. It reports whether anything changed.
func (c *chunk) setCarved(place int, cut *carving) bool {
	i, ok := c.findCarved(place)
	switch {
	case ok && cut != nil:
		c.carved[i].carving = cut
	case ok:
		c.carved = slices.Delete(c.carved, i, i+1)
	case cut != nil:
		c.carved = slices.Insert(c.carved, i, carvedCell{place, cut})
	default:
		return false
	}
	return true
}

// Carve removes the inside of outlines from the tiles, such as a tunnel or a crater. The outlines
// are in the world, in metres, and filled by the even-odd rule, so an outline inside another is
// left standing. They may cross and touch in any way. A cell keeps its tile as long as a part of it
// is left, and TileOf returns it. Set, Fill and SetTiles make it whole again. Crumbs of less than a
// ten-thousandth of a tile vanish.
//
// Carved tiles are not merged with other tiles; each has a collider per convex part. Bodies that
// touched a changed collider wake up, as for Set. An outline of n points in m cells takes time n m:
// one or two milliseconds for a crater of 32 points with a radius of two tiles. Many carvings at
// one place leave many corners; polygon.Simplify thins out the outline of a brush.
//
// The error is a *geom.FieldError that names Loops[1][5] and the like as polygon.Regions does, or
// Cell if the outlines reach a cell beyond 2^28 or their box has more than 2^26 cells, and an error
// of the world otherwise.
func (t *Terrain) Carve(outlines [][]mgl64.Vec2) error {
	regions, err := polygon.Regions(outlines, polygon.EvenOdd)
	if err != nil || len(regions) == 0 {
		return err
	}
	tool := polygon.Loops(regions)
	for _, loop := range tool {
		for i, p := range loop {
			loop[i] = t.inTiles(p)
		}
	}
	box := boxOf(tool)
	low, high := box.Min, box.Max
	if min(low.X, low.Y) < -maxCell+1 || max(high.X, high.Y) > maxCell-1 {
		return geom.NewFieldError("Cell", fmt.Sprint(low.Mgl(), high.Mgl()), geom.ErrOutOfRange)
	}
	// Slopes reach out of their cells.
	cells := image.Rect(cellCoordinate(low.X)-1, cellCoordinate(low.Y)-1, cellCoordinate(high.X)+2, cellCoordinate(high.Y)+2)
	if err := checkCells(cells); err != nil {
		return err
	}
	t.next = t.next[:0]
	defer func() { clear(t.next) }()
	for at := range placesIn(chunksOf(cells)) {
		if err := t.carveChunk(at, cells, tool); err != nil {
			return err
		}
	}
	return t.commit(t.next)
}

// carveChunk adds the carved copy of a chunk to the next ones, if anything changes.
func (t *Terrain) carveChunk(at image.Point, cells image.Rectangle, tool [][]mgl64.Vec2) error {
	if _, ok := t.index[at]; !ok && t.def.Source == nil {
		return nil
	}
	next, err := t.copyOf(at)
	if err != nil {
		return err
	}
	changed := false
	for cell := range placesIn(cellsOf(at).Intersect(cells)) {
		cut, err := t.carveCell(next, cell, tool)
		if err != nil {
			return err
		}
		changed = changed || cut
	}
	if changed {
		next.edited = true
		t.next = append(t.next, next)
	}
	return nil
}

// carveCell carves one cell and reports whether that changed it.
func (t *Terrain) carveCell(c *chunk, cell image.Point, tool [][]mgl64.Vec2) (bool, error) {
	place := placeOf(cell)
	tile := c.tiles[place]
	if tile == 0 {
		return false, nil
	}
	before := t.kinds[tile].outlines
	if cut := c.carvedAt(place); cut != nil {
		before = cut.loops
	}
	box := boxOf(before)
	local, meets := toolNear(box, cell, tool)
	if !meets {
		if !windsAround(local, before[0][0]) {
			return false, nil
		}
		c.tiles[place] = 0
		c.setCarved(place, nil)
		return true, nil
	}
	// The outlines of a kind may overlap. The outlines of the tool and of a carving have the same
	// inside by every rule.
	whole, err := polygon.Regions(before, polygon.NonZero)
	if err != nil {
		return false, err
	}
	left, err := polygon.Difference(before, clipped(local, box.Grow(0.25)), polygon.NonZero)
	if err != nil {
		return false, err
	}
	if areaOf(whole)-areaOf(left) < 1e-9 {
		return false, nil
	}
	cut, err := t.newCarving(left)
	if err != nil {
		return false, err
	}
	if cut == nil {
		c.tiles[place] = 0
	}
	c.setCarved(place, cut)
	return true, nil
}

func boxOf(loops [][]mgl64.Vec2) geom.Box {
	box := geom.EmptyBox()
	for _, loop := range loops {
		for _, p := range loop {
			box = box.Include(geom.From(p))
		}
	}
	return box
}

// clipped returns the part of loops in a box, by Sutherland and Hodgman (Reentrant Polygon
// Clipping, 1974). Edges along the box may cover each other, and then cancel in the winding number.
func clipped(loops [][]mgl64.Vec2, box geom.Box) [][]mgl64.Vec2 {
	var list [][]mgl64.Vec2
	for _, loop := range loops {
		for axis, bounds := range [2][2]float64{{box.Min.X, box.Max.X}, {box.Min.Y, box.Max.Y}} {
			loop = clippedAt(loop, axis, 1, bounds[0])
			loop = clippedAt(loop, axis, -1, bounds[1])
		}
		if len(loop) > 2 {
			list = append(list, loop)
		}
	}
	return list
}

// clippedAt returns the part of a loop where the coordinate along an axis, times a sign, is not
// below a bound.
func clippedAt(loop []mgl64.Vec2, axis int, sign, bound float64) []mgl64.Vec2 {
	out := make([]mgl64.Vec2, 0, len(loop)+4)
	for i, a := range loop {
		b := loop[(i+1)%len(loop)]
		fromA, fromB := float64(sign*(a[axis]-bound)), float64(sign*(b[axis]-bound))
		if fromA >= 0 {
			out = append(out, a)
		}
		if fromA >= 0 != (fromB >= 0) {
			p := geom.From(a).Lerp(geom.From(b), fromA/(fromA-fromB)).Mgl()
			p[axis] = bound
			out = append(out, p)
		}
	}
	return out
}

// toolNear returns the loops of a tool from the corner of a cell, and whether an edge of theirs
// may meet a box.
func toolNear(box geom.Box, cell image.Point, tool [][]mgl64.Vec2) (local [][]mgl64.Vec2, meets bool) {
	corner := mgl64.Vec2{float64(cell.X), float64(cell.Y)}
	local = make([][]mgl64.Vec2, len(tool))
	for i, loop := range tool {
		local[i] = make([]mgl64.Vec2, len(loop))
		for k, p := range loop {
			local[i][k] = p.Sub(corner)
		}
		for k, p := range local[i] {
			a, b := geom.From(p), geom.From(local[i][(k+1)%len(loop)])
			meets = meets || box.Overlaps(geom.Box{Min: a.Min(b), Max: a.Max(b)})
		}
	}
	return local, meets
}

// windsAround reports whether the loops of regions have a point inside that lies on no edge of
// theirs.
func windsAround(loops [][]mgl64.Vec2, p mgl64.Vec2) bool {
	count := 0
	for _, loop := range loops {
		for i := range loop {
			a, b := geom.From(loop[i]), geom.From(loop[(i+1)%len(loop)])
			switch side := geom.Orient(a, b, geom.From(p)); {
			case a.Y <= p[1] && b.Y > p[1] && side > 0:
				count++
			case b.Y <= p[1] && a.Y > p[1] && side < 0:
				count--
			}
		}
	}
	return count != 0
}

func areaOf(regions []polygon.Region) float64 {
	sum := 0.0
	for _, r := range regions {
		sum += r.Area()
	}
	return sum
}

// newCarving returns the carving of some regions, or nil if nothing is left but crumbs.
func (t *Terrain) newCarving(left []polygon.Region) (*carving, error) {
	cut := &carving{}
	for _, r := range left {
		if r.Area() < minCarved {
			continue
		}
		parts, err := polygon.Decompose(r.Outer, r.Holes...)
		if err != nil {
			return nil, err
		}
		cut.loops = append(append(cut.loops, r.Outer), r.Holes...)
		for _, p := range parts {
			// Such thin parts might have no shape in the frame of a chunk. The hull leaves out
			// corners that are too flat.
			if (polygon.Region{Outer: p}).Area() < minPart {
				continue
			}
			hull, err := shape.NewHullPolygon(p, 0)
			if err != nil {
				continue
			}
			if _, err := shape.NewHullPolygon(scaled(hull.Points(), t.def.Side, mgl64.Vec2{ChunkSide, ChunkSide}), 0); err == nil {
				cut.parts = append(cut.parts, hull.Points())
			}
		}
	}
	if len(cut.parts) == 0 {
		return nil, nil
	}
	return cut, nil
}

// Outlines returns the convex parts of the tile of a cell in the world, counter-clockwise, to draw
// a tile of any kind or the rest of a tile after Carve. It returns nil for an empty cell.
func (t *Terrain) Outlines(cell image.Point) [][]mgl64.Vec2 {
	i, ok := t.index[chunkOf(cell)]
	if !ok {
		return nil
	}
	c, place := t.chunks[i], placeOf(cell)
	parts := t.kinds[c.tiles[place]].outlines
	if cut := c.carvedAt(place); cut != nil {
		parts = cut.parts
	}
	var list [][]mgl64.Vec2
	corner := t.Corner(cell)
	for _, p := range parts {
		outline := scaled(p, t.def.Side, mgl64.Vec2{})
		for k := range outline {
			outline[k] = outline[k].Add(corner)
		}
		list = append(list, outline)
	}
	return list
}
