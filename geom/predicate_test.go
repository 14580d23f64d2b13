package geom

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/stretchr/testify/require"
)

// signSamples is how many random turns meet the oracle.
var signSamples = long.Pick(20_000, 400_000)

// turnExactly is (b-a) x (d-c): a product of two differences of float64s has at most 2*2099 bits.
func turnExactly(a, b, c, d Vec2) *big.Float {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(4300).SetFloat64(x) }
	sub := func(x, y float64) *big.Float { return new(big.Float).Sub(exact(x), exact(y)) }
	left := new(big.Float).Mul(sub(b.X, a.X), sub(d.Y, c.Y))
	right := new(big.Float).Mul(sub(b.Y, a.Y), sub(d.X, c.X))
	return left.Sub(left, right)
}

// turnValueOracle is (b-a) x (d-c), rounded once and kept within the range of float64.
func turnValueOracle(a, b, c, d Vec2) float64 {
	det := turnExactly(a, b, c, d)
	value, _ := det.Float64()
	switch {
	case math.IsInf(value, 0):
		return math.Copysign(math.MaxFloat64, value)
	case value == 0 && det.Sign() != 0:
		return math.Copysign(math.SmallestNonzeroFloat64, float64(det.Sign()))
	default:
		return value
	}
}

func signOf(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	panic("NaN has no sign")
}

// hardPoint is a point from one of the families on which a rounded determinant
// goes wrong.
func hardPoint(r *rand.Rand, family int) Vec2 {
	ulps := func(x float64) float64 { return x + float64(r.IntN(9)-4)*(math.Nextafter(x, 2*x)-x) }
	t := float64(r.IntN(40))
	switch family {
	case 0: // a grid near a line, a few ulps off
		return Vec2{ulps(0.5 + t/8), ulps(0.5 + t/8)}
	case 1: // the same, far from the origin
		return Vec2{ulps(1e6 + t*0.1), ulps(-3e6 + t*0.3)}
	case 2: // small whole numbers: exact ties
		return Vec2{float64(r.IntN(5)), float64(r.IntN(5))}
	case 3: // every magnitude at once
		return Vec2{math.Ldexp(r.Float64()-0.5, r.IntN(400)-200), math.Ldexp(r.Float64()-0.5, r.IntN(400)-200)}
	case 4: // where products underflow
		return Vec2{float64(r.IntN(7)) * 5e-324, math.Ldexp(float64(r.IntN(5)), -1000)}
	case 5: // where products overflow
		return Vec2{math.Ldexp(float64(r.IntN(7)-3), 1021), math.Ldexp(r.Float64()-0.5, 1023)}
	case 6: // both ends of the range
		return Vec2{math.Ldexp(r.Float64(), r.IntN(2000)-1000), float64(r.IntN(3)) * 5e-324}
	default:
		return Vec2{r.Float64(), r.Float64()}
	}
}

const families = 8

func TestOrientSignIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	exact := 0
	for i := range signSamples {
		f := i % families
		a, b, c := hardPoint(r, f), hardPoint(r, f), hardPoint(r, f)
		value := turnValueOracle(a, b, a, c) // never rounded to zero, so it has the sign
		want := signOf(value)
		if signOf(Orient(a, b, c)) != want || signOf(Orient(b, a, c)) != -want || signOf(Orient(b, c, a)) != want {
			t.Fatalf("family %d: %v %v %v: want sign %d", f, a, b, c, want)
		}
		if got := crossExact(a, b, a, c); got != value {
			t.Fatalf("family %d: %v %v %v: %g rounded once is %g", f, a, b, c, got, value)
		}
		plain := (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
		if plain != plain || signOf(plain) != want {
			exact++
		}
	}
	require.Greater(t, exact, signSamples/40, "the points must be hard enough for the plain formula to fail")
}

func TestTurnSignIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	zeros := 0
	for i := range signSamples {
		f := i % families
		a, b, c, d := hardPoint(r, f), hardPoint(r, f), hardPoint(r, f), hardPoint(r, f)
		value := turnValueOracle(a, b, c, d)
		want := signOf(value)
		if got := signOf(TurnSign(a, b, c, d)); got != want {
			t.Fatalf("family %d: %v %v %v %v: sign %d, want %d", f, a, b, c, d, got, want)
		}
		if got := crossExact(a, b, c, d); got != value {
			t.Fatalf("family %d: %v %v %v %v: %g rounded once is %g", f, a, b, c, d, got, value)
		}
		if want == 0 {
			zeros++
		}
	}
	require.Greater(t, zeros, signSamples/80)
}

func TestOrientValueIsTwiceTheArea(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		a, b, c := hardPoint(r, 7), hardPoint(r, 7), hardPoint(r, 7)
		want := b.Sub(a).Cross(c.Sub(a))
		require.InDelta(t, want, Orient(a, b, c), 1e-15)
		require.InDelta(t, want, crossExact(a, b, a, c), 1e-15)
	}
}

func TestOrientOfNonFinitePointsIsNaN(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		p := Vec2{bad, 1}
		require.True(t, math.IsNaN(Orient(p, Vec2{1, 2}, Vec2{3, 5})))
		require.True(t, math.IsNaN(Orient(Vec2{1, 2}, p, Vec2{3, 5})))
		require.True(t, math.IsNaN(Orient(Vec2{1, 2}, Vec2{3, 5}, p)))
	}
}

// Sums of the smallest and the largest products, and sums that round to an even neighbour.
func TestExactSumAtTheEndsOfTheRange(t *testing.T) {
	const tiny, huge = math.SmallestNonzeroFloat64, math.MaxFloat64
	for _, x := range [][4]Vec2{
		{{}, {tiny, 0}, {}, {0, tiny}}, {{}, {0, tiny}, {}, {tiny, 0}}, {{}, {tiny, 0}, {}, {0, 0.5}}, {{}, {3 * tiny, 0}, {}, {0, 0.5}},
		{{-huge, -huge}, {huge, huge}, {huge, -huge}, {-huge, huge}}, {{huge, huge}, {-huge, -huge}, {huge, -huge}, {-huge, huge}},
		{{}, {1 << 53, 1}, {}, {-1, 1}}, {{}, {1 << 53, 3}, {}, {-1, 1}}, {{}, {1<<53 - 1, tiny}, {}, {-1, 1}},
		{{}, {0x1p-1022, 0}, {}, {0, 1 - 0x1p-53}}, {{}, {0x1.8p-1022, 0}, {}, {0, 0x1p-52}},
	} {
		require.Equal(t, turnValueOracle(x[0], x[1], x[2], x[3]), crossExact(x[0], x[1], x[2], x[3]), "%v", x)
	}
}

func TestOrientDoesNotAllocate(t *testing.T) {
	a, b, c := Vec2{0.1, 0.1}, Vec2{0.2, 0.2}, Vec2{0.3, 0.3}
	require.Zero(t, testing.AllocsPerRun(100, func() { sink = Orient(a, b, c) }))
	a, b, c = Vec2{1e-300, 1e300}, Vec2{2e-300, 2e300}, Vec2{3e-300, 3e300}
	require.Zero(t, testing.AllocsPerRun(100, func() { sink = Orient(a, b, c) }))
}

var sink float64

func ExampleOrient() {
	a, b := Vec2{0, 0}, Vec2{3, 3}
	fmt.Println(Orient(a, b, Vec2{1, 2}) > 0, Orient(a, b, Vec2{2, 1}) < 0, Orient(a, b, Vec2{9, 9}) == 0)
	// The plain formula calls these three collinear; they are not.
	p, q, r := Vec2{0.5, 0.5}, Vec2{12, 12}, Vec2{24, 24.000000000000004}
	fmt.Println(Orient(p, q, r) > 0)
	// Output:
	// true true true
	// true
}

func BenchmarkOrient(b *testing.B) {
	p, q, r := Vec2{0.1, 0.7}, Vec2{4.2, 0.3}, Vec2{2.5, 3.5}
	b.Run("clear", func(b *testing.B) {
		for b.Loop() {
			sink = Orient(p, q, r)
		}
	})
	c := Vec2{0.3, 0.3}
	b.Run("collinear", func(b *testing.B) {
		for b.Loop() {
			sink = Orient(Vec2{0.1, 0.1}, Vec2{0.2, 0.2}, c)
		}
	})
}
