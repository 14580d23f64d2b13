package geom

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func randomVec(rng *rand.Rand) Vec2 { return Vec2{rng.NormFloat64(), rng.NormFloat64()} }

// rounded returns p*q rounded once, by way of exact arithmetic.
func rounded(p, q float64) float64 {
	f, _ := new(big.Float).SetPrec(120).Mul(big.NewFloat(p), big.NewFloat(q)).Float64()
	return f
}

// Each product is rounded before it is added: the formulas with products rounded
// by big.Float must give the same bits. A fused instruction would not.
func TestProductsAreRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for range 3000 {
		a, b, s := randomVec(rng), randomVec(rng), rng.NormFloat64()
		xx, yy := rounded(a.X, b.X), rounded(a.Y, b.Y)
		xy, yx := rounded(a.X, b.Y), rounded(a.Y, b.X)
		sx, sy := rounded(s, b.X), rounded(s, b.Y)
		require.Equal(t, xx+yy, a.Dot(b))
		require.Equal(t, xy-yx, a.Cross(b))
		require.Equal(t, Vec2{a.X + sx, a.Y + sy}, a.MulAdd(s, b))
		require.Equal(t, Vec2{a.X - sx, a.Y - sy}, a.MulSub(s, b))
		require.Equal(t, Vec2{sx, sy}, b.Mul(s))
		require.Equal(t, Vec2{rounded(1-s, a.X) + rounded(s, b.X), rounded(1-s, a.Y) + rounded(s, b.Y)}, a.Lerp(b, s))

		q := Rot{a.X, a.Y}
		require.Equal(t, Vec2{xx - yy, yx + xy}, q.Apply(b))
		require.Equal(t, Vec2{xx + yy, xy - yx}, q.ApplyInverse(b))
		require.Equal(t, Rot{xx - yy, yx + xy}, q.Mul(Rot{b.X, b.Y}))
		require.Equal(t, Rot{xx + yy, xy - yx}, q.InverseMul(Rot{b.X, b.Y}))
	}
}

// With rounded products these are zero exactly; a fused one leaves the rounding
// error of the other.
func TestRoundedProductsCancelExactly(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range 1000 {
		a := randomVec(rng)
		require.Zero(t, a.Cross(a))
		require.Zero(t, a.Dot(a.LeftPerp()))
		require.Zero(t, a.Dot(a.RightPerp()))
		require.Equal(t, a.LengthSquared(), a.Cross(a.LeftPerp()))
	}
}

func TestVecAlgebra(t *testing.T) {
	a, b := Vec2{3, -4}, Vec2{-1, 2}
	require.Equal(t, Vec2{2, -2}, a.Add(b))
	require.Equal(t, Vec2{4, -6}, a.Sub(b))
	require.Equal(t, Vec2{6, -8}, a.Mul(2))
	require.Equal(t, Vec2{1, 0}, a.MulAdd(2, b))
	require.Equal(t, Vec2{5, -8}, a.MulSub(2, b))
	require.Equal(t, Vec2{-3, 4}, a.Neg())
	require.Equal(t, -11.0, a.Dot(b))
	require.Equal(t, 2.0, a.Cross(b), "b lies to the left of a")
	require.Equal(t, Vec2{4, 3}, a.LeftPerp())
	require.Equal(t, Vec2{-4, -3}, a.RightPerp())
	require.Equal(t, 25.0, a.LengthSquared())
	require.Equal(t, 5.0, a.Length())
	require.Equal(t, 5.0, a.Add(b).Distance(b))
	require.Equal(t, Vec2{-1, -4}, a.Min(b))
	require.Equal(t, Vec2{3, 2}, a.Max(b))
	require.Equal(t, Vec2{3, 4}, a.Abs())
	require.Equal(t, Vec2{1, -1}, a.Lerp(b, 0.5))
	require.Equal(t, mgl64.Vec2{3, -4}, a.Mgl())
	require.Equal(t, a, From(a.Mgl()))
}

func TestLerpIsExactAtBothEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	for range 1000 {
		a, b := randomVec(rng), randomVec(rng).Mul(1e9)
		require.Equal(t, a, a.Lerp(b, 0))
		require.Equal(t, b, a.Lerp(b, 1))
	}
}

func TestUnit(t *testing.T) {
	u, l := Vec2{3, 4}.Unit()
	require.Equal(t, 5.0, l)
	// 1/5 is rounded and the products are: two half units of the last place.
	require.InDelta(t, 0.6, u.X, 2*0x1p-53)
	require.InDelta(t, 0.8, u.Y, 2*0x1p-53)
	for _, short := range []Vec2{{}, {5e-324, 0}, {1e-151, 0}, {-1e-160, 1e-155}} {
		u, l := short.Unit()
		require.Equal(t, Vec2{}, u)
		require.Zero(t, l)
	}
	rng := rand.New(rand.NewPCG(27, 28))
	for range 2000 {
		a := randomVec(rng).Mul(math.Ldexp(1, rng.IntN(900)-450))
		u, l := a.Unit()
		// Relative errors of half a unit (2^-53) each: two products, a sum and a root
		// in the length (together at most 1.5), its inverse and the last product.
		require.InDelta(t, 1, u.Length(), 6*0x1p-53)
		require.InDelta(t, 0, u.Cross(a)/l, 4*0x1p-53)
	}
}

func TestFinite(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, x := range []float64{0, 1, -math.MaxFloat64, 5e-324} {
		require.True(t, Finite(x))
		require.True(t, Vec2{x, x}.Finite())
	}
	for _, x := range []float64{nan, inf, -inf} {
		require.False(t, Finite(x))
		require.False(t, Vec2{x, 0}.Finite())
		require.False(t, Vec2{0, x}.Finite())
		require.False(t, Transform{P: Vec2{x, 0}, R: Identity}.Finite())
		require.False(t, Transform{R: Rot{x, 0}}.Finite())
		require.False(t, Transform{R: Rot{1, x}}.Finite())
		require.False(t, Box{Max: Vec2{x, 1}}.Valid())
	}
	require.True(t, IdentityTransform.Finite())
}
