package terrain

import (
	"image"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// densityValues are the samples of a chunk, row by row.
type densityValues [chunkTiles]int16

// densityChunk has the samples of a chunk and the colliders of the cells that have them as their
// lower left corners. It is never changed once a Density has it: states and forks share it.
type densityChunk struct {
	place   image.Point // in chunks
	values  *densityValues
	even    int16 // every sample's, where values is nil
	touched bool  // by the edit that made it: its samples may differ from the ones before
	edited  bool  // its samples differ from the source
	loaded  bool  // its colliders are in the world; else it is kept for its samples alone

	labels *[chunkTiles]uint16 // the connected part of each sample, from 1; nil where all is one part
	held   []bool              // by label-1: part holds by itself

	body   world.BodyID
	pieces []densityPiece
}

// densityPiece is a collider of a chunk.
type densityPiece struct {
	block    int8 // in the chunk; wholeChunk for one that fills it
	outline  []mgl64.Vec2
	collider world.ColliderID
}

const wholeChunk = -1

func (c *densityChunk) at(place int) int16 {
	if c.values == nil {
		return c.even
	}
	return c.values[place]
}

// pack drops the values of a chunk if all of them are equal.
func (c *densityChunk) pack() {
	if c.values == nil {
		return
	}
	for _, v := range c.values {
		if v != c.values[0] {
			return
		}
	}
	c.values, c.even = nil, c.values[0]
}

// field is a part of the plane in samples, from which outlines are made.
type field struct {
	at     func(image.Point) int16
	values []float64 // scratch
}

// window returns the samples of a chunk and of its neighbours to the right and above, as the
// changed chunks have them, or else the Density.
func (d *Density) window(c *densityChunk, changed map[image.Point]*densityChunk) *field {
	var near [4]*densityChunk
	for i := range near {
		place := c.place.Add(image.Pt(i&1, i>>1))
		near[i] = d.chunks[place]
		if x := changed[place]; x != nil {
			near[i] = x
		}
	}
	return &field{at: func(p image.Point) int16 {
		n := near[p.Y/ChunkSide*2+p.X/ChunkSide]
		if n == nil {
			return -densityUnit
		}
		return n.at(placeOf(p))
	}}
}

// appendParts appends the convex parts of the ground in a square of cells. A square with a hole is
// cut into four.
func (f *field) appendParts(dst [][]mgl64.Vec2, low image.Point, side int) [][]mgl64.Vec2 {
	width := side + 1
	f.values = f.values[:0]
	all, none := true, true
	for y := low.Y; y < low.Y+width; y++ {
		for x := low.X; x < low.X+width; x++ {
			v := f.at(image.Pt(x, y))
			all, none = all && v >= 0, none && v < 0
			f.values = append(f.values, float64(v))
		}
	}
	corner := mgl64.Vec2{float64(low.X), float64(low.Y)}
	switch {
	case none:
		return dst
	case all:
		s := float64(side)
		return append(dst, []mgl64.Vec2{corner, corner.Add(mgl64.Vec2{s, 0}), corner.Add(mgl64.Vec2{s, s}), corner.Add(mgl64.Vec2{0, s})})
	}
	grid := polygon.ScalarGrid{Width: width, Height: width, Values: f.values, Origin: corner}
	loops := world.Must(polygon.Contour(grid, 0))
	for i := range loops {
		loops[i] = square{low, side}.straight(loops[i])
	}
	parts, ok := convexParts(loops)
	if ok || side == 1 {
		return append(dst, parts...)
	}
	half := side / 2
	for i := range 4 {
		dst = f.appendParts(dst, low.Add(image.Pt(i&1*half, i>>1*half)), half)
	}
	return dst
}

// convexParts returns the convex parts inside of loops, or false if one of these is a hole or is
// not simple. Loops without an area have none.
func convexParts(loops [][]mgl64.Vec2) (parts [][]mgl64.Vec2, ok bool) {
	ok = true
	for _, loop := range loops {
		loop = withoutStraight(loop)
		if len(loop) < 3 {
			continue
		}
		if area, _ := areaAndCenter(loop); area < 0 {
			return nil, false
		}
		list, err := polygon.Decompose(loop)
		if err != nil {
			ok = false
			continue
		}
		parts = append(parts, list...)
	}
	return parts, ok
}

// withoutStraight returns a loop without the points that lie on the line between their neighbours.
func withoutStraight(loop []mgl64.Vec2) []mgl64.Vec2 {
	out := loop[:0:0]
	for i, p := range loop {
		before, after := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
		if len(out) > 0 {
			before = out[len(out)-1]
		}
		if geom.Orient(geom.From(before), geom.From(p), geom.From(after)) != 0 {
			out = append(out, p)
		}
	}
	return out
}

// compile returns the pieces of some blocks of a chunk, or the one that fills it.
func (f *field) compile(blocks uint32) []densityPiece {
	if f.isFull() {
		s := float64(ChunkSide)
		return []densityPiece{{block: wholeChunk, outline: []mgl64.Vec2{{0, 0}, {s, 0}, {s, s}, {0, s}}}}
	}
	var list []densityPiece
	for b := range rowBlocks * rowBlocks {
		if blocks>>b&1 == 0 {
			continue
		}
		for _, part := range f.appendParts(nil, image.Pt(b%rowBlocks, b/rowBlocks).Mul(blockSide), blockSide) {
			list = append(list, densityPiece{block: int8(b), outline: part})
		}
	}
	return list
}

func (f *field) isFull() bool {
	for y := range ChunkSide + 1 {
		for x := range ChunkSide + 1 {
			if f.at(image.Pt(x, y)) < 0 {
				return false
			}
		}
	}
	return true
}

// changedBlocks returns a bit for each block of a chunk with a sample that differs between two
// fields.
func (f *field) changedBlocks(old *field) (blocks uint32) {
	for b := range rowBlocks * rowBlocks {
		if f.differs(old, image.Pt(b%rowBlocks, b/rowBlocks).Mul(blockSide)) {
			blocks |= 1 << b
		}
	}
	return blocks
}

func (f *field) differs(old *field, low image.Point) bool {
	for y := range blockSide + 1 {
		for x := range blockSide + 1 {
			if p := low.Add(image.Pt(x, y)); f.at(p) != old.at(p) {
				return true
			}
		}
	}
	return false
}

// shapeOf returns the shape of a part, whose points are in samples. It reports false for a part
// that is too thin to be a shape.
func (d *Density) shapeOf(part []mgl64.Vec2) (shape.Polygon, bool) {
	p, err := shape.NewHullPolygon(scaled(part, d.def.Size, mgl64.Vec2{}), 0)
	return p, err == nil
}
