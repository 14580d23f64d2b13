//go:build !purego

package collision

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// resting is a pipeline with four contacts of bodies that have moved a little since
// their manifolds were computed, some too far.
func resting(r guard.Source, at float64) (*Pipeline, guard.Slice[manifold.Solid]) {
	p := &Pipeline{
		Bodies: &state.Bodies{}, Shapes: &shape.Store{}, Contacts: &manifold.Contacts{},
		Tolerance: Tolerance{Speculative: 0.02, Slop: 0.005},
	}
	solids := guard.Make[manifold.Solid](recallLanes)
	num := func(size float32) float64 { return float64(r.Num(size)) }
	for i := range recallLanes {
		pair := manifold.Pair{
			ColliderA: uint32(2 * i), ColliderB: uint32(2*i + 1), BodyA: uint32(2 * i), BodyB: uint32(2*i + 1),
			Flags: manifold.Recalled | manifold.Touching,
		}
		if r.IntN(2) == 0 {
			pair.Flags |= manifold.NormalOfB
		}
		for range 2 {
			p.Bodies.Pose = append(p.Bodies.Pose, geom.Transform{
				P: geom.Vec2{X: at + num(2), Y: num(2)}, R: geom.RotFromAngle(7 * r.Float64()),
			})
			p.Bodies.Rows = append(p.Bodies.Rows, state.BodyRow(len(p.Bodies.Rows)))
			p.Shapes.Geometry = append(p.Shapes.Geometry, shape.Geometry{
				BoundingRadius: float64(r.Positive()), Center: geom.Vec2{X: num(1), Y: num(1)},
			})
		}
		rel := p.Bodies.Pose[2*i].InverseMul(p.Bodies.Pose[2*i+1])
		rel.P = rel.P.Add(geom.Vec2{X: num(0.002), Y: num(0.002)})
		rel.R = rel.R.Mul(geom.RotFromAngle(0.004 * r.Float64()))
		if r.IntN(6) == 0 {
			rel.R = geom.Rot{} // remembers nothing
		}
		memory := manifold.Memory{Pose: rel, NormalX: r.Num(1), NormalY: r.Num(1)}
		solid := manifold.Solid{Friction: r.Num(1), Count: uint32(1 + r.IntN(2))}
		for k := range memory.Points {
			memory.Points[k] = manifold.MemoryPoint{X: r.Num(1), Y: r.Num(1), Separation: r.Num(0.02)}
			solid.Points[k] = manifold.SolidPoint{AX: r.Num(1), Separation: r.Num(1), NormalImpulse: r.Num(1), Feature: r.Uint32() & 0xffff}
		}
		solids.Inner[i] = solid
		p.Contacts.Pair = append(p.Contacts.Pair, pair)
		p.Contacts.Memory = append(p.Contacts.Memory, memory)
	}
	p.Contacts.Solid = solids.Inner
	return p, solids
}

// keeping returns s with what the kernel may spoil taken from another.
func keeping(s, other manifold.Solid) manifold.Solid {
	s.NormalX, s.NormalY = other.NormalX, other.NormalY
	for k := range s.Points {
		to, from := &s.Points[k], other.Points[k]
		to.AX, to.AY, to.BX, to.BY, to.Separation = from.AX, from.AY, from.BX, from.BY, from.Separation
	}
	return s
}

// The kernel against its portable twin: contacts that it carries along, that it must
// not, with one point and two, near and far from the origin, tame and nasty numbers.
func TestRecallKernelEqualsPortable(t *testing.T) {
	require.True(t, vector, "this machine has no AVX2: test with -tags purego")
	carried, refused := 0, 0
	for seed := range uint64(6000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 91)), SpecialEvery: [3]int{0, 100, 12}[seed%3]}
		p, solids := resting(r, [2]float64{0, 1e6}[seed%2])
		fast := solids.Clone()
		want := 0
		for i := range recallLanes {
			pair := &p.Contacts.Pair[i]
			poseA, poseB := &p.Bodies.Pose[pair.BodyA], &p.Bodies.Pose[pair.BodyB]
			rel := poseA.InverseMul(*poseB)
			second := solids.Inner[i].Points[1]
			if p.recall(&solids.Inner[i], pair.Flags, &p.Contacts.Memory[i], &rel, poseA, poseB, &p.Shapes.Geometry[pair.ColliderB]) {
				want |= 1 << i
			}
			if solids.Inner[i].Count == 1 {
				require.Equal(t, guard.Words([]manifold.SolidPoint{second}), guard.Words(solids.Inner[i].Points[1:]))
			}
		}
		p.Contacts.Solid = fast.Inner
		var k recallArgs
		k.begin(p)
		for i := range recallLanes {
			require.False(t, k.full())
			require.True(t, k.take(p, i, &p.Contacts.Pair[i]))
		}
		require.True(t, k.full())
		require.Equal(t, want, k.run(), "seed %d", seed)
		for i := range recallLanes {
			if want>>i&1 != 0 {
				carried++
				if fast.Inner[i].Count == 1 { // the kernel may write to a point that does not count
					fast.Inner[i].Points[1] = solids.Inner[i].Points[1]
				}
			} else {
				refused++
				fast.Inner[i] = keeping(fast.Inner[i], solids.Inner[i])
			}
		}
		require.Empty(t, guard.Difference("solids", solids, fast), "seed %d", seed)
	}
	require.Greater(t, carried, 5000)
	require.Greater(t, refused, 5000)
}
