//go:build !purego && (amd64 || arm64 || js)

package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/guard"
	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// makePolygons returns polygons of three to eight corners and boxes, all in one arena. Some are
// regular, so that separations are equal.
func makePolygons(t *testing.T, r guard.Source) []shape.Convex {
	arena := new(shape.Arena)
	var polygons []shape.Convex
	for range 12 {
		n := 3 + r.IntN(maxCorners-2)
		points := make([]mgl64.Vec2, n)
		turn, regular := r.Float64(), r.IntN(2) == 0
		for i := range points {
			angle, radius := float64(i), 0.5
			if !regular {
				angle, radius = angle+0.9*r.Float64(), 0.3+0.001*r.Float64()
			}
			q := geom.RotFromAngle(2 * math.Pi * (angle + turn) / float64(n)).X()
			points[i] = mgl64.Vec2{float64(radius * q.X), float64(radius * q.Y)}
		}
		skin := [3]float64{0, 0.02, 0.1}[r.IntN(3)]
		var s shape.Support = shape.RoundedBox(0.2+r.Float64(), 0.5, skin)
		if r.IntN(4) > 0 {
			polygon, err := shape.NewPolygon(points, skin)
			if err != nil {
				continue // hull of fewer corners
			}
			s = polygon
		}
		g, err := shape.Compile(s, geom.Vec2{X: 0.1}, arena)
		require.NoError(t, err)
		polygons = append(polygons, shape.Convex{Geometry: &g, Arena: arena})
	}
	return polygons
}

// The kernel finds the faces of the portable search: of polygons that touch and such that do not,
// with hints of either polygon, without, and with such as are no face, and with equal separations.
func TestVectorFacesEqualPortable(t *testing.T) {
	leftout.VectorKernels(t)
	var found [2][2]int // by whether the hint was of B and the face is
	separated, pairs := 0, 0
	for seed := range uint64(1500) {
		r := guard.Source{Rand: rand.New(rand.NewPCG(seed, 17))}
		polygons := makePolygons(t, r)
		var k FaceBatch
		var want [lanes]manifold.Face
		for l := 0; l < lanes; {
			a, b := polygons[r.IntN(len(polygons))], polygons[r.IntN(len(polygons))]
			distance := 1.5 * r.Float64()
			rel := geom.Transform{P: geom.RotFromAngle(7 * r.Float64()).Apply(geom.Vec2{X: distance}), R: geom.RotFromAngle(7 * r.Float64())}
			if r.IntN(3) == 0 {
				rel = geom.Transform{P: geom.Vec2{Y: distance}, R: geom.Rot{C: float64(1 - r.IntN(2)*2)}}
			}
			m := manifold.Manifold{Hint: manifold.FeatureHint(r.IntN(2*maxCorners+5) - maxCorners - 2)}
			if !k.Add(l, m.Hint, a, b, &rel, 0.02) {
				require.True(t, a.Kind == shape.KindBox && b.Kind == shape.KindBox)
				continue
			}
			_, onB := manifold.FirstFace(m.Hint, a, b, &rel)
			want[l] = manifold.SearchFaces(&m, a, b, &rel, 0.02)
			found[number(onB)][number(want[l].OnB)]++
			separated += number(want[l].Separation > 0.02+(a.Radius+b.Radius))
			pairs++
			l++
		}
		require.Equal(t, simd.CallsAtOnce == 1, k.Full())
		require.Equal(t, lanes, k.Run())
		for l := range lanes {
			pair, face, ok := k.At(l)
			require.True(t, ok)
			require.Equal(t, want[l], face, "seed %d, lane %d", seed, l)
			require.Equal(t, l, pair)
		}
	}
	require.Greater(t, separated, pairs/5)
	require.Less(t, separated, pairs*4/5)
	for _, n := range found {
		require.Greater(t, n[0], pairs/20)
		require.Greater(t, n[1], pairs/20)
	}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
