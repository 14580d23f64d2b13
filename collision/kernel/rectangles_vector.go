//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math"
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// rectangleArgs are the arguments of rectanglesVector, which is the pair function of boxes,
// capsules and segments for groups of four pairs. They are the addresses of the tables, of the
// poses and rows of contacts, of the list of the contacts of such pairs, and of one result for
// each.
type rectangleArgs struct {
	_                                     [0]func() // not comparable, so no program has code for a comparison
	poses, rows, pairs, shapes, constants unsafe.Pointer
	list, results                         unsafe.Pointer
	count                                 int // of groups, not zero
	speculative                           lanes64
}

// RectangleResult is the manifold of a pair without a hint. Left is all ones if the pair is left to
// the portable function.
type RectangleResult struct {
	Manifold manifold.Manifold
	Left     int64
}

// rectangleConstants are the constants that rectanglesVector reads.
type rectangleConstants struct {
	_                                              [0]func() // not comparable, so no program has code for a comparison
	sign, absMask, allOnes                         [lanes]uint64
	kindMask, box                                  [lanes]uint64 // of the first eight bytes of a Geometry, with the exponent of one
	oneInteger, twoInteger                         [lanes]uint64
	half, one, two                                 lanes64
	integer                                        lanes64 // a sum with this has the bits of the integer
	indexScale, faceVertex                         lanes64 // in features
	minLength                                      lanes64 // of a core; a shorter one is left to the portable function
	parallelSlope, mergeFraction, overhangFraction lanes64
}

var forRectangles = makeRectangleConstants()

func makeRectangleConstants() *rectangleConstants {
	k := new(rectangleConstants)
	for l := range lanes {
		k.sign[l], k.absMask[l], k.allOnes[l] = 1<<63, 1<<63-1, 1<<64-1
		k.kindMask[l], k.box[l] = 1<<8-1, math.Float64bits(1)|uint64(shape.KindBox)
		k.oneInteger[l], k.twoInteger[l] = 1, 2
		k.half[l], k.one[l], k.two[l], k.integer[l] = 0.5, 1, 2, 0x1p52
		k.minLength[l] = 1e-140
		k.indexScale[l], k.faceVertex[l] = manifold.FeatureScale, manifold.FaceVertex
		k.parallelSlope[l], k.mergeFraction[l], k.overhangFraction[l] = manifold.ParallelSlope, manifold.MergeFraction, manifold.OverhangFraction
	}
	return k
}

// The kernel relies on these layouts.
var (
	_ [0]byte   = [unsafe.Offsetof(shape.Geometry{}.Kind)]byte{}
	_ [8]byte   = [unsafe.Offsetof(shape.Geometry{}.Radius)]byte{}
	_ [16]byte  = [unsafe.Offsetof(shape.Geometry{}.Center)]byte{}
	_ [40]byte  = [unsafe.Offsetof(shape.Geometry{}.A)]byte{}
	_ [72]byte  = [unsafe.Sizeof(shape.Geometry{})]byte{}
	_ [16]byte  = [unsafe.Offsetof(manifold.Manifold{}.Points)]byte{}
	_ [32]byte  = [unsafe.Sizeof(manifold.Point{})]byte{}
	_ [24]byte  = [unsafe.Offsetof(manifold.Point{}.Feature)]byte{}
	_ [80]byte  = [unsafe.Offsetof(manifold.Manifold{}.Count)]byte{}
	_ [96]byte  = [unsafe.Offsetof(manifold.Manifold{}.SeparationBound)]byte{}
	_ [112]byte = [unsafe.Sizeof(RectangleResult{})]byte{}
)

// maxRectangles is the largest number of pairs in a call of the kernel.
const maxRectangles = min(BlockSize, 64*simd.CallsAtOnce)

// RectangleBatch collects pairs of boxes, capsules and segments.
type RectangleBatch struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	args    rectangleArgs
	list    [maxRectangles]int32
	results [maxRectangles]RectangleResult
	count   int
}

// Reset empties the batch for the contacts of a block. Their relative poses must be known when Run
// is called.
func (k *RectangleBatch) Reset(t *Tables, contacts *RelativePoses) {
	k.count = 0
	if !vectorKernels || len(t.Contacts.Pair) == 0 || len(t.Shapes.Geometry) == 0 {
		return
	}
	speculative := t.Speculative
	k.args = rectangleArgs{
		poses: unsafe.Pointer(&contacts.Poses), rows: unsafe.Pointer(&contacts.Rows),
		pairs: unsafe.Pointer(&t.Contacts.Pair[0]), shapes: unsafe.Pointer(&t.Shapes.Geometry[0]), constants: unsafe.Pointer(forRectangles),
		list: unsafe.Pointer(&k.list), results: unsafe.Pointer(&k.results),
		speculative: lanes64{speculative, speculative, speculative, speculative},
	}
}

// Serves reports whether there is a kernel for the pairs of two kinds.
func (k *RectangleBatch) Serves(a, b shape.Kind) bool {
	return vectorKernels && a >= shape.KindCapsule && b <= shape.KindBox
}

// Add queues the contact at an index.
func (k *RectangleBatch) Add(contact int) {
	k.list[k.count&(maxRectangles-1)] = int32(contact)
	k.count++
}

// Full reports whether there is no room for another pair.
func (k *RectangleBatch) Full() bool { return k.count == maxRectangles }

// Run computes the manifolds of all pairs and empties the batch. The last group is padded with the
// first pair.
func (k *RectangleBatch) Run() (list []int32, results []RectangleResult) {
	count := k.count
	if count == 0 {
		return nil, nil
	}
	for k.count%lanes != 0 {
		k.Add(int(k.list[0]))
	}
	k.args.count, k.count = k.count/lanes, 0
	rectanglesVector(&k.args)
	simd.Flush()
	return k.list[:count], k.results[:count]
}
