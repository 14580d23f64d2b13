package terrain

import (
	"cmp"
	"image"
	"maps"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// loosePiece is a piece that lost its hold, before it is a body.
type loosePiece struct {
	Loosened
	parts world.BodyParts
}

// release removes the ground without a hold from the changed chunks. It returns all chunks that are
// changed then, and the pieces.
func (h *holds) release(changed []*densityChunk) ([]*densityChunk, []*loosePiece) {
	var loose []*loosePiece
	cleared := map[image.Point]*densityChunk{}
	for _, group := range h.loose {
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
	// connected: the corners of another piece count as air.
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
		def.Density = cmp.Or(def.Density, 1)
		def.Density *= area / solid
	}
	return x
}

// areaAndCenter returns the area of a loop, positive if it is counter-clockwise, and its centre.
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

// first returns the first sample of a part.
func (p groundPart) first() image.Point {
	i := 0
	for p.chunk.labels != nil && p.chunk.labels[i] != p.label {
		i++
	}
	return p.chunk.place.Mul(ChunkSide).Add(image.Pt(i%ChunkSide, i/ChunkSide))
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

// besideOther reports whether a sample has ground around it that does not belong to a piece.
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

// afterErasing returns the changed and the cleared chunks, with the chunks to the left and below,
// whose cells reach into them.
func (h *holds) afterErasing(changed []*densityChunk, cleared map[image.Point]*densityChunk) []*densityChunk {
	if len(cleared) == 0 {
		return changed
	}
	all := byPlace(changed)
	for place, c := range cleared {
		c.pack()
		c.label(h.density.def.Held)
		all[place] = c
	}
	for place := range cleared {
		for _, step := range [3]image.Point{{-1, 0}, {0, -1}, {-1, -1}} {
			at := place.Add(step)
			if c := h.density.chunks[at]; all[at] == nil && c != nil && c.loaded {
				all[at], _ = h.density.copyOf(at) // it is there
			}
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b *densityChunk) int { return comparePlaces(a.place, b.place) })
}
