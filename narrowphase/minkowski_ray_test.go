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

// gridShape makes shapes whose corners and skins lie on a grid of quarters, so that pairs
// touch, lie parallel and pass at a tangent.
func gridShape(r *rand.Rand, moving bool) shape.Support {
	quarters := func(low, high int) float64 { return float64(low+r.IntN(high-low+1)) / 4 }
	point := func() mgl64.Vec2 { return mgl64.Vec2{quarters(-4, 4), quarters(-4, 4)} }
	kinds := 6
	if moving {
		kinds = 3
	}
	switch r.IntN(kinds) {
	case 0:
		return shape.Circle{Center: point(), Radius: quarters(1, 4)}
	case 1:
		return shape.Capsule{A: point(), B: point(), Radius: quarters(1, 4)}
	case 2:
		return shape.Segment{A: point(), B: point(), Radius: quarters(0, 1)}
	case 3:
		return shape.RoundedBox(quarters(1, 4), quarters(1, 4), quarters(0, 2))
	case 4:
		return shape.Box(quarters(1, 4), quarters(1, 4))
	default:
		for {
			if p, err := shape.NewHullPolygon([]mgl64.Vec2{point(), point(), point(), point(), point()}, quarters(0, 2)); err == nil {
				return p
			}
		}
	}
}

// gridPair poses two shapes of the grid. The motion is along the grid too, or none.
func gridPair(r *rand.Rand) (a, b shape.Convex, pose geom.Transform, v geom.Vec2) {
	for {
		var okA, okB bool
		if a, okA = tryCompile(gridShape(r, false)); !okA {
			continue
		}
		if b, okB = tryCompile(gridShape(r, true)); !okB {
			continue
		}
		break
	}
	quarters := func(limit int) float64 { return float64(r.IntN(2*limit+1)-limit) / 4 }
	turns := []geom.Rot{geom.Identity, {S: 1}, {C: -1}, {S: -1}, geom.RotFromAngle(math.Pi / 4)}
	pose = geom.Transform{P: geom.Vec2{X: quarters(16), Y: quarters(16)}, R: turns[r.IntN(len(turns))]}
	switch r.IntN(8) {
	case 0:
		return a, b, pose, geom.Vec2{}
	case 1: // almost along the grid
		v = geom.Vec2{X: 1e-15 * quarters(4), Y: quarters(32)}
	case 2: // almost parallel
		pose.R = geom.RotFromAngle(math.Pow(10, -4-12*r.Float64())).Mul(pose.R)
		fallthrough
	default:
		v = geom.Vec2{X: quarters(32), Y: quarters(32)}
	}
	return a, b, pose, v
}

// requireSameCast compares a cast in closed form with the general path. Where the shapes
// pass at a tangent or only touch, within roundings, either result is right.
func requireSameCast(t *testing.T, a, b shape.Convex, pose *geom.Transform, v geom.Vec2) (hit bool) {
	t.Helper()
	got, ok := ShapeCast(a, b, pose, v, 1)
	want, okWant := castByAdvancement(a, b, pose, v, 1)
	scale := extent(a, b, pose) + v.Length()
	_, minDistance, _ := castOracle(a, b, pose, v)
	tangent := math.Abs(minDistance) < 1e-12*scale
	if ok != okWant || got.InitialOverlap != want.InitialOverlap {
		start := SignedDistance(a, b, pose, nil)
		if tangent || math.Abs(start.Distance) < 1e-12*scale || ok == okWant && v.Length()*math.Max(got.Fraction, want.Fraction) < 1e-12*scale {
			return ok
		}
		t.Fatalf("hit %v %+v, general %v %+v\nA %+v\nB %+v\npose %+v motion %v", ok, got, okWant, want, *a.Geometry, *b.Geometry, *pose, v)
	}
	if !ok {
		return false
	}
	// A difference of the times is a distance along the normal.
	if off := (got.Fraction - want.Fraction) * v.Dot(want.Normal); !tangent && !(math.Abs(off) <= 1e-9*scale) {
		t.Fatalf("%+v, general %+v, off by %v\nA %+v\nB %+v\npose %+v motion %v", got, want, off, *a.Geometry, *b.Geometry, *pose, v)
	}
	if !got.InitialOverlap && !tangent {
		checkHit(t, a, b, pose, v, got)
	}
	return true
}

// The closed form gives the result of the general path for shapes that touch, lie parallel,
// pass at a tangent, overlap or do not move.
func TestCapsuleCastOnAGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	count := 300 * castSampleCount
	hits := 0
	for range count {
		a, b, pose, v := gridPair(r)
		if requireSameCast(t, a, b, &pose, v) {
			hits++
		}
		inverse := pose.Inverse()
		requireSameCast(t, b, a, &inverse, pose.R.ApplyInverse(v).Neg())
	}
	require.False(t, hits < count/5 || hits > 4*count/5, "%d hits of %d casts", hits, count)
}

// Nearly all casts of random shapes are decided by the ray: the features are for roundings.
func TestSumRayDecides(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	unclear, total := 0, 0
	for total < 200*castSampleCount {
		f, g := families[r.IntN(len(families))], families[r.IntN(len(families))]
		a, b, pose, v := f.castPair(r, g)
		if coreVertexCount(a) == 0 || coreVertexCount(b) == 0 || coreVertexCount(b) > 2 || startsBehindChain(a, b, &pose) {
			continue
		}
		total++
		s := newCapsuleCast(a, b, &pose, v, 1)
		switch outcome := s.cast(a); {
		case outcome == castUnclear:
			unclear++
		case (outcome == castHit) != s.found:
			t.Fatal("a hit without a touch")
		}
		requireSameCast(t, a, b, &pose, v)
	}
	t.Logf("%d of %d casts are unclear", unclear, total)
	require.LessOrEqual(t, unclear*100, total, "%d of %d casts are unclear", unclear, total)
}
