package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
)

// indexRange is a part of the sorted columns of a grid.
type indexRange struct{ from, end int32 }

// blocks returns the number of blocks that the search is cut into: one of the oversized
// boxes, and the blocks of the sorted columns, level by level. No block depends on the
// findings of another.
func (g *grid) blocks() int {
	n := 1
	for k := range g.levels {
		n += par.Blocks(g.levels[k].count, searchGridBlock)
	}
	return n
}

// searchGrid finds the new pairs of a block by the grid: among the Moving proxies directly,
// with the Immovable ones in groups.
func (t *Tree) searchGrid(s *searchScratch, block int) {
	if block == 0 {
		t.searchGridOversized(s)
		return
	}
	k := 0
	for block--; ; k++ {
		n := par.Blocks(t.grid.levels[k].count, searchGridBlock)
		if block < n {
			break
		}
		block -= n
	}
	c := &t.grid.levels[k]
	lo, hi := par.Span(block, c.count, searchGridBlock)
	blockRange := indexRange{c.from + int32(lo), c.from + int32(hi)}
	if len(t.grid.levels) == 1 && t.pairSearch.fewChanged {
		t.searchGridChanged(s, blockRange)
	} else {
		t.searchGridLevel(s, k, blockRange)
		for coarser := range k {
			t.searchGridCoarser(s, blockRange, coarser)
		}
	}
	t.searchGridImmovable(s, k, blockRange)
}

// searchGridChanged finds the new pairs of the changed proxies of a block, when only a small part
// of all proxies has changed. Each searches all nine cells around itself, on the only level.
func (t *Tree) searchGridChanged(s *searchScratch, block indexRange) {
	g := &t.grid
	var ranges [6]indexRange
	count := 0
	newCell := true
	search := stepSearch{t: t, s: s, probes: g.packed, items: g.items}
	for i := block.from; i < block.end; i++ {
		newCell = newCell || g.items[i].cell != g.items[i-1].cell
		if t.state[g.items[i].id]&flagChanged == 0 {
			continue
		}
		if newCell {
			count = g.neighborRanges(&ranges, 0, g.items[i].cell)
			newCell = false
		}
		search.add(i, ranges[:count])
	}
	search.run()
}

// searchGridLevel finds the new pairs of a block with the boxes that follow each box on its
// level: in its own cell, in the cell to the right and in the three above.
func (t *Tree) searchGridLevel(s *searchScratch, level int, block indexRange) {
	search := stepSearch{t: t, s: s, probes: t.grid.packed, items: t.grid.items}
	search.addLevel(level, block)
	search.run()
}

// forwardRanges finds the ranges that hold a cell and the four that follow, the cell itself
// first, and returns their number.
func (g *grid) forwardRanges(ranges *[4]indexRange, level int, c cell) int {
	n := g.rowRanges(ranges[:], level, c, 0, 1)
	return n + g.rowRanges(ranges[n:], level, cell{c.x, c.y + 1}, -1, 1)
}

// rowRanges finds the ranges that hold the cells from c + left to c + right of a row, at most three
// cells. It returns the number of ranges, which is two where the cells are in two segments of a
// hashed row.
func (g *grid) rowRanges(ranges []indexRange, level int, c cell, left, right int32) int {
	t := &g.levels[level]
	first, last := cell{c.x + left, c.y}, cell{c.x + right, c.y}
	from := t.slot(first)
	if t.stride != 0 || first.x>>segmentBits == last.x>>segmentBits {
		ranges[0] = indexRange{g.slotEnds[from], g.slotEnds[from+right-left+1]}
		return 1
	}
	inFirst := segmentCells - first.x&(segmentCells-1)
	to := t.slot(last)
	ranges[0] = indexRange{g.slotEnds[from], g.slotEnds[from+inFirst]}
	ranges[1] = indexRange{g.slotEnds[to-last.x&(segmentCells-1)], g.slotEnds[to+1]}
	return 2
}

// searchGridCoarser finds the new pairs of a block with the boxes of a coarser level, in
// the nine cells around each position there.
func (t *Tree) searchGridCoarser(s *searchScratch, block indexRange, coarser int) {
	g := &t.grid
	c := &g.levels[coarser]
	var ranges [6]indexRange
	var e entry
	s.probes, s.probeItems = s.probes[:0], s.probeItems[:0]
	search := stepSearch{t: t, s: s}
	for i := block.from; i < block.end; i++ {
		id := g.items[i].id
		if !c.locate(&e, &t.boxes[id], &t.old[id]) {
			continue
		}
		if at := e.cell; at.x >= c.low.x-1 && at.x <= c.high.x+1 && at.y >= c.low.y-1 && at.y <= c.high.y+1 {
			s.probes, s.probeItems = append(s.probes, e.packed), append(s.probeItems, item{at, id})
			search.probes, search.items = s.probes, s.probeItems
			search.add(int32(len(s.probes)-1), ranges[:g.neighborRanges(&ranges, coarser, at)])
		}
	}
	search.run()
}

// neighborRanges finds the ranges of the cells of the level among a cell and its eight neighbours,
// and returns the number of ranges. The cell itself may lie one cell outside the corners of the
// level.
func (g *grid) neighborRanges(ranges *[6]indexRange, level int, c cell) int {
	t := &g.levels[level]
	left, right := max(c.x-1, t.low.x), min(c.x+1, t.high.x)
	n := 0
	for y := max(c.y-1, t.low.y); y <= min(c.y+1, t.high.y); y++ {
		n += g.rowRanges(ranges[n:], level, cell{left, y}, 0, right-left)
	}
	return n
}

// groupSize is the number of neighbours that are looked up together among the Immovable
// proxies.
const groupSize = 16

// searchGridImmovable finds the new pairs of the boxes in a block with Immovable proxies. Most
// boxes of a pile are near no Immovable proxy. One traversal of a tree shows this for a whole group
// of boxes in adjacent cells of a row. The bounds of the group follow from its cells alone.
func (t *Tree) searchGridImmovable(s *searchScratch, level int, block indexRange) {
	if t.count[Static]+t.count[Kinematic] == 0 {
		return
	}
	items := t.grid.items[block.from:block.end]
	for len(items) > 0 {
		first, n := items[0].cell, 1
		last := first.x
		for n < min(groupSize, len(items)) {
			c := items[n].cell
			if c.y != first.y || c.x < first.x || c.x > first.x+groupSize {
				break
			}
			last = max(last, c.x)
			n++
		}
		bounds := t.grid.levels[level].bounds(first, last)
		t.searchGridGroup(s, items[:n], bounds, Static)
		t.searchGridGroup(s, items[:n], bounds, Kinematic)
		items = items[n:]
	}
}

// bounds returns a box around all boxes of the level in a row of cells. A box has its centre in its
// cell and is no larger than 254 quanta; two quanta more cover the rounding.
func (l *gridLevel) bounds(first cell, last int32) geom.Box32 {
	const reach = 129
	toMeters := 1 / l.scale
	left, bottom := int64(first.x)<<8-reach-farQuanta, int64(first.y)<<8-reach-farQuanta
	right, top := int64(last+1)<<8+reach-farQuanta, int64(first.y+1)<<8+reach-farQuanta
	return geom.Box{
		Min: geom.Vec2{X: float64(float64(left) * toMeters), Y: float64(float64(bottom) * toMeters)},
		Max: geom.Vec2{X: float64(float64(right) * toMeters), Y: float64(float64(top) * toMeters)},
	}.ToBox32()
}

// searchGridGroup finds the new pairs of a group with the proxies of an Immovable class, given a
// box around the group.
func (t *Tree) searchGridGroup(s *searchScratch, group []item, bounds geom.Box32, class Class) {
	s.candidates = s.candidates[:0]
	t.collectOverlaps(s, bounds, noBox, class)
	if len(s.candidates) == 0 {
		return
	}
	filter := t.pairSearch.filters[class]
	for _, it := range group {
		if t.state[it.id]&filter == 0 {
			continue
		}
		for _, immovable := range s.candidates {
			if t.isNewPair(it.id, immovable) {
				s.found = append(s.found, pairKey(it.id, immovable))
			}
		}
	}
}
