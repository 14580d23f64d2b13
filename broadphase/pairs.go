package broadphase

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
)

// search is the scratch of one worker's part in a call of Pairs. Nothing of it
// outlives the call but its memory.
type search struct {
	found    []uint64 // new pairs as keys, A in the high half
	near     []uint32 // what gather has found
	queue    []ref    // of gather; never empty
	spare    []uint64 // room for sorting
	group    []uint32 // of siftResting
	touching [chunk]int32
	census   census
	tides    [2]grow.Tide // of found and spare
	_        [128]byte    // workers do not share a cache line
}

const (
	// Below this many changed Moving proxies, or this share of all Moving ones
	// (1/gridShare), looking each up in the trees beats building the grid, which
	// takes in the unchanged ones as well.
	gridLeast = 64
	gridShare = 8
)

// Pairs appends the new pairs in ascending order of (A, B).
func (t *Tree) Pairs(dst []Pair) []Pair {
	for class := range Class(classes) {
		if !t.stale[class].Load() {
			t.tend(int32(class))
		}
	}
	t.grid.ebb()
	t.work.ebb()
	t.plan()
	if t.hunt.grid {
		t.grid.starts = grow.Fit(t.grid.starts, par.Blocks(len(t.state), idBlock)+1)
		t.grid.starts[0] = 0
	}
	t.pool.RunStages(&t.hunt)
	t.changed = t.changed[:0]
	s := &t.searches[0]
	for i := 1; i < len(t.searches); i++ {
		other := &t.searches[i]
		s.found = append(s.found, other.found...)
		other.found = grow.Empty(other.found, &other.tides[0])
	}
	s.found, s.spare = sortKeys(s.found, s.spare)
	last := ^uint64(0)
	for _, k := range s.found {
		if k != last { // the grid may meet a pair twice
			dst = append(dst, Pair{uint32(k >> 32), uint32(k)})
		}
		last = k
	}
	s.spare = grow.Empty(s.spare[:min(len(s.found), cap(s.spare))], &s.tides[1])
	s.found = grow.Empty(s.found, &s.tides[0])
	return dst
}

// key returns a pair as one number that sorts like the pair.
func key(a, b uint32) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(a)<<32 | uint64(b)
}

// hunt is one call of Pairs cut into stages for the workers. Each worker finds
// pairs for itself; as they are sorted afterwards it does not matter who found
// what. What is cut is cut by the number of proxies alone.
type hunt struct {
	t       *Tree
	grid    bool   // or look up the changed proxies in the trees
	few     bool   // so few have changed that those look all around themselves
	resting status // which Moving proxies look for Resting ones
	climb   bool   // outliers look for pairs in the tree
}

// The stages. The first four make the grid.
const (
	surveying = iota
	layingTiers
	locating
	layingCells
	searching
	settling
	stages
)

const (
	idBlock     = 1024 // IDs, in a look at all of them
	siftBlock   = 256  // boxes in the grid
	lookUpBlock = 32   // changed proxies
	settleBlock = 2048
)

// plan decides how the pairs are found and brings the trees up to date that will
// be needed.
func (t *Tree) plan() {
	h := &t.hunt
	moved, resting := 0, 0
	for _, id := range t.changed {
		switch t.state[id] & (present | classBits) {
		case mobile:
			moved++
		case present | status(Resting):
			resting++
		}
	}
	*h = hunt{t: t, resting: listed}
	h.grid = moved >= gridLeast && moved >= t.count[Moving]/gridShare
	h.few = moved < t.count[Moving]*2/5
	if resting > 0 {
		h.resting = present
	}
	if moved+resting > 0 {
		t.freshen(Resting)
		if !h.grid {
			t.freshen(Moving)
		}
	}
}

// Stages returns the number of stages.
func (h *hunt) Stages() int { return stages }

// Blocks returns the number of blocks of a stage.
func (h *hunt) Blocks(stage int) int {
	t := h.t
	switch {
	case stage == settling:
		return par.Blocks(len(t.changed), settleBlock)
	case !h.grid && stage == searching:
		return par.Blocks(len(t.changed), lookUpBlock)
	case !h.grid:
		return 0
	case stage == searching:
		return t.grid.blocks()
	case stage == surveying || stage == locating:
		return par.Blocks(len(t.state), idBlock)
	}
	return 1
}

// Do runs one block of a stage.
func (h *hunt) Do(stage, block, worker int) {
	t := h.t
	s := &t.searches[worker]
	switch stage {
	case surveying:
		lo, hi := par.Span(block, len(t.state), idBlock)
		t.grid.survey(&t.ledger, &s.census, block, lo, hi)
	case layingTiers:
		t.grid.layTiers(t.searches)
	case locating:
		lo, hi := par.Span(block, len(t.state), idBlock)
		t.grid.locate(&t.ledger, &s.census, block, lo, hi)
	case layingCells:
		t.grid.layCells(t.searches)
		t.grid.scatter(&t.ledger)
		t.planOutliers()
	case searching:
		if h.grid {
			t.sift(s, block)
			return
		}
		lo, hi := par.Span(block, len(t.changed), lookUpBlock)
		t.lookUp(s, t.changed[lo:hi])
	case settling:
		lo, hi := par.Span(block, len(t.changed), settleBlock)
		t.settleSome(t.changed[lo:hi])
	}
}

// lookUp finds the new pairs of changed proxies in the trees.
func (t *Tree) lookUp(s *search, changed []uint32) {
	for _, id := range changed {
		if st := t.state[id]; st&present != 0 && st.class() != Query {
			t.lookUpOne(s, id)
		}
	}
}

// lookUpOne finds the new pairs of a changed proxy: those of a Moving one among
// Resting and Moving, those of a Resting one among Moving proxies that have not
// changed. Of two changed Moving proxies the one with the lower ID finds the pair.
func (t *Tree) lookUpOne(s *search, id uint32) {
	class := t.state[id].class()
	s.near = s.near[:0]
	t.gather(s, t.boxes[id], t.old[id], Moving)
	for _, other := range s.near {
		if t.state[other]&listed != 0 && (class == Resting || id >= other) {
			continue
		}
		s.found = append(s.found, key(id, other))
	}
	if class == Moving {
		t.lookUpResting(s, id)
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
func (t *Tree) gather(s *search, box, old geom.Box32, class Class) {
	b := rankBox(box)
	queue := s.queue
	queue[0] = ref(class)
	for head, tail := 0, 1; head < tail; head++ {
		c := queue[head]
		if c.leaf() {
			if other := c.id(); !old.Overlaps(t.old[other]) {
				s.near = append(s.near, other)
			}
			continue
		}
		if tail+2 > len(queue) {
			queue = append(queue, make([]ref, len(queue))...)
			s.queue = queue
		}
		nd := &t.nodes[c]
		queue[tail] = nd.child[0]
		tail += int(1 + nd.box[0].apart(&b)>>63)
		queue[tail] = nd.child[1]
		tail += int(1 + nd.box[1].apart(&b)>>63)
	}
}
