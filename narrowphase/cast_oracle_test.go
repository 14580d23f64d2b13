package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// castOracle finds the first touch of a straight motion by bisection. The signed
// distance is the greatest separation along any axis, each of which is linear in
// the fraction, so it is convex: it has one minimum, and the first touch is the only
// zero before that. It returns the least distance too.
func castOracle(a, b shape.Convex, pose *geom.Transform, v geom.Vec2) (fraction, minDistance float64, hit bool) {
	distanceAt := func(f float64) float64 {
		moved := *pose
		moved.P = pose.P.Add(v.Mul(f))
		return SignedDistance(a, b, &moved, nil).Distance
	}
	low, high := 0.0, 1.0
	for range 90 {
		x, y := low+(high-low)/3, high-(high-low)/3
		if distanceAt(x) <= distanceAt(y) {
			high = y
		} else {
			low = x
		}
	}
	minAt := low
	if distanceAt(0) < distanceAt(minAt) {
		minAt = 0
	}
	if distanceAt(1) < distanceAt(minAt) {
		minAt = 1
	}
	if minDistance = distanceAt(minAt); minDistance > 0 {
		return 0, minDistance, false
	}
	low, high = 0, minAt
	for range 55 {
		if middle := (low + high) / 2; distanceAt(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return high, minDistance, true
}

// castPair is a pair that starts apart, with a motion that hits about every
// other time.
func (f family) castPair(r *rand.Rand, g family) (a, b shape.Convex, pose geom.Transform, v geom.Vec2) {
	a, b, pose = f.pair(r, g)
	direction := geom.RotFromAngle(randomAngle(r)).X()
	distance := (a.BoundingRadius + b.BoundingRadius) * (1 + 4*r.Float64())
	center := a.Center.MulAdd(distance, direction)
	pose.P = center.Sub(pose.R.Apply(b.Center))
	aim := a.Center.MulAdd(1.2*(a.BoundingRadius+b.BoundingRadius)*(2*r.Float64()-1), direction.LeftPerp())
	v = aim.Sub(center).Mul(0.5 + 1.5*r.Float64())
	return a, b, pose, v
}

// castSampleCount, per pair of families, makes a million of all pairs.
var castSampleCount = max(10, samples/100)

func TestShapeCastAgainstBisection(t *testing.T) {
	forEachPair(t, func(t *testing.T, r *rand.Rand, f, g family) {
		var hits, fromBehind, tangential, maxSteps, total int
		var worst float64
		for range castSampleCount {
			a, b, pose, v := f.castPair(r, g)
			got, ok := ShapeCast(a, b, &pose, v, 1)
			total += got.Iterations
			maxSteps = max(maxSteps, got.Iterations)
			if startsBehindChain(a, b, &pose) {
				fromBehind++
				require.False(t, ok, "hit a chain from behind")
				continue
			}
			fraction, minDistance, hit := castOracle(a, b, &pose, v)
			tolerance := 1e-12 * (extent(a, b, &pose) + v.Length())
			if math.Abs(minDistance) <= tolerance {
				tangential++ // either result is right
				continue
			}
			if ok != hit {
				t.Fatalf("hit %v, oracle %v with least distance %v\nA %+v\nB %+v\npose %+v motion %v", ok, hit, minDistance, *a.Geometry, *b.Geometry, pose, v)
			}
			if !ok {
				continue
			}
			hits++
			worst = max(worst, math.Abs(got.Fraction-fraction))
			if math.Abs(got.Fraction-fraction) > 1e-6 {
				t.Fatalf("fraction %v, oracle %v\nA %+v\nB %+v\npose %+v motion %v", got.Fraction, fraction, *a.Geometry, *b.Geometry, pose, v)
			}
			checkHit(t, a, b, &pose, v, got)
		}
		t.Logf("%d hits, %d tangential, %d from behind of %d; iterations mean %.2f, most %d; off by %.1e",
			hits, tangential, fromBehind, castSampleCount, float64(total)/float64(castSampleCount), maxSteps, worst)
	})
}

// checkHit checks the properties of a hit: the shapes touch there, with that normal, and
// the motion is against it.
func checkHit(t *testing.T, a, b shape.Convex, pose *geom.Transform, v geom.Vec2, hit Hit) {
	t.Helper()
	moved := *pose
	moved.P = pose.P.MulAdd(hit.Fraction, v)
	tolerance := 1e-9 * (extent(a, b, pose) + v.Length())
	for _, check := range []struct {
		what string
		off  float64
	}{
		{"distance", SignedDistance(a, b, &moved, nil).Distance},
		{"separation along the normal", separationAlong(a, b, &moved, hit.Normal)},
		{"length of the normal", hit.Normal.Length() - 1},
		{"motion along the normal", max(0, hit.Normal.Dot(v))},
		{"point outside A", max(0, outside(a, hit.Point))},
		{"point outside B", max(0, outside(b, moved.ApplyInverse(hit.Point)))},
	} {
		if !(math.Abs(check.off) <= tolerance) {
			t.Fatalf("%s off by %v\nA %+v\nB %+v\npose %+v motion %v\n%+v", check.what, check.off, *a.Geometry, *b.Geometry, *pose, v, hit)
		}
	}
}

// The closed form and the search agree.
func TestCapsuleCastAgainstShapeCast(t *testing.T) {
	for _, f := range families {
		for _, g := range families {
			r := rand.New(rand.NewPCG(7, 11))
			if a, b, _ := f.pair(r, g); coreVertexCount(a) == 0 || coreVertexCount(b) == 0 || coreVertexCount(b) > 2 {
				continue
			}
			t.Run(f.name+" and "+g.name, func(t *testing.T) {
				hits, worst := 0, 0.0
				for range max(300, castSampleCount) {
					a, b, pose, v := f.castPair(r, g)
					got, ok := CapsuleCast(a, b, &pose, v, 1)
					want, hit := castByAdvancement(a, b, &pose, v, 1)
					if ok != hit {
						if _, minDistance, _ := castOracle(a, b, &pose, v); math.Abs(minDistance) < 1e-12*(extent(a, b, &pose)+v.Length()) {
							continue
						}
						t.Fatalf("hit %v %+v, search %v %+v\nA %+v\nB %+v\npose %+v motion %v", ok, got, hit, want, *a.Geometry, *b.Geometry, pose, v)
					}
					if !ok {
						continue
					}
					hits++
					worst = max(worst, math.Abs(got.Fraction-want.Fraction))
					if math.Abs(got.Fraction-want.Fraction) > 1e-6 || got.InitialOverlap != want.InitialOverlap {
						t.Fatalf("%+v, search %+v", got, want)
					}
					checkHit(t, a, b, &pose, v, got)
				}
				t.Logf("%d hits of %d, off by %.1e", hits, max(300, castSampleCount), worst)
			})
		}
	}
}
