package rollback_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

func describe(x *member) string {
	return fmt.Sprintf("player %d: tick %d, confirmed %d, ahead %.2f, %+v, events %v", x.player, x.Tick(), x.Confirmed(), x.Ahead(), x.Counters(), x.events)
}

// oracle simulates a match without a network: every input is that which the player gave,
// InputDelay ticks earlier.
func oracle(players int, ticks, delay rollback.Tick) []uint64 {
	var s toy
	hashes := []uint64{s.Hash()}
	f := rollback.Frame[pad]{Inputs: make([]pad, players)}
	for f.Tick = 0; f.Tick < ticks; f.Tick++ {
		for p := range f.Inputs {
			f.Inputs[p] = pad{}
			if f.Tick >= delay {
				f.Inputs[p] = padAt(rollback.Player(p), f.Tick-delay)
			}
		}
		s.advance(f)
		hashes = append(hashes, s.Hash())
	}
	return hashes
}

// Every final tick of every member has the hash that it has without a network.
func TestMatchesOverABadNetwork(t *testing.T) {
	const ticks = 10_000
	for _, c := range []struct{ players, spectators int }{{2, 0}, {3, 1}, {4, 0}} {
		t.Run(fmt.Sprintf("%d players %d spectators", c.players, c.spectators), func(t *testing.T) {
			m := newMatch(t, badNetwork(uint64(c.players)), c.players, c.spectators)
			m.run(4*time.Minute, m.confirmed(ticks))
			want := oracle(c.players, ticks, 2)
			for _, x := range m.members {
				t.Log(describe(x))
				require.Equal(t, want, x.hashes[:ticks+1])
				require.Empty(t, x.errs)
				for _, e := range x.events {
					require.NotContains(t, []rollback.EventKind{rollback.Desynchronized, rollback.Dropped, rollback.Absent}, e.Kind)
				}
				if int(x.player) < c.players {
					require.Positive(t, x.Counters().Rollbacks)
					require.LessOrEqual(t, x.Counters().LongestRollback, 24)
					require.Less(t, x.Counters().Waited, x.Counters().Updates/50, "players hardly ever wait")
				}
			}
			t.Logf("%.1f kbit/s per member", float64(m.net.bytes)*8/1000/m.net.now.Seconds()/float64(len(m.members)))
		})
	}
}
