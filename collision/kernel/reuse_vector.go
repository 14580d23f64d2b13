//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// vectorKernels tells whether there are vector kernels. It is decided once, at start.
var vectorKernels = simd.Available

const lanes = 4

// lanes64 holds one number for each of four contacts.
type lanes64 = [lanes]float64

// reuseArgs are the arguments of reuseVector, which is Tables.Reuse for groups of four contacts
// with points. They are the addresses of the tables, of the rows of the contacts, and of a bit mask
// for each group, with a bit for each contact whose manifold was reused. The kernel overwrites the
// normal, the anchors and the separations of the other contacts.
type reuseArgs struct {
	_                              [0]func() // not comparable, so no program has code for a comparison
	poses, bodyRows, pairs, shapes unsafe.Pointer
	caches, contacts               unsafe.Pointer
	rows, reused                   unsafe.Pointer
	count                          int // of groups, not zero

	slop, minTurnCos, angleOverSine, half lanes64
	absMask                               [lanes]uint64 // all bits but the sign
	normalOfB                             [lanes]uint32 // ContactNormalOfB
}

// The kernel relies on these layouts.
var (
	_ [32]byte = [unsafe.Offsetof(state.ManifoldCache{}.NormalX)]byte{}
	_ [40]byte = [unsafe.Offsetof(state.ManifoldCache{}.Points)]byte{}
	_ [12]byte = [unsafe.Offsetof(state.ContactPair{}.Flags) - unsafe.Offsetof(state.ContactPair{}.ColliderB)]byte{}
)

// ReuseBatch reuses the manifolds of contacts with points.
type ReuseBatch struct {
	args   reuseArgs
	reused [BlockSize / lanes]int
}

// Run reuses the manifolds of contacts with the kernel, and appends the contacts that it cannot
// reuse to a list. Contacts that do not fill a group stay in rows.
func (k *ReuseBatch) Run(t *Tables, rows *RowList, again *RelativePoses) {
	whole := rows.count &^ (lanes - 1)
	if !vectorKernels || whole == 0 {
		return
	}
	k.call(t, rows)
	for i, reused := range k.reused[:whole/lanes] {
		if reused == 1<<lanes-1 { // nearly always in piles at rest
			continue
		}
		for lane := range lanes { // no branch: a processor could not predict it
			again.Rows[again.Count&(BlockSize-1)] = rows.rows[i*lanes+lane]
			again.Count += 1 - reused>>lane&1
		}
	}
	rows.count = copy(rows.rows[:], rows.rows[whole:rows.count])
}

// call runs the kernel over all whole groups of four contacts.
func (k *ReuseBatch) call(t *Tables, rows *RowList) {
	k.args = reuseArgs{
		poses: unsafe.Pointer(&t.Bodies.Pose[0]), bodyRows: unsafe.Pointer(&t.Bodies.Rows[0]),
		pairs: unsafe.Pointer(&t.Contacts.Pair[0]), shapes: unsafe.Pointer(&t.Shapes.Geometry[0]),
		caches: unsafe.Pointer(&t.Contacts.Cache[0]), contacts: unsafe.Pointer(&t.Contacts.Solver[0]),
		rows: unsafe.Pointer(&rows.rows), reused: unsafe.Pointer(&k.reused), count: rows.count / lanes,
	}
	for l := range lanes {
		g := &k.args
		g.slop[l], g.minTurnCos[l], g.angleOverSine[l], g.half[l] = t.Slop, minTurnCos, angleOverSine, 0.5
		g.absMask[l], g.normalOfB[l] = 1<<63-1, uint32(state.ContactNormalOfB)
	}
	reuseVector(&k.args)
	simd.Flush()
}
