package geom

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func randomTransform(rng *rand.Rand, scale float64) Transform {
	return Transform{P: randomVec(rng).Mul(scale), R: RotFromAngle(rng.NormFloat64() * 3)}
}

func requireNear(t *testing.T, want, got Vec2, tolerance float64) {
	t.Helper()
	require.InDelta(t, want.X, got.X, tolerance)
	require.InDelta(t, want.Y, got.Y, tolerance)
}

// A few roundings of 2^-53 of numbers of size one each.
const roundoff = 1e-15

func TestRotByQuarterTurns(t *testing.T) {
	q := Rot{0, 1}
	require.Equal(t, Vec2{-2, 1}, q.Apply(Vec2{1, 2}))
	require.Equal(t, Vec2{2, -1}, q.ApplyInverse(Vec2{1, 2}))
	require.Equal(t, Rot{-1, 0}, q.Mul(q))
	require.Equal(t, Identity, q.InverseMul(q))
	require.Equal(t, Rot{0, -1}, q.Inverse())
	require.Equal(t, Vec2{0, 1}, q.X())
	require.Equal(t, Vec2{-1, 0}, q.Y())
	require.Equal(t, math.Pi/2, q.Angle())
	require.Equal(t, Identity, RotFromAngle(0))
}

func TestRotProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for range 2000 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		q, r, v := RotFromAngle(a), RotFromAngle(b), randomVec(rng)
		require.InDelta(t, math.Remainder(a, 2*math.Pi), q.Angle(), roundoff)
		requireNear(t, RotFromAngle(a+b).X(), q.Mul(r).X(), roundoff)
		requireNear(t, RotFromAngle(b-a).X(), q.InverseMul(r).X(), roundoff)
		requireNear(t, q.Apply(r.Apply(v)), q.Mul(r).Apply(v), roundoff*4)
		requireNear(t, v, q.ApplyInverse(q.Apply(v)), roundoff*4)
		requireNear(t, q.ApplyInverse(v), q.Inverse().Apply(v), 0)
		require.InDelta(t, v.Length(), q.Apply(v).Length(), roundoff*4)
		requireNear(t, q.Apply(Vec2{1, 0}), q.X(), 0)
		requireNear(t, q.Apply(Vec2{0, 1}), q.Y(), 0)
	}
}

func TestRotUnit(t *testing.T) {
	requireNear(t, Vec2{0.6, 0.8}, Rot{3, 4}.Unit().X(), roundoff)
	for _, q := range []Rot{{}, {1e-200, 0}, {math.NaN(), 0}, {0, math.NaN()}} {
		require.Equal(t, Identity, q.Unit())
	}
	// A long chain of products stays a rotation only because it is renormalised.
	q, step := Identity, RotFromAngle(0.1)
	for range 100_000 {
		q = q.Mul(step).Unit()
	}
	require.InDelta(t, 1, math.Sqrt(q.C*q.C+q.S*q.S), roundoff)
}

func TestTransformProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for range 2000 {
		a, b, p := randomTransform(rng, 5), randomTransform(rng, 5), randomVec(rng)
		requireNear(t, a.Apply(b.Apply(p)), a.Mul(b).Apply(p), 20*roundoff)
		requireNear(t, p, a.ApplyInverse(a.Apply(p)), 20*roundoff)
		requireNear(t, a.ApplyInverse(p), a.Inverse().Apply(p), 20*roundoff)
		requireNear(t, a.ApplyInverse(b.Apply(p)), a.InverseMul(b).Apply(p), 20*roundoff)
		requireNear(t, p, a.Mul(a.Inverse()).Apply(p), 20*roundoff)
		require.Equal(t, p, IdentityTransform.Apply(p))
		require.Equal(t, p, IdentityTransform.ApplyInverse(p))
	}
}

// Far from the origin the relative pose is as good as the two positions are: their
// difference is exact, so moving both by a whole number changes no bit.
func TestInverseMulIsExactFarFromOrigin(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 36))
	grid := func(x float64) float64 { return math.Round(x*1024) / 1024 }
	for range 500 {
		a, b := randomTransform(rng, 5), randomTransform(rng, 5)
		a.P = Vec2{grid(a.P.X), grid(a.P.Y)}
		b.P = Vec2{grid(b.P.X), grid(b.P.Y)}
		near := a.InverseMul(b)
		shift := Vec2{1e9, -3e9}
		a.P, b.P = a.P.Add(shift), b.P.Add(shift)
		require.Equal(t, near, a.InverseMul(b))
	}
}
