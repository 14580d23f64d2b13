//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/shape"
)

// relativePoseArgs are the arguments of relativePosesVector, which is RelativePoses.Compute for
// groups of four contacts: the addresses of the tables, of the rows of the contacts, and of the
// results for each contact. The kernel prefetches the rows of the contacts in the other tables.
type relativePoseArgs struct {
	_                              [0]func() // not comparable, so no program has code for a comparison
	poses, bodyRows, pairs, shapes unsafe.Pointer
	solverContacts, caches         unsafe.Pointer
	rows, relative, near           unsafe.Pointer
	count                          int // of groups, not zero
	speculative                    lanes64
}

// The kernel relies on these layouts.
var (
	_ [8]byte  = [unsafe.Sizeof(Nearness{})]byte{}
	_ [4]byte  = [unsafe.Offsetof(Nearness{}.Kinds)]byte{}
	_ [0]byte  = [unsafe.Offsetof(shape.Geometry{}.Kind)]byte{}
	_ [16]byte = [unsafe.Offsetof(shape.Geometry{}.Center)]byte{}
	_ [32]byte = [unsafe.Offsetof(shape.Geometry{}.BoundingRadius)]byte{}
)

// computeVector computes the contacts of the whole groups if there is a kernel, and returns their
// number.
func (k *RelativePoses) computeVector(t *Tables) int {
	groups := k.Count / lanes
	if !vectorKernels || groups == 0 {
		return 0
	}
	speculative := t.Speculative
	k.args = relativePoseArgs{
		poses: unsafe.Pointer(&t.Bodies.Pose[0]), bodyRows: unsafe.Pointer(&t.Bodies.Rows[0]),
		pairs: unsafe.Pointer(&t.Contacts.Pair[0]), shapes: unsafe.Pointer(&t.Shapes.Geometry[0]),
		solverContacts: unsafe.Pointer(unsafe.SliceData(t.Contacts.Solver)), caches: unsafe.Pointer(unsafe.SliceData(t.Contacts.Cache)),
		rows: unsafe.Pointer(&k.Rows), relative: unsafe.Pointer(&k.Poses), near: unsafe.Pointer(&k.Near),
		count: groups, speculative: lanes64{speculative, speculative, speculative, speculative},
	}
	relativePosesVector(&k.args)
	simd.Flush()
	return groups * lanes
}
