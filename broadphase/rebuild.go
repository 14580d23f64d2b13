package broadphase

import (
	"math/bits"
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/internal/simd"
)

// buildLeaf is a leaf during a rebuild: the centre of its box (doubled) and its half
// perimeter, as ranks.
type buildLeaf struct {
	center        [2]int32
	halfPerimeter int32
	id            uint32
}

// builder is the scratch memory of a rebuild.
type builder struct {
	leaves      []buildLeaf
	nodes       []int32 // inner nodes to be used again, in that order
	used        int     // how many of them have been used
	nodeBits    []uint64
	leavesBuilt int // leaves of all rebuilds so far, a measure of their cost
	shrinker    grow.Shrinker
}

// shrink frees the memory of the last rebuild when there has been none for some time.
func (b *builder) shrink() {
	if b.shrinker.ShouldShrink(len(b.leaves), cap(b.leaves)) {
		b.leaves, b.nodes, b.nodeBits = nil, nil, nil
	}
	b.leaves = b.leaves[:0]
}

// rebuild builds the subtree of node n from its leaves, top down by halving, and returns
// its cost, or zero when there is nothing to rebuild.
func (t *Tree) rebuild(n int32) float64 {
	t.collectSubtree(n)
	if len(t.builder.leaves) <= 2 {
		return 0
	}
	return t.buildSubtree()
}

// buildSubtree builds a subtree from leaves and nodes that were collected, at least three
// leaves and one node fewer, and returns its cost: the sum of the half perimeters of its
// boxes.
func (t *Tree) buildSubtree() float64 {
	b := &t.builder
	b.leavesBuilt += len(b.leaves)
	b.sortNodes(len(t.nodes))
	_, _, cost := t.build(b.nextNode(), b.leaves, heightLimit(len(b.leaves)))
	return cost
}

func (t *Tree) collectSubtree(n int32) {
	b := &t.builder
	b.leaves, b.nodes, b.used = b.leaves[:0], append(b.nodes[:0], n), 0
	for i := 0; i < len(b.nodes); i++ {
		for _, c := range t.nodes[b.nodes[i]].child {
			switch {
			case c.leaf():
				b.add(c.id(), t.boxes[c.id()])
			case c.inner():
				b.nodes = append(b.nodes, int32(c))
			}
		}
	}
}

func (b *builder) add(id uint32, leafBox geom.Box32) {
	box := rankBox(leafBox)
	b.leaves = append(b.leaves, buildLeaf{
		center:        [2]int32{simd.Rank(clampFinite(leafBox.MinX) + clampFinite(leafBox.MaxX)), simd.Rank(clampFinite(leafBox.MinY) + clampFinite(leafBox.MaxY))},
		halfPerimeter: simd.Rank(box.halfPerimeter()),
		id:            id,
	})
}

// clampFinite keeps a coordinate finite, and so the sum of two.
func clampFinite(x float32) float32 { return max(-maxHalfPerimeter, min(x, maxHalfPerimeter)) }

// sortNodes sorts all nodes but the first, which stays the top. Nodes are used in
// depth-first order. If that is their order in memory too, a traversal finds the next node
// in its cache.
func (b *builder) sortNodes(nodeCount int) {
	inner := b.nodes[1:]
	if len(inner)*16 < nodeCount {
		// As unsigned numbers: they are not negative.
		radix.Sort(unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(inner))), len(inner)))
		return
	}
	b.nodeBits = append(b.nodeBits[:0], make([]uint64, nodeCount/64+1)...)
	for _, n := range inner {
		b.nodeBits[n/64] |= 1 << (n % 64)
	}
	k := 0
	for i, word := range b.nodeBits {
		for ; word != 0; word &= word - 1 {
			inner[k] = int32(i*64 + bits.TrailingZeros64(word))
			k++
		}
	}
}

func (b *builder) nextNode() int32 {
	b.used++
	return b.nodes[b.used-1]
}

// build fills node n with the given leaves, at least two, to a height of at most heightLeft. It
// returns the box and the mask of the leaves and the sum of the half perimeters of all nodes.
func (t *Tree) build(n int32, leaves []buildLeaf, heightLeft int) (intBox, uint64, float64) {
	b := &t.builder
	nd := &t.nodes[n]
	mid := halve(leaves, heightLeft)
	cost := 0.0
	for s, half := range [2][]buildLeaf{leaves[:mid], leaves[mid:]} {
		if len(half) == 1 {
			id := half[0].id
			nd.box[s], nd.mask[s], nd.child[s] = rankBox(t.boxes[id]), t.category[id], leafRef(id)
		} else {
			c := b.nextNode()
			box, mask, sum := t.build(c, half, heightLeft-1)
			nd.box[s], nd.mask[s], nd.child[s] = box, mask, ref(c)
			cost += sum
		}
		t.setParent(nd.child[s], childSlotAt(n, s))
	}
	t.updateWeight(nd)
	box := nd.box[0].union(&nd.box[1])
	return box, nd.mask[0] | nd.mask[1], cost + float64(box.halfPerimeter())
}

// minPartitionLarge is the number of leaves from which on large boxes are separated first.
const minPartitionLarge = 16

// halve orders the leaves so that the two parts before and after the returned index make good
// subtrees. If a few leaves are large compared with the area of all, they come first, because
// elsewhere they would extend every node of a path. Separating large leaves costs height, which is
// limited. Otherwise the parts are about equal, split along the axis on which the centres spread
// more.
func halve(leaves []buildLeaf, heightLeft int) int {
	if len(leaves) == 2 {
		return 1
	}
	first := &leaves[0]
	x0, x1, y0, y1, longest := first.center[0], first.center[0], first.center[1], first.center[1], first.halfPerimeter
	for i := range leaves {
		s := &leaves[i]
		x0, x1 = min(x0, s.center[0]), max(x1, s.center[0])
		y0, y1 = min(y0, s.center[1]), max(y1, s.center[1])
		longest = max(longest, s.halfPerimeter)
	}
	width, height := simd.Unrank(x1)-simd.Unrank(x0), simd.Unrank(y1)-simd.Unrank(y0)
	if large := (width + height) / 4; simd.Unrank(longest) > large && len(leaves) >= minPartitionLarge && heightLeft > heightLimit(len(leaves))-heightSlack {
		if k := partitionLarge(leaves, simd.Rank(large)); k <= len(leaves)/4 {
			return k
		}
	}
	if height > width {
		return split(leaves, 1)
	}
	return split(leaves, 0)
}

// partitionLarge moves the leaves whose half perimeter is above limit to the front and
// returns their number.
func partitionLarge(leaves []buildLeaf, limit int32) int {
	k := 0
	for i := range leaves {
		if leaves[i].halfPerimeter > limit {
			leaves[k], leaves[i] = leaves[i], leaves[k]
			k++
		}
	}
	return k
}

// split splits along an axis at an estimate of the median, taken from a sample. When the estimate
// leaves less than a quarter of the leaves on either side, split uses the median itself.
func split(leaves []buildLeaf, axis int) int {
	n := len(leaves)
	if n >= 8 {
		if k := partition(leaves, axis, sampleMedian(leaves, axis)); k >= n/4 && n-k >= n/4 {
			return k
		}
	}
	selectMedian(leaves, axis, n/2)
	return n / 2
}

// sampleMedian returns the median of three medians of three.
func sampleMedian(leaves []buildLeaf, axis int) int32 {
	last := len(leaves) - 1
	coord := func(i int) int32 { return leaves[i*last/8].center[axis] }
	return medianOf3(medianOf3(coord(0), coord(3), coord(6)), medianOf3(coord(1), coord(4), coord(7)), medianOf3(coord(2), coord(5), coord(8)))
}

func medianOf3(a, b, c int32) int32 { return max(min(a, b), min(max(a, b), c)) }

// partition moves the leaves before the pivot to the front and returns their number. Every
// leaf is swapped, and only the boundary depends on the comparison: a branch would be
// mispredicted every other time.
func partition(leaves []buildLeaf, axis int, pivot int32) int {
	axis &= 1
	k := 0
	for i := range leaves {
		coord := leaves[i].center[axis]
		leaves[i], leaves[k] = leaves[k], leaves[i]
		k += int(uint64(int64(coord)-int64(pivot)) >> 63)
	}
	return k
}

// selectMedian orders the leaves so that none before index mid is beyond any from mid on:
// quickselect with the median of three as the pivot.
func selectMedian(leaves []buildLeaf, axis, mid int) {
	lo, hi := 0, len(leaves)-1
	for lo < hi {
		pivot := medianOf3(leaves[lo].center[axis], leaves[(lo+hi)/2].center[axis], leaves[hi].center[axis])
		i, j := lo, hi
		for i <= j {
			for leaves[i].center[axis] < pivot {
				i++
			}
			for leaves[j].center[axis] > pivot {
				j--
			}
			if i <= j {
				leaves[i], leaves[j] = leaves[j], leaves[i]
				i++
				j--
			}
		}
		switch {
		case mid <= j:
			hi = j
		case mid >= i:
			lo = i
		default:
			return
		}
	}
}
