package geom

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// gridBox has corners on a small grid, so boxes often share sides and corners.
func gridBox(rng *rand.Rand) Box {
	a := Vec2{float64(rng.IntN(6)), float64(rng.IntN(6))}
	b := Vec2{float64(rng.IntN(6)), float64(rng.IntN(6))}
	return Box{a.Min(b), a.Max(b)}
}

// gridPoints are the points of the grid inside b: an overlap or containment of
// boxes on the grid is one of these sets.
func gridPoints(b Box) map[Vec2]bool {
	in := map[Vec2]bool{}
	for x := b.Min.X; x <= b.Max.X; x++ {
		for y := b.Min.Y; y <= b.Max.Y; y++ {
			in[Vec2{x, y}] = true
		}
	}
	return in
}

func TestBoxMatchesPointSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for range 3000 {
		a, b := gridBox(rng), gridBox(rng)
		in, other := gridPoints(a), gridPoints(b)
		shared := 0
		for p := range other {
			if in[p] {
				shared++
			}
			require.Equal(t, in[p], a.ContainsPoint(p))
		}
		require.Equal(t, shared > 0, a.Overlaps(b))
		require.Equal(t, shared == len(other), a.Contains(b))
		require.Equal(t, a.Overlaps(b), a.ToBox32().Overlaps(b.ToBox32()))
		require.Equal(t, a.Contains(b), a.ToBox32().Contains(b.ToBox32()))

		u := a.Union(b)
		require.True(t, u.Contains(a) && u.Contains(b))
		require.Equal(t, u, b.Union(a))
		require.Equal(t, u, a.Include(b.Min).Include(b.Max))
		require.Equal(t, u.ToBox32(), a.ToBox32().Union(b.ToBox32()))
		require.Equal(t, a, a.Union(EmptyBox()))
		require.Equal(t, a, a.ToBox32().ToBox(), "small whole numbers are exact in float32")
		require.True(t, a.Valid())
	}
}

func TestBoxMeasures(t *testing.T) {
	b := Box{Vec2{-1, 2}, Vec2{3, 4}}
	require.Equal(t, Vec2{1, 3}, b.Center())
	require.Equal(t, Vec2{2, 1}, b.Extents())
	require.Equal(t, Box{Vec2{-1.5, 1.5}, Vec2{3.5, 4.5}}, b.Grow(0.5))
	require.False(t, EmptyBox().Valid())
	require.False(t, EmptyBox().Overlaps(b))
	require.False(t, EmptyBox().ContainsPoint(Vec2{}))
	require.True(t, b.Contains(EmptyBox()))
	require.False(t, Box{Vec2{1, 0}, Vec2{0, 1}}.Valid())
	require.False(t, Box{Vec2{0, 1}, Vec2{1, 0}}.Valid())
}

// roundingCases are the numbers at which float32 ends: its largest and smallest,
// normal and subnormal, both sides of each, infinities and random ones.
func roundingCases(rng *rand.Rand) []float64 {
	edges := []float64{
		0, math.MaxFloat32, math.SmallestNonzeroFloat32, math.SmallestNonzeroFloat32 / 2, 0x1p-126, 0x1p-127,
		1, 16777216, 16777217, 0.1, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1),
	}
	var out []float64
	for _, e := range edges {
		out = append(out, e, math.Nextafter(e, math.Inf(1)), math.Nextafter(e, math.Inf(-1)))
	}
	for range 2000 {
		out = append(out, math.Ldexp(rng.Float64(), rng.IntN(300)-170))
	}
	for _, x := range out {
		out = append(out, -x)
	}
	return append(out, math.Copysign(0, -1))
}

// The narrowed side is the nearest float32 on its side: it contains x, and one step
// inward does not.
func TestToBox32RoundsOutwardAndTightly(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, x := range roundingCases(rand.New(rand.NewPCG(43, 44))) {
		n := Box{Vec2{x, x}, Vec2{x, x}}.ToBox32()
		require.Equal(t, [2]float32{n.MinX, n.MaxX}, [2]float32{n.MinY, n.MaxY})
		lo, hi := n.MinX, n.MaxX
		require.LessOrEqual(t, float64(lo), x)
		require.GreaterOrEqual(t, float64(hi), x)
		if float64(lo) != x {
			require.Greater(t, float64(math.Nextafter32(lo, inf)), x, "%v", x)
		}
		if float64(hi) != x {
			require.Less(t, float64(math.Nextafter32(hi, -inf)), x, "%v", x)
		}
	}
}

func TestToBox32KeepsOverlaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 46))
	for range 2000 {
		a := Box{Vec2{}, Vec2{rng.Float64() * 1e7, rng.Float64()}}
		b := Box{a.Max, a.Max.Add(Vec2{rng.Float64(), rng.Float64()})} // one shared corner
		require.True(t, a.ToBox32().Overlaps(b.ToBox32()))
		require.True(t, a.ToBox32().ToBox().Contains(a))
	}
}

func TestRay(t *testing.T) {
	r := Ray{Vec2{1, 2}, Vec2{-4, 2}}
	require.Equal(t, r.Origin, r.At(0))
	require.Equal(t, Vec2{-3, 4}, r.At(1))
	require.Equal(t, Vec2{0, 2.5}, r.At(0.25))
	require.Equal(t, Box{Vec2{-3, 2}, Vec2{1, 4}}, r.Box())
}

// TestRoundingMatchesNextafter: rounding outward gives the bits that math.Nextafter32
// gives, at the ends of the range and around zero as well.
func TestRoundingMatchesNextafter(t *testing.T) {
	down := func(x float64) float32 {
		if f := float32(x); float64(f) <= x {
			return f
		}
		return math.Nextafter32(float32(x), float32(math.Inf(-1)))
	}
	r := rand.New(rand.NewPCG(4, 4))
	values := []float64{0, math.Copysign(0, -1), 1e-300, 1e-45, 1e-46, 1e-38, 1, 1 + 1e-9, 3e38, 3.4028235e38, 3.5e38, 1e300, math.Inf(1)}
	for range 20000 {
		values = append(values, math.Float64frombits(r.Uint64()), 100*r.NormFloat64())
	}
	for _, x := range values {
		for _, x := range []float64{x, -x} {
			if x != x {
				require.True(t, roundDown(x) != roundDown(x) && roundUp(x) != roundUp(x))
				continue
			}
			if got := roundDown(x); math.Float32bits(got) != math.Float32bits(down(x)) {
				t.Fatalf("%v down is %v", x, got)
			}
			if got := roundUp(x); math.Float32bits(got) != math.Float32bits(-down(-x)) {
				t.Fatalf("%v up is %v", x, got)
			}
		}
	}
}
