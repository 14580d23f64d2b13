package column

import (
	"bytes"
	"math/bits"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
)

// blockBytes is the most bytes in a block. Smaller blocks are shared more often, and cost more to keep
// count of.
const blockBytes = 8192

// block is a part of a slice. Its elements do not change while it has users.
type block[T any] struct {
	users    atomic.Int32 // copies and columns that refer to it
	elements []T
}

// savedSlice is a slice at one time.
type savedSlice[T any] struct {
	blocks []*block[T]
	length int
}

func (s *savedSlice[T]) bytes() int {
	var x T
	return s.length * int(unsafe.Sizeof(x))
}

func (s *savedSlice[T]) ownBytes(counted map[any]bool) int {
	n := 0
	for _, b := range s.blocks {
		if !counted[b] {
			counted[b] = true
			n += len(bytesOf(b.elements))
		}
	}
	return n
}

// SliceColumn is a column of elements. Two elements are equal if their bytes are, so what an element points
// to must not change while a Copy holds the pointer.
type SliceColumn[T any] struct {
	variable  *[]T
	blockLen  int
	last      []*block[T] // what the column held at the last Save or Restore
	unused    []*block[T]
	hashOf    func(h *Hasher, elements []T)
	layout    *layout
	pointers  bool
	elementSz int
}

// Slice returns the column in a variable. Its hash is that of the elements' memory, so they must hold neither
// pointers nor gaps; HashedBy gives another.
func Slice[T any](variable *[]T) *SliceColumn[T] {
	t := reflect.TypeFor[T]()
	size := max(int(t.Size()), 1)
	c := &SliceColumn[T]{variable: variable, elementSz: size, layout: layoutOf(t)}
	c.pointers = c.layout.pointers
	c.blockLen = max(1<<(bits.Len(uint(blockBytes/size))-1), 1)
	return c
}

// HashedBy sets a function that folds elements into a hash.
func (c *SliceColumn[T]) HashedBy(f func(h *Hasher, elements []T)) *SliceColumn[T] {
	c.hashOf = f
	return c
}

// NotHashed leaves the column out of hashes.
func (c *SliceColumn[T]) NotHashed() *SliceColumn[T] {
	return c.HashedBy(func(*Hasher, []T) {})
}

// Variable returns the *[]T.
func (c *SliceColumn[T]) Variable() any { return c.variable }

// bytesOf returns the memory of elements.
func bytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0])))
}

// take returns an unused block of n elements.
func (c *SliceColumn[T]) take(n int) *block[T] {
	for len(c.unused) > 0 {
		b := c.unused[len(c.unused)-1]
		c.unused = c.unused[:len(c.unused)-1]
		if cap(b.elements) >= n {
			b.elements = b.elements[:n]
			return b
		}
	}
	return &block[T]{elements: make([]T, n, min(1<<bits.Len(uint(n-1)), c.blockLen))}
}

// release ends one use of a block.
func (c *SliceColumn[T]) release(b *block[T]) {
	if b == nil || b.users.Add(-1) > 0 {
		return
	}
	if c.pointers {
		clear(b.elements)
	}
	if len(c.unused) < maxUnused {
		c.unused = append(c.unused, b)
	}
}

// maxUnused is the most unused blocks that a column keeps.
const maxUnused = 1 << 12

// use puts a block into a place of a list of blocks.
func (c *SliceColumn[T]) use(list []*block[T], i int, b *block[T]) {
	if old := list[i]; old != b {
		b.users.Add(1)
		list[i] = b
		c.release(old)
	}
}

// resize gives a list of blocks another length.
func (c *SliceColumn[T]) resize(list []*block[T], n int) []*block[T] {
	for i := n; i < len(list); i++ {
		c.release(list[i])
		list[i] = nil
	}
	if n <= cap(list) {
		return list[:n]
	}
	return append(list, make([]*block[T], n-len(list))...)
}

func (c *SliceColumn[T]) save(old saved) saved {
	s, ok := old.(*savedSlice[T])
	if !ok {
		s = &savedSlice[T]{}
	}
	live := *c.variable
	n := (len(live) + c.blockLen - 1) / c.blockLen
	c.last, s.blocks, s.length = c.resize(c.last, n), c.resize(s.blocks, n), len(live)
	for i := range n {
		part := live[i*c.blockLen : min((i+1)*c.blockLen, len(live))]
		if b := c.last[i]; b == nil || len(b.elements) != len(part) || !bytes.Equal(bytesOf(b.elements), bytesOf(part)) {
			c.use(s.blocks, i, c.write(i, part))
			continue
		}
		c.use(s.blocks, i, c.last[i])
	}
	return s
}

// write makes the block of a place hold elements.
func (c *SliceColumn[T]) write(i int, part []T) *block[T] {
	b := c.last[i]
	if b == nil || b.users.Load() > 1 || cap(b.elements) < len(part) {
		b = c.take(len(part))
		c.use(c.last, i, b)
	}
	b.elements = b.elements[:len(part)]
	copy(b.elements, part)
	return b
}

func (c *SliceColumn[T]) restore(from saved) {
	s := from.(*savedSlice[T])
	live := *c.variable
	if len(live) > s.length { // a table that grows again finds zeros there
		clear(live[s.length:])
	}
	live = grow.Resize(live, s.length)
	*c.variable = live
	c.last = c.resize(c.last, len(s.blocks))
	for i, b := range s.blocks {
		copy(live[i*c.blockLen:], b.elements)
		c.use(c.last, i, b)
	}
}

func (c *SliceColumn[T]) hash(h *Hasher) {
	h.Uint64(uint64(len(*c.variable)))
	if c.hashOf != nil {
		c.hashOf(h, *c.variable)
		return
	}
	hashMemory(h, c.layout, *c.variable)
}
