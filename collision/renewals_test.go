package collision

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// Every contact is in one group, that of its kinds, and only those whose circles are apart are in the group of those.
func TestRenewalsGroupContacts(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	p := &Pipeline{Shapes: &state.Colliders{}, Tolerance: Tolerance{Speculative: 0.02}}
	const shapes = 40
	for range shapes {
		p.Shapes.Geometry = append(p.Shapes.Geometry, shape.Geometry{Kind: shape.Kind(r.IntN(shape.KindCount)), BoundingRadius: 0.5})
	}
	var k renewals
	var pairs [evaluateBlock]state.ContactPair
	culled := 0
	for i := range pairs {
		pair := &pairs[i]
		pair.ColliderA, pair.ColliderB = uint32(r.IntN(shapes)), uint32(r.IntN(shapes))
		pair.Flags = state.ContactFlags(r.Uint32()) & (state.ContactTouching | state.ContactStaticPair)
		*k.pose() = geom.Transform{P: geom.Vec2{X: 2.04 * r.Float64()}, R: geom.Identity}
		k.add(p, 1000+i, pair, uint32(i)&1)
		require.NotZero(t, pair.Flags&state.ContactReuseFailed)
	}
	require.Equal(t, evaluateBlock, k.count)
	seen := 0
	for group, head := range k.heads {
		require.Equal(t, head != 0, k.used[group/64]>>(group%64)&1 != 0)
		for i := head; i != 0; i = k.next[i-1] {
			pair, far := &pairs[i-1], k.poses[i-1].P.X > 0.5+0.5+0.02
			require.Equal(t, int32(1000+int(i)-1), k.rows[i-1])
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
