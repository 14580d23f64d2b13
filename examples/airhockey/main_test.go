package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func Example() {
	main()
	// Output:
	// states compared: 361
	// player 0 sees 8:5, rolled back 581 times, 13 ticks at most
	// player 1 sees 8:5, rolled back 646 times, 11 ticks at most
}

// Both ends have had the same match, though both have guessed wrongly all the time.
func TestBothSeeTheSameMatch(t *testing.T) {
	players := match(1200)
	for _, x := range players {
		defer x.world.Close()
		require.Zero(t, x.drift)
		require.Greater(t, x.session.Counters().Rollbacks, uint64(100))
		require.Less(t, x.session.Counters().Waited, uint64(20))
		require.Positive(t, x.score[0]+x.score[1])
		for p, mallet := range x.mallets {
			require.Greater(t, mallet.Position()[0]*side(p), 0.0, "nobody leaves his half")
		}
	}
	for tick, h := range players[0].hashes {
		if other, both := players[1].hashes[tick]; both {
			require.Equal(t, h, other, "tick %d", tick)
		}
	}
}
