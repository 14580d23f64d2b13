//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
)

// separationArgs are the arguments of separatedVector, which is Tables.StillSeparated for groups of
// four contacts. They are the addresses of the tables, of the rows of the contacts, and of a bit
// mask for each group, with a bit for each contact that is still separated.
type separationArgs struct {
	_                              [0]func() // not comparable, so no program has code for a comparison
	poses, bodyRows, pairs, caches unsafe.Pointer
	rows, separated                unsafe.Pointer
	count                          int // of groups, not zero
	minTurnCos                     lanes64
	absMask                        [lanes]uint64 // all bits but the sign
}

// SeparationBatch tests contacts without points.
type SeparationBatch struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	args      separationArgs
	separated [BlockSize / lanes]int
}

// Run removes the contacts that still have no points from a list.
func (k *SeparationBatch) Run(t *Tables, rows *RowList) {
	near, whole := 0, 0
	if vectorKernels {
		whole = rows.count &^ (lanes - 1)
		k.call(t, rows)
	}
	for i, separated := range k.separated[:whole/lanes] {
		for lane := range lanes { // no branch: a processor could not predict it
			rows.rows[near&(BlockSize-1)] = rows.rows[i*lanes+lane]
			near += 1 - separated>>lane&1
		}
	}
	rows.keepNear(t, near, whole)
}

// call runs the kernel over all whole groups of four contacts.
func (k *SeparationBatch) call(t *Tables, rows *RowList) {
	if rows.count < lanes {
		return
	}
	k.args = separationArgs{
		poses: unsafe.Pointer(&t.Bodies.Pose[0]), bodyRows: unsafe.Pointer(&t.Bodies.Rows[0]),
		pairs: unsafe.Pointer(&t.Contacts.Pair[0]), caches: unsafe.Pointer(&t.Contacts.Cache[0]),
		rows: unsafe.Pointer(&rows.rows), separated: unsafe.Pointer(&k.separated),
		count: rows.count / lanes,
	}
	for l := range lanes {
		k.args.minTurnCos[l], k.args.absMask[l] = minTurnCos, 1<<63-1
	}
	separatedVector(&k.args)
	simd.Flush()
}
