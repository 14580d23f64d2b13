package continuous

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// sweepTree finds the boxes among many that overlap a given box. It is a binary tree over the
// boxes, halved at the median of the wider side, so its depth does not depend on their positions.
//
// Nodes are stored in depth-first order. A subtree of m leaves has 2m-1 nodes, so the left child of
// node k is k+1, the right child follows the left subtree, and no links are stored.
type sweepTree struct {
	leaves []sweepLeaf
	places []int32 // by item: its place in leaves
	nodes  []geom.Box
	tests  int // boxes compared since the tree was built
}

// sweepLeaf is an item with the middle of its box, doubled.
type sweepLeaf struct {
	_      [0]func() // not comparable, so no program has code for a comparison
	center [2]float64
	box    geom.Box
	item   int32
}

// reset empties the tree.
func (t *sweepTree) reset() { t.leaves, t.tests = t.leaves[:0], 0 }

// add appends the next item. Items are numbered from zero in the order in which they are added.
func (t *sweepTree) add(box geom.Box) {
	t.leaves = append(t.leaves, sweepLeaf{center: sweepCenter(box), box: box, item: int32(len(t.leaves))})
}

// sweepCenter returns the middle of a box, doubled. Empty and infinite boxes have none; their order
// among others does not matter.
func sweepCenter(box geom.Box) (center [2]float64) {
	for axis, c := range [2]float64{box.Min.X + box.Max.X, box.Min.Y + box.Max.Y} {
		if !math.IsNaN(c) {
			center[axis] = c
		}
	}
	return center
}

// build builds the tree of the items that were added.
func (t *sweepTree) build() {
	n := len(t.leaves)
	if n == 0 {
		return
	}
	for len(t.places) < n {
		t.places = append(t.places, 0)
	}
	for len(t.nodes) < 2*n-1 {
		t.nodes = append(t.nodes, geom.Box{})
	}
	t.buildNode(0, 0, n)
	for i := range t.leaves {
		t.places[t.leaves[i].item] = int32(i)
	}
}

// buildNode builds node k over the leaves from lo up to hi.
func (t *sweepTree) buildNode(k, lo, hi int) {
	if hi-lo == 1 {
		t.nodes[k] = t.leaves[lo].box
		return
	}
	leaves := t.leaves[lo:hi]
	least, most := leaves[0].center, leaves[0].center
	for i := range leaves {
		for axis, c := range leaves[i].center {
			least[axis], most[axis] = min(least[axis], c), max(most[axis], c)
		}
	}
	axis := 0
	if most[1]-least[1] > most[0]-least[0] {
		axis = 1
	}
	half := len(leaves) / 2
	selectMedian(leaves, half, axis)
	right := k + 2*half
	t.buildNode(k+1, lo, lo+half)
	t.buildNode(right, lo+half, hi)
	t.nodes[k] = t.nodes[k+1].Union(t.nodes[right])
}

// selectMedian permutes the leaves until no leaf before index n is greater along an axis than any
// leaf from n on. Leaves with equal middles are ordered by their items, so the split depends on the
// boxes alone.
func selectMedian(leaves []sweepLeaf, n, axis int) {
	for len(leaves) > 1 {
		pivot := leaves[len(leaves)/2]
		lo, hi := 0, len(leaves)-1
		for lo <= hi {
			for leaves[lo].before(&pivot, axis) {
				lo++
			}
			for pivot.before(&leaves[hi], axis) {
				hi--
			}
			if lo <= hi {
				leaves[lo], leaves[hi] = leaves[hi], leaves[lo]
				lo++
				hi--
			}
		}
		switch {
		case n <= hi:
			leaves = leaves[:hi+1]
		case n >= lo:
			leaves, n = leaves[lo:], n-lo
		default:
			return
		}
	}
}

func (l *sweepLeaf) before(o *sweepLeaf, axis int) bool {
	a, b := l.center[axis&1], o.center[axis&1]
	return a < b || a == b && l.item < o.item
}

// update gives an item another box.
func (t *sweepTree) update(item int, box geom.Box) {
	place := int(t.places[item])
	t.leaves[place].box = box
	t.updateNode(0, 0, len(t.leaves), place)
}

// updateNode recomputes the boxes from a leaf up to node k, which covers the leaves from lo up to
// hi.
func (t *sweepTree) updateNode(k, lo, hi, place int) {
	if hi-lo == 1 {
		t.nodes[k] = t.leaves[lo].box
		return
	}
	half := (hi - lo) / 2
	right := k + 2*half
	if place < lo+half {
		t.updateNode(k+1, lo, lo+half, place)
	} else {
		t.updateNode(right, lo+half, hi, place)
	}
	t.nodes[k] = t.nodes[k+1].Union(t.nodes[right])
}

// appendOverlaps appends the items whose boxes overlap a box, in no order.
func (t *sweepTree) appendOverlaps(dst []int32, box geom.Box) []int32 {
	if len(t.leaves) == 0 {
		return dst
	}
	return t.appendOverlapsOf(dst, 0, 0, len(t.leaves), &box)
}

func (t *sweepTree) appendOverlapsOf(dst []int32, k, lo, hi int, box *geom.Box) []int32 {
	t.tests++
	if !t.nodes[k].Overlaps(*box) {
		return dst
	}
	if hi-lo == 1 {
		return append(dst, t.leaves[lo].item)
	}
	half := (hi - lo) / 2
	dst = t.appendOverlapsOf(dst, k+1, lo, lo+half, box)
	return t.appendOverlapsOf(dst, k+2*half, lo+half, hi, box)
}
