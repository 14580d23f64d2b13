//go:build !purego && (amd64 || arm64 || js)

package collision

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
)

// separationArgs are the arguments of separatedVector, which is Pipeline.stillSeparated for groups of four contacts: the
// addresses of the tables, of the rows of the contacts, and of a number for each group that gets a bit for each contact
// that is still separated.
type separationArgs struct {
	poses, bodyRows, pairs, caches unsafe.Pointer
	rows, separated                unsafe.Pointer
	count                          int // of groups, not zero
	minTurnCos                     lanes64
	absMask                        [reuseLanes]uint64 // all bits but the sign
}

// separationBatch collects the contacts without points of a block.
type separationBatch struct {
	args  separationArgs
	rows  [evaluateBlock]int32
	apart [evaluateBlock / reuseLanes]int
	count int // of contacts
}

// reset empties the batch for a block of contacts.
func (k *separationBatch) reset(p *Pipeline) {
	k.count = 0
	if !vectorKernels || len(p.Contacts.Pair) == 0 {
		return
	}
	k.args = separationArgs{
		poses: unsafe.Pointer(&p.Bodies.Pose[0]), bodyRows: unsafe.Pointer(&p.Bodies.Rows[0]),
		pairs: unsafe.Pointer(&p.Contacts.Pair[0]), caches: unsafe.Pointer(&p.Contacts.Cache[0]),
		rows: unsafe.Pointer(&k.rows), separated: unsafe.Pointer(&k.apart),
	}
	for l := range reuseLanes {
		k.args.minTurnCos[l], k.args.absMask[l] = minTurnCos, 1<<63-1
	}
}

// add lets the contact in a row wait for the kernel. It reports whether there is one.
func (k *separationBatch) add(r int) bool {
	if !vectorKernels {
		return false
	}
	k.rows[k.count] = int32(r)
	k.count++
	return true
}

// run tests all contacts but those that are less than a group, which are left, and empties the batch. A group has a bit
// for each contact that is still separated.
func (k *separationBatch) run() (groups []int, left []int32) {
	n, all := k.count/reuseLanes, k.rows[:k.count]
	k.count = 0
	if n > 0 {
		k.args.count = n
		separatedVector(&k.args)
		simd.Flush()
	}
	return k.apart[:n], all[n*reuseLanes:]
}
