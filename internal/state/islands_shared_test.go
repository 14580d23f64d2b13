package state

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/stretchr/testify/require"
)

// A split that workers share leaves the islands of one that the caller does alone.
func TestSharedSplitMatchesSplit(t *testing.T) {
	for _, workers := range []int{2, 3, 16} {
		pool := par.New(workers)
		defer pool.Close()
		r := rand.New(rand.NewPCG(11, uint64(workers)))
		for range 10 {
			const n = 1500
			links := make([][]BodySlot, n+1)
			var alone, shared Islands
			for b := BodySlot(1); b <= n; b++ {
				alone.Add(b)
				shared.Add(b)
				for a := BodySlot(1); a < b; a++ { // a chain, so that they are one island at first
					if a+1 == b || r.IntN(n) == 0 {
						links[a], links[b] = append(links[a], b), append(links[b], a)
						alone.Link(a, b)
						shared.Link(a, b)
					}
				}
			}
			for cut := BodySlot(1); cut < n; cut += BodySlot(1 + r.IntN(200)) {
				for a := range links { // all links that pass over the cut
					kept := links[a][:0]
					for _, b := range links[a] {
						if (BodySlot(a) <= cut) == (b <= cut) {
							kept = append(kept, b)
						}
					}
					links[a] = kept
				}
			}
			neighbors := func(dst []BodySlot, b BodySlot) []BodySlot { return append(dst, links[b]...) }
			alone.Split(alone.Of(1), neighbors, nil)
			shared.Split(shared.Of(1), neighbors, pool)
			shared.Validate()
			require.Greater(t, alone.Len(), 5)
			require.Equal(t, alone.islandOf, shared.islandOf)
			require.Equal(t, alone.next, shared.next)
			require.Equal(t, alone.prev, shared.prev)
			require.Equal(t, alone.table, shared.table)
			require.Equal(t, alone.free, shared.free)
		}
	}
}

// The bodies at rest are counted in blocks as they are one by one.
func TestRestIsFoundInBlocks(t *testing.T) {
	pool := par.New(4)
	defer pool.Close()
	r := rand.New(rand.NewPCG(13, 14))
	const n = 5 * restBlock / 2
	for range 20 {
		bodies := NewBodies()
		var s Islands
		for i := range BodySlot(n) {
			s.Add(bodies.Add(Awake, geom.IdentityTransform))
			if i > 0 && r.IntN(40) > 0 {
				s.Link(i, i+1)
			}
		}
		for range 20 { // islands that lie in many runs of rows
			s.Link(BodySlot(1+r.IntN(n)), BodySlot(1+r.IntN(n)))
		}
		for row := range bodies.Motion {
			bodies.Motion[row].SleepTime = 0.3 + 0.01*float32(r.IntN(600)) - 0.4*float32(r.IntN(50)/49)
		}
		if b := BodySlot(1 + r.IntN(n-1)); s.Of(b) == s.Of(b+1) {
			s.Unlink(b, b+1)
		}
		wantReady, wantWaiting, wantSplit := readyToSleepOracle(&s, bodies, 0.25)
		ready, split := s.ReadyToSleep(nil, bodies, 0.25, pool)
		require.Equal(t, wantReady, ready)
		require.Equal(t, wantSplit, split)
		require.Equal(t, append([]uint32(nil), wantWaiting...), append([]uint32(nil), s.Waiting()...))
	}
}
