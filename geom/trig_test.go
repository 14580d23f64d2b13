package geom

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/internal/arctan"
)

// trigSamples is how many random arguments of each kind meet the oracle.
var trigSamples = long.Pick(1000, 200_000)

// ulpBound is the bound of the documentation, from the error analysis beside the
// kernels. It is relative: a unit in the last place near a zero of the sine is the
// unit of that tiny sine.
const ulpBound = 0.85

// maxError collects the largest error and where it was.
type maxError struct {
	err  float64
	args []float64
}

func (w *maxError) add(err float64, args ...float64) {
	if err > w.err {
		w.err, w.args = err, args
	}
}

// angles yields arguments of every size: around the multiples of pi/4 where the
// method changes, small, large and very large ones.
func angles(rng *rand.Rand, n int) []float64 {
	out := []float64{
		0, math.Copysign(0, -1), 5e-324, -5e-324, 1e-300, 1e-8, math.MaxFloat64, -math.MaxFloat64,
		1e5, 1 << 20, 1 << 52, 1 << 53, 1e22,
		math.Ldexp(6381956970095103, 797), // the float64 closest to a multiple of pi/2
		math.Ldexp(5154789321223393, -52), 11, 22, 355, 710, 103993, 104348,
	}
	for k := range 65 {
		x := float64(k) * (math.Pi / 4)
		for range 5 {
			out = append(out, x, -x)
			x = math.Nextafter(x, math.Inf(1))
		}
	}
	for range n {
		out = append(out,
			rng.Float64()*math.Pi/4,
			(rng.Float64()-0.5)*2*math.Pi,
			(rng.Float64()-0.5)*2e5,
			math.Round((rng.Float64()-0.5)*1e9)*(math.Pi/2),
			math.Ldexp(rng.Float64()-0.5, rng.IntN(1024)),
			math.Ldexp(rng.Float64()-0.5, -rng.IntN(60)),
		)
	}
	return out
}

func TestSinCosErrorBound(t *testing.T) {
	var sin, cos maxError
	for _, x := range angles(rand.New(rand.NewPCG(11, 12)), trigSamples) {
		s, c := SinCos(x)
		es, ec := bigSinCos(x)
		if x == 0 {
			require.Equal(t, math.Float64bits(x), math.Float64bits(s))
			require.Equal(t, 1.0, c)
			continue
		}
		sin.add(ulps(s, es), x)
		cos.add(ulps(c, ec), x)
		require.LessOrEqual(t, math.Abs(s), 1.0)
		require.LessOrEqual(t, math.Abs(c), 1.0)
	}
	t.Logf("sin %.3f ulp at %v, cos %.3f ulp at %v", sin.err, sin.args, cos.err, cos.args)
	require.Less(t, sin.err, ulpBound, "at %v", sin.args)
	require.Less(t, cos.err, ulpBound, "at %v", cos.args)
}

func TestAtan2ErrorBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	var w maxError
	check := func(y, x float64) {
		a := Atan2(y, x)
		exact := bigAtan2(y, x)
		w.add(ulps(a, exact), y, x)
		require.LessOrEqual(t, math.Abs(a), math.Pi)
	}
	sign := func(v float64) float64 { return math.Copysign(v, float64(rng.IntN(2))-0.5) }
	for k := range 33 { // around the borders of the table's intervals
		edge := float64(k) / 32
		for range 5 {
			if edge > 0 {
				check(edge, 1)
				check(1, edge)
				check(edge, -1)
				check(-1, -edge)
			}
			edge = math.Nextafter(edge, 2)
		}
	}
	for range trigSamples {
		check(sign(rng.Float64()), sign(rng.Float64()))
		check(sign(rng.Float64()), sign(math.Ldexp(rng.Float64(), -rng.IntN(60))))
		scale := rng.IntN(2000) - 1000
		check(sign(math.Ldexp(rng.Float64(), scale)), sign(math.Ldexp(rng.Float64(), scale)))
		// 0.125 to 0.25: the smallest results that the table is used for.
		check(0.125+rng.Float64()/8, 1)
	}
	t.Logf("atan2 %.3f ulp at %v", w.err, w.args)
	require.Less(t, w.err, ulpBound, "at %v", w.args)
}

// In the range of subnormals a unit in the last place is 2^-1074 whatever the size.
func TestAtan2OfSubnormals(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for range 500 {
		y := math.Float64frombits(1 + rng.Uint64N(1<<uint(1+rng.IntN(52))))
		x := math.Float64frombits(1 + rng.Uint64N(1<<uint(1+rng.IntN(52))))
		require.Less(t, ulps(Atan2(y, x), bigAtan2(y, x)), ulpBound, "%v %v", y, x)
	}
	require.Equal(t, 5e-324, Atan2(5e-324, 1))
	require.Equal(t, 0.0, Atan2(5e-324, 4))
}

func TestTablesAreDigitsOfPi(t *testing.T) {
	const prec = 64*20 + 64
	inverse := newBig(prec).Quo(big.NewFloat(2), hugePi)
	inverse.SetMantExp(inverse, 64*19)
	digits, _ := inverse.Int(nil)
	got := new(big.Int)
	for _, w := range twoOverPi {
		got.Lsh(got, 64)
		got.Or(got, new(big.Int).SetUint64(w))
	}
	require.Zero(t, digits.Cmp(got), "2/pi")

	half := newBig(prec).SetMantExp(hugePi, 126)
	digits, _ = half.Int(nil)
	got.SetUint64(piOver2[0])
	got.Lsh(got, 64)
	got.Or(got, new(big.Int).SetUint64(piOver2[1]))
	require.Zero(t, digits.Cmp(got), "pi/2")

	remainder := newBig(oracleBits).Sub(hugePi, big.NewFloat(math.Pi))
	f, _ := remainder.Float64()
	require.Equal(t, arctan.PiRoundoff, f)

	for k := 2; k <= 16; k++ {
		exact := bigAtan2(float64(k), 16)
		hi, _ := exact.Float64()
		lo, _ := newBig(oracleBits).Sub(exact, big.NewFloat(hi)).Float64()
		require.Equal(t, [2]float64{hi, lo}, arctan.Table[k])
	}
}

func TestSinCosSpecial(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		s, c := SinCos(x)
		require.True(t, math.IsNaN(s) && math.IsNaN(c))
	}
}

// Every combination of zeros, ones and infinities must agree with math.Atan2,
// signs of zero included, and every NaN must stay one. Between the axes it must be the rounded
// angle, which math.Atan2 of s390x misses by a bit.
func TestAtan2Special(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1)}
	for _, y := range values {
		for _, x := range values {
			want := math.Atan2(y, x)
			if y != 0 && math.Abs(x) == math.Abs(y) {
				want = math.Copysign(math.Pi/4, y)
				if x < 0 {
					want = math.Copysign(3*math.Pi/4, y)
				}
			}
			require.Equal(t, math.Float64bits(want), math.Float64bits(Atan2(y, x)), "%v %v", y, x)
		}
		require.True(t, math.IsNaN(Atan2(y, math.NaN())))
		require.True(t, math.IsNaN(Atan2(math.NaN(), y)))
	}
}

func TestTrigSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 2000 {
		x := math.Ldexp(rng.Float64(), rng.IntN(40)-20)
		y := math.Ldexp(rng.Float64(), rng.IntN(40)-20)
		s, c := SinCos(x)
		s2, c2 := SinCos(-x)
		require.Equal(t, []float64{-s, c}, []float64{s2, c2})
		require.Equal(t, -Atan2(y, x), Atan2(-y, x))
		require.Equal(t, Atan2(y, x), Atan2(y*8, x*8))
	}
}

func BenchmarkSinCos(b *testing.B) {
	x, sum := 0.0, 0.0
	for b.Loop() {
		s, c := SinCos(x)
		sum += s + c
		x += 0.37
	}
	trigSink = sum
}

func BenchmarkAtan2(b *testing.B) {
	x, sum := 0.0, 0.0
	for b.Loop() {
		sum += Atan2(x, 3)
		x += 0.01
	}
	trigSink = sum
}

var trigSink float64
