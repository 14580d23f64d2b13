package polygon

import (
	"sort"

	"github.com/carom2d/carom/geom"
)

// boxTree finds the boxes of a fixed set that overlap a given box. The boxes are in Morton order
// and in groups of treeFan. The box of a group is an entry of the next level, up to one root.
type boxTree struct {
	items  []int32      // the boxes of the lowest level, by their number
	levels [][]geom.Box // lowest first
	stack  []treeEntry
}

const treeFan = 8

type treeEntry struct{ level, index int32 }

// keyedItem is an item with its place along the curve.
type keyedItem struct {
	key  uint64
	item int32
}

type byKey []keyedItem

func (x *byKey) Len() int      { return len(*x) }
func (x *byKey) Swap(i, j int) { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }
func (x *byKey) Less(i, j int) bool {
	a, b := &(*x)[i], &(*x)[j]
	return a.key < b.key || a.key == b.key && a.item < b.item
}

// newBoxTree returns the tree of the boxes of segments between lattice points.
func newBoxTree(segments []segment, points []geom.Vec2) *boxTree {
	n := len(segments)
	order := make(byKey, n)
	for i, s := range segments {
		center := points[s.from].Add(points[s.to]) // twice the middle, at most 2^(gridBits+1)
		order[i] = keyedItem{mortonKey(center), int32(i)}
	}
	sort.Sort(&order)
	t := &boxTree{items: make([]int32, n)}
	level := make([]geom.Box, n)
	for i, k := range order {
		s := segments[k.item]
		t.items[i] = k.item
		level[i] = geom.Box{Min: points[s.from].Min(points[s.to]), Max: points[s.from].Max(points[s.to])}
	}
	for {
		t.levels = append(t.levels, level)
		if len(level) <= 1 {
			return t
		}
		above := make([]geom.Box, (len(level)+treeFan-1)/treeFan)
		for i := range above {
			above[i] = geom.EmptyBox()
			for _, b := range level[i*treeFan : min((i+1)*treeFan, len(level))] {
				above[i] = above[i].Union(b)
			}
		}
		level = above
	}
}

// mortonKey interleaves the leading 32 bits of both coordinates.
func mortonKey(p geom.Vec2) uint64 {
	const offset, drop = 1 << (gridBits + 1), gridBits + 2 - 32
	return spreadBits(uint64(int64(p.X)+offset)>>drop) | spreadBits(uint64(int64(p.Y)+offset)>>drop)<<1
}

// spreadBits puts a zero between the bits of a number of 32 bits.
func spreadBits(x uint64) uint64 {
	x &= 0xffffffff
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
	x = (x | x<<2) & 0x3333333333333333
	x = (x | x<<1) & 0x5555555555555555
	return x
}

// appendOverlaps appends the numbers of the boxes that share a point with a box, in the order
// of the tree.
func (t *boxTree) appendOverlaps(dst []int32, box geom.Box) []int32 {
	t.visit(func(b geom.Box) bool { return b.Overlaps(box) }, func(item int32) { dst = append(dst, item) })
	return dst
}

// visit calls found for each box that wanted accepts together with all groups around it. The
// answers of wanted may change during the visit. Entries come from the last to the first.
func (t *boxTree) visit(wanted func(geom.Box) bool, found func(item int32)) {
	if len(t.items) == 0 {
		return
	}
	t.stack = append(t.stack[:0], treeEntry{int32(len(t.levels) - 1), 0})
	for len(t.stack) > 0 {
		e := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		if !wanted(t.levels[e.level][e.index]) {
			continue
		}
		if e.level == 0 {
			found(t.items[e.index])
			continue
		}
		below := int32(len(t.levels[e.level-1]))
		for i := e.index * treeFan; i < min((e.index+1)*treeFan, below); i++ {
			t.stack = append(t.stack, treeEntry{e.level - 1, i})
		}
	}
}
