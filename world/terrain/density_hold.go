package terrain

import (
	"cmp"
	"image"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// label finds the connected parts of the ground in a chunk, and which of them hold by themselves.
// The chunk must be a copy; one that was not touched keeps what it has.
func (c *densityChunk) label(held func(image.Point) bool) {
	if held == nil || !c.touched {
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

// spread gives the samples that are connected with the one of a stack the newest label. It returns
// the empty stack.
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
// cell of which the other corners are air, the mean of the four decides, as in polygon.Contour.
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

// holds finds what ground is held after an edit.
type holds struct {
	density *Density
	changed map[image.Point]*densityChunk
	known   map[groundPart]bool // part is held
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

// search returns the parts that are connected with one, or nil if one of them is held. It goes on
// from the part found last, so it often finds what holds before it has looked around.
func (h *holds) search(first groundPart) []groundPart {
	seen := map[groundPart]bool{first: true}
	list, stack := []groundPart{first}, []searchStep{{part: first}}
	var beside []groundPart
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if h.known[top.part] || top.part.chunk.held[top.part.label-1] {
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
	first := p.chunk.place.Mul(ChunkSide)
	low, high := first, first.Add(image.Pt(ChunkSide-1, ChunkSide-1))
	switch step.X {
	case 1:
		low.X = high.X
	case -1:
		high.X = low.X
	}
	switch step.Y {
	case 1:
		low.Y = high.Y
	case -1:
		high.Y = low.Y
	}
	for y := low.Y; y <= high.Y; y++ {
		for x := low.X; x <= high.X; x++ {
			dst = h.appendFrom(dst, p, image.Pt(x, y), n.place, seen)
		}
	}
	return dst
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

// loosePiece is a piece that lost its hold, before it is a body.
type loosePiece struct {
	Loosened
	parts world.BodyParts
}

// loosen takes the ground without a hold near the samples of a rectangle out of the changed chunks.
// It returns these with the others that it changed, and the pieces.
func (d *Density) loosen(changed []*densityChunk, r image.Rectangle) ([]*densityChunk, []*loosePiece) {
	h := &holds{density: d, changed: map[image.Point]*densityChunk{}, known: map[groundPart]bool{}}
	for _, c := range changed {
		h.changed[c.place] = c
	}
	var groups [][]groundPart
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p := image.Pt(x, y)
			if h.at(p) < 0 {
				continue
			}
			part := h.partOf(p)
			if _, ok := h.known[part]; ok {
				continue
			}
			group := h.search(part)
			for _, x := range group {
				h.known[x] = false
			}
			if group != nil {
				groups = append(groups, group)
			}
		}
	}
	var loose []*loosePiece
	cleared := map[image.Point]*densityChunk{}
	for _, group := range groups {
		member := map[groundPart]bool{}
		for _, p := range group {
			member[p] = true
		}
		if x := h.cutOut(group, member); x != nil {
			loose = append(loose, x)
		}
		for _, p := range group {
			h.erase(p, member, cleared)
		}
	}
	return h.afterErasing(changed, cleared), loose
}

// cutOut returns the piece of a group of parts, or nil if it has no area.
func (h *holds) cutOut(group []groundPart, member map[groundPart]bool) *loosePiece {
	d := h.density
	low, high := image.Pt(maxCell, maxCell), image.Pt(-maxCell, -maxCell)
	for _, p := range group {
		p.each(func(at image.Point) {
			low = image.Pt(min(low.X, at.X), min(low.Y, at.Y))
			high = image.Pt(max(high.X, at.X), max(high.Y, at.Y))
		})
	}
	low = low.Sub(image.Pt(1, 1))
	side := 1
	for side <= max(high.X-low.X, high.Y-low.Y) {
		side *= 2
	}
	// In the frame of the lowest sample. A cell may have corners of two pieces that are not
	// connected: those of another count as air.
	f := &field{at: func(p image.Point) int16 {
		p = p.Add(low)
		v := h.at(p)
		if v >= 0 && !member[h.partOf(p)] {
			return -1
		}
		return v
	}}
	outlines := f.appendParts(nil, image.Point{}, side)
	area, moment, solid := 0.0, geom.Vec2{}, 0.0
	x := &loosePiece{parts: world.BodyParts{Def: body.Def{Position: d.Place(low)}}}
	square := float64(d.def.Size * d.def.Size)
	for _, outline := range outlines {
		a, center := areaAndCenter(outline)
		area += a
		moment = moment.MulAdd(a, center)
		if s, ok := d.shapeOf(outline); ok {
			solid += a
			x.parts.Colliders = append(x.parts.Colliders, world.ColliderParts{Shape: s, Def: d.def.Collider})
		}
	}
	if area == 0 {
		return nil
	}
	x.Area = float64(area * square)
	x.Center = geom.From(d.Place(low)).MulAdd(d.def.Size/area, moment).Mgl()
	if x.Area < d.def.MinArea {
		x.parts.Colliders = nil
	}
	for i := range x.parts.Colliders { // parts too thin for a shape weigh, too
		def := &x.parts.Colliders[i].Def
		if def.Density == 0 {
			def.Density = 1
		}
		def.Density *= area / solid
	}
	return x
}

// areaAndCenter returns the area of a convex outline and its centre.
func areaAndCenter(outline []mgl64.Vec2) (float64, geom.Vec2) {
	first, sum, moment := geom.From(outline[0]), 0.0, geom.Vec2{}
	for i := 1; i+1 < len(outline); i++ {
		a, b := geom.From(outline[i]).Sub(first), geom.From(outline[i+1]).Sub(first)
		area := a.Cross(b)
		sum += area
		moment = moment.MulAdd(area, a.Add(b))
	}
	if sum == 0 {
		return 0, first
	}
	return float64(sum / 2), first.MulAdd(1/(3*sum), moment)
}

// each calls a function with the samples of a part.
func (p groundPart) each(f func(image.Point)) {
	first := p.chunk.place.Mul(ChunkSide)
	for i := range chunkTiles {
		if p.chunk.labels == nil || p.chunk.labels[i] == p.label {
			f(first.Add(image.Pt(i%ChunkSide, i/ChunkSide)))
		}
	}
}

// erase makes air of the samples of a part and of the air around them, in copies of the chunks. The
// air around forgets its distance to a border that is gone.
func (h *holds) erase(p groundPart, member map[groundPart]bool, cleared map[image.Point]*densityChunk) {
	p.each(func(at image.Point) {
		h.clear(at, cleared)
		for _, step := range around {
			if q := at.Add(step); h.at(q) < 0 && !h.besideOther(q, member) {
				h.clear(q, cleared)
			}
		}
	})
}

// besideOther reports whether a sample has ground around it that is not of a piece.
func (h *holds) besideOther(q image.Point, member map[groundPart]bool) bool {
	for _, step := range around {
		if at := q.Add(step); h.at(at) >= 0 && !member[h.partOf(at)] {
			return true
		}
	}
	return false
}

func (h *holds) clear(at image.Point, cleared map[image.Point]*densityChunk) {
	place := chunkOf(at)
	c := cleared[place]
	if c == nil {
		old := h.chunkAt(place)
		if old == nil {
			return
		}
		copied := *old
		copied.touched = false
		c = &copied
		cleared[place] = c
	}
	if c.at(placeOf(at)) != -densityUnit {
		c.set(placeOf(at), -densityUnit)
	}
}

// afterErasing returns the changed chunks and the cleared ones, with those to the left and below,
// whose cells reach into them.
func (h *holds) afterErasing(changed []*densityChunk, cleared map[image.Point]*densityChunk) []*densityChunk {
	if len(cleared) == 0 {
		return changed
	}
	all := map[image.Point]*densityChunk{}
	for _, c := range changed {
		all[c.place] = c
	}
	for place, c := range cleared {
		c.pack()
		c.label(h.density.def.Held)
		all[place] = c
	}
	for place := range cleared {
		for _, step := range [3]image.Point{{-1, 0}, {0, -1}, {-1, -1}} {
			at := place.Add(step)
			if c := h.density.chunks[at]; all[at] == nil && c != nil {
				all[at] = h.density.copyOf(at)
			}
		}
	}
	list := make([]*densityChunk, 0, len(all))
	for _, c := range all {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *densityChunk) int {
		return cmp.Or(cmp.Compare(a.place.Y, b.place.Y), cmp.Compare(a.place.X, b.place.X))
	})
	return list
}
