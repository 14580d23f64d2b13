//go:build !purego && (amd64 || arm64 || js)

package collision

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// vectorKernels says whether manifolds are reused by the vector kernel. It is decided
// once, at start; only tests change it.
var vectorKernels = simd.Available

const reuseLanes = 4

// lanes64 is one number of each of four contacts.
type lanes64 = [reuseLanes]float64

// reuseArgs are the arguments of reuseVector, which is Pipeline.reuse for four contacts. Of a contact whose manifold it
// cannot reuse it overwrites the normal, the anchors and the separations. The arguments are the addresses of the tables, and in them, as
// offsets in bytes, the records of four contacts with points.
type reuseArgs struct {
	poses, caches, contacts unsafe.Pointer
	a, b, cache, contact    [reuseLanes]int
	extent                  lanes64           // of B: see reuse
	normalOfB               [reuseLanes]int64 // all ones with ContactNormalOfB
	rows                    [reuseLanes]int32

	slop, minTurnCos, angleOverSine, half lanes64
	absMask                               [reuseLanes]uint64 // all bits but the sign
	reused                                int                // a bit for each contact whose manifold was reused
}

// The kernel relies on this layout of ManifoldCache.
var (
	_ [32]byte = [unsafe.Offsetof(state.ManifoldCache{}.NormalX)]byte{}
	_ [40]byte = [unsafe.Offsetof(state.ManifoldCache{}.Points)]byte{}
)

// reuseBatch collects contacts with points, four to a call of the kernel, and as many calls as pay.
type reuseBatch struct {
	groups [simd.CallsAtOnce]reuseArgs
	count  int // of contacts
}

// reset empties the batch for a block of contacts.
func (k *reuseBatch) reset(p *Pipeline) {
	k.count = 0
	if !vectorKernels || len(p.Contacts.Solver) == 0 {
		return
	}
	g := &k.groups[0]
	*g = reuseArgs{
		poses: unsafe.Pointer(&p.Bodies.Pose[0]), caches: unsafe.Pointer(&p.Contacts.Cache[0]), contacts: unsafe.Pointer(&p.Contacts.Solver[0]),
	}
	for l := range reuseLanes {
		g.slop[l], g.minTurnCos[l], g.angleOverSine[l], g.half[l] = p.Tolerance.Slop, minTurnCos, angleOverSine, 0.5
		g.absMask[l] = 1<<63 - 1
	}
}

// add puts a contact into the next lane. It reports whether there is a kernel for it.
func (k *reuseBatch) add(p *Pipeline, r int, pair *state.ContactPair) bool {
	if !vectorKernels {
		return false
	}
	g, l := &k.groups[k.count/reuseLanes], k.count%reuseLanes
	if l == 0 && k.count > 0 {
		*g = k.groups[0]
	}
	k.count++
	g.rows[l] = int32(r)
	g.a[l], g.b[l] = int(p.Bodies.Rows[pair.BodyA])*32, int(p.Bodies.Rows[pair.BodyB])*32
	g.cache[l], g.contact[l] = r*int(unsafe.Sizeof(state.ManifoldCache{})), r*int(unsafe.Sizeof(state.SolverContact{}))
	g.extent[l] = maxExtent(&p.Shapes.Geometry[pair.ColliderB])
	g.normalOfB[l] = -int64(pair.Flags / state.ContactNormalOfB & 1)
	return true
}

// full reports whether there is no room for another contact.
func (k *reuseBatch) full() bool { return k.count == len(k.groups)*reuseLanes }

// run reuses the manifolds of all groups of four contacts and empties the batch. A group then has a bit for each
// contact whose manifold it could reuse. Contacts that are less than a group are left.
func (k *reuseBatch) run() (groups []reuseArgs, left []int32) {
	n := k.count / reuseLanes
	for i := range n {
		reuseVector(&k.groups[i])
	}
	simd.Flush()
	if l := k.count % reuseLanes; l > 0 {
		left = k.groups[n].rows[:l]
	}
	k.count = 0
	return k.groups[:n], left
}
