package column

import (
	"bytes"

	"github.com/carom2d/carom/internal/invariant"
)

// blockBytes is the most bytes in a block. Smaller blocks are shared more often, but counting their
// users costs more.
const blockBytes = 8192

// block is a part of a slice. Its elements do not change while it has users.
type block struct {
	owner    *blocks
	users    int32 // number of references from copies of the owner's list and from its last copy
	elements []byte
}

// savedBlocks are the blocks of a slice at one time.
type savedBlocks struct{ blocks []*block }

// blocks are the blocks of a column, as bytes.
//
// Only the list to which the column belongs counts the users of a block, so the counts need no
// atomic operations. Another list that restores a copy only reads its blocks.
type blocks struct {
	mover    mover
	clock    *heldClock // of the column, or nil
	blockLen int        // in bytes
	last     []*block
	hot      []uint8 // by place: how many Saves to come copy without a comparison
	unused   []*block
	changed  []Span // by the last Restore
	compares bool   // Restore mostly leaves equal elements alone
	fitted   bool   // the present Restore has changed the length of the column
	before   int    // the length before that, in bytes
}

// hold reports whether the last Save or Restore left blocks.
func (c *blocks) hold() bool { return c != nil && len(c.last) > 0 }

// forget releases the blocks of the last Save or Restore.
func (c *blocks) forget() {
	if c.hold() {
		c.last = c.resize(c.last, 0)
	}
}

// noteChanged adds elements to the set that the last Restore may have changed.
func (c *blocks) noteChanged(lo, hi int) {
	if n := len(c.changed); n > 0 && c.changed[n-1].Hi == lo {
		c.changed[n-1].Hi = hi
		return
	}
	c.changed = append(c.changed, Span{lo, hi})
}

// Span is the elements from Lo up to Hi.
type Span struct{ Lo, Hi int }

// maxUnused is the most unused blocks that a column keeps.
const maxUnused = 1 << 12

// hotSaves is the number of Saves that copy a changed block without a comparison: a comparison
// reads as much as a copy, and moving bodies change in every tick.
const hotSaves = 7

// isClean reports whether the part at a place is known to be unchanged since the last Save or
// Restore.
func (c *blocks) isClean(i int, part []byte) bool {
	if c.clock == nil || i >= len(c.last) || c.last[i] == nil || len(c.last[i].elements) != len(part) {
		return false
	}
	lo, size := i*c.blockLen, c.mover.layout.bytes()
	if !c.clock.Unchanged(lo/size, (lo+len(part))/size, c.clock.since) {
		return false
	}
	if invariant.Enabled && !bytes.Equal(c.last[i].elements, part) {
		panic("column: elements have changed unnoticed")
	}
	return true
}

// take returns an unused block of n bytes.
func (c *blocks) take(n int) *block {
	for len(c.unused) > 0 {
		b := c.unused[len(c.unused)-1]
		c.unused = c.unused[:len(c.unused)-1]
		if cap(b.elements) >= n {
			b.elements = b.elements[:n]
			return b
		}
	}
	reserve := n // a column that grows soon needs a larger block
	if reserve < c.blockLen {
		reserve = min(n+n/4+c.mover.layout.bytes(), c.blockLen)
	}
	return &block{owner: c, elements: c.mover.make(n, reserve)}
}

// release ends one use of a block. A block of another list is left to the garbage collector.
func (c *blocks) release(b *block) {
	if b == nil || b.owner != c {
		return
	}
	if b.users--; b.users > 0 {
		return
	}
	if c.mover.layout.pointers {
		c.mover.clear(b.elements)
	}
	if len(c.unused) < maxUnused {
		c.unused = append(c.unused, b)
	}
}

// use puts a block of the column into a place of a list of blocks.
func (c *blocks) use(list []*block, i int, b *block) {
	if old := list[i]; old != b {
		b.users++
		list[i] = b
		c.release(old)
	}
}

// resize gives a list of blocks another length.
func (c *blocks) resize(list []*block, n int) []*block {
	if len(list) == n {
		return list
	}
	for i := n; i < len(list); i++ {
		c.release(list[i])
		list[i] = nil
	}
	if n <= cap(list) {
		return list[:n]
	}
	return append(list, make([]*block, n-len(list))...)
}

func (c *blocks) resizeLast(n int) {
	c.last = c.resize(c.last, n)
	for len(c.hot) < n {
		c.hot = append(c.hot, 0)
	}
}

// save copies the live column into a copy.
func (c *blocks) save(s *savedBlocks, live []byte) {
	n := (len(live) + c.blockLen - 1) / c.blockLen
	c.resizeLast(n)
	s.blocks = c.resize(s.blocks, n)
	for i := range n {
		part := live[i*c.blockLen : min((i+1)*c.blockLen, len(live))]
		if !c.isClean(i, part) && c.hasChanged(i, part) {
			c.write(i, part)
		}
		c.use(s.blocks, i, c.last[i])
	}
}

// hasChanged reports whether a part may have changed since the last Save or Restore.
func (c *blocks) hasChanged(i int, part []byte) bool {
	b := c.last[i]
	if b != nil && c.hot[i] > 0 {
		c.hot[i]--
		return true
	}
	if b != nil && len(b.elements) == len(part) && bytes.Equal(b.elements, part) {
		return false
	}
	c.hot[i] = hotSaves
	return true
}

// write copies a part into the block of a place.
func (c *blocks) write(i int, part []byte) {
	b := c.last[i]
	if b == nil || b.users > 1 || cap(b.elements) < len(part) {
		b = c.take(len(part))
		c.use(c.last, i, b)
	}
	b.elements = b.elements[:len(part)]
	c.mover.copy(b.elements, part)
}

// restore copies a copy into the live column, which has its length.
func (c *blocks) restore(s *savedBlocks, live []byte, mayCompare bool) {
	compares := mayCompare && c.compares
	c.resizeLast(len(s.blocks))
	c.changed = c.changed[:0]
	size := c.mover.layout.bytes()
	for i, b := range s.blocks {
		lo := i * c.blockLen
		part := live[lo:][:len(b.elements)]
		longer := c.fitted && lo+len(part) > c.before // the new elements are of no record yet, even if they are equal
		if !longer && b == c.last[i] && c.isClean(i, part) {
			continue
		}
		if longer || !compares || !bytes.Equal(part, b.elements) {
			c.noteChanged(lo/size, (lo+len(part))/size)
			c.mover.copy(part, b.elements)
		}
		if b.owner == c {
			c.use(c.last, i, b)
		} else {
			c.release(c.last[i])
			c.last[i] = nil
		}
	}
}
