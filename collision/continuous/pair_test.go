package continuous

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func mustCompile(t *testing.T, s shape.Support) shape.Convex { return must.Get(shape.New(s)) }

// sweepShapes are one of each kind, off centre as in compound bodies.
func sweepShapes(t *testing.T) (fixed, moving []shape.Convex) {
	for _, s := range []shape.Support{
		shape.Circle{Center: mgl64.Vec2{0.5, 0.2}, Radius: 0.3},
		shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{0.5, 0.5}, Radius: 0.1},
		shape.OffsetBox(1, 0.05, mgl64.Vec2{0.3, 0}, 0.5),
		shape.RoundedBox(0.3, 0.3, 0.1),
		shape.Triangle(mgl64.Vec2{-1, 0}, mgl64.Vec2{0.5, 1}, mgl64.Vec2{0, 2}),
		shape.Ellipse{RX: 1, RY: 0.2, Angle: 1},
		shape.HalfEllipse{RX: 0.5, RY: 0.5},
		shape.Sector{Radius: 0.7, Sweep: 1},
	} {
		moving = append(moving, mustCompile(t, s))
	}
	fixed = append(fixed, moving...)
	for _, s := range []shape.Support{
		shape.Segment{A: mgl64.Vec2{-2, 0}, B: mgl64.Vec2{1, 1}},
		shape.ChainSegment{Before: mgl64.Vec2{-3, 0}, A: mgl64.Vec2{-2, 0}, B: mgl64.Vec2{2, 0}, After: mgl64.Vec2{3, 0}},
		shape.HalfPlane{Normal: mgl64.Vec2{0.3, 1}},
	} {
		fixed = append(fixed, mustCompile(t, s))
	}
	return fixed, moving
}

// randomPair returns two shapes in motion; they rotate by up to half a turn, and some
// rest or only slide.
func randomPair(r *rand.Rand, fixed, moving []shape.Convex) motionPair {
	randomPose := func(size float64) geom.Transform {
		return geom.Transform{
			P: geom.Vec2{X: size * (2*r.Float64() - 1), Y: size * (2*r.Float64() - 1)},
			R: geom.RotFromAngle(7 * r.Float64()),
		}
	}
	randomSweep := func(size float64) narrowphase.Sweep {
		s := narrowphase.StaticSweep(randomPose(3))
		s.End.P = s.End.P.Add(randomPose(size).P)
		if r.IntN(3) > 0 {
			s.End.R = geom.RotFromAngle(3 * math.Pow(r.Float64(), 3) * (2*r.Float64() - 1)).Mul(s.End.R)
		}
		return s
	}
	mp := motionPair{
		fixed: fixed[r.IntN(len(fixed))], moving: moving[r.IntN(len(moving))],
		fixedSweep: narrowphase.StaticSweep(randomPose(1)), movingSweep: randomSweep(math.Pow(10, 2*r.Float64()-1)),
	}
	if r.IntN(3) == 0 {
		mp.fixedSweep = randomSweep(2)
	}
	mp.measureMotion()
	return mp
}

func startDistance(mp *motionPair) float64 {
	mp.beginSearch()
	return mp.search.StartDistance().Distance
}

// The results of misses and bestFace for a whole sweep hold at each of many times, and
// no point of the border moves farther than motionBound. Searches of one motion in turn find the
// same as each alone, and nothing where a face separates the pair.
func TestMotionPairAgainstDenseSamples(t *testing.T) {
	fixed, moving := sweepShapes(t)
	r := rand.New(rand.NewPCG(21, 22))
	const margin, times = 0.01, 100
	missed, stayed, above, clearCount, count := 0, 0, 0, 0, long.Pick(800, 40_000)
	for range count {
		mp := randomPair(r, fixed, moving)
		limit := 0.2*r.Float64() - 0.15
		misses := mp.misses(margin)
		faces := mp.bestFace()
		staysInFront := faces.minDistance >= limit
		require.LessOrEqual(t, faces.maxStartDistance, startDistance(&mp)+1e-9, "a bound of the distance at the start")
		nearest := math.Inf(1)
		first := mp.fixedSweep.Start.InverseMul(mp.movingSweep.Start)
		var points [8]geom.Vec2
		for k := range points {
			points[k], _ = mp.moving.CoreSupport(geom.RotFromAngle(float64(k) * math.Pi / 4).X())
		}
		for i := range times + 1 {
			time := float64(i) / times
			pose := mp.fixedSweep.At(time).InverseMul(mp.movingSweep.At(time))
			nearest = min(nearest, narrowphase.SignedDistance(mp.fixed, mp.moving, &pose, nil).Distance)
			for _, p := range points {
				if moved := pose.Apply(p).Distance(first.Apply(p)); !(moved <= mp.motionBound+1e-9) {
					t.Fatalf("a point moves by %v, further than %v", moved, mp.motionBound)
				}
			}
		}
		const tolerance = 0.0005
		for _, target := range [3]float64{limit, 0.005, max(faces.minDistance, -1) + 2*tolerance} { // one search after the other
			hit := mp.search.TimeOfImpact(target, tolerance)
			require.Equal(t, narrowphase.TimeOfImpact(mp.fixed, &mp.fixedSweep, mp.moving, &mp.movingSweep, target, tolerance), hit)
			if faces.staysAbove(target, tolerance) {
				require.Equal(t, narrowphase.Separated, hit.State, "%+v", mp)
				above++
			}
		}
		if misses {
			missed++
			require.Greater(t, nearest, margin-1e-9, "%+v", mp)
		}
		if staysInFront {
			stayed++
			require.GreaterOrEqual(t, nearest, limit-1e-9, "%+v", mp)
		}
		if nearest > margin {
			clearCount++
		}
	}
	t.Logf("%d sweeps: %d clear, %d of them found so by the circle; %d stay in front of a face", count, clearCount, missed, stayed)
	require.Greater(t, missed, clearCount/2, "the tests are worth while")
	require.Greater(t, above, count/10)
}

// The bound on an angle holds, and is close for small angles.
func TestAngleBoundIsUpperBound(t *testing.T) {
	for i := -1000; i <= 1000; i++ {
		angle := math.Pi * float64(i) / 1000
		got := angleBound(geom.RotFromAngle(angle))
		require.GreaterOrEqual(t, got, math.Abs(angle)-1e-12)
		require.LessOrEqual(t, got, math.Abs(angle)*1.19)
	}
}

// An impact is moved to the time of least depth, the last of several.
func TestMoveToShallowestFindsLeastDepth(t *testing.T) {
	plane := mustCompile(t, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}})
	stick := mustCompile(t, shape.Box(1, 0.01))
	// From one end in the ground to the other, about the middle: level half way.
	mp := motionPair{
		fixed: plane, moving: stick, fixedSweep: narrowphase.StaticSweep(geom.IdentityTransform),
		movingSweep: narrowphase.Sweep{
			Start: geom.Transform{P: geom.Vec2{Y: 0.03}, R: geom.RotFromAngle(0.04)},
			End:   geom.Transform{P: geom.Vec2{Y: 0.03}, R: geom.RotFromAngle(-0.04)},
		},
	}
	mp.measureMotion()
	start := startDistance(&mp)
	require.InDelta(t, 0.03-math.Sin(0.04)-0.01*math.Cos(0.04), start, 1e-12)
	hit := narrowphase.Impact{State: narrowphase.ReachedTarget, Time: 1}
	mp.moveToShallowest(&hit, start, 1e-3)
	require.Equal(t, 0.5, hit.Time)
	require.InDelta(t, 0.02, hit.Distance, 1e-12)
	require.InDelta(t, 1, hit.Normal.Y, 1e-12)
	// One that only gets deeper stays where it was found.
	mp.movingSweep.Start.R, mp.movingSweep.End.R = geom.IdentityTransform.R, geom.IdentityTransform.R
	mp.movingSweep.Start.P.Y, mp.movingSweep.End.P.Y = 0, -1
	hit = narrowphase.Impact{State: narrowphase.ReachedTarget, Time: 0.75}
	mp.moveToShallowest(&hit, startDistance(&mp), 1e-3)
	require.Equal(t, 0.75, hit.Time)
}

// A segment gives the pose at any of its times, and any part of its sweep.
func TestMotionSegmentPoses(t *testing.T) {
	from := geom.Transform{P: geom.Vec2{X: 1}, R: geom.RotFromAngle(0.1)}
	to := geom.Transform{P: geom.Vec2{X: 3, Y: 1}, R: geom.RotFromAngle(0.9)}
	segment := Segment{0.2, 0.6, narrowphase.Sweep{Start: from, End: to}}
	require.Equal(t, from, segment.at(0.2))
	require.Equal(t, to, segment.at(0.6))
	require.InDelta(t, 2, segment.at(0.4).P.X, 1e-15)
	require.InDelta(t, 0.5, segment.at(0.4).R.Angle(), 1e-12)
	var sub narrowphase.Sweep
	segment.Part(&sub, 0.3, 0.4)
	require.Equal(t, segment.at(0.3), sub.Start)
	require.Equal(t, segment.at(0.4), sub.End)
	segment.Part(&sub, 0.2, 0.6)
	require.Equal(t, segment.Sweep, sub)
	pose := geom.Transform{P: geom.Vec2{X: 0.1, Y: 1.0 / 3}, R: geom.RotFromAngle(0.7)}
	still := Segment{0.1, 1, narrowphase.StaticSweep(pose)}
	require.Equal(t, pose, still.at(1.0/3), "what stands still does not round")
}

func BenchmarkMotionPair(b *testing.B) {
	fixed, err := shape.New(shape.Segment{A: mgl64.Vec2{-5, 0}, B: mgl64.Vec2{5, 0}})
	require.NoError(b, err)
	moving, err := shape.New(shape.Box(0.1, 0.1))
	require.NoError(b, err)
	for _, c := range []struct {
		name       string
		start, end geom.Vec2
	}{
		{"misses", geom.Vec2{Y: 0.5}, geom.Vec2{X: 3, Y: 3}},
		{"slides", geom.Vec2{Y: 0.1}, geom.Vec2{X: 3, Y: 0.101}},
		{"hits", geom.Vec2{Y: 0.5}, geom.Vec2{X: 1, Y: -3}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				mp := motionPair{
					fixed: fixed, moving: moving, fixedSweep: narrowphase.StaticSweep(geom.IdentityTransform),
					movingSweep: narrowphase.Sweep{Start: geom.Transform{P: c.start, R: geom.IdentityTransform.R}, End: geom.Transform{P: c.end, R: geom.IdentityTransform.R}},
				}
				mp.measureMotion()
				if mp.misses(0.01) {
					continue
				}
				if mp.bestFace().minDistance < -0.01 {
					mp.beginSearch()
					mp.search.TimeOfImpact(0.005, 0.00125)
				}
			}
		})
	}
}
