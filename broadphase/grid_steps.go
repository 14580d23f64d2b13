package broadphase

import "unsafe"

// A search compares each box with the boxes in some ranges of the sorted columns. It consists of
// steps, which are collected first: a step compares one box, the probe, with searchBatch adjacent
// candidates.
//
// About one candidate in three overlaps, in no pattern, and almost all of these overlapped before.
// So a step evaluates both tests without a branch, and very few steps remain. The last step of a
// range may go past the end of the range. The boxes that it finds there are pairs as well, but may
// be found a second time.

// searchStep is one step: the first candidate and the probe, as indexes of their columns.
type searchStep struct{ from, probe int32 }

var _ [8]byte = [unsafe.Sizeof(searchStep{})]byte{}

// maxSteps is the number of steps that are collected before they are run. It suffices for all steps
// of a block whose cells are not crowded.
const maxSteps = 1024

// stepList holds the steps that have not run.
type stepList struct {
	list  [maxSteps]searchStep
	count int
	args  searchArgs
}

// stepSearch is the search of one block, for the boxes of a column of probes.
type stepSearch struct {
	t      *Tree
	s      *searchScratch
	probes []packedPair
	items  []item // beside the probes
}

// addLevel adds the steps of a block of a level. Each box is compared with the boxes that follow in
// its own cell and the next, and with the boxes in the three cells above.
func (q *stepSearch) addLevel(level int, block indexRange) {
	for block.from < block.end {
		full := false
		block.from, full = q.addUnsegmented(level, block)
		switch {
		case full && q.s.grid.steps.count > 0:
			q.run()
		case block.from < block.end:
			q.addForward(block.from, level, q.items[block.from].cell)
			block.from++
		}
	}
}

// addUnsegmented adds the steps of the first boxes of a block, up to a box beside whose cell a
// segment of a row ends, or whose steps find no room. It returns the index of that box, and whether
// there was no room. Nearly all boxes have at most one step in either row, so no branch depends on
// whether there is one. The loop calls nothing, so that all stays in registers.
func (q *stepSearch) addUnsegmented(level int, block indexRange) (next int32, full bool) {
	k, l, slotEnds := &q.s.grid.steps, &q.t.grid.levels[level], q.t.grid.slotEnds
	stride := int(l.stride)
	firstSlot := int(l.base) + 1 - int(l.low.y)*stride - int(l.low.x)
	n, items := k.count, q.items[:block.end]
	probe := block.from
	for ; int(probe) < len(items) && n <= maxSteps-2; probe++ {
		it := &items[probe]
		var slot, slotAbove int // of the cell, and of the cell above and to the left
		if stride != 0 {
			slot = firstSlot + int(it.cell.y)*stride + int(it.cell.x)
			slotAbove = slot + stride - 1
		} else if uint32(it.cell.x+1)&(segmentCells-1) > 1 {
			slot, slotAbove = int(l.hashedSlot(it.cell)), int(l.hashedSlot(cell{it.cell.x - 1, it.cell.y + 1}))
		} else {
			k.count = n
			return probe, false
		}
		above := slotEnds[slotAbove:][:4:4]
		own, next := indexRange{probe + 1, slotEnds[slot+2]}, indexRange{above[0], above[3]}
		before := n
		k.list[n&(maxSteps-1)] = searchStep{own.from, probe}
		n += own.any()
		k.list[n&(maxSteps-1)] = searchStep{next.from, probe}
		n += next.any()
		if max(own.end-own.from, next.end-next.from) <= searchBatch {
			continue
		}
		if n+int(max(own.end-own.from, 0)+max(next.end-next.from, 0))/searchBatch > maxSteps {
			k.count = before
			return probe, true
		}
		for own.from += searchBatch; own.from < own.end; own.from += searchBatch {
			k.list[n&(maxSteps-1)] = searchStep{own.from, probe}
			n++
		}
		for next.from += searchBatch; next.from < next.end; next.from += searchBatch {
			k.list[n&(maxSteps-1)] = searchStep{next.from, probe}
			n++
		}
	}
	k.count = n
	return probe, int(probe) < len(items)
}

// addForward adds the steps of one box, also where a segment of its row ends.
func (q *stepSearch) addForward(probe int32, level int, c cell) {
	var ranges [4]indexRange
	count := q.t.grid.forwardRanges(&ranges, level, c)
	ranges[0].from = probe + 1
	q.add(probe, ranges[:count])
}

// any returns one if the range is not empty, and zero if it is.
func (r indexRange) any() int { return int(uint32(r.from-r.end) >> 31) }

// add adds the steps of a probe with the boxes in some ranges.
func (q *stepSearch) add(probe int32, ranges []indexRange) {
	for _, r := range ranges {
		q.addRange(probe, r)
	}
}

func (q *stepSearch) addRange(probe int32, r indexRange) {
	k := &q.s.grid.steps
	for {
		if k.count == maxSteps {
			q.run()
		}
		k.list[k.count&(maxSteps-1)] = searchStep{r.from, probe}
		k.count += r.any()
		if r.end-r.from <= searchBatch {
			return
		}
		r.from += searchBatch
	}
}

// run runs all collected steps and finds their new pairs.
func (q *stepSearch) run() {
	k := &q.s.grid.steps
	if k.count == 0 {
		return
	}
	kept := k.args.keepNew(k, q.t.grid.packed, q.probes)
	k.count = 0
	for _, step := range kept {
		q.findIn(step)
	}
}

// keepNewPortable keeps the steps in which a pair may be new, in their order. The vector kernel
// does the same.
func (k *stepList) keepNewPortable(packed, probes []packedPair) []searchStep {
	n := 0
	for _, step := range k.list[:k.count] {
		probe := probes[step.probe].probe()
		maybeNew := int64(0)
		batch := packed[step.from:][:searchBatch:searchBatch]
		for i := range batch {
			maybeNew |= batch[i].maybeNew(probe)
		}
		if maybeNew < 0 {
			k.list[n] = step
			n++
		}
	}
	return k.list[:n]
}

// findIn finds the new pairs of a step in which there may be some.
func (q *stepSearch) findIn(step searchStep) {
	t, id, probe := q.t, q.items[step.probe].id, q.probes[step.probe].probe()
	items := t.grid.items[step.from:]
	items = items[:min(searchBatch, len(items))]
	packed := t.grid.packed[step.from:][:len(items)]
	for i := range items {
		// Past the end of a range, and where cells share a slot, a box may meet itself.
		if packed[i].maybeNew(probe) < 0 && items[i].id != id && t.isNewPair(id, items[i].id) {
			q.s.found = append(q.s.found, pairKey(id, items[i].id))
		}
	}
}
