package broadphase

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/simd"
	"github.com/stretchr/testify/require"
)

var sweptSamples = long.Pick(5000, 1_000_000) // random swept boxes

// exactHit reports in rational numbers whether a box, grown by grow, that moves
// by d up to a fraction of limit meets a target.
func exactHit(box geom.Box, d geom.Vec2, limit float64, target geom.Box32, pad float64) bool {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	near, far := new(big.Rat), rat(limit)
	g := rat(pad)
	axis := func(min, max, d, lo, hi float64) bool {
		from := new(big.Rat).Sub(new(big.Rat).Sub(rat(lo), rat(max)), g)
		to := new(big.Rat).Add(new(big.Rat).Sub(rat(hi), rat(min)), g)
		if d == 0 {
			return from.Sign() <= 0 && to.Sign() >= 0
		}
		from.Quo(from, rat(d))
		to.Quo(to, rat(d))
		if d < 0 {
			from, to = to, from
		}
		if from.Cmp(near) > 0 {
			near = from
		}
		if to.Cmp(far) < 0 {
			far = to
		}
		return true
	}
	w := target.ToBox()
	return axis(box.Min.X, box.Max.X, d.X, w.Min.X, w.Max.X) &&
		axis(box.Min.Y, box.Max.Y, d.Y, w.Min.Y, w.Max.Y) && near.Cmp(far) <= 0
}

// specialFloat returns a number of the kinds at which slab tests fail: small whole
// numbers, so that everything touches, zeros, tiny and large ones.
func specialFloat(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1, 2, 3:
		return float64(r.IntN(9) - 4)
	case 4:
		return (r.Float64() - 0.5) * 1e-3
	case 5:
		return (r.Float64() - 0.5) * 1e7
	case 6:
		return math.Copysign(math.Ldexp(r.Float64(), -r.IntN(300)), r.Float64()-0.5)
	}
	return (r.Float64() - 0.5) * 10
}

// TestSweptBoxNeverMisses compares the slab test with rational arithmetic: a
// target that is met exactly is always met, and one that is met is met exactly by a box
// larger by a part in 10^14 of the numbers involved.
func TestSweptBoxNeverMisses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	hits, nearMisses := 0, 0
	for range sweptSamples {
		box := geom.Box{Min: geom.Vec2{X: specialFloat(r), Y: specialFloat(r)}}
		box.Max = box.Min.Add(geom.Vec2{X: math.Abs(specialFloat(r)), Y: math.Abs(specialFloat(r))})
		d := geom.Vec2{X: specialFloat(r), Y: specialFloat(r)}
		start := box.Center().MulAdd(r.Float64(), d) // so that many are met
		if r.IntN(3) == 0 {
			start = geom.Vec2{X: specialFloat(r), Y: specialFloat(r)}
		}
		target := geom.Box{Min: start, Max: start}.Include(start.Add(geom.Vec2{X: specialFloat(r), Y: specialFloat(r)})).ToBox32()
		limit := []float64{1, 1, 0, 0.5, 2}[r.IntN(5)]
		b := makeSweptBox(box, d, limit, 1)
		hit := b.hitFraction(target, limit) != noHit
		exact := exactHit(box, d, limit, target, 0)
		if exact {
			hits++
			require.True(t, hit, "%v along %v up to %v misses %v", box, d, limit, target)
		} else if hit {
			nearMisses++
			size := 0.0
			for _, x := range []float64{box.Min.X, box.Min.Y, box.Max.X, box.Max.Y, 2 * d.X, 2 * d.Y} {
				size = max(size, math.Abs(x))
			}
			require.True(t, exactHit(box, d, limit, target, 1e-14*size+1e-280),
				"%v along %v up to %v meets %v from afar", box, d, limit, target)
		}
	}
	require.Greater(t, hits, sweptSamples/5)
	require.Less(t, hits, sweptSamples*4/5)
	require.Greater(t, nearMisses, 0)
}

// TestSweptBoxIsMonotone: whatever is met in a box is met no later in a box around it.
func TestSweptBoxIsMonotone(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for range sweptSamples {
		target := randomBox(r, 10, 0.01, 5)
		outer := target.Union(randomBox(r, 10, 0.01, 5))
		b := makeSweptRay(geom.Ray{
			Origin:      geom.Vec2{X: specialFloat(r), Y: specialFloat(r)},
			Translation: geom.Vec2{X: specialFloat(r), Y: specialFloat(r)},
		}, math.Abs(specialFloat(r)), 1, 1)
		if at := b.hitFraction(target, 1); at != noHit {
			require.LessOrEqual(t, b.hitFraction(outer, 1), at)
		}
	}
}

// TestSweptBoxWithInfiniteBoxes: half-planes are met from outside and from inside, and
// infinite boxes can be cast.
func TestSweptBoxWithInfiniteBoxes(t *testing.T) {
	inf := float32(math.Inf(1))
	below := geom.Box32{MinX: -inf, MinY: -inf, MaxX: inf, MaxY: 0}
	down := makeSweptRay(geom.Ray{Origin: geom.Vec2{Y: 4}, Translation: geom.Vec2{Y: -8}}, 0, 1, 1)
	require.InDelta(t, 0.5, down.hitFraction(below, 1), 1e-14)
	require.Equal(t, noHit, down.hitFraction(below, 0.4))
	inside := makeSweptRay(geom.Ray{Origin: geom.Vec2{Y: -4}, Translation: geom.Vec2{Y: 8}}, 0, 1, 1)
	require.Equal(t, 0.0, inside.hitFraction(below, 1))
	sideways := makeSweptRay(geom.Ray{Origin: geom.Vec2{Y: 4}, Translation: geom.Vec2{X: 8}}, 0, 1, 1)
	require.Equal(t, noHit, sideways.hitFraction(below, 1))
	above := geom.Box32{MinX: -inf, MinY: 2, MaxX: inf, MaxY: inf}
	cast := makeSweptBox(above.ToBox(), geom.Vec2{Y: -4}, 1, 1)
	require.InDelta(t, 0.5, cast.hitFraction(below, 1), 1e-14)
	everywhere := geom.Box32{MinX: -inf, MinY: -inf, MaxX: inf, MaxY: inf}
	require.Equal(t, 0.0, cast.hitFraction(everywhere, 1))
}

// testCoordinates are numbers that a side may be, in order; the zeros are equal.
func testCoordinates() []float32 {
	inf := float32(math.Inf(1))
	up := []float32{0, math.SmallestNonzeroFloat32, 1e-38, 1e-3, 1, 1.0000001, 2, 1e30, math.MaxFloat32, inf}
	var coordinates []float32
	for i := len(up) - 1; i >= 0; i-- {
		coordinates = append(coordinates, -up[i])
	}
	coordinates[len(coordinates)-1] = float32(math.Copysign(0, -1))
	return append(coordinates, up...)
}

// TestRankKeepsOrder: ranks have the order of the numbers and lead back to them.
func TestRankKeepsOrder(t *testing.T) {
	coordinates := testCoordinates()
	r := rand.New(rand.NewPCG(4, 1))
	for range 2000 {
		if x := math.Float32frombits(r.Uint32()); x == x {
			coordinates = append(coordinates, x)
		}
	}
	for _, x := range coordinates {
		require.Equal(t, x+0, simd.Unrank(simd.Rank(x)))
		for _, y := range coordinates {
			if (x < y) != (simd.Rank(x) < simd.Rank(y)) || (x == y) != (simd.Rank(x) == simd.Rank(y)) {
				t.Fatalf("%v and %v have the ranks %v and %v", x, y, simd.Rank(x), simd.Rank(y))
			}
		}
	}
}

// TestIntBoxMatchesBox32: overlap, union and half perimeter equal the float boxes'.
func TestIntBoxMatchesBox32(t *testing.T) {
	coordinates := testCoordinates()
	r := rand.New(rand.NewPCG(4, 2))
	pick := func() geom.Box32 {
		x, y := coordinates[r.IntN(len(coordinates))], coordinates[r.IntN(len(coordinates))]
		v, w := coordinates[r.IntN(len(coordinates))], coordinates[r.IntN(len(coordinates))]
		return geom.Box32{MinX: min(x, v), MinY: min(y, w), MaxX: max(x, v), MaxY: max(y, w)}
	}
	overlapping := 0
	for range 100000 {
		b, c := pick(), pick()
		i, j := rankBox(b), rankBox(c)
		if b.Overlaps(c) {
			overlapping++
		}
		u := i.union(&j)
		switch {
		case b.Overlaps(c) != (i.overlapSign(&j) >= 0):
			t.Fatalf("%v and %v overlap in one form only", b, c)
		case u != rankBox(b.Union(c)):
			t.Fatalf("the union of %v and %v is %v", b, c, u.box32())
		case i.overlapSign(&emptyIntBox) >= 0 || emptyIntBox.overlapSign(&i) >= 0 || i.union(&emptyIntBox) != i:
			t.Fatalf("the empty box overlaps or extends %v", b)
		case !(i.halfPerimeter() >= 0 && i.halfPerimeter() <= u.halfPerimeter() && u.halfPerimeter() <= maxHalfPerimeter):
			t.Fatalf("half perimeter of %v is %v, with %v %v", b, i.halfPerimeter(), c, u.halfPerimeter())
		}
	}
	require.Greater(t, overlapping, 10000)
	require.Less(t, overlapping, 90000)
	unit := rankBox(geom.Box32{MinX: -1, MinY: 2, MaxX: 2, MaxY: 4})
	require.Equal(t, float32(5), unit.halfPerimeter())
}
