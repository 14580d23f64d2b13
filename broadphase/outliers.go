package broadphase

import "github.com/carom2d/carom/geom"

// planOutliers decides whether the outliers look for pairs in the cells that
// each covers, or in the tree, when they are many or would have to look into too
// many cells.
func (t *Tree) planOutliers() {
	if t.effortOf(t.grid.outliers) > int64(len(t.grid.loose)) {
		t.hunt.climb = true
		t.freshen(Moving)
	}
}

// siftOutliers finds the new pairs of the outliers with Moving and Resting
// proxies.
func (t *Tree) siftOutliers(s *search) {
	g := &t.grid
	for i, id := range g.outliers {
		t.lookUpResting(s, id)
		if t.hunt.climb {
			t.lookUpOutlier(s, id)
			continue
		}
		for k := range g.tiers {
			t.siftCovered(s, id, k)
		}
		for _, other := range g.outliers[i+1:] {
			if t.fresh(id, other) {
				s.found = append(s.found, key(id, other))
			}
		}
	}
}

// effortOf returns roughly how many slots and comparisons the outliers take
// without the tree.
func (t *Tree) effortOf(outliers []uint32) int64 {
	effort := int64(len(outliers)) * int64(len(outliers)) / 2
	for _, id := range outliers {
		for k := range t.grid.tiers {
			c := &t.grid.tiers[k]
			low, high := c.covered(&t.boxes[id])
			if low.x > high.x || low.y > high.y {
				continue
			}
			parts := int64(1)
			if c.stride == 0 {
				parts = int64(high.x>>partBits-low.x>>partBits) + 1
			}
			effort += int64(high.y-low.y+1) * parts
		}
	}
	return effort
}

// covered returns the corners of the cells, as far as they are in use, in which
// boxes may lie that overlap b. No box of the tier is larger than 254 quanta, so
// the sum of its sides is no farther than that from twice a side of b.
func (t *tier) covered(b *geom.Box32) (low, high cell) {
	if t.count == 0 {
		return cell{1, 1}, cell{}
	}
	low = cell{int32((2*t.quantum(b.MinX) - 254) >> 9), int32((2*t.quantum(b.MinY) - 254) >> 9)}
	high = cell{int32((2*t.quantum(b.MaxX) + 254) >> 9), int32((2*t.quantum(b.MaxY) + 254) >> 9)}
	return cell{max(low.x, t.low.x), max(low.y, t.low.y)}, cell{min(high.x, t.high.x), min(high.y, t.high.y)}
}

// quantum returns a coordinate in quanta, kept within the range of the boxes of
// the tier.
func (t *tier) quantum(x float32) int64 {
	return int64(max(0, min(float64(float64(x)*t.scale)+far, 2*far)))
}

// siftCovered finds the new pairs of an outlier with the boxes of a tier.
func (t *Tree) siftCovered(s *search, id uint32, tier int) {
	g := &t.grid
	c := &g.tiers[tier]
	low, high := c.covered(&t.boxes[id])
	for y := low.y; y <= high.y; y++ {
		for x := low.x; x <= high.x; {
			last := high.x
			if c.stride == 0 {
				last = min(last, x|(part-1))
			}
			slot := c.slot(cell{x, y})
			for i := g.ends[slot]; i < g.ends[slot+last-x+1]; i++ {
				if other := g.items[i].id; t.fresh(id, other) {
					s.found = append(s.found, key(id, other))
				}
			}
			x = last + 1
		}
	}
}

// lookUpOutlier finds the new pairs of an outlier in the tree. A pair of two is
// found twice.
func (t *Tree) lookUpOutlier(s *search, id uint32) {
	s.near = s.near[:0]
	t.gather(s, t.boxes[id], t.old[id], Moving)
	for _, other := range s.near {
		if other != id {
			s.found = append(s.found, key(id, other))
		}
	}
}

// lookUpResting finds the new pairs of a Moving proxy with Resting ones.
func (t *Tree) lookUpResting(s *search, id uint32) {
	s.near = s.near[:0]
	t.gather(s, t.boxes[id], t.old[id], Resting)
	for _, other := range s.near {
		s.found = append(s.found, key(id, other))
	}
}
