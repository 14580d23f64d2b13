package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// On the face that separates two boxes best, the result equals the result of the search, whichever
// of the two shapes has the face.
func TestCollideFaceAgreesWithSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	ground, err := shape.New(shape.Box(2, 0.5))
	require.NoError(t, err)
	moving, err := shape.New(shape.Box(0.4, 0.3))
	require.NoError(t, err)
	top := ground.CoreFeature(geom.Vec2{Y: 1})
	for range 1000 {
		pose := geom.Transform{P: geom.Vec2{X: 2 * (r.Float64() - 0.5), Y: 0.8 + 0.02*(r.Float64()-0.8)}, R: geom.RotFromAngle(0.02 * (r.Float64() - 0.5))}
		var want, got, flipped Manifold
		CollideConvex(&want, ground, moving, &pose, 0.02)
		CollideFace(&got, ground, moving, &pose, Side{top, false}, 0.02)
		require.Equal(t, want.Count, got.Count)
		inverse := pose.Inverse()
		CollideFace(&flipped, moving, ground, &inverse, Side{top, true}, 0.02)
		require.Equal(t, want.Count, flipped.Count)
		deepest := func(m *Manifold) float64 {
			d := math.Inf(1)
			for i := range m.Count {
				d = min(d, m.Points[i].Separation)
			}
			return d
		}
		require.InDelta(t, deepest(&want), deepest(&got), 1e-4)
		require.InDelta(t, deepest(&got), deepest(&flipped), 1e-12)
		require.ElementsMatch(t, features(&got, false), features(&flipped, true))
		require.InDelta(t, 0, got.Normal.Sub(geom.Vec2{Y: 1}).Length(), 1e-12)
		require.InDelta(t, 0, pose.R.Apply(flipped.Normal).Sub(geom.Vec2{Y: -1}).Length(), 1e-12)
	}
}

// features returns the features of the points; if mirrored, as they are called when A and B change
// places.
func features(m *Manifold, mirrored bool) (ids []uint32) {
	for _, p := range m.Points[:m.Count] {
		kind, a, b := p.Feature>>(2*indexBits), p.Feature>>indexBits&indexMask, p.Feature&indexMask
		if mirrored {
			a, b = b, a
			switch kind {
			case vertexFace:
				kind = faceVertex
			case faceVertex:
				kind = vertexFace
			}
		}
		ids = append(ids, featureID(kind, a, b))
	}
	return ids
}

// A shape whose deepest point is beyond the end of the face touches it at that end, as
// high as its surface is there. A shape that is not over the face does not touch it.
func TestCollideFaceAtEnd(t *testing.T) {
	wall, err := shape.New(shape.Segment{A: mgl64.Vec2{0, 0}, B: mgl64.Vec2{-4, 0}})
	require.NoError(t, err)
	ball, err := shape.New(shape.Ellipse{RX: 0.5, RY: 0.5})
	require.NoError(t, err)
	face := shape.Feature{A: wall.A, B: wall.B, IA: 0, IB: 1}
	for _, x := range []float64{0.1, 0.3, 0.4, 0.49} {
		var m Manifold
		pose := geom.Transform{P: geom.Vec2{X: x, Y: 0.2}, R: geom.Rot{C: 1}}
		CollideFace(&m, wall, ball, &pose, Side{face, false}, 0.02)
		want := 0.2 - math.Sqrt(0.25-x*x)
		if want > 0.02 {
			require.Zero(t, m.Count)
			continue
		}
		require.Equal(t, 1, m.Count)
		require.InDelta(t, want, m.Points[0].Separation, 1e-9)
		require.InDelta(t, 0, m.Points[0].Anchor.X, 1e-9)
		require.InDelta(t, 1, m.Normal.Y, 1e-12)
	}
	var m Manifold
	pose := geom.Transform{P: geom.Vec2{X: 0.6, Y: 0.2}, R: geom.Rot{C: 1}}
	CollideFace(&m, wall, ball, &pose, Side{face, false}, 0.02)
	require.Zero(t, m.Count)
}

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
