//go:build !purego

package collision

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/manifold"
)

//go:generate sh -c "cd ../internal/_asm && GOFLAGS=-mod=mod go run . collision >../../collision/kernel_amd64.s"

// vector says whether manifolds are carried along by the vector kernel. It is decided
// once, at start; only tests change it.
var vector = simd.AVX2

const recallLanes = 4

// lanes64 is one number of each of four contacts.
type lanes64 = [recallLanes]float64

// recallArgs is what the kernel is called with: where the tables lie, and in them, as
// offsets in bytes, the records of four contacts with points.
type recallArgs struct {
	poses, memories, solids unsafe.Pointer
	a, b, memory, solid     [recallLanes]int
	size                    lanes64            // of B: see recall
	ofB                     [recallLanes]int64 // all ones: NormalOfB
	rows                    [recallLanes]int32
	filled                  int

	slop, bend, chord, half lanes64
	magnitude               [recallLanes]uint64 // all bits but the sign
	passed                  int                 // a bit for each contact that was carried along
}

// The kernel takes it for granted how a Memory lies.
var (
	_ [32]byte = [unsafe.Offsetof(manifold.Memory{}.NormalX)]byte{}
	_ [40]byte = [unsafe.Offsetof(manifold.Memory{}.Points)]byte{}
)

// recallAVX2 is Pipeline.recall for four contacts. Of those that it cannot carry along
// it spoils the normal, the anchors and the separations.
//
//go:noescape
func recallAVX2(args *recallArgs)

// begin makes the arguments ready for a block.
func (k *recallArgs) begin(p *Pipeline) {
	*k = recallArgs{}
	if !vector || len(p.Contacts.Solid) == 0 {
		return
	}
	k.poses = unsafe.Pointer(&p.Bodies.Pose[0])
	k.memories = unsafe.Pointer(&p.Contacts.Memory[0])
	k.solids = unsafe.Pointer(&p.Contacts.Solid[0])
	for l := range recallLanes {
		k.slop[l], k.bend[l], k.chord[l], k.half[l] = p.Tolerance.Slop, hardlyTurned, chordSlack, 0.5
		k.magnitude[l] = 1<<63 - 1
	}
}

// take puts a contact into the next lane. It reports whether there is a kernel for it.
func (k *recallArgs) take(p *Pipeline, r int, pair *manifold.Pair) bool {
	if !vector {
		return false
	}
	l := k.filled & (recallLanes - 1)
	k.filled++
	k.rows[l] = int32(r)
	k.a[l], k.b[l] = int(p.Bodies.Rows[pair.BodyA])*32, int(p.Bodies.Rows[pair.BodyB])*32
	k.memory[l], k.solid[l] = r*int(unsafe.Sizeof(manifold.Memory{})), r*int(unsafe.Sizeof(manifold.Solid{}))
	k.size[l] = sizeOf(&p.Shapes.Geometry[pair.ColliderB])
	k.ofB[l] = -int64(pair.Flags / manifold.NormalOfB & 1)
	return true
}

// full reports whether the kernel can run.
func (k *recallArgs) full() bool { return k.filled == recallLanes }

// run carries four contacts along and returns a bit for each that it did.
func (k *recallArgs) run() int {
	k.filled = 0
	recallAVX2(k)
	return k.passed
}
