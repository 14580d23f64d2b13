package broadphase

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A block with more steps than can wait runs them in parts: all boxes are in a few cells.
func TestSearchOfCrowdedCells(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, half := range []float64{0.3, 1.5} {
		boxes := randomBoxes(r, 900, half, 0.9, 1)
		require.Equal(t, allPairs(boxes), new(Grid).Pairs(nil, boxes))
	}
}
