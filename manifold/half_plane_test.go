package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// TestHalfPlaneAgainstSupport compares with the depth of the other shape's support point.
func TestHalfPlaneAgainstSupport(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	for kind := range shape.Kind(shape.KindCount) {
		if kind == shape.KindHalfPlane {
			continue
		}
		counts := [3]int{}
		for range samples {
			a, plane := mustCompile(t, randomShape(r, kind)), mustCompile(t, randomShape(r, shape.KindHalfPlane))
			pose := randomPose(r, 0.5)
			normal := pose.R.Apply(plane.B)
			want := normal.Dot(a.Support(normal.Neg()).Sub(pose.Apply(plane.A)))
			var m Manifold
			CollideConvex(&m, a, plane, &pose, testSpeculative)
			counts[m.Count]++
			if kind == shape.KindChainSegment && a.B.Sub(a.A).RightPerp().Dot(normal) >= 0 {
				require.Zero(t, m.Count, "the back of a chain touches: %v", m)
				continue
			}
			got := deepestSeparation(&m)
			if m.Count == 0 && want > testSpeculative {
				continue
			}
			if math.Abs(got-want) > 1e-12 || m.Normal.Distance(normal.Neg()) > 1e-15 {
				t.Fatalf("%v: separation %v, want %v: %v", kind, got, want, m)
			}
			for _, p := range m.Points[:m.Count] {
				height := normal.Dot(p.Anchor.Sub(pose.Apply(plane.A)))
				if math.Abs(height-0.5*p.Separation) > 1e-12 {
					t.Fatalf("%v: anchor %v high at separation %v", kind, height, p.Separation)
				}
			}
		}
		require.False(t, counts[0] == samples || counts[1]+counts[2] == samples, "%v: %v", kind, counts)
	}
}

// TestGroundPairsDoNotCollide puts chains and half-planes into one another.
func TestGroundPairsDoNotCollide(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	for _, kind := range []shape.Kind{shape.KindChainSegment, shape.KindHalfPlane} {
		a, b := mustCompile(t, randomShape(r, kind)), mustCompile(t, randomShape(r, kind))
		m := Manifold{Count: 2}
		if CollideConvex(&m, a, b, &geom.IdentityTransform, testSpeculative); m.Count != 0 {
			t.Errorf("%v: %v", kind, m)
		}
	}
}
