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

// Every contact is in one group, that of its kinds, and only those whose circles are apart are in the group of those.
func TestRenewalsGroupContacts(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	p := &Pipeline{Bodies: &state.Bodies{}, Shapes: &state.Colliders{}, Contacts: &state.Contacts{}, Tolerance: Tolerance{Speculative: 0.02}}
	const shapes = 40
	for i := range shapes {
		p.Shapes.Geometry = append(p.Shapes.Geometry, shape.Geometry{Kind: shape.Kind(r.IntN(shape.KindCount)), BoundingRadius: 0.5})
		p.Bodies.Rows = append(p.Bodies.Rows, state.BodyRow(shapes-1-i))
		p.Bodies.Pose = append(p.Bodies.Pose, geom.Transform{P: geom.Vec2{X: 2.4 * r.Float64(), Y: r.Float64()}, R: geom.RotFromAngle(7 * r.Float64())})
	}
	var k renewals
	for i := range evaluateBlock {
		pair := state.ContactPair{ColliderA: uint32(r.IntN(shapes)), ColliderB: uint32(r.IntN(shapes))}
		pair.BodyA, pair.BodyB = uint32(r.IntN(shapes)), uint32(r.IntN(shapes))
		pair.Flags = state.ContactFlags(r.Uint32()) & (state.ContactTouching | state.ContactStaticPair)
		p.Contacts.Pair = append(p.Contacts.Pair, pair)
		k.append(int32(evaluateBlock - 1 - i))
	}
	k.relate(p)
	pairs := p.Contacts.Pair
	for i := range k.count {
		pair := &pairs[k.rows[i]]
		k.group(p, i, pair, uint32(i)&1)
		require.NotZero(t, pair.Flags&state.ContactReuseFailed)
	}
	culled := 0
	require.Equal(t, evaluateBlock, k.count)
	seen := 0
	for group, head := range k.heads {
		require.Equal(t, head != 0, k.used[group/64]>>(group%64)&1 != 0)
		for i := head; i != 0; i = k.next[i-1] {
			require.Equal(t, int32(evaluateBlock)-int32(i), k.rows[i-1])
			pair := &pairs[k.rows[i-1]]
			a, b := &p.Bodies.Pose[shapes-1-pair.BodyA], &p.Bodies.Pose[shapes-1-pair.BodyB]
			require.Equal(t, a.InverseMul(*b), k.poses[i-1])
			far := k.poses[i-1].P.Length() > 0.5+0.5+0.02
			require.Equal(t, far, group == culledGroup)
			seen++
			if far {
				culled++
				continue
			}
			require.Equal(t, int(p.Shapes.Geometry[pair.ColliderA].Kind), group>>(kindBits+3))
			require.Equal(t, int(p.Shapes.Geometry[pair.ColliderB].Kind), group>>3&(1<<kindBits-1))
			require.Equal(t, pair.Flags&state.ContactTouching != 0, group&4 != 0)
			require.Equal(t, pair.Flags&state.ContactStaticPair != 0, group&2 != 0)
			require.Equal(t, int(i-1)&1, group&1)
		}
	}
	require.Equal(t, evaluateBlock, seen)
	require.Greater(t, culled, evaluateBlock/4)
	require.Less(t, culled, evaluateBlock*3/4)
}

// The rule, written out: a point keeps the impulses of the first old point that counted and had its feature.
func TestPointsKeepImpulsesByFeature(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	kept := 0
	for range 2000 {
		var sc state.SolverContact
		var m manifold.Manifold
		sc.Count, m.Count = uint32(r.IntN(3)), 1+r.IntN(2)
		for i := range sc.Points {
			sc.Points[i] = state.SolverPoint{Feature: r.Uint32N(3), NormalImpulse: r.Float32(), TangentImpulse: r.Float32() - 0.5, AX: 1}
			m.Points[i].Feature = r.Uint32N(3)
		}
		old := sc
		writeSolverContact(&sc, &m, &geom.IdentityTransform, &geom.IdentityTransform)
		for i := range m.Count {
			var want state.SolverPoint
			for k := int(old.Count) - 1; k >= 0; k-- {
				if old.Points[k].Feature == m.Points[i].Feature {
					want = old.Points[k]
				}
			}
			if want.NormalImpulse > 0 {
				kept++
			}
			require.Equal(t, want.NormalImpulse, sc.Points[i].NormalImpulse)
			require.Equal(t, want.TangentImpulse, sc.Points[i].TangentImpulse)
		}
		if m.Count == 1 {
			require.Zero(t, sc.Points[1].AX)
		}
	}
	require.Greater(t, kept, 500)
}

// The kernel gives the bits of the portable function, near the origin and far from it, with ordinary numbers and special values.
func TestVectorRelationsEqualPortable(t *testing.T) {
	near, far := 0, 0
	for seed := range uint64(3000) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 29)), SpecialEvery: [3]int{0, 100, 12}[seed%3]}
		p := makeRenewals(r, [2]float64{0, 1e6}[seed%2])
		var k, want renewals
		for i := range p.Contacts.Pair {
			k.append(int32(i))
			want.append(int32(i))
		}
		k.relate(p)
		want.relatePortable(p, 0)
		for i := range k.count {
			if want.near[i] != 0 {
				near++
			} else {
				far++
			}
			require.Equal(t, want.near[i], k.near[i], "seed %d", seed)
			require.Empty(t, guard.Difference("poses", guard.Slice[geom.Transform]{All: want.poses[:k.count]}, guard.Slice[geom.Transform]{All: k.poses[:k.count]}), "seed %d", seed)
		}
	}
	require.Greater(t, near, 3000)
	require.Greater(t, far, 3000)
}

// makeRenewals returns a pipeline with some contacts.
func makeRenewals(r guard.Source, originX float64) *Pipeline {
	p := &Pipeline{Bodies: &state.Bodies{}, Shapes: &state.Colliders{}, Contacts: &state.Contacts{}, Tolerance: Tolerance{Speculative: 0.02}}
	number := func(size float32) float64 { return float64(r.Num(size)) }
	count := 1 + r.IntN(11)
	for range 2 * count {
		p.Shapes.Geometry = append(p.Shapes.Geometry, shape.Geometry{
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
