package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// samples is the number of random poses per pair of families.
var samples = long.Pick(200, 1_000_000)

// How far a result may be off, relative to the extent of the shapes.
const (
	distanceTolerance = 1e-9
	depthTolerance    = 1e-6
	pointTolerance    = 1e-9
)

// TestSignedDistanceAgainstOracles also checks all other properties of a result, on the
// same pairs. A positive distance hardly needs an oracle: checkResult finds the witness points on
// the shapes, so the true distance is at most theirs, and finds the shapes as far apart along the
// normal, so it is at least that. Depths have no such proof.
func TestSignedDistanceAgainstOracles(t *testing.T) {
	posesPerPair, apartPerOracle := long.Pick(1, 16), long.Pick(1, 16)
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		var total, maxSteps, apartCount int
		var worstApart, worstDepth float64
		var a, b shape.Convex
		var pose geom.Transform
		for i := range samples {
			if i%posesPerPair == 0 {
				a, b, pose = f.pair(r, g)
			} else {
				pose = randomPose(r, a, b)
			}
			got := SignedDistance(a, b, &pose, nil)
			if got.Distance > 0 && i%apartPerOracle != 0 {
				apartCount++
				total += got.Iterations
				maxSteps = max(maxSteps, got.Iterations)
				checkResult(t, a, b, &pose, got) // which proves it
				continue
			}
			want := signedOracle(a, b, &pose)
			// The samples of a round pair's oracle may miss the best direction. Since
			// checkResult confirms the direction found, being better is no error.
			off := (want - got.Distance) / extent(a, b, &pose)
			if coreVertexCount(a) > 0 && coreVertexCount(b) > 0 {
				off = math.Abs(off)
			}
			if want > 0 {
				apartCount++
				worstApart = max(worstApart, off)
			} else {
				worstDepth = max(worstDepth, off)
			}
			if tolerance := depthTolerance; off > tolerance || want > 0 && off > distanceTolerance {
				t.Fatalf("%v %v at %v: distance %v, oracle %v", a.Geometry, b.Geometry, pose, got.Distance, want)
			}
			checkResult(t, a, b, &pose, got)
			total += got.Iterations
			maxSteps = max(maxSteps, got.Iterations)
		}
		t.Logf("apart %d of %d; iterations mean %.2f, most %d; off by %.1e apart, %.1e deep",
			apartCount, samples, float64(total)/float64(samples), maxSteps, worstApart, worstDepth)
	})
}

// checkResult checks that the fields of a signed result agree with each other.
func checkResult(t *testing.T, a, b shape.Convex, pose *geom.Transform, r Result) {
	tolerance := pointTolerance * extent(a, b, pose)
	if r.Distance < 0 {
		tolerance = depthTolerance * extent(a, b, pose)
	}
	fail := func(what string, off float64) {
		if !(math.Abs(off) <= tolerance) {
			t.Helper()
			t.Fatalf("%s off by %g (%g allowed)\nA %+v\nB %+v\npose %+v\n%+v",
				what, off, tolerance, *a.Geometry, *b.Geometry, *pose, r)
		}
	}
	fail("length of the normal", r.Normal.Length()-1)
	fail("separation along the normal", separationAlong(a, b, pose, r.Normal)-r.Distance)
	fail("way between the witness points", r.PointB.Sub(r.PointA).Sub(r.Normal.Mul(r.Distance)).Length())
	fail("witness point outside A", max(0, outside(a, r.PointA)))
	fail("witness point outside B", max(0, outside(b, pose.ApplyInverse(r.PointB))))
	fail("witness point under the border of A", r.Normal.Dot(r.PointA)-r.Normal.Dot(a.Support(r.Normal)))

	moved := *pose
	moved.P = pose.P.MulSub(r.Distance, r.Normal)
	fail("distance after separation", SignedDistance(a, b, &moved, nil).Distance)

	inverse := pose.Inverse()
	fail("distance of the swapped pair", SignedDistance(b, a, &inverse, nil).Distance-r.Distance)
	require.True(t, r.Overlap == (r.Distance <= 0), "Overlap contradicts Distance")
}

// outside returns how far a point is outside a shape, both in the shape's frame,
// as measured along 90 directions. Half-planes have one direction only.
func outside(c shape.Convex, p geom.Vec2) float64 {
	if c.Kind == shape.KindHalfPlane {
		return c.B.Dot(p.Sub(c.A))
	}
	farthest := math.Inf(-1)
	for _, n := range fewDirections {
		farthest = max(farthest, n.Dot(p)-n.Dot(c.Support(n)))
	}
	return farthest
}

// TestNearlyTouching moves random pairs to gaps and overlaps of all magnitudes, where a
// direction between points becomes less and less precise.
func TestNearlyTouching(t *testing.T) {
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		for range max(samples/3, 1) {
			a, b, pose := f.pair(r, g)
			start := SignedDistance(a, b, &pose, nil)
			gap := math.Pow(10, -16*r.Float64())
			if r.IntN(4) == 0 {
				gap = -gap
			}
			if r.IntN(8) == 0 {
				gap = 0
			}
			gap *= extent(a, b, &pose)
			pose.P = pose.P.MulAdd(gap-start.Distance, start.Normal)
			got := SignedDistance(a, b, &pose, nil)
			if tolerance := distanceTolerance * extent(a, b, &pose); gap >= 0 && math.Abs(got.Distance-gap) > tolerance {
				t.Fatalf("gap %v became %v", gap, got.Distance)
			}
			checkResult(t, a, b, &pose, got)
		}
	})
}
