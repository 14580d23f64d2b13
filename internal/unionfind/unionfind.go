package unionfind

import "github.com/carom2d/carom/internal/invariant"

// Forest is a partition of 0..n-1. The zero Forest is the partition of nothing;
// Reset gives it elements.
type Forest struct {
	parent []uint32 // parent[i] <= i, equal for a root
}

// Reset makes n sets of one element each. It allocates only when n is larger
// than ever before.
func (f *Forest) Reset(n int) {
	f.parent = f.parent[:0]
	f.Grow(n)
}

// Grow adds sets of one element each until there are n elements; what was joined
// stays joined. Fewer elements than there are is no change.
func (f *Forest) Grow(n int) {
	for i := len(f.parent); i < n; i++ {
		f.parent = append(f.parent, uint32(i))
	}
}

// Len returns the number of elements.
func (f *Forest) Len() int { return len(f.parent) }

// Find returns the smallest element of the set of i.
func (f *Forest) Find(i uint32) uint32 {
	p := f.parent
	for p[i] != i {
		// Halving: every other element on the way is hung one level higher. A
		// parent is never larger than its child, so the order is kept.
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

// Same reports whether a and b are in one set.
func (f *Forest) Same(a, b uint32) bool { return f.Find(a) == f.Find(b) }

// Union merges the sets of a and b and reports whether they were apart.
func (f *Forest) Union(a, b uint32) bool {
	a, b = f.Find(a), f.Find(b)
	if a == b {
		return false
	}
	if a > b {
		a, b = b, a
	}
	f.parent[b] = a
	if invariant.Enabled {
		f.validateAt(b)
	}
	return true
}

// validateAt panics when a parent on the path from i to its root is above its
// child: the smallest member would no longer be the root.
func (f *Forest) validateAt(i uint32) {
	for f.parent[i] != i {
		if f.parent[i] > i {
			panic("unionfind: a parent is larger than its child")
		}
		i = f.parent[i]
	}
}
