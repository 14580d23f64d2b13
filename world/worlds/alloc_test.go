//go:build !race

// The race detector makes pools drop objects at random.

package worlds_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds"
	"github.com/stretchr/testify/require"
)

// Warm, neither a Step nor a call of Each allocates, with a budget and without, on one worker and
// on several.
func TestStepDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	for _, c := range []worlds.Config{{Workers: 1}, {Workers: 3}, {Workers: 2, Budget: time.Hour}, {Workers: 2, Budget: 100 * time.Microsecond}} {
		p, began := newPool(t, c), time.Now()
		hits := 0
		for i := range 30 {
			add(t, p, worlds.Def{World: newPile(t, 1+i%20, i), Rate: rates[i%2]})
		}
		counting := add(t, p, worlds.Def{World: newPile(t, 20, 0), AfterTick: func(w *world.World) { hits += len(w.Events().ContactBegins) }})
		for slowest := uint64(0); slowest < 150; {
			p.Step()
			slowest = 150
			for _, m := range p.Members() {
				if !m.Running() {
					slowest = min(slowest, m.World().Ticks())
				}
			}
		}
		waitForAll(t, p)
		t.Logf("%+v: warm after %v", c, time.Since(began))
		// AllocsPerRun sets one processor, and then counts what all goroutines allocate.
		require.Zero(t, testing.AllocsPerRun(50, func() { p.Step() }), "%+v", c)
		waitForAll(t, p)
		require.Zero(t, testing.AllocsPerRun(20, func() { p.Each(warmEach) }), "%+v", c)
		require.NotZero(t, counting.World().Ticks())
		runtime.KeepAlive(hits)
	}
}

func warmEach(m *worlds.Member) { _ = m.World().Ticks() }
