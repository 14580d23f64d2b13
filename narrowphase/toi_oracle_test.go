package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// sweepPair is a random pair in motion. They rotate by up to half a turn; in a quarter of
// the pairs one rests, and some do not rotate.
func (f family) sweepPair(r *rand.Rand, g family) (a, b shape.Convex, sa, sb Sweep) {
	a, b, pose, v := f.castPair(r, g)
	outer := geom.Transform{P: geom.From(randomPoint(r, 10)), R: geom.RotFromAngle(randomAngle(r))}
	sa, sb = StaticSweep(outer), StaticSweep(outer.Mul(pose))
	sb.End.P = sb.End.P.Add(outer.R.Apply(v))
	if r.IntN(4) > 0 {
		drift := geom.From(randomPoint(r, 1))
		sa.End.P, sb.End.P = sa.End.P.Add(drift), sb.End.P.Add(drift)
		sa.End.R = geom.RotFromAngle(0.9 * randomAngle(r)).Mul(sa.Start.R)
	}
	if r.IntN(4) > 0 {
		sb.End.R = geom.RotFromAngle(0.9 * randomAngle(r)).Mul(sb.Start.R)
	}
	return a, b, sa, sb
}

// impactDistance measures at one time with nothing but the sweeps' poses.
func impactDistance(a, b shape.Convex, sa, sb *Sweep, time float64) Result {
	pose := sa.At(time).InverseMul(sb.At(time))
	return SignedDistance(a, b, &pose, nil)
}

// impactOracle measures at many times in order and refines the first step that ends nearer
// than the target. It may miss an impact between two times, so its result is an upper
// bound.
func impactOracle(a, b shape.Convex, sa, sb *Sweep, target float64, count int) (time float64, hit bool) {
	for i := 1; i <= count; i++ {
		high := float64(i) / float64(count)
		if impactDistance(a, b, sa, sb, high).Distance >= target {
			continue
		}
		low := float64(i-1) / float64(count)
		for range 60 {
			if middle := (low + high) / 2; impactDistance(a, b, sa, sb, middle).Distance < target {
				high = middle
			} else {
				low = middle
			}
		}
		return high, true
	}
	return 1, false
}

var impactSampleCount = max(15, samples/100)

// The search is right if the distance at its time is the target to within the
// tolerance, and no earlier time is nearer. A search that ends Separated must not
// have missed anything that the oracle saw.
func TestTimeOfImpactAgainstDenseTimes(t *testing.T) {
	const target, tolerance = 0.005, 1e-4
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		var states [4]int
		var maxSteps, total, trials int
		for range impactSampleCount {
			a, b, sa, sb := f.sweepPair(r, g)
			if pose := sa.Start.InverseMul(sb.Start); startsBehindChain(a, b, &pose) {
				continue
			}
			got := TimeOfImpact(a, &sa, b, &sb, target, tolerance)
			states[got.State]++
			maxSteps, total, trials = max(maxSteps, got.Iterations), total+got.Iterations, trials+got.AxisTests
			want, hit := impactOracle(a, b, &sa, &sb, target, 200)
			fail := func(what string) {
				t.Helper()
				t.Fatalf("%s\nA %+v\nB %+v\n%+v\n%+v\n%+v\noracle %v %v", what, *a.Geometry, *b.Geometry, sa, sb, got, want, hit)
			}
			const tol = 1e-9
			switch got.State {
			case Separated:
				if hit && impactDistance(a, b, &sa, &sb, want).Distance < target-tol {
					fail("missed")
				}
			case ReachedTarget:
				if want < got.Time-tol {
					fail("passed a nearer place")
				}
				checkImpact(t, a, b, &sa, &sb, got, target, tolerance)
			case Failed:
				fail("out of iterations")
			case Overlapped:
				if got.Time != 0 || impactDistance(a, b, &sa, &sb, 0).Distance >= target {
					fail("overlapped")
				}
			}
		}
		t.Logf("separated, arrived, overlapped, failed: %v; iterations mean %.2f, most %d; trials mean %.2f",
			states, float64(total)/float64(impactSampleCount), maxSteps, float64(trials)/float64(impactSampleCount))
	})
}

func checkImpact(t *testing.T, a, b shape.Convex, sa, sb *Sweep, got Impact, target, tolerance float64) {
	t.Helper()
	poseA, poseB := sa.At(got.Time), sb.At(got.Time)
	pose := poseA.InverseMul(poseB)
	d := SignedDistance(a, b, &pose, nil).Distance
	const tol = 1e-9
	for _, check := range []struct {
		what string
		ok   bool
	}{
		{"distance", d >= target-tol && d <= target+tolerance+tol && math.Abs(d-got.Distance) < tol},
		{"unit normal", math.Abs(got.Normal.Length()-1) < tol},
		{"separation along the normal", math.Abs(separationAlong(a, b, &pose, poseA.R.ApplyInverse(got.Normal))-d) < tol},
		{"point on A", outside(a, poseA.ApplyInverse(got.Point)) < max(0, d/2)+tol},
		{"point on B", outside(b, poseB.ApplyInverse(got.Point)) < max(0, d/2)+tol},
	} {
		if !check.ok {
			t.Fatalf("%s at distance %v\nA %+v\nB %+v\n%+v\n%+v\n%+v", check.what, d, *a.Geometry, *b.Geometry, *sa, *sb, got)
		}
	}
}
