//go:build !purego && (amd64 || arm64 || js)

package collision

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/shape"
)

// relationArgs are the arguments of relationsVector, which is renewals.relate for groups of four contacts: the addresses of the tables, of
// the rows of the contacts, and of what it writes for each of them.
type relationArgs struct {
	poses, bodyRows, pairs, shapes unsafe.Pointer
	rows, relations, near          unsafe.Pointer
	count                          int // of groups, not zero
	speculative                    lanes64
}

// The kernel relies on this layout of Geometry.
var (
	_ [16]byte = [unsafe.Offsetof(shape.Geometry{}.Center)]byte{}
	_ [32]byte = [unsafe.Offsetof(shape.Geometry{}.BoundingRadius)]byte{}
)

// relate does as many of the renewals as there is a kernel for, and returns how many.
func (a *relationArgs) relate(k *renewals, p *Pipeline) int {
	groups := k.count / reuseLanes
	if !vectorKernels || groups == 0 {
		return 0
	}
	speculative := p.Tolerance.Speculative
	*a = relationArgs{
		poses: unsafe.Pointer(&p.Bodies.Pose[0]), bodyRows: unsafe.Pointer(&p.Bodies.Rows[0]),
		pairs: unsafe.Pointer(&p.Contacts.Pair[0]), shapes: unsafe.Pointer(&p.Shapes.Geometry[0]),
		rows: unsafe.Pointer(&k.rows), relations: unsafe.Pointer(&k.poses), near: unsafe.Pointer(&k.near),
		count: groups, speculative: lanes64{speculative, speculative, speculative, speculative},
	}
	relationsVector(a)
	simd.Flush()
	return groups * reuseLanes
}
