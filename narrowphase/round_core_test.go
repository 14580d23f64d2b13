package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// randomArcShape is a unit sector, half ellipse or ellipse, one in three a sliver, about the
// origin: with two of them the depth hardly changes along an arc.
func randomArcShape(r *rand.Rand) shape.Convex {
	for {
		thin := 1.0
		if r.IntN(3) == 0 {
			thin = math.Pow(10, -3*r.Float64())
		}
		var s shape.Support
		switch sweep := math.Pi; r.IntN(4) {
		case 0:
			s = shape.Ellipse{RX: 1, RY: thin, Angle: randomAngle(r)}
		case 1:
			s = shape.HalfEllipse{RX: 1, RY: thin, Angle: randomAngle(r)}
		case 2:
			sweep *= math.Pow(10, -4*r.Float64())
			fallthrough
		default:
			s = shape.Sector{Radius: thin, Angle: randomAngle(r), Sweep: sweep}
		}
		if c, ok := tryCompile(s); ok {
			return c
		}
	}
}

// checkMinimum checks a result against samples of all directions, and that it is a
// minimum of the depth: with any other normal the witness points do not agree.
func checkMinimum(t *testing.T, a, b shape.Convex, pose *geom.Transform) {
	t.Helper()
	got := SignedDistance(a, b, pose, nil)
	checkResult(t, a, b, pose, got)
	size := extent(a, b, pose)
	off := got.PointB.Sub(got.PointA).Sub(got.Normal.Mul(got.Distance)).Length()
	want := sampleOracle(a, b, pose, manyDirections)
	if off > distanceTolerance*size || want-got.Distance > coarseTolerance*size {
		t.Fatalf("%+v, oracle %v, witness points off by %v\nA %+v\nB %+v\npose %+v", got, want, off, *a.Geometry, *b.Geometry, *pose)
	}
}

// The centres of arcs lie almost on each other, and the search ends with a full
// polytope.
func TestAlmostConstantDepth(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	for range max(samples, 6000) {
		a, b := randomArcShape(r), randomArcShape(r)
		pose := geom.Transform{R: geom.RotFromAngle(randomAngle(r))}
		offset := geom.From(randomPoint(r, math.Pow(10, -7*r.Float64())))
		pose.P = a.Center.Add(offset).Sub(pose.R.Apply(b.Center))
		checkMinimum(t, a, b, &pose)
	}
}

// The apex of a sliver is in a half disc of its size, near the middle, so that the shortest
// translation is through the arc along the line of centres. The search starts at the
// minimum, fills its polytope next to it, and must still return the start.
func TestSectorApexNearArcMiddle(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 74))
	alongCenters := 0
	for range max(samples, 3000) {
		turn := randomAngle(r)
		a := mustCompile(t, shape.Sector{Radius: 1, Angle: turn, Sweep: math.Pi * math.Pow(10, -2*r.Float64()-1)})
		b := mustCompile(t, shape.Sector{Radius: 1, Sweep: math.Pi})
		// The arc of B, from -90 to 90 degrees, reaches just past the sliver's side.
		side := math.Copysign(1, 2*r.Float64()-1)
		pose := geom.Transform{R: geom.RotFromAngle(turn + 0.1*(2*r.Float64()-1))}
		exitAngle := turn - side*(math.Pi/2-0.1*(2*r.Float64()-1))
		offset := geom.RotFromAngle(exitAngle).X().Mul(-math.Pow(10, -1-3*r.Float64()))
		pose.P = a.Center.Add(offset).Sub(pose.R.Apply(b.Center))
		checkMinimum(t, a, b, &pose)
		if r := SignedDistance(a, b, &pose, nil); math.Abs(r.Distance+1-offset.Length()) < distanceTolerance {
			alongCenters++
		}
	}
	require.GreaterOrEqual(t, alongCenters, 300, "%d of the slivers left along the line of centres", alongCenters)
}
