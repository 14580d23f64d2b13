package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
)

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
