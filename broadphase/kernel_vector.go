//go:build !purego && (amd64 || arm64 || js)

package broadphase

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
)

// vectorKernels says whether the grid is searched by the vector kernel. It is decided once, at start; only tests change it.
var vectorKernels = simd.Available

// searchBatch is the number of candidates of a step.
const searchBatch = 8

// searchArgs are the arguments of searchVector, which is stepList.keepNewPortable: the addresses of the columns and of the
// steps.
type searchArgs struct {
	packed, probes, steps unsafe.Pointer
	count                 int // of steps, not zero
	keptEnd               int // the address behind the last step that is kept
	sign                  [searchBatch / 2]packedBox
}

// keepNew keeps the steps in which a pair may be new, in their order.
func (k *stepList) keepNew(packed, probes []packedPair) []searchStep {
	if !vectorKernels {
		return k.keepNewPortable(packed, probes)
	}
	k.args = searchArgs{
		packed: unsafe.Pointer(&packed[0]), probes: unsafe.Pointer(&probes[0]), steps: unsafe.Pointer(&k.list),
		count: k.count, sign: [searchBatch / 2]packedBox{signBits, signBits, signBits, signBits},
	}
	searchVector(&k.args)
	simd.Flush()
	return k.list[:(k.args.keptEnd-int(uintptr(unsafe.Pointer(&k.list))))/int(unsafe.Sizeof(searchStep{}))]
}
