package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// A cache changes the time of a search and nothing else, whether it comes from the last
// pose or from another pair or is garbage.
func TestCacheDoesNotChangeResult(t *testing.T) {
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		var carried Cache
		for i := range max(samples/10, 30) {
			a, b, pose := f.pair(r, g)
			cold := SignedDistance(a, b, &pose, nil)
			tolerance := distanceTolerance * extent(a, b, &pose)
			if cold.Overlap {
				tolerance = depthTolerance * extent(a, b, &pose)
			}
			if i%3 == 0 {
				carried = Cache{
					direction: geom.From(randomPoint(r, 1)), count: uint16(r.IntN(4)),
					ia: [2]uint16{uint16(r.IntN(9)), uint16(r.IntN(9))}, ib: [2]uint16{uint16(r.IntN(9)), uint16(r.IntN(9))},
				}
			}
			for range 2 {
				warm := SignedDistance(a, b, &pose, &carried)
				if math.Abs(warm.Distance-cold.Distance) > tolerance {
					t.Fatalf("warm %+v, cold %+v\nA %+v\nB %+v\npose %+v", warm, cold, *a.Geometry, *b.Geometry, pose)
				}
				checkResult(t, a, b, &pose, warm)
			}
			d := Distance(a, b, &pose, &carried)
			if d.Overlap != cold.Overlap && math.Abs(cold.Distance) > tolerance ||
				math.Abs(d.Distance-max(0, cold.Distance)) > tolerance {
				t.Fatalf("Distance %+v, SignedDistance %+v", d, cold)
			}
			if d.Overlap && (outside(a, d.PointA) > tolerance || outside(b, pose.ApplyInverse(d.PointA)) > tolerance || d.PointA != d.PointB) {
				t.Fatalf("%+v is no common point", d)
			}
			if Intersects(a, b, &pose) != cold.Overlap && math.Abs(cold.Distance) > tolerance {
				t.Fatalf("Intersects contradicts %+v", cold)
			}
		}
	})
}

// Up to the limit the result is the result of SignedDistance, bit for bit. Beyond it the gap is
// a lower bound of the rest of the distance.
func TestSignedDistanceUpToLimit(t *testing.T) {
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		within, beyond := 0, 0
		for range max(samples/10, 100) {
			a, b, pose := f.pair(r, g)
			want := SignedDistance(a, b, &pose, nil)
			limit := want.Distance + 0.1*r.NormFloat64()
			var got Result
			gap, ok := SignedDistanceUpTo(&got, a, b, &pose, limit)
			switch tolerance := distanceTolerance * extent(a, b, &pose); {
			case ok != (want.Distance <= limit):
				t.Fatalf("distance %v, limit %v: within %v", want.Distance, limit, ok)
			case ok && (got != want || gap != 0):
				t.Fatalf("%+v, gap %v, want %+v", got, gap, want)
			case !ok && !(gap >= 0 && gap <= want.Distance-limit+tolerance):
				t.Fatalf("distance %v, limit %v, gap %v", want.Distance, limit, gap)
			case ok:
				within++
			default:
				beyond++
			}
		}
		require.False(t, within < 10 || beyond < 10, "%d pairs within the limit, %d beyond", within, beyond)
	})
}

// After a small motion the search starts where it ended: polygons that keep their
// features need one support point.
func TestWarmStartNeedsFewIterations(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	var boxes, polygon family
	for _, f := range families {
		switch f.name {
		case "box":
			boxes = f
		case "polygon":
			polygon = f
		}
	}
	cold, warm, n := 0, 0, 0
	for range 2000 {
		a, b, pose := boxes.pair(r, polygon)
		var cache Cache
		first := Distance(a, b, &pose, &cache)
		if first.Overlap {
			continue
		}
		pose.P = pose.P.Add(geom.From(randomPoint(r, 1e-4)))
		n++
		cold += first.Iterations
		warm += Distance(a, b, &pose, &cache).Iterations
	}
	if mean := float64(warm) / float64(n); mean > 1.05 || warm >= cold {
		t.Errorf("%.3f iterations warm, %.3f cold", mean, float64(cold)/float64(n))
	}
}

func TestNarrowphaseDoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	for _, f := range families {
		for _, g := range families {
			if f.name == "superellipse" || g.name == "superellipse" {
				continue // its Support may allocate
			}
			a, b, pose := f.pair(r, g)
			_, _, startPose, v := f.castPair(r, g)
			_, _, sa, sb := f.sweepPair(r, g)
			var cache Cache
			var result Result
			if n := testing.AllocsPerRun(5, func() {
				Intersects(a, b, &pose)
				Distance(a, b, &pose, nil)
				SignedDistance(a, b, &pose, &cache)
				SignedDistanceUpTo(&result, a, b, &pose, 0.1)
				SAT(a, b, &pose)
				ShapeCast(a, b, &startPose, v, 1)
				RayCast(b, &pose, geom.Ray{Origin: v, Translation: v.Neg().Mul(2)})
				TimeOfImpact(a, &sa, b, &sb, 0.01, 0.001)
			}); n != 0 {
				t.Errorf("%s and %s: %v allocations", f.name, g.name, n)
			}
		}
	}
}
