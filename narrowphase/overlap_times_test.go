package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// checkOverlapTimes samples a motion at a thousand times. At every one that is not within a
// sample of a change, the shapes must overlap as the changes say, to within the tolerance.
func checkOverlapTimes(t *testing.T, a, b shape.Convex, sa, sb *Sweep, times []float64, before, after bool, tolerance float64) {
	t.Helper()
	const count = 1000
	on, next := before, 0
	for i := range count + 1 {
		time := float64(i) / count
		for next < len(times) && times[next] <= time {
			on = !on
			next++
		}
		near := false
		for _, c := range times {
			near = near || math.Abs(c-time) < 1.0/count
		}
		if near {
			continue
		}
		pose := sa.At(time).InverseMul(sb.At(time))
		d := SignedDistance(a, b, &pose, nil).Distance
		if on && d > tolerance+1e-9 || !on && d < -1e-9 {
			t.Fatalf("at %v: overlap %v, distance %v, times %v\nA %+v\nB %+v\n%+v\n%+v", time, on, d, times, *a.Geometry, *b.Geometry, *sa, *sb)
		}
	}
	require.Equal(t, after, before != (len(times)%2 == 1), "%v", times)
}

func TestOverlapTimesAgainstDenseTimes(t *testing.T) {
	const tolerance = 5e-4
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		var search OverlapTimes
		var times []float64
		changes, most := 0, 0
		for range impactSampleCount / 3 {
			a, b, sa, sb := f.sweepPair(r, g)
			a, b = twoSided(a, new(shape.Geometry)), twoSided(b, new(shape.Geometry))
			if r.IntN(3) == 0 {
				sa.End.R, sb.End.R = sa.Start.R, sb.Start.R
			}
			start, end := sa.Start.InverseMul(sb.Start), sa.End.InverseMul(sb.End)
			before, after := Intersects(a, b, &start), Intersects(a, b, &end)
			times = search.Append(times[:0], &Moving{a, sa}, &Moving{b, sb}, before, after, tolerance)
			checkOverlapTimes(t, a, b, &sa, &sb, times, before, after, tolerance)
			changes, most = changes+len(times), max(most, len(times))
		}
		t.Logf("%d changes, at most %d in a motion", changes, most)
	})
}

// A rod that turns by nearly half a turn leaves a small sensor at its tip, and its other tip comes
// in.
func TestOverlapTimesFindsGap(t *testing.T) {
	rod, ball := mustCompile(t, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.05}), mustCompile(t, shape.Circle{Radius: 0.1})
	const turn = 0.99 * math.Pi
	sweep := Sweep{Start: *poseAt(0, 0), End: geom.Transform{R: geom.RotFromAngle(turn)}}
	still := StaticSweep(*poseAt(1, 0))
	var search OverlapTimes
	times := search.Append(nil, &Moving{ball, still}, &Moving{rod, sweep}, true, true, 1e-4)
	// The axis of the rod is .15 from the centre of the ball, which is at 1 from its middle.
	angle := math.Asin(0.15)
	require.Len(t, times, 2)
	require.InDelta(t, angle/turn, times[0], 1e-4)
	require.InDelta(t, (math.Pi-angle)/turn, times[1], 1e-4)
}

// What flies straight through is inside from its first touch to its last.
func TestOverlapTimesOfPassage(t *testing.T) {
	wall, ball := mustCompile(t, shape.Box(0.1, 2)), mustCompile(t, shape.Circle{Radius: 0.25})
	still, flight := StaticSweep(*poseAt(0, 0)), Sweep{Start: *poseAt(-3, 0.5), End: *poseAt(5, 0.5)}
	var search OverlapTimes
	times := search.Append(nil, &Moving{wall, still}, &Moving{ball, flight}, false, false, 5e-4)
	require.InDeltaSlice(t, []float64{(3 - 0.35) / 8, (3 + 0.35) / 8}, times, 1e-7)
	for name, sweep := range map[string]Sweep{
		"above": {Start: *poseAt(-3, 2.3), End: *poseAt(5, 2.3)},
		"short": {Start: *poseAt(-3, 0), End: *poseAt(-0.4, 0)},
		"still": StaticSweep(*poseAt(-0.35-1e-9, 0)),
	} {
		require.Empty(t, search.Append(nil, &Moving{wall, still}, &Moving{ball, sweep}, false, false, 5e-4), name)
	}
}
