package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// normalTolerance is the tolerance of cores that are apart by d, with r the rounding of the
// coordinates: r/d between corners. Round borders have the direction to sqrt(2 r/d)
// only, for up to there it has no influence on the distance.
func normalTolerance(a, b shape.Convex, pose *geom.Transform, core float64) float64 {
	rounding := 1e-15 * extent(a, b, pose)
	if coreVertexCount(a) > 0 && coreVertexCount(b) > 0 {
		return 1e-12 + 4*rounding/core
	}
	return 2 * math.Sqrt(2*rounding/core)
}

// TestRigidMotionAndSwap moves both shapes inside their frames by one motion, and swaps
// them: distance, normal, and the fraction of a cast stay the same.
func TestRigidMotionAndSwap(t *testing.T) {
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		worst := 0.0
		for range max(samples/3, 1) {
			sa, sb := f.make(r), g.make(r)
			turn, offset := randomAngle(r), randomPoint(r, 20)
			a, okA := tryCompile(sa)
			b, okB := tryCompile(sb)
			movedA, okMA := tryCompile(shape.Transformed(sa, turn, offset))
			movedB, okMB := tryCompile(shape.Transformed(sb, turn, offset))
			if !okA || !okB || !okMA || !okMB {
				continue
			}
			pose := randomPose(r, a, b)
			motion := geom.Transform{P: geom.From(offset), R: geom.RotFromAngle(turn)}
			moved := motion.Mul(pose).Mul(motion.Inverse())
			inverse := pose.Inverse()
			size := extent(movedA, movedB, &moved)

			want := SignedDistance(a, b, &pose, nil)
			movedResult := SignedDistance(movedA, movedB, &moved, nil)
			movedResult.Normal = motion.R.ApplyInverse(movedResult.Normal)
			swapped := SignedDistance(b, a, &inverse, nil)
			swapped.Normal = pose.R.Apply(swapped.Normal).Neg()
			tolerance := distanceTolerance * size
			if want.Distance < 0 {
				tolerance = depthTolerance * size
			}
			for name, got := range map[string]Result{"moved": movedResult, "swapped": swapped} {
				off := math.Abs(got.Distance - want.Distance)
				worst = max(worst, off/size)
				require.LessOrEqual(t, off, tolerance, "%s: %v, was %v\n%#v\n%#v\n%v", name, got, want, sa, sb, pose)
				// Cores that overlap may have several shortest translations.
				core := want.Distance + a.Radius + b.Radius
				if core > 1e-3 && got.Normal.Distance(want.Normal) > normalTolerance(movedA, movedB, &moved, core) {
					t.Fatalf("%s: normal %v, was %v\n%#v\n%#v\n%v", name, got, want, sa, sb, pose)
				}
			}
			if want.Overlap || a.Kind == shape.KindChainSegment || b.Kind == shape.KindChainSegment {
				continue // a chain stops shapes from one side, and only as the first shape
			}
			v := geom.From(randomPoint(r, 5))
			hit, ok := ShapeCast(a, b, &pose, v, 1)
			movedHit, okMoved := ShapeCast(movedA, movedB, &moved, motion.R.Apply(v), 1)
			swappedHit, okSwapped := ShapeCast(b, a, &inverse, pose.R.ApplyInverse(v).Neg(), 1)
			if hit.Fraction > 1-1e-6 || nearlyMisses(a, b, &pose, v) {
				continue
			}
			if ok != okMoved || ok != okSwapped || ok && (math.Abs(hit.Fraction-movedHit.Fraction) > 1e-6 || math.Abs(hit.Fraction-swappedHit.Fraction) > 1e-6) {
				t.Fatalf("cast %v %+v, moved %v %+v, swapped %v %+v\n%#v\n%#v\n%v %v", ok, hit, okMoved, movedHit, okSwapped, swappedHit, sa, sb, pose, v)
			}
		}
		t.Logf("distances differ by %.1e of the coordinates", worst)
	})
}

// nearlyMisses reports whether rounding decides whether b hits a: its path misses by no
// more than a millionth, or would if it were moved sideways by that much.
func nearlyMisses(a, b shape.Convex, pose *geom.Transform, v geom.Vec2) bool {
	side, _ := v.LeftPerp().Unit()
	low, high := *pose, *pose
	low.P, high.P = pose.P.MulSub(1e-6, side), pose.P.MulAdd(1e-6, side)
	_, hitLow := ShapeCast(a, b, &low, v, 1)
	_, hitHigh := ShapeCast(a, b, &high, v, 1)
	return hitLow != hitHigh
}
