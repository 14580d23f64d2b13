package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
)

// search is the scratch of one worker's part in a call of Pairs. Nothing of it
// outlives the call but its memory.
type searchScratch struct {
	found      []uint64 // new pairs as keys, A in the high half
	candidates []uint32 // what gather has found
	queue      []ref    // of gather; never empty
	sortBuf    []uint64 // room for sorting
	group      []uint32 // of searchGridImmovable
	touching   [touchingBatch]int32
	histogram  workerHistogram
	shrinkers  [2]grow.Shrinker // of found and spare
	_          [128]byte        // workers do not share a cache line
}

const (
	// Below this many changed Moving proxies, or this share of all Moving ones
	// (1/gridShare), looking each up in the trees beats building the grid, which
	// takes in the unchanged ones as well.
	minGridMoved = 64
	gridShare    = 8
)

// Pairs appends the new pairs in ascending order of (A, B).
func (t *Tree) Pairs(dst []Pair) []Pair {
	for class := range Class(classes) {
		if !t.dirty[class].Load() {
			t.maybeRebuild(int32(class))
		}
	}
	t.grid.shrink()
	t.builder.shrink()
	t.planPairSearch()
	if t.pairSearch.useGrid {
		t.grid.blockStarts = grow.Resize(t.grid.blockStarts, par.Blocks(len(t.state), idBlock)+1)
		t.grid.blockStarts[0] = 0
	}
	t.pool.RunStages(&t.pairSearch)
	t.changed = t.changed[:0]
	s := &t.scratch[0]
	for i := 1; i < len(t.scratch); i++ {
		other := &t.scratch[i]
		s.found = append(s.found, other.found...)
		other.found = grow.Empty(other.found, &other.shrinkers[0])
	}
	s.found, s.sortBuf = sortKeys(s.found, s.sortBuf)
	last := ^uint64(0)
	for _, k := range s.found {
		if k != last { // the grid may meet a pair twice
			dst = append(dst, Pair{uint32(k >> 32), uint32(k)})
		}
		last = k
	}
	s.sortBuf = grow.Empty(s.sortBuf[:min(len(s.found), cap(s.sortBuf))], &s.shrinkers[1])
	s.found = grow.Empty(s.found, &s.shrinkers[0])
	return dst
}

// pairKey returns a pair as one number that sorts like the pair.
func pairKey(a, b uint32) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(a)<<32 | uint64(b)
}

// pairSearch is one call of Pairs cut into stages for the workers. Each worker finds
// pairs for itself; as they are sorted afterwards it does not matter who found
// what. What is cut is cut by the number of proxies alone.
type pairSearch struct {
	t               *Tree
	useGrid         bool   // or look up the changed proxies in the trees
	fewChanged      bool   // so few have changed that those look all around themselves
	immovableFilter status // which Moving proxies look for Resting ones
	oversizedInTree bool   // outliers look for pairs in the tree
}

// The stages. The first four make the grid.
const (
	stageCountSizes = iota
	stageMakeLevels
	stageLocate
	stageMakeCells
	stageSearch
	stageCommit
	stageCount
)

const (
	idBlock          = 1024 // IDs, in a look at all of them
	searchGridBlock  = 256  // boxes in the grid
	searchTreesBlock = 32   // changed proxies
	commitBlock      = 2048
)

// planPairSearch decides how the pairs are found and brings the trees up to date that will
// be needed.
func (t *Tree) planPairSearch() {
	h := &t.pairSearch
	moved, immovable := 0, 0
	for _, id := range t.changed {
		switch t.state[id] & (flagPresent | classMask) {
		case movingStatus:
			moved++
		case flagPresent | status(Immovable):
			immovable++
		}
	}
	*h = pairSearch{t: t, immovableFilter: flagChanged}
	h.useGrid = moved >= minGridMoved && moved >= t.count[Moving]/gridShare
	h.fewChanged = moved < t.count[Moving]*2/5
	if immovable > 0 {
		h.immovableFilter = flagPresent
	}
	if moved+immovable > 0 {
		t.ensureFresh(Immovable)
		if !h.useGrid {
			t.ensureFresh(Moving)
		}
	}
}

// Stages returns the number of stages.
func (h *pairSearch) Stages() int { return stageCount }

// Blocks returns the number of blocks of a stage.
func (h *pairSearch) Blocks(stage int) int {
	t := h.t
	switch {
	case stage == stageCommit:
		return par.Blocks(len(t.changed), commitBlock)
	case !h.useGrid && stage == stageSearch:
		return par.Blocks(len(t.changed), searchTreesBlock)
	case !h.useGrid:
		return 0
	case stage == stageSearch:
		return t.grid.blocks()
	case stage == stageCountSizes || stage == stageLocate:
		return par.Blocks(len(t.state), idBlock)
	}
	return 1
}

// Do runs one block of a stage.
func (h *pairSearch) Do(stage, block, worker int) {
	t := h.t
	s := &t.scratch[worker]
	switch stage {
	case stageCountSizes:
		lo, hi := par.Span(block, len(t.state), idBlock)
		t.grid.countSizes(&t.proxyTable, &s.histogram, block, lo, hi)
	case stageMakeLevels:
		t.grid.makeLevels(t.scratch)
	case stageLocate:
		lo, hi := par.Span(block, len(t.state), idBlock)
		t.grid.locate(&t.proxyTable, &s.histogram, block, lo, hi)
	case stageMakeCells:
		t.grid.makeCells(t.scratch)
		t.grid.scatter(&t.proxyTable)
		t.planOversized()
	case stageSearch:
		if h.useGrid {
			t.searchGrid(s, block)
			return
		}
		lo, hi := par.Span(block, len(t.changed), searchTreesBlock)
		t.searchTrees(s, t.changed[lo:hi])
	case stageCommit:
		lo, hi := par.Span(block, len(t.changed), commitBlock)
		t.commitSome(t.changed[lo:hi])
	}
}

// searchTrees finds the new pairs of changed proxies in the trees.
func (t *Tree) searchTrees(s *searchScratch, changed []uint32) {
	for _, id := range changed {
		if st := t.state[id]; st&flagPresent != 0 && st.class() != QueryOnly {
			t.searchTreesFor(s, id)
		}
	}
}

// searchTreesFor finds the new pairs of a changed proxy: those of a Moving one among
// Resting and Moving, those of a Resting one among Moving proxies that have not
// changed. Of two changed Moving proxies the one with the lower ID finds the pair.
func (t *Tree) searchTreesFor(s *searchScratch, id uint32) {
	class := t.state[id].class()
	s.candidates = s.candidates[:0]
	t.collectOverlaps(s, t.boxes[id], t.old[id], Moving)
	for _, other := range s.candidates {
		if t.state[other]&flagChanged != 0 && (class == Immovable || id >= other) {
			continue
		}
		s.found = append(s.found, pairKey(id, other))
	}
	if class == Moving {
		t.searchImmovable(s, id)
	}
}

// gather collects the proxies of one class that overlap a box and have not
// overlapped it when it was old.
//
// The tree is walked level by level, not depth first: the nodes that wait are
// independent of each other, so the processor works on several at once where a
// stack would make each wait for the one before. Both children of a node are
// put down in any case, and a child that is apart is written over by the next:
// no branch depends on chance.
func (t *Tree) collectOverlaps(s *searchScratch, box, old geom.Box32, class Class) {
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
