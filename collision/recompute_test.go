package collision

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/collision/kernel"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// Every contact is in one batch, the batch of its kinds, and only contacts whose circles are apart
// are in the culled batch.
func TestBatchesHoldContactsOfTheirKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	p := &Pipeline{Bodies: &state.Bodies{}, Shapes: &state.Colliders{}, Contacts: &state.Contacts{}, Tolerance: Tolerance{Speculative: 0.02}}
	const shapes = 40
	for i := range shapes {
		p.Shapes.Geometry = append(p.Shapes.Geometry, shape.Geometry{Kind: shape.Kind(r.IntN(shape.KindCount)), BoundingRadius: 0.5})
		p.Bodies.Rows = append(p.Bodies.Rows, state.BodyRow(shapes-1-i))
		p.Bodies.Pose = append(p.Bodies.Pose, geom.Transform{P: geom.Vec2{X: 2.4 * r.Float64(), Y: r.Float64()}, R: geom.RotFromAngle(7 * r.Float64())})
	}
	e := evaluator{blockScratch: &blockScratch{}}
	k := &e.recomputed
	list := &k.contacts
	for i := range kernel.BlockSize {
		pair := state.ContactPair{ColliderA: uint32(r.IntN(shapes)), ColliderB: uint32(r.IntN(shapes))}
		pair.BodyA, pair.BodyB = uint32(r.IntN(shapes)), uint32(r.IntN(shapes))
		pair.Flags = state.ContactFlags(r.Uint32()) & (state.ContactTouching | state.ContactStaticPair)
		p.Contacts.Pair = append(p.Contacts.Pair, pair)
		p.Contacts.Solver = append(p.Contacts.Solver, state.SolverContact{})
		p.Contacts.Solver[i].Points[0].NormalImpulse = float32(i & 1)
		list.Append(int32(kernel.BlockSize - 1 - i))
	}
	list.Compute(&kernel.Tables{Bodies: p.Bodies, Shapes: p.Shapes, Contacts: p.Contacts, Speculative: p.Tolerance.Speculative})
	pairs := p.Contacts.Pair
	const separated = kernel.BlockSize / 3
	p.putIntoBatches(&e, separated, list.Count)
	for i := range pairs {
		require.NotZero(t, pairs[i].Flags&state.ContactReuseFailed)
	}
	culled := 0
	require.Equal(t, kernel.BlockSize, list.Count)
	seen := 0
	for batch, head := range k.heads {
		require.Equal(t, head != 0, k.used[batch/64]>>(batch%64)&1 != 0)
		for i := head; i != 0; i = k.next[i-1] {
			require.Equal(t, int32(kernel.BlockSize)-int32(i), list.Rows[i-1])
			pair := &pairs[list.Rows[i-1]]
			a, b := &p.Bodies.Pose[shapes-1-pair.BodyA], &p.Bodies.Pose[shapes-1-pair.BodyB]
			require.Equal(t, a.InverseMul(*b), list.Poses[i-1])
			far := list.Poses[i-1].P.Length() > 0.5+0.5+0.02
			require.Equal(t, far, batch == culledBatch)
			seen++
			if far {
				culled++
				continue
			}
			require.Equal(t, int(p.Shapes.Geometry[pair.ColliderA].Kind), batch>>(kindBits+3))
			require.Equal(t, int(p.Shapes.Geometry[pair.ColliderB].Kind), batch>>3&(1<<kindBits-1))
			require.Equal(t, pair.Flags&state.ContactTouching != 0, batch&4 != 0)
			require.Equal(t, pair.Flags&state.ContactStaticPair != 0, batch&2 != 0)
			require.Equal(t, i > separated && list.Rows[i-1]&1 != 0, batch&1 != 0)
		}
	}
	require.Equal(t, kernel.BlockSize, seen)
	require.Greater(t, culled, kernel.BlockSize/4)
	require.Less(t, culled, kernel.BlockSize*3/4)
}
