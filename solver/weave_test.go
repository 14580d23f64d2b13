package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWeaveSharesEveryListEvenly(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		var b batch
		for i := range b.byColour {
			first := len(b.chunks)
			for k := range classes {
				for range rng.IntN(2) * rng.IntN(40) {
					b.chunks = append(b.chunks, chunk{contacts: k})
				}
			}
			b.byColour[i] = span{first, len(b.chunks)}
		}
		b.weave()
		everyChunk := make([]int32, len(b.chunks))
		for i := range everyChunk {
			everyChunk[i] = int32(i)
		}
		require.ElementsMatch(t, everyChunk, b.weaving.all)
		require.Len(t, b.weaving.order, len(b.chunks))
		for _, sp := range b.byColour {
			own := b.weaving.order[sp.lo:sp.hi]
			require.ElementsMatch(t, everyChunk[sp.lo:sp.hi], own)
			var whole, half [classes]int
			for i, at := range own {
				k := b.chunks[at].contacts
				whole[k]++
				if i < len(own)/2 {
					half[k]++
				}
			}
			for k := range whole {
				require.InDelta(t, float64(whole[k])/2, float64(half[k]), 3, "a half of the colour has half of each class")
			}
		}
	}
}
