package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
)

// searchScratch is the scratch memory of one worker in a call of Pairs.
type searchScratch struct {
	found      []uint64     // new pairs as keys, A in the high half
	merged     int          // how many of them mergeFound has taken
	candidates []uint32     // found by collectOverlaps
	queue      []ref        // of collectOverlaps; never empty
	sortBuf    []uint64     // of sortKeys
	probes     []packedPair // of searchGridCoarser: the boxes of a block on the coarser level
	probeItems []item
	grid       *gridScratch     // nil until the grid is needed: a small world never needs it
	shrinkers  [2]grow.Shrinker // of found and sortBuf
	_          [128]byte        // workers do not share a cache line
}

// gridScratch is the scratch memory of a worker for the grid.
type gridScratch struct {
	steps     stepList
	histogram workerHistogram
}

const (
	// Below minGridMoved changed Moving proxies, or below a share of 1/gridShare of all Moving
	// proxies, looking up each in the trees is faster than building the grid, which holds the
	// unchanged proxies too.
	minGridMoved = 64
	gridShare    = 8

	// The boxes of so few IDs are tested in less time than the trees are searched.
	maxScanned = 64
)

// Pairs appends the new pairs in ascending order of (A, B).
func (t *Tree) Pairs(dst []Pair) []Pair {
	for class := range Class(classes) {
		if !t.dirty[class].Load() {
			t.maybeRebuild(int32(class))
		}
	}
	t.grid.memory.Fit()
	t.builder.shrink()
	t.planPairSearch()
	if t.pairSearch.useGrid {
		t.grid.blockStarts = grow.Resize(t.grid.blockStarts, par.Blocks(len(t.state), idBlock)+1)
		t.grid.blockStarts[0] = 0
		t.allocateGrid()
	}
	t.pool.RunStages(&t.pairSearch)
	t.grid.end()
	t.changed = t.changed[:0]
	if t.pairSearch.sortBlocks() == 0 {
		for i := range t.scratch {
			t.scratch[i].sort()
		}
	}
	dst = t.mergeFound(dst)
	for i := range t.scratch {
		s := &t.scratch[i]
		s.sortBuf = grow.Empty(s.sortBuf[:min(len(s.found), cap(s.sortBuf))], &s.shrinkers[1])
		s.found = grow.Empty(s.found, &s.shrinkers[0])
	}
	return dst
}

//go:noinline
func (s *searchScratch) sort() {
	s.found, s.sortBuf = sortKeys(s.found, s.sortBuf)
	s.merged = 0
}

// mergeFound appends the pairs of all workers, whose lists are sorted, in ascending order.
func (t *Tree) mergeFound(dst []Pair) []Pair {
	last := ^uint64(0)
	for {
		least, of := ^uint64(0), -1
		for i := range t.scratch {
			s := &t.scratch[i]
			if s.merged < len(s.found) && s.found[s.merged] < least {
				least, of = s.found[s.merged], i
			}
		}
		if of < 0 {
			return dst
		}
		t.scratch[of].merged++
		if least != last { // the grid may meet a pair twice
			dst = append(dst, Pair{uint32(least >> 32), uint32(least)})
		}
		last = least
	}
}

func (t *Tree) allocateGrid() {
	if t.grid.sizes == nil {
		t.grid.sizes = new(gridSizes)
	}
	for i := range t.scratch {
		if t.scratch[i].grid == nil {
			t.scratch[i].grid = new(gridScratch)
		}
	}
}

// pairSearch is one call of Pairs, cut into stages for the workers. Each worker collects
// pairs of its own. They are sorted afterwards, so it does not matter which worker found a
// pair. The blocks depend on the numbers of proxies and of pairs alone, except that each worker's
// pairs are sorted by one block.
type pairSearch struct {
	t               *Tree
	useGrid         bool            // otherwise the changed proxies are looked up in the trees
	scans           bool            // the boxes of all IDs are tested for each changed proxy
	fewChanged      bool            // so few have changed that only the changed proxies search the grid
	filters         [classes]status // of a class: the status of the Moving proxies that look for its proxies
	oversizedInTree bool            // oversized boxes look for pairs in the tree
}

// The stages. The first seven make the grid.
const (
	stageCountSizes = iota
	stageMakeLevels
	stageLocate
	stageMakeCells
	stageFindSlots
	stageAssignPlaces
	stageScatter
	stageSearch
	stageCommit
	stageCount
)

const (
	idBlock          = 1024 // IDs
	searchGridBlock  = 256  // boxes in the grid
	searchTreesBlock = 32   // changed proxies
	commitBlock      = 2048
	minSharedSort    = 512  // pairs
	scatterBlock     = 1024 // boxes, also for their slots
)

// planPairSearch chooses the method and repairs the trees that the method needs.
func (t *Tree) planPairSearch() {
	p := &t.pairSearch
	t.markCommit()
	var counts [2 * (classMask + 1)]int // by class, first of IDs that are not in use
	for _, id := range t.changed {
		counts[t.state[id]&(flagPresent|classMask)]++
	}
	changed := counts[flagPresent:]
	moved := changed[Moving]
	*p = pairSearch{t: t}
	p.useGrid = moved >= minGridMoved && moved >= t.count[Moving]/gridShare
	p.fewChanged = moved < t.count[Moving]*2/5
	for class, n := range changed {
		p.filters[class] = flagChanged
		if n > 0 {
			p.filters[class] = flagPresent
		}
	}
	p.scans = len(t.state) <= maxScanned && !p.useGrid
	if moved+changed[Static]+changed[Kinematic] > 0 && !p.scans {
		t.ensureFresh(Immovable)
		if !p.useGrid {
			t.ensureFresh(1 << Moving)
		}
	}
}

func (p *pairSearch) Stages() int { return stageCount }

func (p *pairSearch) Blocks(stage int) int {
	t := p.t
	switch {
	case stage == stageCommit:
		return par.Blocks(len(t.changed), commitBlock) + p.sortBlocks()
	case !p.useGrid && stage == stageSearch:
		return par.Blocks(len(t.changed), searchTreesBlock)
	case !p.useGrid:
		return 0
	case stage == stageSearch:
		return t.grid.blocks()
	case stage == stageCountSizes || stage == stageLocate:
		return par.Blocks(len(t.state), idBlock)
	case stage == stageFindSlots || stage == stageScatter:
		return par.Blocks(len(t.grid.entries), scatterBlock)
	}
	return 1
}

func (p *pairSearch) Do(stage, block, worker int) {
	t := p.t
	s := &t.scratch[worker]
	switch stage {
	case stageCountSizes:
		lo, hi := par.Span(block, len(t.state), idBlock)
		t.grid.countSizes(&t.proxyTable, &s.grid.histogram, block, lo, hi)
	case stageMakeLevels:
		t.grid.makeLevels(t.scratch)
	case stageLocate:
		lo, hi := par.Span(block, len(t.state), idBlock)
		t.grid.locate(&t.proxyTable, &s.grid.histogram, block, lo, hi)
	case stageMakeCells:
		t.grid.makeCells(t.scratch)
	case stageFindSlots:
		lo, hi := par.Span(block, len(t.grid.entries), scatterBlock)
		t.grid.findSlots(lo, hi)
	case stageAssignPlaces:
		t.grid.assignPlaces()
		t.planOversized()
	case stageScatter:
		lo, hi := par.Span(block, len(t.grid.entries), scatterBlock)
		t.grid.scatter(lo, hi)
	case stageSearch:
		if p.useGrid {
			t.searchGrid(s, block)
			return
		}
		lo, hi := par.Span(block, len(t.changed), searchTreesBlock)
		t.searchTrees(s, t.changed[lo:hi])
	case stageCommit:
		if commits := par.Blocks(len(t.changed), commitBlock); block >= commits {
			t.scratch[block-commits].sort()
			return
		}
		lo, hi := par.Span(block, len(t.changed), commitBlock)
		t.commitSome(t.changed[lo:hi])
	}
}

// sortBlocks returns the number of blocks that sort the pairs beside the commit: one for each
// worker, or none if there are few pairs.
func (p *pairSearch) sortBlocks() int {
	n := 0
	for i := range p.t.scratch {
		n += len(p.t.scratch[i].found)
	}
	if n < minSharedSort {
		return 0
	}
	return len(p.t.scratch)
}

// searchTrees finds the new pairs of changed proxies in the trees.
func (t *Tree) searchTrees(s *searchScratch, changed []uint32) {
	for _, id := range changed {
		switch st := t.state[id]; {
		case st&flagPresent == 0 || st.class() == QueryOnly:
		case t.pairSearch.scans:
			t.scanFor(s, id)
		default:
			t.searchTreesFor(s, id)
		}
	}
}

// scanFor is searchTreesFor without trees.
func (t *Tree) scanFor(s *searchScratch, id uint32) {
	s.candidates = s.candidates[:0]
	box, class := t.boxes[id], t.state[id].class()
	for other := range t.boxes {
		if t.boxes[other].Overlaps(box) { // not a free ID
			s.candidates = append(s.candidates, uint32(other))
		}
	}
	for _, other := range s.candidates {
		if !t.classesCollide(id, other) || t.wasOverlapping(id, other) {
			continue
		}
		if o := t.state[other]; o.class() == Moving && o&flagChanged != 0 && (class != Moving || id >= other) {
			continue
		}
		s.found = append(s.found, pairKey(id, other))
	}
}

// searchTreesFor finds the new pairs of a changed proxy. A Moving proxy pairs with Immovable and
// Moving proxies. An Immovable proxy pairs with the Moving proxies that have not changed. Of two
// changed Moving proxies, the one with the lower ID finds the pair.
func (t *Tree) searchTreesFor(s *searchScratch, id uint32) {
	class := t.state[id].class()
	s.candidates = s.candidates[:0]
	t.collectOverlaps(s, t.boxes[id], t.old[id], Moving)
	for _, other := range s.candidates {
		if t.state[other]&flagChanged != 0 && (class != Moving || id >= other) {
			continue
		}
		s.found = append(s.found, pairKey(id, other))
	}
	if class == Moving {
		t.searchImmovable(s, id)
	}
}

// pairKey returns a pair as one number that sorts like the pair.
func pairKey(a, b uint32) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(a)<<32 | uint64(b)
}

// collectOverlaps collects the proxies of one class that overlap a box and did not overlap
// it at the last Pairs.
//
// The tree is traversed level by level, not depth first. The nodes in the queue are
// independent of each other, so the processor works on several at once; with a stack each
// would depend on the one before. Both children of a node are written to the queue in any
// case, and the tail advances only past those that overlap: no branch depends on the boxes.
func (t *Tree) collectOverlaps(s *searchScratch, box, old geom.Box32, class Class) {
	if t.count[class] == 0 {
		return
	}
	b := rankBox(box)
	queue := s.queue
	queue[0] = ref(class)
	for head, tail := 0, 1; head < tail; head++ {
		c := queue[head]
		if c.leaf() {
			if other := c.id(); !old.Overlaps(t.old[other]) {
				s.candidates = append(s.candidates, other)
			}
			continue
		}
		if tail+2 > len(queue) {
			queue = append(queue, make([]ref, len(queue))...)
			s.queue = queue
		}
		nd := &t.nodes[c]
		queue[tail] = nd.child[0]
		tail += int(1 + nd.box[0].overlapSign(&b)>>63)
		queue[tail] = nd.child[1]
		tail += int(1 + nd.box[1].overlapSign(&b)>>63)
	}
}
