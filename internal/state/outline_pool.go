package state

import (
	"math/bits"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/fphash"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/shape"
)

// outlinePool hands out ranges of the arena. Equal outlines share one range: most
// crates of a world are alike, and a shared outline stays in cache.
type outlinePool struct {
	heads       map[uint64]uint32 // first entry by hash; never iterated, so its order has no effect
	entries     []pooledRange
	freeEntries []uint32
	freeRanges  [17][]uint32 // free ranges by the power of two of their length

	hasPrevious bitset.Set // scratch of restored: entries that are the next of another
}

// pooledRange is a range in use.
type pooledRange struct {
	first, count uint32
	refs         int32
	next         uint32 // entry with the same hash, or None
}

// acquire returns the first index of a range of the arena that holds the vertices and
// normals.
func (o *outlinePool) acquire(arena *shape.Arena, vertices, normals []geom.Vec2) uint32 {
	count := uint32(len(vertices))
	hash := hashOf(vertices, normals)
	head, ok := o.heads[hash]
	if !ok {
		head = None
	}
	for i := head; i != None; i = o.entries[i].next {
		l := &o.entries[i]
		if l.count == count && slices.Equal(arena.Vertices[l.first:][:count], vertices) && slices.Equal(arena.Normals[l.first:][:count], normals) {
			l.refs++
			return l.first
		}
	}
	l := pooledRange{first: o.allocate(arena, int(count)), count: count, refs: 1, next: head}
	copy(arena.Vertices[l.first:], vertices)
	copy(arena.Normals[l.first:], normals)
	if o.heads == nil {
		o.heads = map[uint64]uint32{}
	}
	if n := len(o.freeEntries); n > 0 {
		o.heads[hash] = o.freeEntries[n-1]
		o.entries[o.freeEntries[n-1]] = l
		o.freeEntries = o.freeEntries[:n-1]
	} else {
		o.heads[hash] = uint32(len(o.entries))
		o.entries = grow.Append(o.entries, l)
	}
	return l.first
}

// allocate returns an unused range of at least count vertices.
func (o *outlinePool) allocate(arena *shape.Arena, count int) uint32 {
	class := bits.Len(uint(count - 1))
	if n := len(o.freeRanges[class]); n > 0 {
		first := o.freeRanges[class][n-1]
		o.freeRanges[class] = o.freeRanges[class][:n-1]
		return first
	}
	first := len(arena.Vertices)
	end := first + 1<<class
	arena.Vertices = grow.Resize(arena.Vertices, end)
	arena.Normals = grow.Resize(arena.Normals, end)
	return uint32(first)
}

// release gives back a range from acquire.
func (o *outlinePool) release(arena *shape.Arena, first, count uint32) {
	hash := hashOf(arena.Vertices[first:][:count], arena.Normals[first:][:count])
	prev, i := None, o.heads[hash]
	for o.entries[i].first != first {
		prev, i = i, o.entries[i].next
	}
	l := &o.entries[i]
	if l.refs--; l.refs > 0 {
		return
	}
	switch {
	case prev != None:
		o.entries[prev].next = l.next
	case l.next != None:
		o.heads[hash] = l.next
	default:
		delete(o.heads, hash)
	}
	class := bits.Len(uint(count - 1))
	o.freeRanges[class] = append(o.freeRanges[class], first)
	o.freeEntries = append(o.freeEntries, i)
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
