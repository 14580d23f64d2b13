package broadphase

// search is the scratch of one call of Pairs. Nothing of it outlives the call
// but its memory.
type search struct {
	found []uint64 // new pairs as keys, A in the high half
	stack []int32
}

// Pairs appends the new pairs in ascending order of (A, B).
func (t *Tree) Pairs(dst []Pair) []Pair {
	for class := range classes {
		t.tend(int32(class))
	}
	s := &t.search
	s.found = s.found[:0]
	t.lookAround(s)
	t.settle()
	sortKeys(s.found)
	for _, k := range s.found {
		dst = append(dst, Pair{uint32(k >> 32), uint32(k)})
	}
	return dst
}

// validate panics when a search has left something behind.
func (s *search) validate() {
	if len(s.stack) != 0 {
		panic("broadphase: a search has not ended")
	}
}

// key returns a pair as one number that sorts like the pair.
func key(a, b uint32) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(a)<<32 | uint64(b)
}

// lookAround finds the new pairs of every changed proxy in the trees: those of
// a Moving one among Resting and Moving, those of a Resting one among Moving
// proxies that have not changed. Of two changed Moving proxies the one with the
// lower ID finds the pair.
func (t *Tree) lookAround(s *search) {
	for _, id := range t.changed {
		st := t.state[id]
		if st&present == 0 {
			continue
		}
		switch st.class() {
		case Moving:
			t.gather(s, id, Resting)
			t.gather(s, id, Moving)
		case Resting:
			t.gather(s, id, Moving)
		}
	}
}

// gather finds the new pairs of one changed proxy in one tree.
func (t *Tree) gather(s *search, id uint32, class Class) {
	box, old := t.boxes[id], t.old[id]
	own := t.state[id].class()
	s.stack = append(s.stack[:0], int32(class))
	for len(s.stack) > 0 {
		nd := &t.nodes[s.stack[len(s.stack)-1]]
		s.stack = s.stack[:len(s.stack)-1]
		for k := range 2 {
			if !nd.box[k].Overlaps(box) {
				continue
			}
			c := nd.child[k]
			if c.inner() {
				s.stack = append(s.stack, int32(c))
				continue
			}
			other := c.id()
			if old.Overlaps(t.old[other]) {
				continue
			}
			if class == Moving && t.state[other]&listed != 0 && (own == Resting || id >= other) {
				continue
			}
			s.found = append(s.found, key(id, other))
		}
	}
}
