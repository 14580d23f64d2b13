package sight_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase/sight"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// reach returns how far a polygon around the origin reaches along u, which is unit.
func reach(polygon []geom.Vec2, u geom.Vec2) float64 {
	far := 0.0
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		if a.Cross(u) >= 0 && u.Cross(b) > 0 {
			far = max(far, a.Cross(b.Sub(a))/u.Cross(b.Sub(a)))
		}
	}
	return far
}

// The polygon ends where the ray to the nearest obstacle does, and its obstacle is seen.
func TestPolygonEndsWhereRaysDo(t *testing.T) {
	const radius, rays = 10.0, 97
	r := rand.New(rand.NewPCG(1, 2))
	var search sight.Search
	var polygon []geom.Vec2
	var seen []int32
	for range 50 {
		shapes, poses := make([]shape.Convex, 12), make([]geom.Transform, 12)
		search.Begin(geom.Vec2{}, radius)
		for i := range shapes {
			var err error
			shapes[i], err = shape.New(shape.Box(0.2+r.Float64(), 0.2+r.Float64()))
			require.NoError(t, err)
			at := geom.RotFromAngle(2 * math.Pi * r.Float64())
			poses[i] = geom.Transform{P: at.X().Mul(2 + 9*r.Float64()), R: geom.RotFromAngle(7 * r.Float64())}
			search.Add(shapes[i], &poses[i])
		}
		require.True(t, search.Look(1e-9, false))
		polygon, seen = search.AppendPolygon(polygon[:0]), search.AppendSeen(seen[:0])
		require.IsIncreasing(t, append([]int32{-1}, seen...))
		for k := range rays {
			u := geom.RotFromAngle(2 * math.Pi * float64(k) / rays).X()
			nearest, hit := radius, -1
			for i := range shapes {
				ray := geom.Ray{Origin: poses[i].ApplyInverse(geom.Vec2{}), Translation: poses[i].R.ApplyInverse(u.Mul(radius))}
				if h, ok := shape.RayCast(shapes[i], ray); ok && h.Fraction*radius < nearest {
					nearest, hit = h.Fraction*radius, i
				}
			}
			if hit >= 0 {
				require.InDelta(t, nearest, reach(polygon, u), 1e-9*radius)
				require.Contains(t, seen, int32(hit))
			} else { // the circle's chords lie up to a thousandth inside
				require.InDelta(t, 0.9995*radius, reach(polygon, u), 0.0006*radius)
			}
		}
	}
}

// An obstacle that contains the eye hides everything, or is none.
func TestEyeInAnObstacle(t *testing.T) {
	c, err := shape.New(shape.Circle{Radius: 1})
	require.NoError(t, err)
	var search sight.Search
	for _, ignored := range []bool{false, true} {
		search.Begin(geom.Vec2{}, 5)
		search.Add(c, &geom.IdentityTransform)
		require.Equal(t, ignored, search.Look(1e-9, ignored))
		require.Empty(t, search.AppendSeen(nil))
	}
	require.InDelta(t, 4.995, reach(search.AppendPolygon(nil), geom.Vec2{X: math.Sqrt(0.5), Y: math.Sqrt(0.5)}), 0.0051)
}
