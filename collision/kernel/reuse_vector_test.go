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

// reusable is the number of contacts of a test.
const reusable = 3 * lanes

// makeReuseContacts returns tables with contacts of bodies that have moved a little since their
// manifolds were computed, some too far.
func makeReuseContacts(r guard.Source, originX float64) (*Tables, guard.Slice[state.SolverContact]) {
	p := &Tables{Bodies: &state.Bodies{}, Shapes: &state.Colliders{}, Contacts: &state.Contacts{}, Speculative: 0.02, Slop: 0.005}
	contacts := guard.Make[state.SolverContact](reusable)
	randomIn := func(size float32) float64 { return float64(r.Num(size)) }
	for i := range reusable {
		pair := state.ContactPair{
			ColliderA: uint32(2 * i), ColliderB: uint32(2*i + 1), BodyA: uint32(2 * i), BodyB: uint32(2*i + 1),
			Flags: state.ContactReusable | state.ContactTouching,
		}
		if r.IntN(2) == 0 {
			pair.Flags |= state.ContactNormalOfB
		}
		for range 2 {
			p.Bodies.Pose = append(p.Bodies.Pose, geom.Transform{
				P: geom.Vec2{X: originX + randomIn(2), Y: randomIn(2)}, R: geom.RotFromAngle(7 * r.Float64()),
			})
			p.Bodies.Rows = append(p.Bodies.Rows, state.BodyRow(len(p.Bodies.Rows)))
			p.Shapes.Geometry = append(p.Shapes.Geometry, shape.Geometry{
				BoundingRadius: float64(r.Positive()), Center: geom.Vec2{X: randomIn(1), Y: randomIn(1)},
			})
		}
		rel := p.Bodies.Pose[2*i].InverseMul(p.Bodies.Pose[2*i+1])
		rel.P = rel.P.Add(geom.Vec2{X: randomIn(0.002), Y: randomIn(0.002)})
		rel.R = rel.R.Mul(geom.RotFromAngle(0.004 * r.Float64()))
		if r.IntN(6) == 0 {
			rel.R = geom.Rot{} // the cache is empty
		}
		cache := state.ManifoldCache{Pose: rel, NormalX: r.Num(1), NormalY: r.Num(1)}
		sc := state.SolverContact{Friction: r.Num(1), Count: uint32(1 + r.IntN(2))}
		for k := range cache.Points {
			cache.Points[k] = state.CachedPoint{X: r.Num(1), Y: r.Num(1), Separation: r.Num(0.02)}
			sc.Points[k] = state.SolverPoint{AX: r.Num(1), Separation: r.Num(1), NormalImpulse: r.Num(1), Feature: r.Uint32() & 0xffff}
		}
		contacts.Inner[i] = sc
		p.Contacts.Pair = append(p.Contacts.Pair, pair)
		p.Contacts.Cache = append(p.Contacts.Cache, cache)
	}
	p.Contacts.Solver = contacts.Inner
	return p, contacts
}

// withKernelOutput returns s with the fields that the kernel may overwrite taken from another.
func withKernelOutput(s, other state.SolverContact) state.SolverContact {
	s.NormalX, s.NormalY = other.NormalX, other.NormalY
	for k := range s.Points {
		to, from := &s.Points[k], other.Points[k]
		to.AX, to.AY, to.BX, to.BY, to.Separation = from.AX, from.AY, from.BX, from.BY, from.Separation
	}
	return s
}

// The kernel gives the bits of the portable function: for contacts that can be reused and for
// others, with one point (and a second that does not count) and two, near the origin and far from
// it, with ordinary numbers and special values.
func TestReuseKernelEqualsPortable(t *testing.T) {
	leftout.VectorKernels(t)
	reused, rejected := 0, 0
	for seed := range uint64(3000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 91)), SpecialEvery: [3]int{0, 100, 12}[seed%3]}
		p, contacts := makeReuseContacts(r, [2]float64{0, 1e6}[seed%2])
		fromKernel := contacts.Clone()
		want := 0
		for i := range reusable {
			poseA, poseB := p.Poses(&p.Contacts.Pair[i])
			rel := poseA.InverseMul(*poseB)
			if p.Reuse(i, &rel) {
				want |= 1 << i
			}
		}
		p.Contacts.Solver = fromKernel.Inner
		var rows RowList
		var again RelativePoses
		const left = 3
		for i := range reusable + left {
			rows.Append(int32(i % reusable))
		}
		new(ReuseBatch).Run(p, &rows, &again)
		require.Equal(t, []int32{0, 1, 2}, rows.All(), "they fill no group")
		var failed []int32
		for i := range reusable {
			if want>>i&1 == 0 {
				failed = append(failed, int32(i))
			}
		}
		require.Equal(t, failed, append([]int32(nil), again.Rows[:again.Count]...), "seed %d", seed)
		for i := range reusable {
			if want>>i&1 != 0 {
				reused++
			} else {
				rejected++
				fromKernel.Inner[i] = withKernelOutput(fromKernel.Inner[i], contacts.Inner[i])
			}
		}
		require.Empty(t, guard.Difference("contacts", contacts, fromKernel), "seed %d", seed)
	}
	require.Greater(t, reused, 5000)
	require.Greater(t, rejected, 5000)
}
