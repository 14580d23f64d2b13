//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math/bits"
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// vectorKernels says whether there are vector kernels. It is decided once, at start.
var vectorKernels = simd.Available

const lanes = 4

// lanes64 is one number of each of four contacts.
type lanes64 = [lanes]float64

// reuseArgs are the arguments of reuseVector, which is Tables.Reuse for four contacts. Of a contact
// whose manifold it cannot reuse it overwrites the normal, the anchors and the separations. The
// arguments are the addresses of the tables, and in them, as offsets in bytes, the records of four
// contacts with points.
type reuseArgs struct {
	poses, caches, contacts unsafe.Pointer
	a, b, cache, contact    [lanes]int
	extent                  lanes64      // of B: see Reuse
	normalOfB               [lanes]int64 // all ones with ContactNormalOfB

	slop, minTurnCos, angleOverSine, half lanes64
	absMask                               [lanes]uint64 // all bits but the sign
	reused                                int           // a bit for each contact whose manifold was reused
}

// The kernel relies on this layout of ManifoldCache.
var (
	_ [32]byte = [unsafe.Offsetof(state.ManifoldCache{}.NormalX)]byte{}
	_ [40]byte = [unsafe.Offsetof(state.ManifoldCache{}.Points)]byte{}
)

// ReuseBatch collects contacts with points, four to a call of the kernel, and as many calls as pay.
type ReuseBatch struct {
	calls [simd.CallsAtOnce]reuseArgs
	read  float64 // what fetchExtents read, so that it does
}

// Run reuses the manifolds of contacts by the kernel, and appends those that it cannot reuse to a
// list. Those that fill no call stay in rows.
func (k *ReuseBatch) Run(t *Tables, rows *RowList, again *RelativePoses) {
	whole := rows.count &^ (lanes - 1)
	if !vectorKernels || whole == 0 {
		return
	}
	k.reset(t)
	k.read = fetchExtents(t, rows.rows[:whole])
	const limit = simd.CallsAtOnce * lanes
	for lo := 0; lo < whole; lo += limit {
		k.run(t, rows.rows[lo:min(lo+limit, whole)], again)
	}
	rows.count = copy(rows.rows[:], rows.rows[whole:rows.count])
}

// reset fills in what is the same for all contacts.
func (k *ReuseBatch) reset(t *Tables) {
	g := &k.calls[0]
	*g = reuseArgs{
		poses: unsafe.Pointer(&t.Bodies.Pose[0]), caches: unsafe.Pointer(&t.Contacts.Cache[0]), contacts: unsafe.Pointer(&t.Contacts.Solver[0]),
	}
	for l := range lanes {
		g.slop[l], g.minTurnCos[l], g.angleOverSine[l], g.half[l] = t.Slop, minTurnCos, angleOverSine, 0.5
		g.absMask[l] = 1<<63 - 1
	}
}

// run calls the kernel for as many contacts as the calls have lanes, or less.
func (k *ReuseBatch) run(t *Tables, rows []int32, again *RelativePoses) {
	n := len(rows) / lanes
	for i := range n {
		g := &k.calls[i]
		if i > 0 {
			*g = k.calls[0]
		}
		for l, r := range rows[i*lanes : i*lanes+lanes] {
			g.set(t, l, int(r))
		}
		reuseVector(g)
	}
	simd.Flush()
	for i := range n {
		for failed := ^k.calls[i].reused & (1<<lanes - 1); failed != 0; failed &= failed - 1 {
			again.Append(rows[i*lanes+bits.TrailingZeros(uint(failed))])
		}
	}
}

// fetchExtents reads the shapes whose extents set will compute. Here no read waits for another one.
func fetchExtents(t *Tables, rows []int32) (read float64) {
	pairs, shapes := t.Contacts.Pair, t.Shapes.Geometry
	for _, r := range rows {
		g := &shapes[pairs[r].ColliderB]
		read += g.Center.X + g.BoundingRadius
	}
	return read
}

// set puts a contact into a lane.
func (g *reuseArgs) set(t *Tables, l, row int) {
	pair := &t.Contacts.Pair[row]
	g.a[l], g.b[l] = int(t.Bodies.Rows[pair.BodyA])*32, int(t.Bodies.Rows[pair.BodyB])*32
	g.cache[l], g.contact[l] = row*int(unsafe.Sizeof(state.ManifoldCache{})), row*int(unsafe.Sizeof(state.SolverContact{}))
	g.extent[l] = maxExtent(&t.Shapes.Geometry[pair.ColliderB])
	g.normalOfB[l] = -int64(pair.Flags / state.ContactNormalOfB & 1)
}
