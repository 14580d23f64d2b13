//go:build !purego && (amd64 || arm64 || js)

package broadphase

import (
	"math"
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
)

// vectorKernels says whether the vector kernels search the grid. It is set once, at start. Only
// tests change it.
var vectorKernels = simd.Available

// searchBatch is the number of candidates of a step.
const searchBatch = 8

// searchArgs are the arguments of searchVector, which is stepList.keepNewPortable: the addresses of
// the columns and of the steps.
type searchArgs struct {
	packed, probes, steps unsafe.Pointer
	count                 int // of steps, not zero
	keptEnd               int // the address behind the last step that is kept
	sign                  [searchBatch / 2]packedBox
}

// keepNew keeps the steps in which a pair may be new, in their order.
func (a *searchArgs) keepNew(k *stepList, packed, probes []packedPair) []searchStep {
	if !vectorKernels {
		return k.keepNewPortable(packed, probes)
	}
	*a = searchArgs{
		packed: unsafe.Pointer(&packed[0]), probes: unsafe.Pointer(&probes[0]), steps: unsafe.Pointer(&k.list),
		count: k.count, sign: [searchBatch / 2]packedBox{signBits, signBits, signBits, signBits},
	}
	searchVector(a)
	simd.Flush()
	a.packed, a.probes = nil, nil // or they would keep memory that the grid has given back
	return k.list[:(a.keptEnd-int(uintptr(unsafe.Pointer(&k.list))))/int(unsafe.Sizeof(searchStep{}))]
}

// locateArgs are the arguments of locateVector, which is grid.placePortable: the addresses of the
// entries and of the columns of boxes. It leaves an entry without a level undefined.
type locateArgs struct {
	_                   [0]func() // not comparable, so no program has code for a comparison
	entries, boxes, old unsafe.Pointer
	count               int // of entries, not zero
	outside             int // not zero afterwards if an entry is too far out: then the results are of no use

	// By level, and of none in the last row: quanta per metre, and in quanta the low corner of all
	// boxes in the first two lanes of low, and the high corner in the last two of high.
	scales, low, high [2 * maxGridLevels][4]float64

	far, farthest, near [4]float64
	absMask             [4]uint64 // all bits but the sign

	// For each number of a box: whether it is negated, and the summand after that; the summand for
	// an old box, and, twice, the summand of the low corner for an inverted box.
	negated, complement, inset, inverted, lane [4]int32
}

// place is placePortable by the vector kernel, where there is one.
func (a *locateArgs) place(g *grid, table *proxyTable, hist *workerHistogram, entries []entry) {
	if !vectorKernels {
		g.placePortable(table, hist, entries)
		return
	}
	a.prepare(g.levels)
	a.entries, a.count = unsafe.Pointer(&entries[0]), len(entries)
	a.boxes, a.old = unsafe.Pointer(&table.boxes[0]), unsafe.Pointer(&table.old[0])
	locateVector(a)
	simd.Flush()
	a.entries, a.boxes, a.old = nil, nil, nil
	if a.outside != 0 {
		g.placePortable(table, hist, entries)
		return
	}
	var counts [2 * maxGridLevels]int
	for i := range entries {
		counts[entries[i].level&(2*maxGridLevels-1)]++
	}
	for k := range g.levels {
		if counts[k] > 0 {
			low, high := a.low[k], a.high[k]
			hist.extents[k].add(&extent{counts[k], cell{int32(low[0]) >> 8, int32(low[1]) >> 8}, cell{int32(high[2]) >> 8, int32(high[3]) >> 8}})
		}
	}
}

// prepare sets the arguments that depend on the levels alone.
func (a *locateArgs) prepare(levels []gridLevel) {
	a.outside = 0
	inf := math.Inf(1)
	for k := range levels {
		x := levels[k].scale
		a.scales[k], a.low[k], a.high[k] = [4]float64{x, x, x, x}, [4]float64{inf, inf, inf, inf}, [4]float64{-inf, -inf, -inf, -inf}
	}
	if a.far[0] != 0 {
		return
	}
	for l := range a.far {
		a.far[l], a.farthest[l], a.near[l], a.absMask[l] = farQuanta, 2*farQuanta, nearQuanta, 1<<63-1
		a.lane[l] = 0x7fff
	}
	a.negated, a.complement, a.inset = [4]int32{-1, -1, 0, 0}, [4]int32{1, 1, 0, 0}, [4]int32{0, 0, -1, -1}
	a.inverted = [4]int32{0, 0, -invertedQuanta, -invertedQuanta}
}
