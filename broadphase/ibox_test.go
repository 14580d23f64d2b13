package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
)

// someSides are numbers that a side may be, in order; the zeros are equal.
func someSides() []float32 {
	inf := float32(math.Inf(1))
	up := []float32{0, math.SmallestNonzeroFloat32, 1e-38, 1e-3, 1, 1.0000001, 2, 1e30, math.MaxFloat32, inf}
	var sides []float32
	for i := len(up) - 1; i >= 0; i-- {
		sides = append(sides, -up[i])
	}
	sides[len(sides)-1] = float32(math.Copysign(0, -1))
	return append(sides, up...)
}

// TestRank: ranks have the order of the numbers and lead back to them.
func TestRank(t *testing.T) {
	sides := someSides()
	r := rand.New(rand.NewPCG(4, 1))
	for range 2000 {
		if x := math.Float32frombits(r.Uint32()); x == x {
			sides = append(sides, x)
		}
	}
	for _, x := range sides {
		require.Equal(t, x+0, unrank(rank(x)))
		for _, y := range sides {
			if (x < y) != (rank(x) < rank(y)) || (x == y) != (rank(x) == rank(y)) {
				t.Fatalf("%v and %v have the ranks %v and %v", x, y, rank(x), rank(y))
			}
		}
	}
}

// TestIboxAgrees: overlap, union and span are those of the float boxes.
func TestIboxAgrees(t *testing.T) {
	sides := someSides()
	r := rand.New(rand.NewPCG(4, 2))
	pick := func() geom.Box32 {
		x, y := sides[r.IntN(len(sides))], sides[r.IntN(len(sides))]
		v, w := sides[r.IntN(len(sides))], sides[r.IntN(len(sides))]
		return geom.Box32{MinX: min(x, v), MinY: min(y, w), MaxX: max(x, v), MaxY: max(y, w)}
	}
	met := 0
	for range 100000 {
		b, c := pick(), pick()
		i, j := rankBox(b), rankBox(c)
		if b.Overlaps(c) {
			met++
		}
		u := i.union(&j)
		switch {
		case b.Overlaps(c) != (i.apart(&j) >= 0):
			t.Fatalf("%v and %v overlap in one form only", b, c)
		case u != rankBox(b.Union(c)):
			t.Fatalf("the union of %v and %v is %v", b, c, u.float())
		case i.apart(&void) >= 0 || void.apart(&i) >= 0 || i.union(&void) != i:
			t.Fatalf("void is something to %v", b)
		case !(i.span() >= 0 && i.span() <= u.span() && u.span() <= maxSpan):
			t.Fatalf("%v spans %v, with %v %v", b, i.span(), c, u.span())
		}
	}
	require.Greater(t, met, 10000)
	require.Less(t, met, 90000)
	unit := rankBox(geom.Box32{MinX: -1, MinY: 2, MaxX: 2, MaxY: 4})
	require.Equal(t, float32(5), unit.span())
}
