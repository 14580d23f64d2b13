package collision

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/stretchr/testify/require"
)

// The rule, written out: a point keeps the impulses of the first old point that counted and had its
// feature.
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
