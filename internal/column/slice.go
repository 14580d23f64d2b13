package column

import (
	"reflect"
	"unsafe"
)

// SliceColumn is a column of elements. Two elements are equal if their bytes are equal, so the
// target of a pointer in an element must not change while a Copy holds the pointer.
type SliceColumn struct {
	variable any
	header   *header // the variable
	layout   *layout // of an element
	size     int     // of an element
	clock    Clock   // see Timed
	versions bool    // all elements change at once, so a block of them is mostly shared
	watched  bool    // see Watched
	hashOf   func(h *Hasher, lo, hi int)
	digestOf func(h *Hasher, lo, hi int) // see DigestedBy
	digests  *digests                    // nil until the column is digested, or says how
	rows     func() int                  // see ZeroWhenEmpty
	follows  bool                        // see Follows
	filled   bool                        // see Filled
}

// Slice returns the column in a variable. Its hash is the hash of the elements' memory, so they
// must hold neither pointers nor gaps; HashedBy sets another hash.
func Slice[T any](variable *[]T) *SliceColumn {
	return newSlice(variable, (*header)(unsafe.Pointer(variable)))
}

// newSlice knows the type of the variable by reflection: a column has no code of its own.
func newSlice(variable any, h *header) *SliceColumn {
	kind := reflect.TypeOf(variable).Elem()
	l := layoutOf(kind.Elem())
	return &SliceColumn{variable: variable, header: h, layout: l, size: l.bytes()}
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

// Timed makes Save and Restore skip elements that are unchanged since the last Save or Restore, by
// a clock.
//
//go:noinline
func (c *SliceColumn) Timed(clock Clock) *SliceColumn {
	c.clock = clock
	return c
}

// Since is Timed for a column that only calls change, as a whole.
func (c *SliceColumn) Since(calls func() uint64) *SliceColumn {
	c.versions = true
	return c.Timed(callClock(calls))
}

// Watched makes Store.Changed return the elements of the column that the last Restore may have
// changed.
func (c *SliceColumn) Watched() *SliceColumn {
	c.watched = true
	return c
}

// Filled tells that the table writes every element that it appends. Then a Restore that makes the
// column shorter does not clear the elements behind its end.
func (c *SliceColumn) Filled() *SliceColumn {
	c.filled = true
	return c
}

// Variable returns the pointer to the slice.
func (c *SliceColumn) Variable() any { return c.variable }

// digestLen returns how many elements Digest hashes together: the same number on every platform.
// The size of elements with a hash function may depend on the platform.
func (c *SliceColumn) digestLen() int {
	if c.hashOf != nil || c.digestOf != nil || c.layout.pointers {
		return 64
	}
	return c.layout.blockLen() / c.size
}

func (c *SliceColumn) restored(undoesCalls, changed bool) {
	if c.digests == nil || c.digestOf != nil && !undoesCalls {
		return
	}
	if c.layout.pointers || changed {
		c.digests.forget()
	}
}

func (c *SliceColumn) slice() *header { return c.header }

// count returns how many elements the column holds or stands for.
func (c *SliceColumn) count() int {
	n := c.header.len
	if n == 0 && c.rows != nil {
		n = c.rows()
	}
	return n
}

// bytes returns the memory of elements that the column holds or stands for.
func (c *SliceColumn) bytes(lo, hi int) []byte {
	size := c.size
	if c.header.len == 0 && hi > lo {
		return bytesOf(zeroWords(((hi-lo)*size + 7) / 8))[:(hi-lo)*size]
	}
	return c.header.bytes(c.size)[lo*size : hi*size]
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
	hashMemory(h, c.layout, c.bytes(0, n))
}
