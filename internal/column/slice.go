package column

import (
	"math/bits"
	"reflect"
	"unsafe"

	"github.com/carom2d/carom/internal/grow"
)

// SliceColumn is a column of elements. Two elements are equal if their bytes are, so what an element points
// to must not change while a Copy holds the pointer.
type SliceColumn[T any] struct {
	variable *[]T
	memory   *memory    // of elements without pointers
	typed    *blocks[T] // of others
	hashOf   func(h *Hasher, elements []T)
	digestOf func(h *Hasher, elements []T) // see DigestedBy
	digests  digests
	hasher   Hasher // on the stack it would escape
	layout   *layout
	rows     func() int // see ZeroWhenEmpty
}

// Slice returns the column in a variable. Its hash is that of the elements' memory, so they must hold neither
// pointers nor gaps; HashedBy gives another.
func Slice[T any](variable *[]T) *SliceColumn[T] {
	t := reflect.TypeFor[T]()
	size := max(int(t.Size()), 1)
	c := &SliceColumn[T]{variable: variable, layout: layoutOf(t)}
	blockLen := max(1<<(bits.Len(uint(blockBytes/size))-1), 1)
	if c.layout.pointers {
		c.typed = &blocks[T]{blockLen: blockLen, unit: 1, pointers: true}
		return c
	}
	c.memory = &memory{
		variable: (*header)(unsafe.Pointer(variable)),
		size:     size,
		blocks:   blocks[byte]{blockLen: blockLen * size, unit: size},
		resize:   func(n int) { *variable = grow.Resize(*variable, n) },
	}
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

// UnchangedIf lets Save and Restore leave elements alone that are what they were at the last Save or Restore. The function
// now returns a time, and unchanged reports whether nothing has written the elements from lo up to hi since such a time.
func (c *SliceColumn[T]) UnchangedIf(now func() uint64, unchanged func(lo, hi int, since uint64) bool) *SliceColumn[T] {
	if c.memory != nil {
		c.memory.now, c.memory.unchanged = now, unchanged
	} else {
		c.typed.now, c.typed.unchanged = now, unchanged
	}
	return c
}

// Since is UnchangedIf for a column that is unchanged as a whole as long as a time is the same.
func (c *SliceColumn[T]) Since(now func() uint64) *SliceColumn[T] {
	if c.memory != nil {
		c.memory.versions = true
	}
	return c.UnchangedIf(now, func(_, _ int, since uint64) bool { return now() == since })
}

// Copied reports whether the last Restore may have changed an element or the length.
func (c *SliceColumn[T]) Copied() bool { return len(c.Changed()) > 0 }

// Changed returns the elements that the last Restore may have changed, in ascending order. An empty range
// tells of elements behind the end that are gone. The elements hold no pointers.
func (c *SliceColumn[T]) Changed() []Range { return c.memory.changed }

// Variable returns the *[]T.
func (c *SliceColumn[T]) Variable() any { return c.variable }

func (c *SliceColumn[T]) parts() (*memory, bool) { return c.memory, false }

// digestLen returns how many elements Digest hashes together: as many on every platform. The size of those that
// have a hash function may depend on it.
func (c *SliceColumn[T]) digestLen() int {
	if c.hashOf != nil || c.digestOf != nil || c.memory == nil {
		return 64
	}
	return c.memory.blockLen / c.memory.size
}

// versions returns the functions of UnchangedIf.
func (c *SliceColumn[T]) versions() (now func() uint64, unchanged func(lo, hi int, since uint64) bool) {
	if c.memory != nil {
		return c.memory.now, c.memory.unchanged
	}
	return c.typed.now, c.typed.unchanged
}

func (c *SliceColumn[T]) restored() {
	if c.memory == nil || len(c.memory.changed) > 0 {
		c.digests.forget()
	}
}

func (c *SliceColumn[T]) slice() *header { return (*header)(unsafe.Pointer(c.variable)) }

// savedSlice is a slice of elements with pointers at one time.
type savedSlice[T any] struct{ savedBlocks[T] }

func (s *savedSlice[T]) bytes() int {
	var x T
	return s.length * int(unsafe.Sizeof(x))
}

func (c *SliceColumn[T]) save(old saved) saved {
	s, ok := old.(*savedSlice[T])
	if !ok {
		s = &savedSlice[T]{}
	}
	c.typed.save(&s.savedBlocks, *c.variable)
	return s
}

func (c *SliceColumn[T]) restore(from saved) {
	s := from.(*savedSlice[T])
	live := *c.variable
	n := len(live)
	if n > s.length { // a table that grows again finds zeros there
		clear(live[s.length:])
	}
	if n != s.length {
		live = grow.Resize(live, s.length)
		*c.variable = live
	}
	c.typed.restore(&s.savedBlocks, live)
}

func (c *SliceColumn[T]) hash(h *Hasher) {
	elements := c.elements()
	h.Uint64(uint64(len(elements)))
	if c.hashOf != nil {
		c.hashOf(h, elements)
		return
	}
	hashMemory(h, c.layout, elements)
}
