//go:build !race

package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Queries about what is near and seen allocate nothing once warm, among shapes of every
// kind.
func TestNearQueriesDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w := randomWorld(t, rand.New(rand.NewPCG(61, 1)), 60, 6)
	require.NoError(t, w.StopRecording()) // the goroutine that writes it allocates
	colliders := collidersOf(w, world.QueryFilter{})
	for i, c := range colliders {
		for name, query := range nearQueries(w, c, colliders[(i+7)%len(colliders)]) {
			p := mgl64.Vec2{float64(i%5) - 2, 1.5}
			query(p)
			require.Zero(t, testing.AllocsPerRun(20, func() { query(p) }), "%s, %T", name, c.Shape())
		}
	}
}
