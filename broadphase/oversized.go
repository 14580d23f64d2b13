package broadphase

import "github.com/carom2d/carom/geom"

// planOversized decides whether the oversized boxes search the cells that they cover or the tree.
// The tree is faster when the boxes are many or cover too many cells.
func (t *Tree) planOversized() {
	if t.oversizedCost(t.grid.oversized) > int64(len(t.grid.entries)) {
		t.pairSearch.oversizedInTree = true
		t.ensureFresh(1 << Moving)
	}
}

// searchGridOversized finds the new pairs of the oversized boxes with Moving and Immovable
// proxies.
func (t *Tree) searchGridOversized(s *searchScratch) {
	g := &t.grid
	for i, id := range g.oversized {
		t.searchImmovable(s, id)
		if t.pairSearch.oversizedInTree {
			t.searchTreeOversized(s, id)
			continue
		}
		for k := range g.levels {
			t.searchGridCovered(s, id, k)
		}
		for _, other := range g.oversized[i+1:] {
			if t.isNewPair(id, other) {
				s.found = append(s.found, pairKey(id, other))
			}
		}
	}
}

// oversizedCost estimates how many slots and comparisons the oversized boxes take without
// the tree.
func (t *Tree) oversizedCost(oversized []uint32) int64 {
	cost := int64(len(oversized)) * int64(len(oversized)) / 2
	for _, id := range oversized {
		for k := range t.grid.levels {
			c := &t.grid.levels[k]
			low, high := c.coveredCells(&t.boxes[id])
			if low.x > high.x || low.y > high.y {
				continue
			}
			segments := int64(1)
			if c.stride == 0 {
				segments = int64(high.x>>segmentBits-low.x>>segmentBits) + 1
			}
			cost += int64(high.y-low.y+1) * segments
		}
	}
	return cost
}

// coveredCells returns the corners of the cells in use whose boxes may overlap b. No box of the
// level is larger than 254 quanta, so the sum of its sides differs from twice a side of b by at
// most 254 quanta.
func (l *gridLevel) coveredCells(b *geom.Box32) (low, high cell) {
	if l.count == 0 {
		return cell{1, 1}, cell{}
	}
	low = cell{int32((2*l.quantize(b.MinX) - 254) >> 9), int32((2*l.quantize(b.MinY) - 254) >> 9)}
	high = cell{int32((2*l.quantize(b.MaxX) + 254) >> 9), int32((2*l.quantize(b.MaxY) + 254) >> 9)}
	return cell{max(low.x, l.low.x), max(low.y, l.low.y)}, cell{min(high.x, l.high.x), min(high.y, l.high.y)}
}

// quantize returns a coordinate in quanta, clamped to the range of the boxes of the level.
func (l *gridLevel) quantize(x float32) int64 {
	return int64(max(0, min(float64(float64(x)*l.scale)+farQuanta, 2*farQuanta)))
}

// searchGridCovered finds the new pairs of an oversized box with the boxes of a level.
func (t *Tree) searchGridCovered(s *searchScratch, id uint32, level int) {
	g := &t.grid
	c := &g.levels[level]
	low, high := c.coveredCells(&t.boxes[id])
	for y := low.y; y <= high.y; y++ {
		for x := low.x; x <= high.x; {
			last := high.x
			if c.stride == 0 {
				last = min(last, x|(segmentCells-1))
			}
			slot := c.slot(cell{x, y})
			s.found = t.appendNewPairs(s.found, id, g.items[g.slotEnds[slot]:g.slotEnds[slot+last-x+1]])
			x = last + 1
		}
	}
}

// appendNewPairs appends the new pairs of a box with some items of the grid.
func (t *Tree) appendNewPairs(dst []uint64, id uint32, items []item) []uint64 {
	for i := range items {
		if other := items[i].id; t.isNewPair(id, other) {
			dst = append(dst, pairKey(id, other))
		}
	}
	return dst
}

// searchTreeOversized finds the new pairs of an oversized box in the tree. A pair of two
// oversized boxes is found twice.
func (t *Tree) searchTreeOversized(s *searchScratch, id uint32) {
	s.candidates = s.candidates[:0]
	t.collectOverlaps(s, t.boxes[id], t.old[id], Moving)
	for _, other := range s.candidates {
		if other != id {
			s.found = append(s.found, pairKey(id, other))
		}
	}
}

// searchImmovable finds the new pairs of a Moving proxy with Immovable ones.
func (t *Tree) searchImmovable(s *searchScratch, id uint32) {
	s.candidates = s.candidates[:0]
	t.collectOverlaps(s, t.boxes[id], t.old[id], Static)
	t.collectOverlaps(s, t.boxes[id], t.old[id], Kinematic)
	for _, other := range s.candidates {
		s.found = append(s.found, pairKey(id, other))
	}
}
