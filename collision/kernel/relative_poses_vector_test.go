//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// The kernel gives the bits of the portable function, near the origin and far from it, with
// ordinary numbers and special values.
func TestVectorRelativePosesEqualPortable(t *testing.T) {
	leftout.VectorKernels(t)
	near, far := 0, 0
	for seed := range uint64(3000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 29)), SpecialEvery: [3]int{0, 100, 12}[seed%3]}
		tables := makeContacts(r, [2]float64{0, 1e6}[seed%2])
		var k, want RelativePoses
		for i := range tables.Contacts.Pair {
			k.Append(int32(i))
			want.Append(int32(i))
		}
		k.Compute(tables)
		want.computePortable(tables, 0)
		for i := range k.Count {
			if want.Near[i].Overlap != 0 {
				near++
			} else {
				far++
			}
			require.Equal(t, want.Near[i], k.Near[i], "seed %d", seed)
			require.Empty(t, guard.Difference("poses", guard.Slice[geom.Transform]{All: want.Poses[:k.Count]}, guard.Slice[geom.Transform]{All: k.Poses[:k.Count]}), "seed %d", seed)
		}
	}
	require.Greater(t, near, 3000)
	require.Greater(t, far, 3000)
}

// makeContacts returns tables with some contacts.
func makeContacts(r guard.Source, originX float64) *Tables {
	p := &Tables{Bodies: &state.Bodies{}, Shapes: &state.Colliders{}, Contacts: &state.Contacts{}, Speculative: 0.02}
	number := func(size float32) float64 { return float64(r.Num(size)) }
	count := 1 + r.IntN(11)
	for range 2 * count {
		p.Shapes.Geometry = append(p.Shapes.Geometry, shape.Geometry{
			Kind: shape.Kind(r.IntN(int(shape.KindCount))), Count: uint16(r.Uint32()), First: r.Uint32(),
			BoundingRadius: float64(r.Positive()), Center: geom.Vec2{X: number(1), Y: number(1)}, A: geom.Vec2{X: number(1)},
		})
		p.Bodies.Rows = append(p.Bodies.Rows, state.BodyRow(len(p.Bodies.Rows)))
		p.Bodies.Pose = append(p.Bodies.Pose, geom.Transform{P: geom.Vec2{X: originX + number(2), Y: number(2)}, R: geom.RotFromAngle(7 * r.Float64())})
	}
	for range count {
		index := func() uint32 { return uint32(r.IntN(2 * count)) }
		p.Contacts.Pair = append(p.Contacts.Pair, state.ContactPair{ColliderA: index(), ColliderB: index(), BodyA: index(), BodyB: index()})
	}
	return p
}
