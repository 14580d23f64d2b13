package main

import (
	"image"
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// mostLoose is the largest number of lumps that can fall as one piece. A larger piece of ground
// holds itself.
const mostLoose = 500

// lump is a connected part of the ground in a cell: the tile, or one of the parts that a bomb has
// left.
type lump struct {
	cell image.Point
	part int
}

// search goes from lump to lump. It remembers the held lumps for the next search.
type search struct {
	g    *game
	held map[lump]bool
}

// collapse drops the ground without support in and around cells that have changed.
func (g *game) collapse(cells image.Rectangle) {
	s := search{g, map[lump]bool{}}
	cells = cells.Inset(-1)
	for y := cells.Min.Y; y < cells.Max.Y; y++ {
		for x := cells.Min.X; x < cells.Max.X; x++ {
			s.release(image.Pt(x, y))
		}
	}
}

// release drops the ground without support in a cell.
func (s *search) release(cell image.Point) {
	for part := range s.g.parts(cell) {
		if loose := s.from(lump{cell, part}); loose != nil {
			s.g.loosen(loose)
			clear(s.held) // parts may have other numbers now
			s.release(cell)
			return
		}
	}
}

// from returns the piece of ground with a lump, or nil if something holds it.
func (s *search) from(first lump) []lump {
	if s.held[first] {
		return nil
	}
	seen := map[lump]bool{first: true}
	piece := []lump{first}
	for i := 0; i < len(piece); i++ {
		if len(piece) > mostLoose || s.isHeld(piece[i]) {
			for l := range seen {
				s.held[l] = true
			}
			return nil
		}
		for _, step := range [4]image.Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			for _, l := range s.g.touching(piece[i], step) {
				if !seen[l] {
					seen[l] = true
					piece = append(piece, l)
				}
			}
		}
	}
	return piece
}

// isHeld reports whether a lump stays, whatever it is connected with. Ground in chunks that are not
// loaded counts as held.
func (s *search) isHeld(l lump) bool {
	return s.held[l] || s.g.ground.At(l.cell) == bedrock || !s.g.loaded(l.cell)
}

// loaded reports whether the ground is there in a cell and its neighbours.
func (g *game) loaded(cell image.Point) bool {
	p := g.ground.Corner(cell)
	return math.Abs(p[0]-g.focus[0]) < near-2 && math.Abs(p[1]-g.focus[1]) < near-2
}

// parts returns the lumps of a cell, each a list of convex outlines. A whole tile has one without
// outlines.
func (g *game) parts(cell image.Point) [][][]mgl64.Vec2 {
	switch {
	case g.ground.At(cell) == 0:
		return nil
	case !g.carved[cell]:
		return whole
	}
	var groups [][][]mgl64.Vec2
	for _, outline := range g.ground.Outlines(cell) {
		group := [][]mgl64.Vec2{outline}
		rest := groups[:0]
		for _, other := range groups {
			if meet(group, other) {
				group = append(group, other...)
			} else {
				rest = append(rest, other)
			}
		}
		groups = append(rest, group)
	}
	return groups
}

// whole are the lumps of an uncarved tile.
var whole = [][][]mgl64.Vec2{nil}

// same is the distance below which corners of the remains of a tile count as equal.
const same = 1e-6

// meet reports whether two groups of parts of a tile share two corners, and so a side.
func meet(a, b [][]mgl64.Vec2) bool {
	for _, p := range a {
		for _, q := range b {
			if sharedCorners(p, q) > 1 {
				return true
			}
		}
	}
	return false
}

func sharedCorners(p, q []mgl64.Vec2) (n int) {
	for _, corner := range p {
		if slices.ContainsFunc(q, func(other mgl64.Vec2) bool { return corner.Sub(other).Len() < same }) {
			n++
		}
	}
	return n
}

// touching returns the lumps of the neighbour on one side that touch a lump.
func (g *game) touching(l lump, step image.Point) (list []lump) {
	next := l.cell.Add(step)
	others := g.parts(next)
	if len(others) == 0 {
		return nil
	}
	mine := g.parts(l.cell)[l.part]
	if mine == nil && others[0] == nil {
		return []lump{{next, 0}}
	}
	axis := 0 // across the side
	if step.Y != 0 {
		axis = 1
	}
	at := g.ground.Corner(l.cell)[axis] + float64(max(0, step.X+step.Y))
	for i, other := range others {
		if sidesOverlap(g.sides(l.cell, mine, axis, at), g.sides(next, other, axis, at)) {
			list = append(list, lump{next, i})
		}
	}
	return list
}

// sides returns the intervals of a side of a cell that the parts of a lump cover.
func (g *game) sides(cell image.Point, parts [][]mgl64.Vec2, axis int, at float64) (list [][2]float64) {
	if parts == nil {
		from := g.ground.Corner(cell)[1-axis]
		return [][2]float64{{from, from + 1}}
	}
	for _, p := range parts {
		for i, a := range p {
			b := p[(i+1)%len(p)]
			if math.Abs(a[axis]-at) < same && math.Abs(b[axis]-at) < same {
				list = append(list, [2]float64{min(a[1-axis], b[1-axis]), max(a[1-axis], b[1-axis])})
			}
		}
	}
	return list
}

// grip is the length of a side, m, on which ground holds ground.
const grip = 0.02

func sidesOverlap(a, b [][2]float64) bool {
	for _, p := range a {
		for _, q := range b {
			if min(p[1], q[1])-max(p[0], q[0]) > grip {
				return true
			}
		}
	}
	return false
}

// loosen takes a piece out of the ground and makes a body with its mass.
func (g *game) loosen(piece []lump) {
	outlines := g.outlinesOf(piece)
	low, high := g.ground.Corner(piece[0].cell), g.ground.Corner(piece[0].cell)
	for _, l := range piece {
		corner := g.ground.Corner(l.cell)
		low = mgl64.Vec2{min(low[0], corner[0]), min(low[1], corner[1])}
		high = mgl64.Vec2{max(high[0], corner[0]+1), max(high[1], corner[1]+1)}
	}
	parts := world.BodyParts{Def: body.Def{Position: low.Add(high).Mul(0.5)}}
	for _, o := range outlines {
		points := make([]mgl64.Vec2, len(o.points))
		for i, p := range o.points {
			points[i] = p.Sub(parts.Def.Position)
		}
		form, err := shape.NewHullPolygon(points, 0)
		if err != nil {
			continue // too thin for a shape: dust
		}
		parts.Colliders = append(parts.Colliders, world.ColliderParts{Shape: form, Def: world.ColliderDef{
			Density: materials[o.tile].density, Material: &shape.Material{Friction: 0.7}, UserData: o.tile,
		}})
	}
	g.remove(piece)
	if len(parts.Colliders) == 0 {
		return
	}
	fallen := world.Must(g.World.CreateBodies(nil, []world.BodyParts{parts}))[0]
	g.loose = append(g.loose, fallen)
	if fallen.Mass() > crumbling {
		g.crumble(fallen)
	}
}

// outline is a convex part of a piece.
type outline struct {
	tile   terrain.Tile
	points []mgl64.Vec2
}

// outlinesOf returns the convex parts of a piece: rectangles of tiles of one kind, and the remains
// of carved tiles.
func (g *game) outlinesOf(piece []lump) (list []outline) {
	tiles := map[image.Point]terrain.Tile{}
	for _, l := range piece {
		tile := g.ground.At(l.cell)
		lumps := g.parts(l.cell)
		if lumps[l.part] == nil {
			tiles[l.cell] = tile
		}
		for _, points := range lumps[l.part] {
			list = append(list, outline{tile, points})
		}
	}
	for _, l := range piece { // in the order of the piece, not of the map
		tile, left := tiles[l.cell]
		if !left {
			continue
		}
		r := rectangle(tiles, l.cell, tile)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				delete(tiles, image.Pt(x, y))
			}
		}
		low, high := g.ground.Corner(r.Min), g.ground.Corner(r.Max)
		list = append(list, outline{tile, []mgl64.Vec2{low, {high[0], low[1]}, high, {low[0], high[1]}}})
	}
	return list
}

// rectangle returns a rectangle of tiles of one kind that contains a cell, as wide as possible and
// then as high as possible.
func rectangle(tiles map[image.Point]terrain.Tile, cell image.Point, tile terrain.Tile) image.Rectangle {
	r := image.Rectangle{Min: cell, Max: cell.Add(image.Pt(1, 1))}
	all := func(q image.Rectangle) bool {
		for y := q.Min.Y; y < q.Max.Y; y++ {
			for x := q.Min.X; x < q.Max.X; x++ {
				if tiles[image.Pt(x, y)] != tile {
					return false
				}
			}
		}
		return true
	}
	for all(image.Rect(r.Min.X-1, r.Min.Y, r.Min.X, r.Max.Y)) {
		r.Min.X--
	}
	for all(image.Rect(r.Max.X, r.Min.Y, r.Max.X+1, r.Max.Y)) {
		r.Max.X++
	}
	for all(image.Rect(r.Min.X, r.Min.Y-1, r.Max.X, r.Min.Y)) {
		r.Min.Y--
	}
	for all(image.Rect(r.Min.X, r.Max.Y, r.Max.X, r.Max.Y+1)) {
		r.Max.Y++
	}
	return r
}

// remove takes lumps out of the ground. Other lumps in their cells stay.
func (g *game) remove(piece []lump) {
	gone := map[image.Point]int{}
	for _, l := range piece {
		gone[l.cell]++
	}
	empty := map[image.Point]terrain.Tile{}
	var partial [][]mgl64.Vec2
	for _, l := range piece {
		if lumps := g.parts(l.cell); gone[l.cell] == len(lumps) {
			empty[l.cell] = 1
		} else {
			partial = append(partial, lumps[l.part]...)
		}
	}
	world.Check(g.ground.Carve(partial))
	for _, l := range piece {
		if empty[l.cell] == 0 {
			continue
		}
		r := rectangle(empty, l.cell, 1)
		world.Check(g.ground.Fill(r, 0))
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				delete(empty, image.Pt(x, y))
				delete(g.carved, image.Pt(x, y))
			}
		}
	}
}
