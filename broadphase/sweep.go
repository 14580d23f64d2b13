package broadphase

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/google/btree"

	"github.com/carom2d/carom/geom"
)

// Sweep is sweep and prune: boxes sorted by their left edges are swept from left to right
// and pruned by height. A single sweep over a square world of n boxes would pass about
// sqrt(n) boxes that do not overlap for each box, so the boxes are sorted into rows first,
// and only the rows near a box are swept.
//
// Boxes of all sizes are handled by levels: level k has rows 2^k high for the boxes that
// are longer than 2^(k-1) and at most 2^k. A box is in the row that holds its centre. A box
// that it touches on level k has its left edge no more than 2^k to the left, and its centre
// no more than half a row up or down. The order (level, row, left edge, ID) is kept in a
// B-tree per class.
type Sweep struct {
	proxyTable
	edges   []edge // by ID
	orders  [classes]order
	found   []uint64 // new pairs, or the sort keys of an Update
	sortBuf []uint64 // of sortKeys
}

var _ Broadphase = (*Sweep)(nil)

// edge is the left edge of a box with its position in the order.
type edge struct {
	row   float64 // whole number; row r of level k covers y from r 2^k to (r+1) 2^k
	x     float64
	level int32
	id    uint32
}

func edgeLess(a, b edge) bool {
	switch {
	case a.level != b.level:
		return a.level < b.level
	case a.row != b.row:
		return a.row < b.row
	case a.x != b.x:
		return a.x < b.x
	}
	return a.id < b.id
}

const (
	// Levels are counted from the level of the smallest difference of two float32, 2^-149. The
	// largest is just below 2^129.
	minExponent = -149
	levels      = 129 - minExponent + 2
	// infiniteLevel is the level of boxes of infinite size, which have no row.
	infiniteLevel = levels - 1
)

func rowHeight(level int32) float64 { return math.Ldexp(1, int(level)+minExponent) }

// edgeOf returns the edge of a box.
func edgeOf(id uint32, box geom.Box32) edge {
	b := box.ToBox()
	size := max(b.Max.X-b.Min.X, b.Max.Y-b.Min.Y)
	if !geom.Finite(size) {
		return edge{level: infiniteLevel, id: id}
	}
	level := int32(0)
	if size > 0 {
		fraction, exponent := math.Frexp(size) // size = fraction 2^exponent, fraction in [1/2, 1)
		if fraction == 0.5 {
			exponent--
		}
		level = int32(max(exponent-minExponent, 0))
	}
	middle := float64(b.Min.Y+b.Max.Y) / 2
	return edge{level: level, row: math.Floor(middle / rowHeight(level)), x: b.Min.X, id: id}
}

// order is the sorted edges of one class.
type order struct {
	tree  *btree.BTreeG[edge]
	count [levels]int32 // edges per level
	used  [(levels + 63) / 64]uint64
}

// degree is the degree of the B-trees: nodes of a few cache lines were the fastest.
const degree = 32

// NewSweep returns an empty Sweep.
func NewSweep() *Sweep {
	s := &Sweep{}
	free := btree.NewFreeListG[edge](1 << 16)
	for i := range s.orders {
		s.orders[i].tree = btree.NewWithFreeListG(degree, edgeLess, free)
	}
	return s
}

func (o *order) add(e edge) {
	o.tree.ReplaceOrInsert(e)
	o.count[e.level]++
	o.used[e.level/64] |= 1 << (e.level % 64)
}

func (o *order) remove(e edge) {
	o.tree.Delete(e)
	if o.count[e.level]--; o.count[e.level] == 0 {
		o.used[e.level/64] &^= 1 << (e.level % 64)
	}
}

// Insert adds a proxy. It panics when the ID is in use.
func (s *Sweep) Insert(p Proxy) {
	s.add(p)
	for len(s.edges) < len(s.boxes) {
		s.edges = append(s.edges, edge{})
	}
	s.edges[p.ID] = edgeOf(p.ID, p.Box)
	s.orders[p.Class].add(s.edges[p.ID])
}

// Move gives a proxy a new box.
func (s *Sweep) Move(id uint32, box geom.Box32) {
	s.setBox(id, box)
	e := edgeOf(id, box)
	if e == s.edges[id] {
		return
	}
	o := &s.orders[s.state[id].class()]
	o.remove(s.edges[id])
	o.add(e)
	s.edges[id] = e
}

// Update moves many proxies, neighbours one after the other.
func (s *Sweep) Update(ids []uint32, boxes []geom.Box32) {
	checkBatch(ids, boxes)
	s.sortByEdge(ids)
	for _, k := range s.found {
		i := uint32(k)
		s.Move(ids[i], boxes[i])
	}
}

// sortByEdge fills found with the indexes of ids, in the low halves, roughly in the order
// of their edges. Successive moves then use the same nodes of a B-tree, which are still in
// the cache, and so does the next Pairs, which takes the proxies in the order of their
// moves. Nothing else depends on this order.
func (s *Sweep) sortByEdge(ids []uint32) {
	low, high := edge{level: levels, row: math.Inf(1), x: math.Inf(1)}, math.Inf(-1)
	for _, id := range ids {
		s.mustHave(id)
		e := &s.edges[id]
		low = edge{level: min(low.level, e.level), row: min(low.row, e.row), x: min(low.x, e.x)}
		high = max(high, e.x)
	}
	const bits = 14 // of row and left edge each; the level has four
	scale := (1<<bits - 1) / max(high-low.x, math.SmallestNonzeroFloat32)
	s.found = s.found[:0]
	for i, id := range ids {
		e := &s.edges[id]
		level, row := min(uint64(e.level-low.level), 15), uint64(min(e.row-low.row, 1<<bits-1))
		sortKey := (level<<bits|row)<<bits | uint64((e.x-low.x)*scale)
		s.found = append(s.found, sortKey<<32|uint64(i))
	}
	s.found, s.sortBuf = sortKeys(s.found, s.sortBuf)
}

// SetPool does nothing: a Sweep uses one worker.
func (s *Sweep) SetPool(Pool) {}

// Remove takes a proxy out. It panics when the ID is not in use.
func (s *Sweep) Remove(id uint32) {
	s.mustHave(id)
	s.orders[s.state[id].class()].remove(s.edges[id])
	s.remove(id)
	s.edges[id] = edge{}
}

// Reclassify changes class and category, and invalidates the proxy.
func (s *Sweep) Reclassify(id uint32, class Class, category uint64) {
	s.mustHave(id)
	checkClass(class)
	s.orders[s.state[id].class()].remove(s.edges[id])
	s.setClass(id, class, category)
	s.orders[class].add(s.edges[id])
}

// Validate panics when the orders do not fit the boxes. It is meant for tests.
func (s *Sweep) Validate() {
	s.validate()
	if len(s.edges) != len(s.boxes) {
		panic("broadphase: edges and boxes differ in number")
	}
	for class := range s.orders {
		o := &s.orders[class]
		if o.tree.Len() != s.count[class] {
			panic(fmt.Sprintf("broadphase: %d edges for %d proxies of class %d", o.tree.Len(), s.count[class], class))
		}
		var count [levels]int32
		for i, e := range s.edges {
			if !s.has(uint32(i)) || s.state[i].class() != Class(class) {
				continue
			}
			if e != edgeOf(uint32(i), s.boxes[i]) || !o.tree.Has(e) {
				panic(fmt.Sprintf("broadphase: the edge of proxy %d is not that of its box, or not in order", i))
			}
			count[e.level]++
		}
		if count != o.count {
			panic(fmt.Sprintf("broadphase: levels of class %d are counted wrong", class))
		}
		for level := range count {
			if (count[level] != 0) != (o.used[level/64]>>(level%64)&1 != 0) {
				panic(fmt.Sprintf("broadphase: level %d of class %d is marked wrong", level, class))
			}
		}
	}
}

// sweepCursor is a search in one order: the bounds of the box whose overlaps are sought,
// and the position of the sweep.
type sweepCursor struct {
	order   *order
	level   int32
	lo      float64 // first and last row of the search
	hi      float64
	left    float64 // smallest left edge that may still reach the box
	right   float64
	row     float64 // the row being swept
	nextRow float64 // the row to sweep after it
}

// begin starts a search for the boxes that overlap b. It reports false when there is
// nothing to sweep.
func (p *sweepCursor) begin(o *order, b geom.Box) bool {
	p.order, p.level = o, -1
	return p.advanceLevel(b)
}

// advanceLevel goes on to the next level in use and reports false after the last.
//
// The bounds are wider by a whole row height, where half would do for exact numbers. That
// covers the rounding of the centre and of these sums, since a box is never smaller than
// 2^-24 of its coordinates unless it has no height at all.
func (p *sweepCursor) advanceLevel(b geom.Box) bool {
	p.level = p.order.nextUsedLevel(p.level + 1)
	switch p.level {
	case levels:
		return false
	case infiniteLevel:
		p.lo, p.hi, p.left, p.right = 0, 0, 0, 0
	default:
		h := rowHeight(p.level)
		p.lo, p.hi = math.Floor((b.Min.Y-h)/h), math.Floor((b.Max.Y+h)/h)
		p.left, p.right = b.Min.X-h, b.Max.X
	}
	p.row = p.lo
	return true
}

// nextUsedLevel returns the first level in use from the given one on, or levels.
func (o *order) nextUsedLevel(level int32) int32 {
	for w := level / 64; int(w) < len(o.used); w++ {
		word := o.used[w]
		if w == level/64 {
			word &= ^uint64(0) << (level % 64)
		}
		if word != 0 {
			return w*64 + int32(bits.TrailingZeros64(word))
		}
	}
	return levels
}

// startEdge returns the edge from which the current row is swept.
func (p *sweepCursor) startEdge() edge {
	p.nextRow = math.Inf(1)
	return edge{level: p.level, row: p.row, x: p.left}
}

// inRow reports whether the sweep goes on past an edge, and sets the next row when it does
// not.
func (p *sweepCursor) inRow(e edge) bool {
	switch {
	case e.level != p.level:
		return false
	case e.row != p.row:
		p.nextRow = e.row
		return false
	case e.x > p.right:
		p.nextRow = max(p.row+1, math.Nextafter(p.row, math.Inf(1)))
		return false
	}
	return true
}

// advanceRow goes on to the next row and reports false after the last.
func (p *sweepCursor) advanceRow() bool {
	p.row = p.nextRow
	return p.row <= p.hi && !math.IsInf(p.row, 1)
}
