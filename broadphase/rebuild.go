package broadphase

import (
	"math/bits"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
)

// seed is what the rebuild sorts: a leaf with the centre of its box (doubled)
// and its span, as ranks.
type seed struct {
	at   [2]int32
	span int32
	id   uint32
}

// builder is the scratch of a rebuild.
type builder struct {
	seeds []seed
	nodes []int32 // inner nodes to use again, in the order of use
	used  int     // how many of them are in use again
	marks []uint64
	built int // leaves of all rebuilds so far: what rebuilding has cost
	tide  grow.Tide
}

// ebb gives back what the last rebuild needed when there has been none for some time.
func (w *builder) ebb() {
	if w.tide.Ebbs(len(w.seeds), cap(w.seeds)) {
		w.seeds, w.nodes, w.marks = nil, nil, nil
	}
	w.seeds = w.seeds[:0]
}

// rebuild builds the subtree of node n anew from its leaves, from the top down
// by halving, and returns its cost, or zero when there is nothing to rebuild.
func (t *Tree) rebuild(n int32) float64 {
	t.takeApart(n)
	if len(t.work.seeds) <= 2 {
		return 0
	}
	return t.reassemble()
}

// reassemble builds a subtree from leaves and nodes that were collected, at
// least three and one fewer, and returns the sum of the spans of its boxes.
func (t *Tree) reassemble() float64 {
	w := &t.work
	w.built += len(w.seeds)
	w.arrange(len(t.nodes))
	_, _, cost := t.build(w.take(), w.seeds, highest(len(w.seeds)))
	return cost
}

// takeApart collects the leaves and the nodes of a subtree.
func (t *Tree) takeApart(n int32) {
	w := &t.work
	w.seeds, w.nodes, w.used = w.seeds[:0], append(w.nodes[:0], n), 0
	for i := 0; i < len(w.nodes); i++ {
		for _, c := range t.nodes[w.nodes[i]].child {
			switch {
			case c.leaf():
				w.add(c.id(), t.boxes[c.id()])
			case c.inner():
				w.nodes = append(w.nodes, int32(c))
			}
		}
	}
}

// add takes in a leaf.
func (w *builder) add(id uint32, b geom.Box32) {
	box := rankBox(b)
	w.seeds = append(w.seeds, seed{
		at:   [2]int32{rank(bounded(b.MinX) + bounded(b.MaxX)), rank(bounded(b.MinY) + bounded(b.MaxY))},
		span: rank(box.span()),
		id:   id,
	})
}

// bounded keeps a coordinate finite, so that the sum of two is one too.
func bounded(x float32) float32 { return max(-maxSpan, min(x, maxSpan)) }

// arrange sorts all nodes but the first, which stays the top. Nodes are used in
// the order of a walk through the tree; if that is the order in memory too,
// a walk finds the next node in its cache.
func (w *builder) arrange(all int) {
	inner := w.nodes[1:]
	if len(inner)*16 < all {
		slices.Sort(inner)
		return
	}
	w.marks = append(w.marks[:0], make([]uint64, all/64+1)...)
	for _, n := range inner {
		w.marks[n/64] |= 1 << (n % 64)
	}
	k := 0
	for i, word := range w.marks {
		for ; word != 0; word &= word - 1 {
			inner[k] = int32(i*64 + bits.TrailingZeros64(word))
			k++
		}
	}
}

// take returns the next node to use.
func (w *builder) take() int32 {
	w.used++
	return w.nodes[w.used-1]
}

// build fills node n with the leaves of the seeds, at least two, to a height of
// at most room, and returns box and mask around them and the sum of the spans
// of all nodes' boxes.
func (t *Tree) build(n int32, seeds []seed, room int) (ibox, uint64, float64) {
	w := &t.work
	nd := &t.nodes[n]
	mid := halve(seeds, room)
	cost := 0.0
	for s, part := range [2][]seed{seeds[:mid], seeds[mid:]} {
		if len(part) == 1 {
			id := part[0].id
			nd.box[s], nd.mask[s], nd.child[s] = rankBox(t.boxes[id]), t.category[id], leafRef(id)
		} else {
			c := w.take()
			box, mask, sum := t.build(c, part, room-1)
			nd.box[s], nd.mask[s], nd.child[s] = box, mask, ref(c)
			cost += sum
		}
		t.adopt(nd.child[s], placeAt(n, s))
	}
	t.weigh(nd)
	box := nd.box[0].union(&nd.box[1])
	return box, nd.mask[0] | nd.mask[1], cost + float64(box.span())
}

// peelLeast is the number of leaves from which on large ones are looked for.
const peelLeast = 16

// halve orders the seeds so that the two parts before and after the returned
// index make good subtrees. Few leaves that are large compared with the area
// of all come first, if there are such, since anywhere else they would bloat a
// whole path; but that costs height, of which there is only so much. Otherwise
// the split is about half and half along the axis on which the centres spread
// more.
func halve(seeds []seed, room int) int {
	if len(seeds) == 2 {
		return 1
	}
	first := &seeds[0]
	x0, x1, y0, y1, longest := first.at[0], first.at[0], first.at[1], first.at[1], first.span
	for i := range seeds {
		s := &seeds[i]
		x0, x1 = min(x0, s.at[0]), max(x1, s.at[0])
		y0, y1 = min(y0, s.at[1]), max(y1, s.at[1])
		longest = max(longest, s.span)
	}
	wide, high := unrank(x1)-unrank(x0), unrank(y1)-unrank(y0)
	if large := (wide + high) / 4; unrank(longest) > large && len(seeds) >= peelLeast && room > highest(len(seeds))-spareHeight {
		if k := peel(seeds, rank(large)); k <= len(seeds)/4 {
			return k
		}
	}
	if high > wide {
		return split(seeds, 1)
	}
	return split(seeds, 0)
}

// peel moves the seeds that span more than limit to the front and returns
// their number.
func peel(seeds []seed, limit int32) int {
	k := 0
	for i := range seeds {
		if seeds[i].span > limit {
			seeds[k], seeds[i] = seeds[i], seeds[k]
			k++
		}
	}
	return k
}

// split splits along an axis at an estimate of the median, taken from a sample.
// When that leaves less than a quarter on either side it splits at the median.
func split(seeds []seed, axis int) int {
	n := len(seeds)
	if n >= 8 {
		if k := partition(seeds, axis, sample(seeds, axis)); k >= n/4 && n-k >= n/4 {
			return k
		}
	}
	median(seeds, axis, n/2)
	return n / 2
}

// sample returns the median of three medians of three.
func sample(seeds []seed, axis int) int32 {
	last := len(seeds) - 1
	at := func(i int) int32 { return seeds[i*last/8].at[axis] }
	return middle(middle(at(0), at(3), at(6)), middle(at(1), at(4), at(7)), middle(at(2), at(5), at(8)))
}

// middle returns the middle of three.
func middle(a, b, c int32) int32 { return max(min(a, b), min(max(a, b), c)) }

// partition moves the seeds before the pivot to the front and returns their
// number. Every seed is swapped, wanted or not, and only the border moves by
// chance: a branch would be guessed wrong every other time.
func partition(seeds []seed, axis int, pivot int32) int {
	axis &= 1
	k := 0
	for i := range seeds {
		at := seeds[i].at[axis]
		seeds[i], seeds[k] = seeds[k], seeds[i]
		k += int(uint64(int64(at)-int64(pivot)) >> 63)
	}
	return k
}

// median orders the seeds so that none before index mid is beyond any from mid
// on: quickselect with the middle of three as the pivot.
func median(seeds []seed, axis, mid int) {
	lo, hi := 0, len(seeds)-1
	for lo < hi {
		pivot := middle(seeds[lo].at[axis], seeds[(lo+hi)/2].at[axis], seeds[hi].at[axis])
		i, j := lo, hi
		for i <= j {
			for seeds[i].at[axis] < pivot {
				i++
			}
			for seeds[j].at[axis] > pivot {
				j--
			}
			if i <= j {
				seeds[i], seeds[j] = seeds[j], seeds[i]
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
