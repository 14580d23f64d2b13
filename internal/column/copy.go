package column

// Copy is the content of the columns of a world at one time. The zero Copy is empty.
//
// Changed columns of at most one block lie in the arena, because sharing them would not pay for the
// counts. The garbage collector does not look for pointers there.
type Copy struct {
	lengths []int          // of the slices
	blocks  []*savedBlocks // by slice, then by value; nil or empty for a column in the arena
	byCalls []int32        // slices in blocks that only calls change, as indices into blocks
	inBlock []int32        // other slices and values in blocks
	others  []saved
	rows    []int  // of the others
	arena   []byte // one slice behind the other
	runs    []run  // the slices in the arena that are not watched
	watched []run  // the others
	words   []uint64
	values  []byte // one behind the other
	calls   callsOf
}

// run is a slice in the arena.
type run struct {
	at, bytes uint32 // where in the arena, and how many
	offset    uint32 // as in its place
	slice     uint16
	root      uint8
}

// callsOf identifies the calls of the game that led to the content of a store.
type callsOf struct {
	origin   *int8 // of the store
	calls    uint64
	restores int
}

// Empty reports whether nothing was saved into the copy.
func (c *Copy) Empty() bool { return len(c.blocks) == 0 }

// Bytes returns the size of the copy, including blocks that it shares with other copies.
func (c *Copy) Bytes() int {
	n := len(c.arena) + 8*len(c.words) + len(c.values)
	for _, s := range c.others {
		if s != nil {
			n += s.bytes()
		}
	}
	for _, s := range c.blocks {
		if s != nil {
			for _, b := range s.blocks {
				n += len(b.elements)
			}
		}
	}
	return n
}

// SharedBytes returns the size of several copies, with shared blocks counted once.
func SharedBytes(copies []*Copy) int {
	n, shared := 0, map[*block]bool{}
	for _, c := range copies {
		n += c.Bytes()
		for _, s := range c.blocks {
			n -= s.counted(shared)
		}
	}
	return n
}

// counted returns the size of the blocks that were counted before, and counts the others.
func (s *savedBlocks) counted(before map[*block]bool) int {
	n := 0
	for i := 0; s != nil && i < len(s.blocks); i++ {
		if b := s.blocks[i]; before[b] {
			n += len(b.elements)
		} else {
			before[b] = true
		}
	}
	return n
}

// fit gives the copy the parts of a scheme.
func (c *Copy) fit(s *Scheme) {
	if len(c.lengths) == len(s.slices) && len(c.others) == len(s.others) && len(c.blocks) == len(s.slices)+len(s.values) {
		return
	}
	c.lengths, c.blocks = make([]int, len(s.slices)), make([]*savedBlocks, len(s.slices)+len(s.values))
	c.others, c.rows = make([]saved, len(s.others)), make([]int, len(s.others))
}

// inBlocks reports whether the copy holds a column in blocks.
func (c *Copy) inBlocks(k int) bool { return c.blocks[k] != nil && len(c.blocks[k].blocks) > 0 }
