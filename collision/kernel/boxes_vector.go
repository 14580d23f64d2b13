//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"unsafe"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// boxArgs are the arguments of boxesVector: the addresses of the tables, of the list of colliders,
// and of the results.
type boxArgs struct {
	_                                             [0]func() // not comparable, so no program has code for a comparison
	poses, states, shapes, vertices, links, boxes unsafe.Pointer
	fits, constants, list, slots, newBoxes        unsafe.Pointer
	count                                         int     // not zero
	slotsEnd                                      uintptr // the address behind the last result
	margin, lookahead                             lanes64
	version                                       [lanes]uint32 // the last number
}

// boxConstants are the constants that boxesVector reads.
type boxConstants struct {
	_                       [0]func() // not comparable, so no program has code for a comparison
	upper, turn, absMask    [lanes]uint64
	minusTwo, roundoff, one lanes64
	upper32, allOnes        [lanes]uint32
}

var forBoxes = &boxConstants{
	upper: [lanes]uint64{2: 1 << 63, 3: 1 << 63}, turn: [lanes]uint64{0: 1 << 63, 3: 1 << 63},
	absMask:  [lanes]uint64{1<<63 - 1, 1<<63 - 1, 1<<63 - 1, 1<<63 - 1},
	minusTwo: lanes64{-2, -2, -2, -2},
	roundoff: lanes64{FitRoundoff, FitRoundoff, FitRoundoff, FitRoundoff}, one: lanes64{1, 1, 1, 1},
	upper32: [lanes]uint32{2: 1 << 31, 3: 1 << 31}, allOnes: [lanes]uint32{1<<32 - 1, 1<<32 - 1, 1<<32 - 1, 1<<32 - 1},
}

// The kernel relies on these layouts.
var (
	_ [2]byte  = [unsafe.Offsetof(shape.Geometry{}.Count)]byte{}
	_ [4]byte  = [unsafe.Offsetof(shape.Geometry{}.First)]byte{}
	_ [56]byte = [unsafe.Offsetof(shape.Geometry{}.B)]byte{}
	_ [3]byte  = [shape.KindBox]byte{}
	_ [4]byte  = [shape.KindPolygon]byte{}
	_ [16]byte = [unsafe.Sizeof(geom.Vec2{})]byte{}
	_ [8]byte  = [unsafe.Offsetof(state.ColliderLink{}.Margin)]byte{}
	_ [16]byte = [unsafe.Sizeof(state.ColliderLink{})]byte{}
	_ [16]byte = [unsafe.Offsetof(state.BoxFit{}.C)]byte{}
	_ [24]byte = [unsafe.Offsetof(state.BoxFit{}.Reach)]byte{}
	_ [32]byte = [unsafe.Sizeof(state.BoxFit{})]byte{}
	_ [16]byte = [unsafe.Sizeof(geom.Box32{})]byte{}
	_ [8]byte  = [unsafe.Sizeof(LooseCollider{})]byte{}
)

// BoxBatch computes the boxes of loose colliders.
type BoxBatch struct {
	_     [0]func() // not comparable, so no program has code for a comparison
	args  boxArgs
	slots [BoxBlock]uint32
	boxes [BoxBlock]geom.Box32
}

// Serves reports whether there is a kernel for a shape.
func (*BoxBatch) Serves(g *shape.Geometry) bool {
	return vectorKernels && (g.Kind < shape.KindPolygon || g.Kind == shape.KindPolygon && g.Count <= maxCorners)
}

// Run computes the boxes of the colliders [from, to) of a list, which it serves, and notes
// their fits, which have a reach and are forgotten. It returns the slots and the new fat boxes of
// the colliders that have left their fat boxes, in their order.
func (k *BoxBatch) Run(t *BoxTables, list *LooseList, from, to int) (slots []uint32, boxes []geom.Box32) {
	for i := range boxesAhead {
		list.colliders[list.count+i] = list.colliders[0]
	}
	margin, lookahead := t.Margin, t.Lookahead
	k.args = boxArgs{
		poses: unsafe.Pointer(&t.Bodies.Pose[0]), states: unsafe.Pointer(&t.Bodies.State[0]), shapes: unsafe.Pointer(&t.Shapes.Geometry[0]),
		vertices: unsafe.Pointer(unsafe.SliceData(t.Shapes.Arena.Vertices)), links: unsafe.Pointer(&t.Shapes.Link[0]),
		boxes: unsafe.Pointer(&t.Boxes[0]), fits: unsafe.Pointer(&t.Fits[0]), constants: unsafe.Pointer(forBoxes),
		list: unsafe.Pointer(&list.colliders[from]), slots: unsafe.Pointer(&k.slots), newBoxes: unsafe.Pointer(&k.boxes), count: to - from,
		margin: lanes64{margin, margin, margin, margin}, lookahead: lanes64{lookahead, lookahead, lookahead, lookahead},
		version: [lanes]uint32{3: t.Version},
	}
	boxesVector(&k.args)
	simd.Flush()
	moved := int(k.args.slotsEnd-uintptr(unsafe.Pointer(&k.slots))) / int(unsafe.Sizeof(k.slots[0]))
	k.args = boxArgs{} // a batch may be kept for other worlds
	return k.slots[:moved], k.boxes[:moved]
}
