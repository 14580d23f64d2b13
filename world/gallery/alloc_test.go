//go:build !race && !invariants

package gallery_test

import (
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// warmTicks is how many ticks the scenes run before: compounds and rain pile up until then.
const warmTicks = 450

// A warm tick allocates nothing. The ticks in which rain
// makes new ragdolls are not measured: those calls are the game's. make allocation runs this, in
// the build of games.
func TestStepDoesNotAllocate(t *testing.T) {
	for _, s := range scenes(t, workerScenes) {
		t.Run(s.Name, func(t *testing.T) {
			r := s.Start(world.Config{Workers: 1})
			defer r.Close()
			for range warmTicks {
				r.Advance()
			}
			for r.Ticks()%8 != 1 {
				r.Advance()
			}
			require.Zero(t, testing.AllocsPerRun(5, r.Tick))
		})
	}
}
