package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
)

// One Grid after the other sees lists of all lengths and sizes of boxes, so that
// nothing of a call may be left in the next. The pairs of all boxes with all others
// are the oracle.
func TestGridFindsAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 17))
	shared := new(Grid)
	shared.SetPool(par.New(3))
	for _, g := range []*Grid{new(Grid), shared} {
		for round := range 60 {
			boxes := make([]geom.Box32, r.IntN(400))
			largest := []float64{0.5, 5, 100}[round%3]
			for i := range boxes {
				boxes[i] = randomBox(r, 10, 0.1, largest)
			}
			addSpecialBoxes(r, boxes)
			require.Equal(t, allPairs(boxes), g.Pairs(nil, boxes))
			g.tree.Validate()
		}
	}
}

// addSpecialBoxes puts a few boxes that are empty, infinite or far away into a list.
func addSpecialBoxes(r *rand.Rand, boxes []geom.Box32) {
	if len(boxes) == 0 {
		return
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, b := range []geom.Box32{
		{MinX: 1, MaxX: -1}, {MinX: nan, MinY: nan, MaxX: nan, MaxY: nan}, {MinX: -inf, MinY: -inf, MaxX: inf, MaxY: inf},
		{MinX: 0, MinY: -inf, MaxX: 1, MaxY: 0}, {MinX: 1e30, MinY: 1e30, MaxX: 1e30, MaxY: 1e30}, {MaxX: 1e30, MaxY: 1e30},
	} {
		boxes[r.IntN(len(boxes))] = b
	}
}

// allPairs compares every box with every other.
func allPairs(boxes []geom.Box32) []Pair {
	var pairs []Pair
	for i := range boxes {
		for j := i + 1; j < len(boxes); j++ {
			if !isEmptyBox(boxes[i]) && !isEmptyBox(boxes[j]) && boxesOverlap(boxes[i], boxes[j]) {
				pairs = append(pairs, Pair{uint32(i), uint32(j)})
			}
		}
	}
	return pairs
}

func TestGridDoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 18))
	boxes := make([]geom.Box32, 1000)
	for i := range boxes {
		boxes[i] = randomBox(r, 20, 0.1, 3)
	}
	g := new(Grid)
	pairs := g.Pairs(nil, boxes)
	for range 8 {
		g.Pairs(pairs[:0], boxes)
	}
	require.NotEmpty(t, pairs)
	require.Zero(t, testing.AllocsPerRun(20, func() { pairs = g.Pairs(pairs[:0], boxes) }))
}
