package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// sweeps is a random pair in motion. Turns reach half a turn; a quarter of the
// pairs has one that stands still, and some do not turn.
func (f family) sweeps(r *rand.Rand, g family) (a, b shape.Convex, sa, sb Sweep) {
	a, b, pose, v := f.cast(r, g)
	at := geom.Transform{P: geom.From(near(r, 10)), R: geom.RotFromAngle(angle(r))}
	sa, sb = Still(at), Still(at.Mul(pose))
	sb.End.P = sb.End.P.Add(at.R.Apply(v))
	if r.IntN(4) > 0 {
		drift := geom.From(near(r, 1))
		sa.End.P, sb.End.P = sa.End.P.Add(drift), sb.End.P.Add(drift)
		sa.End.R = geom.RotFromAngle(0.9 * angle(r)).Mul(sa.Start.R)
	}
	if r.IntN(4) > 0 {
		sb.End.R = geom.RotFromAngle(0.9 * angle(r)).Mul(sb.Start.R)
	}
	return a, b, sa, sb
}

// impactDistance measures at one time with nothing but the sweeps' poses.
func impactDistance(a, b shape.Convex, sa, sb *Sweep, time float64) Result {
	pose := sa.At(time).InverseMul(sb.At(time))
	return SignedDistance(a, b, &pose, nil)
}

// impactOracle looks at many times in order and refines the first step that ends
// nearer than the target. It may miss what happens between two times: its answer
// is an upper bound.
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

const impactSamples = max(30, samples/100)

// The search is right if the distance at its time is the target to within the
// tolerance, and no earlier time is nearer. A search that ends Separated must not
// have missed anything that the oracle saw.
func TestTimeOfImpactAgainstDenseTimes(t *testing.T) {
	const target, tolerance = 0.005, 1e-4
	eachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		var states [4]int
		var most, total, trials int
		for range impactSamples {
			a, b, sa, sb := f.sweeps(r, g)
			if pose := sa.Start.InverseMul(sb.Start); behind(a, b, &pose) {
				continue
			}
			got := TimeOfImpact(a, &sa, b, &sb, target, tolerance)
			states[got.State]++
			most, total, trials = max(most, got.Iterations), total+got.Iterations, trials+got.Trials
			want, hit := impactOracle(a, b, &sa, &sb, target, 200)
			fail := func(what string) {
				t.Helper()
				t.Fatalf("%s\nA %+v\nB %+v\n%+v\n%+v\n%+v\noracle %v %v", what, *a.Geometry, *b.Geometry, sa, sb, got, want, hit)
			}
			const slack = 1e-9
			switch got.State {
			case Separated:
				if hit && impactDistance(a, b, &sa, &sb, want).Distance < target-slack {
					fail("missed")
				}
			case Arrived:
				if want < got.Time-slack {
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
			states, float64(total)/impactSamples, most, float64(trials)/impactSamples)
	})
}

func checkImpact(t *testing.T, a, b shape.Convex, sa, sb *Sweep, got Impact, target, tolerance float64) {
	t.Helper()
	poseA, poseB := sa.At(got.Time), sb.At(got.Time)
	pose := poseA.InverseMul(poseB)
	d := SignedDistance(a, b, &pose, nil).Distance
	const slack = 1e-9
	for _, check := range []struct {
		what string
		ok   bool
	}{
		{"distance", d >= target-slack && d <= target+tolerance+slack && math.Abs(d-got.Distance) < slack},
		{"unit normal", math.Abs(got.Normal.Length()-1) < slack},
		{"separation along the normal", math.Abs(separationAlong(a, b, &pose, poseA.R.ApplyInverse(got.Normal))-d) < slack},
		{"point on A", outside(a, poseA.ApplyInverse(got.Point)) < max(0, d/2)+slack},
		{"point on B", outside(b, poseB.ApplyInverse(got.Point)) < max(0, d/2)+slack},
	} {
		if !check.ok {
			t.Fatalf("%s at distance %v\nA %+v\nB %+v\n%+v\n%+v\n%+v", check.what, d, *a.Geometry, *b.Geometry, *sa, *sb, got)
		}
	}
}
