package column

import (
	"reflect"
	"unsafe"
)

// SliceColumn is a column of elements. Two elements are equal if their bytes are, so what an
// element points to must not change while a Copy holds the pointer.
type SliceColumn struct {
	variable any
	memory   memory
	hashOf   func(h *Hasher, lo, hi int)
	digestOf func(h *Hasher, lo, hi int) // see DigestedBy
	digests  *digests                    // nil until the column is digested, or says how
	rows     func() int                  // see ZeroWhenEmpty
	follows  bool                        // see Follows
}

// Slice returns the column in a variable. Its hash is the hash of the elements' memory, so they
// must hold neither pointers nor gaps; HashedBy gives another.
func Slice[T any](variable *[]T) *SliceColumn {
	return newSlice(variable, (*header)(unsafe.Pointer(variable)))
}

// newSlice knows the type of the variable by reflection: a column has no code of its own.
func newSlice(variable any, h *header) *SliceColumn {
	kind := reflect.TypeOf(variable).Elem()
	c := &SliceColumn{variable: variable}
	c.memory.variable, c.memory.layout, c.memory.size = h, layoutOf(kind.Elem()), max(int(kind.Elem().Size()), 1)
	return c
}

// Fold returns a function for HashedBy and DigestedBy: f folds in elements of the variable of the
// column.
func Fold[T any](variable *[]T, f func(h *Hasher, elements []T)) func(h *Hasher, lo, hi int) {
	return func(h *Hasher, lo, hi int) { f(h, (*variable)[lo:hi]) }
}

// HashedBy sets a function, made by Fold, that folds the elements from lo up to hi into a hash.
func (c *SliceColumn) HashedBy(f func(h *Hasher, lo, hi int)) *SliceColumn {
	c.hashOf = f
	return c
}

// NotHashed leaves the column out of hashes.
func (c *SliceColumn) NotHashed() *SliceColumn {
	return c.HashedBy(func(*Hasher, int, int) {})
}

// UnchangedIf lets Save and Restore leave elements alone that are what they were at the last Save
// or Restore. The function now returns a time, and unchanged reports whether nothing has written
// the elements from lo up to hi since such a time.
func (c *SliceColumn) UnchangedIf(now func() uint64, unchanged func(lo, hi int, since uint64) bool) *SliceColumn {
	c.memory.now, c.memory.unchanged = now, unchanged
	return c
}

// Since is UnchangedIf for a column that is unchanged as a whole as long as a time is the same.
func (c *SliceColumn) Since(now func() uint64) *SliceColumn {
	c.memory.versions = true
	return c.UnchangedIf(now, func(_, _ int, since uint64) bool { return now() == since })
}

// Copied reports whether the last Restore may have changed an element or the length.
func (c *SliceColumn) Copied() bool { return len(c.Changed()) > 0 }

// Changed returns the elements that the last Restore may have changed, in ascending order. An empty
// range tells of elements behind the end that are gone.
func (c *SliceColumn) Changed() []Span { return c.memory.changed }

// Variable returns the pointer to the slice.
func (c *SliceColumn) Variable() any { return c.variable }

// digestLen returns how many elements Digest hashes together: as many on every platform. The size
// of those that have a hash function may depend on it.
func (c *SliceColumn) digestLen() int {
	if c.hashOf != nil || c.digestOf != nil || c.memory.layout.pointers {
		return 64
	}
	return c.memory.blockLen() / c.memory.size
}

func (c *SliceColumn) restored(undoesCalls bool) {
	if c.digests == nil || c.digestOf != nil && !undoesCalls {
		return
	}
	if c.memory.layout.pointers || len(c.memory.changed) > 0 {
		c.digests.forget()
	}
}

func (c *SliceColumn) slice() *header { return c.memory.variable }

// count returns how many elements the column holds or stands for.
func (c *SliceColumn) count() int {
	n := c.memory.variable.len
	if n == 0 && c.rows != nil {
		n = c.rows()
	}
	return n
}

// bytes returns the memory of elements that the column holds or stands for.
func (c *SliceColumn) bytes(lo, hi int) []byte {
	size := c.memory.size
	if c.memory.variable.len == 0 && hi > lo {
		return bytesOf(zeroWords(((hi-lo)*size + 7) / 8))[:(hi-lo)*size]
	}
	return c.memory.bytes()[lo*size : hi*size]
}

// bytesOf returns the memory of elements.
func bytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0])))
}

func (c *SliceColumn) hash(h *Hasher) {
	n := c.count()
	h.Uint64(uint64(n))
	if c.hashOf != nil {
		c.hashOf(h, 0, n)
		return
	}
	hashMemory(h, c.memory.layout, c.bytes(0, n))
}
