package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
)

// run is a part of the sorted columns of a grid.
type run struct{ from, past int32 }

// blocks returns the number of blocks that the search is cut into: the outliers,
// and the sorted columns tier by tier. What a block finds depends on nothing
// another block does.
func (g *grid) blocks() int {
	n := 1
	for k := range g.tiers {
		n += par.Blocks(g.tiers[k].count, siftBlock)
	}
	return n
}

// sift finds the new pairs of a block by the grid: with the Moving proxies in it,
// and with the Resting ones in groups.
func (t *Tree) sift(s *search, block int) {
	if block == 0 {
		t.siftOutliers(s)
		return
	}
	k := 0
	for block--; ; k++ {
		n := par.Blocks(t.grid.tiers[k].count, siftBlock)
		if block < n {
			break
		}
		block -= n
	}
	c := &t.grid.tiers[k]
	lo, hi := par.Span(block, c.count, siftBlock)
	part := run{c.from + int32(lo), c.from + int32(hi)}
	if len(t.grid.tiers) == 1 && t.hunt.few {
		t.siftChanged(s, part)
	} else {
		t.siftTier(s, k, part)
		for coarser := range k {
			t.siftAcross(s, part, coarser)
		}
	}
	t.siftResting(s, part, t.hunt.resting)
}

// siftChanged finds the new pairs of the changed proxies of a block, when they
// are the smaller part of all: each looks all around itself in the only tier.
func (t *Tree) siftChanged(s *search, block run) {
	g := &t.grid
	var runs [6]run
	count := 0
	fresh := true
	for i := block.from; i < block.past; i++ {
		fresh = fresh || g.items[i].cell != g.items[i-1].cell
		if t.state[g.items[i].id]&listed == 0 {
			continue
		}
		if fresh {
			count = g.around(&runs, 0, g.items[i].cell)
			fresh = false
		}
		t.siftRuns(s, g.items[i].id, g.tags[i].probe(), g.items[i].old, runs[:count])
	}
}

// siftTier finds the new pairs of a block with what comes after each box in
// its tier: the rest of its cell, the cell to the right, the three above.
func (t *Tree) siftTier(s *search, tier int, block run) {
	g := &t.grid
	var runs [4]run
	count := 0
	for i := block.from; i < block.past; i++ {
		if i == block.from || g.items[i].cell != g.items[i-1].cell {
			count = g.ahead(&runs, tier, g.items[i].cell)
		}
		runs[0].from = i + 1
		t.siftRuns(s, g.items[i].id, g.tags[i].probe(), g.items[i].old, runs[:count])
	}
}

// ahead finds the runs that hold the cell itself and the four after it, the
// cell itself first, and returns their number.
func (g *grid) ahead(runs *[4]run, tier int, c cell) int {
	n := g.row(runs[:], tier, c, 0, 1)
	return n + g.row(runs[n:], tier, cell{c.x, c.y + 1}, -1, 1)
}

// row finds the runs that hold the cells from c + left to c + right of a row,
// which are at most three, and returns their number: two where the cells lie in
// two parts of a scattered row.
func (g *grid) row(runs []run, tier int, c cell, left, right int32) int {
	t := &g.tiers[tier]
	first, last := cell{c.x + left, c.y}, cell{c.x + right, c.y}
	from := t.slot(first)
	if t.stride != 0 || first.x>>partBits == last.x>>partBits {
		runs[0] = run{g.ends[from], g.ends[from+right-left+1]}
		return 1
	}
	inFirst := part - first.x&(part-1)
	to := t.slot(last)
	runs[0] = run{g.ends[from], g.ends[from+inFirst]}
	runs[1] = run{g.ends[to-last.x&(part-1)], g.ends[to+1]}
	return 2
}

// chunk is how many boxes that touch are collected at a time.
const chunk = 64

// siftRuns finds the new pairs of one box with the boxes in some runs.
//
// About one candidate in three touches, by chance, so the first loop decides
// without a branch; what is left is almost always known, which the branches
// of siftTouching learn.
func (t *Tree) siftRuns(s *search, id uint32, probe tag, old geom.Box32, runs []run) {
	g := &t.grid
	touching := &s.touching
	n := 0
	for _, r := range runs {
		for from := r.from; from < r.past; {
			to := min(from+int32(chunk-n), r.past)
			for i, tag := range g.tags[from:to] {
				touching[n&(chunk-1)] = from + int32(i)
				n += tag.touches(probe)
			}
			if from = to; n == chunk {
				t.siftTouching(s, id, old, touching[:])
				n = 0
			}
		}
	}
	t.siftTouching(s, id, old, touching[:n])
}

// siftTouching finds the new pairs of one box among those that touch it.
func (t *Tree) siftTouching(s *search, id uint32, old geom.Box32, touching []int32) {
	for _, j := range touching {
		it := &t.grid.items[j]
		if old.Overlaps(it.old) {
			continue
		}
		// Where cells share a slot a box may come by itself, or a pair twice.
		if it.id != id && t.boxes[id].Overlaps(t.boxes[it.id]) {
			s.found = append(s.found, key(id, it.id))
		}
	}
}

// siftAcross finds the new pairs of a block with the boxes of a coarser tier: in
// the nine cells about its place there.
func (t *Tree) siftAcross(s *search, block run, coarser int) {
	g := &t.grid
	c := &g.tiers[coarser]
	var runs [6]run
	for i := block.from; i < block.past; i++ {
		tag, at, ok := c.locate(&t.boxes[g.items[i].id])
		if !ok || at.x < c.low.x-1 || at.x > c.high.x+1 || at.y < c.low.y-1 || at.y > c.high.y+1 {
			continue
		}
		t.siftRuns(s, g.items[i].id, tag.probe(), g.items[i].old, runs[:g.around(&runs, coarser, at)])
	}
}

// around finds the runs that hold a cell and the eight about it, as far as they
// lie between the corners of the tier, and returns their number. The cell may
// lie one off the corners.
func (g *grid) around(runs *[6]run, tier int, c cell) int {
	t := &g.tiers[tier]
	left, right := max(c.x-1, t.low.x), min(c.x+1, t.high.x)
	n := 0
	for y := max(c.y-1, t.low.y); y <= min(c.y+1, t.high.y); y++ {
		n += g.row(runs[n:], tier, cell{left, y}, 0, right-left)
	}
	return n
}

// groupSize is how many neighbours are looked up among the Resting proxies at once.
const groupSize = 16

// siftResting finds the new pairs with Resting proxies of those in a block that
// have the given status. Most boxes of a pile are near none, which one look into
// the tree settles for a group of boxes that stand next to each other in a row.
func (t *Tree) siftResting(s *search, block run, which status) {
	if t.count[Resting] == 0 {
		return
	}
	g := &t.grid
	var first cell
	var around geom.Box32
	s.group = s.group[:0]
	for i := block.from; i < block.past; i++ {
		id, c := g.items[i].id, g.items[i].cell
		if t.state[id]&which == 0 {
			continue
		}
		if len(s.group) == groupSize || c.y != first.y || c.x < first.x || c.x > first.x+groupSize {
			t.siftGroup(s, around)
		}
		if len(s.group) == 0 {
			first, around = c, t.boxes[id]
		}
		s.group = append(s.group, id)
		around = around.Union(t.boxes[id])
	}
	t.siftGroup(s, around)
}

// siftGroup finds the new pairs of a group with Resting proxies, given the box
// around the group, and empties it.
func (t *Tree) siftGroup(s *search, around geom.Box32) {
	if len(s.group) == 0 {
		return
	}
	s.near = s.near[:0]
	t.gather(s, around, nowhere, Resting)
	for _, resting := range s.near {
		for _, id := range s.group {
			if t.fresh(id, resting) {
				s.found = append(s.found, key(id, resting))
			}
		}
	}
	s.group = s.group[:0]
}
