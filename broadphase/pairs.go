package broadphase

import "github.com/carom2d/carom/geom"

// search is the scratch of one call of Pairs, or of one worker's part in it.
// Nothing of it outlives the call but its memory.
type search struct {
	found    []uint64 // new pairs as keys, A in the high half
	near     []uint32 // what gather has found
	queue    []ref    // of gather; never empty
	spare    []uint64 // room for sorting
	group    []uint32 // of siftResting
	touching [chunk]int32
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
	for class := range classes {
		t.tend(int32(class))
	}
	s := &t.search
	s.found = s.found[:0]
	moved := 0
	for _, id := range t.changed {
		if t.state[id]&(present|classBits) == present|status(Moving) {
			moved++
		}
	}
	if moved >= gridLeast && moved >= t.count[Moving]/gridShare {
		t.sift(s, moved)
	} else {
		t.lookUp(s)
	}
	t.settle()
	s.found, s.spare = sortKeys(s.found, s.spare)
	last := ^uint64(0)
	for _, k := range s.found {
		if k != last { // the grid may meet a pair twice
			dst = append(dst, Pair{uint32(k >> 32), uint32(k)})
		}
		last = k
	}
	return dst
}

// key returns a pair as one number that sorts like the pair.
func key(a, b uint32) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(a)<<32 | uint64(b)
}

// lookUp finds the new pairs of every changed proxy in the trees.
func (t *Tree) lookUp(s *search) {
	for _, id := range t.changed {
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
		s.near = s.near[:0]
		t.gather(s, t.boxes[id], t.old[id], Resting)
		for _, other := range s.near {
			s.found = append(s.found, key(id, other))
		}
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
