//go:build !purego && (amd64 || js)

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
	count                   int

	slop, minTurnCos, angleOverSine, half lanes64
	absMask                               [reuseLanes]uint64 // all bits but the sign
	reused                                int                // a bit for each contact whose manifold was reused
}

// The kernel relies on this layout of ManifoldCache.
var (
	_ [32]byte = [unsafe.Offsetof(state.ManifoldCache{}.NormalX)]byte{}
	_ [40]byte = [unsafe.Offsetof(state.ManifoldCache{}.Points)]byte{}
)

// reset makes the arguments ready for a block.
func (k *reuseArgs) reset(p *Pipeline) {
	*k = reuseArgs{}
	if !vectorKernels || len(p.Contacts.Solver) == 0 {
		return
	}
	k.poses = unsafe.Pointer(&p.Bodies.Pose[0])
	k.caches = unsafe.Pointer(&p.Contacts.Cache[0])
	k.contacts = unsafe.Pointer(&p.Contacts.Solver[0])
	for l := range reuseLanes {
		k.slop[l], k.minTurnCos[l], k.angleOverSine[l], k.half[l] = p.Tolerance.Slop, minTurnCos, angleOverSine, 0.5
		k.absMask[l] = 1<<63 - 1
	}
}

// add puts a contact into the next lane. It reports whether there is a kernel for it.
func (k *reuseArgs) add(p *Pipeline, r int, pair *state.ContactPair) bool {
	if !vectorKernels {
		return false
	}
	l := k.count & (reuseLanes - 1)
	k.count++
	k.rows[l] = int32(r)
	k.a[l], k.b[l] = int(p.Bodies.Rows[pair.BodyA])*32, int(p.Bodies.Rows[pair.BodyB])*32
	k.cache[l], k.contact[l] = r*int(unsafe.Sizeof(state.ManifoldCache{})), r*int(unsafe.Sizeof(state.SolverContact{}))
	k.extent[l] = maxExtent(&p.Shapes.Geometry[pair.ColliderB])
	k.normalOfB[l] = -int64(pair.Flags / state.ContactNormalOfB & 1)
	return true
}

// full reports whether the kernel can run.
func (k *reuseArgs) full() bool { return k.count == reuseLanes }

// run reuses the manifolds of four contacts and returns a bit for each that it could.
func (k *reuseArgs) run() int {
	k.count = 0
	reuseVector(k)
	return k.reused
}
