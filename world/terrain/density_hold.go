package terrain

import (
	"image"
	"slices"
)

// label finds the connected parts of the ground in a chunk, and which of them hold by themselves.
// The chunk must be new or a copy.
func (c *densityChunk) label(held func(image.Point) bool) {
	if held == nil {
		return
	}
	c.labels, c.held = nil, nil
	if c.values == nil {
		if c.even >= 0 {
			c.held = []bool{c.anyHeld(held)}
		}
		return
	}
	c.labels = new([chunkTiles]uint16)
	var stack []image.Point
	for i, v := range c.values {
		if v >= 0 && c.labels[i] == 0 {
			c.held = append(c.held, false)
			stack = c.spread(append(stack[:0], image.Pt(i%ChunkSide, i/ChunkSide)), held)
		}
	}
}

// spread gives the newest label to the samples that are connected with the sample on a stack. It
// returns the empty stack.
func (c *densityChunk) spread(stack []image.Point, held func(image.Point) bool) []image.Point {
	label, first := len(c.held), c.place.Mul(ChunkSide)
	c.labels[placeOf(stack[0])] = uint16(label)
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		c.held[label-1] = c.held[label-1] || held(p.Add(first))
		for _, step := range around {
			q := p.Add(step)
			if q.In(chunkRect) && c.labels[placeOf(q)] == 0 && connected(c.local, p, q) {
				c.labels[placeOf(q)] = uint16(label)
				stack = append(stack, q)
			}
		}
	}
	return stack
}

var (
	around    = [8]image.Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	chunkRect = image.Rect(0, 0, ChunkSide, ChunkSide)
)

func (c *densityChunk) local(p image.Point) int16 { return c.at(placeOf(p)) }

func (c *densityChunk) anyHeld(held func(image.Point) bool) bool {
	first := c.place.Mul(ChunkSide)
	for i := range chunkTiles {
		if held(first.Add(image.Pt(i%ChunkSide, i/ChunkSide))) {
			return true
		}
	}
	return false
}

// connected reports whether ground leads from a sample to one beside it or across a cell. Across a
// cell whose other corners are air, the mean of the four corners decides, as in polygon.Contour.
func connected(at func(image.Point) int16, p, q image.Point) bool {
	a, b := at(p), at(q)
	if a < 0 || b < 0 {
		return false
	}
	if p.X == q.X || p.Y == q.Y {
		return true
	}
	c, d := at(image.Pt(p.X, q.Y)), at(image.Pt(q.X, p.Y))
	return c < 0 && d < 0 && int(a)+int(b)+int(c)+int(d) >= 0
}

// groundPart is a connected part of the ground of a chunk.
type groundPart struct {
	chunk *densityChunk
	label uint16
}

// holds finds the ground that is held after an edit.
type holds struct {
	density *Density
	changed map[image.Point]*densityChunk
	known   map[groundPart]bool // part is held

	loose     [][]groundPart
	unsettled []image.Point // of ground that is held because a chunk is not there
}

func (d *Density) newHolds(changed []*densityChunk) *holds {
	return &holds{density: d, changed: byPlace(changed), known: map[groundPart]bool{}}
}

func byPlace(list []*densityChunk) map[image.Point]*densityChunk {
	chunks := make(map[image.Point]*densityChunk, len(list))
	for _, c := range list {
		chunks[c.place] = c
	}
	return chunks
}

// ask finds out whether the ground at a sample is held.
func (h *holds) ask(p image.Point) {
	if h.at(p) < 0 {
		return
	}
	part := h.partOf(p)
	if _, ok := h.known[part]; ok {
		return
	}
	group := h.search(part)
	for _, x := range group {
		h.known[x] = false
	}
	if group != nil {
		h.loose = append(h.loose, group)
	}
}

func (h *holds) chunkAt(place image.Point) *densityChunk {
	if c := h.changed[place]; c != nil {
		return c
	}
	return h.density.chunks[place]
}

func (h *holds) at(p image.Point) int16 {
	if c := h.chunkAt(chunkOf(p)); c != nil {
		return c.at(placeOf(p))
	}
	return -densityUnit
}

// partOf returns the part to which a sample of the ground belongs.
func (h *holds) partOf(p image.Point) groundPart {
	c := h.chunkAt(chunkOf(p))
	if c.labels == nil {
		return groundPart{c, 1}
	}
	return groundPart{c, c.labels[placeOf(p)]}
}

// searchStep is a part whose neighbours are being visited.
type searchStep struct {
	part groundPart
	next int // in searchOrder
}

// searchOrder goes down first, for most ground is held from below.
var searchOrder = [8]image.Point{{0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, 1}, {1, 1}}

// search returns the parts that are connected with a part, or nil if one of them is held or reaches
// to a chunk that is not loaded. It continues from the part found last, so it often finds held
// ground early.
func (h *holds) search(first groundPart) []groundPart {
	seen := map[groundPart]bool{first: true}
	list, stack := []groundPart{first}, []searchStep{{part: first}}
	var beside []groundPart
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		held := h.known[top.part] || top.part.chunk.held[top.part.label-1]
		if !held && (!top.part.chunk.loaded || top.next < len(searchOrder) && h.isCutOff(top.part, searchOrder[top.next])) {
			h.unsettle(first.first())
			held = true
		}
		if held {
			for _, x := range list {
				h.known[x] = true
			}
			return nil
		}
		if top.next == len(searchOrder) {
			stack = stack[:len(stack)-1]
			continue
		}
		beside = h.appendBeside(beside[:0], top.part, searchOrder[top.next], seen)
		top.next++
		for _, x := range beside {
			seen[x] = true
			stack = append(stack, searchStep{part: x})
		}
		list = append(list, beside...)
	}
	return list
}

// appendBeside appends the parts of a neighbouring chunk that are connected with a part and were
// not seen.
func (h *holds) appendBeside(dst []groundPart, p groundPart, step image.Point, seen map[groundPart]bool) []groundPart {
	n := h.chunkAt(p.chunk.place.Add(step))
	if n == nil || len(n.held) == 0 {
		return dst
	}
	if n.labels == nil && p.chunk.labels == nil && (step.X == 0 || step.Y == 0) {
		if next := (groundPart{n, 1}); !seen[next] {
			dst = append(dst, next)
		}
		return dst
	}
	for at := range placesIn(p.chunk.side(step)) {
		dst = h.appendFrom(dst, p, at, n.place, seen)
	}
	return dst
}

// side returns the samples of a chunk that lie beside the samples of a neighbour.
func (c *densityChunk) side(step image.Point) image.Rectangle {
	r := cellsOf(c.place)
	return r.Intersect(r.Add(step.Mul(ChunkSide - 1)))
}

// isCutOff reports whether a part reaches to a neighbouring chunk that is not loaded.
func (h *holds) isCutOff(p groundPart, step image.Point) bool {
	if h.density.isLoaded(p.chunk.place.Add(step)) {
		return false
	}
	for at := range placesIn(p.chunk.side(step)) {
		if h.at(at) >= 0 && h.partOf(at) == p {
			return true
		}
	}
	return false
}

// unsettle stores that the hold of the ground at a sample must be searched again when chunks come.
func (h *holds) unsettle(at image.Point) {
	if !slices.Contains(h.unsettled, at) {
		h.unsettled = append(h.unsettled, at)
	}
}

// appendFrom appends the parts of a chunk that a sample on the border of another chunk is connected
// with, if the sample belongs to a part.
func (h *holds) appendFrom(dst []groundPart, p groundPart, at image.Point, place image.Point, seen map[groundPart]bool) []groundPart {
	if p.chunk.at(placeOf(at)) < 0 || h.partOf(at) != p {
		return dst
	}
	for _, step := range around {
		q := at.Add(step)
		if chunkOf(q) != place || !connected(h.at, at, q) {
			continue
		}
		if next := h.partOf(q); !seen[next] && !slices.Contains(dst, next) {
			dst = append(dst, next)
		}
	}
	return dst
}
