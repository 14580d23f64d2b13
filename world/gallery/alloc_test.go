//go:build !invariants

// With invariants on, every tick is followed by checks that may allocate.

package gallery_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// A warm tick allocates nothing. Rain is left out of the ticks in which its
// scene makes new ragdolls: those calls are the game's. It grows all the time, and a list
// that was never as long takes more room, so one of three stretches is enough.
func TestStepDoesNotAllocate(t *testing.T) {
	for _, s := range scenes(t, workerScenes) {
		t.Run(s.Name, func(t *testing.T) {
			r := s.Start(world.Config{Workers: 1})
			defer r.Close()
			for range warmTicks {
				r.Advance()
			}
			least := math.Inf(1)
			for range 3 {
				for r.Ticks()%8 != 1 {
					r.Advance()
				}
				least = min(least, testing.AllocsPerRun(5, r.Tick))
			}
			require.Zero(t, least)
		})
	}
}
