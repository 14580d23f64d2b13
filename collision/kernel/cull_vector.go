//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// cullArgs are the arguments of cullVector, which is Lists.appendPortable for groups of four
// contacts. No processor can predict the list of a contact, so the kernel has no branch for it.
type cullArgs struct {
	_                   [0]func() // not comparable, so no program has code for a comparison
	pairs, boxes, lists unsafe.Pointer
	row, count          int            // of the first contact, and of groups, not zero
	ends                [listCount]int // of the rows of each list, in bytes from the first list

	touching, reusable, mask [lanes]uint32 // flags
	last, disjoint           [lanes]uint32 // the numbers of the lists Separated and Disjoint
}

// The kernel relies on these layouts, and subtracts one from a number of a list for each set of
// flags that a contact has.
var (
	_ [4]byte  = [unsafe.Offsetof(state.ContactPair{}.ColliderB)]byte{}
	_ [16]byte = [unsafe.Offsetof(state.ContactPair{}.Flags)]byte{}
	_ [20]byte = [unsafe.Sizeof(state.ContactPair{})]byte{}
	_ [3]byte  = [Separated - Reused]byte{}
)

// CullBatch partitions contacts.
type CullBatch struct{ args cullArgs }

// Run finds the contacts in rows [lo, hi), at most BlockSize, whose boxes are disjoint, and
// partitions the others.
func (k *CullBatch) Run(pairs []state.ContactPair, boxes []geom.Box32, lo, hi int, to *Lists) {
	groups := (hi - lo) / lanes
	if !vectorKernels {
		groups = 0
	}
	const size = int(unsafe.Sizeof(RowList{}))
	g := &k.args
	for l := range g.ends {
		g.ends[l] = l * size
	}
	if groups > 0 {
		g.pairs, g.boxes, g.lists = unsafe.Pointer(&pairs[lo]), unsafe.Pointer(&boxes[0]), unsafe.Pointer(to)
		g.row, g.count = lo, groups
		for l := range lanes {
			g.touching[l], g.reusable[l], g.mask[l] = uint32(state.ContactTouching), uint32(reusableFlags), uint32(reusedMask)
			g.last[l], g.disjoint[l] = Separated, Disjoint
		}
		cullVector(g)
		simd.Flush()
		g.pairs, g.boxes = nil, nil // a batch may be kept for other worlds
	}
	for l := range to {
		to[l].count = (g.ends[l] - l*size) / 4
	}
	to.appendPortable(pairs, boxes, lo+groups*lanes, hi)
}
