package shape

import (
	"math/bits"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/fphash"
	"github.com/carom2d/carom/internal/grow"
)

// interner hands out ranges of the arena. Equal outlines share one: the crates of a
// world are mostly alike, and what they share stays in cache.
type interner struct {
	newest map[uint64]uint32 // by hash; only ever looked up, so its order is nobody's
	list   []interned
	gone   []uint32
	free   [17][]uint32 // free ranges by the power of two of their length
}

// interned is a range in use.
type interned struct {
	first, count uint32
	users        int32
	next         uint32 // with the same hash, or None
}

func hashOf(vertices, normals []geom.Vec2) uint64 {
	h := fphash.New()
	for i, v := range vertices {
		h.Float64(v.X)
		h.Float64(v.Y)
		h.Float64(normals[i].X)
		h.Float64(normals[i].Y)
	}
	return h.Sum()
}

// take returns the first index of a range of the arena that holds the vertices and
// normals.
func (o *interner) take(arena *Arena, vertices, normals []geom.Vec2) uint32 {
	count := uint32(len(vertices))
	hash := hashOf(vertices, normals)
	head, ok := o.newest[hash]
	if !ok {
		head = None
	}
	for i := head; i != None; i = o.list[i].next {
		l := &o.list[i]
		if l.count == count && slices.Equal(arena.Vertices[l.first:][:count], vertices) && slices.Equal(arena.Normals[l.first:][:count], normals) {
			l.users++
			return l.first
		}
	}
	l := interned{first: o.room(arena, int(count)), count: count, users: 1, next: head}
	copy(arena.Vertices[l.first:], vertices)
	copy(arena.Normals[l.first:], normals)
	if o.newest == nil {
		o.newest = map[uint64]uint32{}
	}
	if n := len(o.gone); n > 0 {
		o.newest[hash] = o.gone[n-1]
		o.list[o.gone[n-1]] = l
		o.gone = o.gone[:n-1]
	} else {
		o.newest[hash] = uint32(len(o.list))
		o.list = grow.Append(o.list, l)
	}
	return l.first
}

// room returns a range that nobody uses.
func (o *interner) room(arena *Arena, count int) uint32 {
	class := bits.Len(uint(count - 1))
	if n := len(o.free[class]); n > 0 {
		first := o.free[class][n-1]
		o.free[class] = o.free[class][:n-1]
		return first
	}
	first := len(arena.Vertices)
	end := first + 1<<class
	arena.Vertices = grow.Fit(arena.Vertices, end)
	arena.Normals = grow.Fit(arena.Normals, end)
	return uint32(first)
}

// give gives a range back that take returned.
func (o *interner) give(arena *Arena, first, count uint32) {
	hash := hashOf(arena.Vertices[first:][:count], arena.Normals[first:][:count])
	before, i := None, o.newest[hash]
	for o.list[i].first != first {
		before, i = i, o.list[i].next
	}
	l := &o.list[i]
	if l.users--; l.users > 0 {
		return
	}
	switch {
	case before != None:
		o.list[before].next = l.next
	case l.next != None:
		o.newest[hash] = l.next
	default:
		delete(o.newest, hash)
	}
	class := bits.Len(uint(count - 1))
	o.free[class] = append(o.free[class], first)
	o.gone = append(o.gone, i)
}
