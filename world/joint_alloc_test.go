//go:build !invariants && !race

package world_test

import (
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A warm tick allocates nothing, whatever joints there are, also while they report.
func TestStressedJointsTickDoesNotAllocate(t *testing.T) {
	for _, workers := range []int{1, 2} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers, NoSleep: true})
		for name := range jointFixtures {
			jointFixtures[name](t, w, addMass(t, w, 0, 0, 4, 2), joint.Base{BreakForce: 1, BreakTorque: 1, ReportOnly: true})
		}
		runSeconds(w, 10)
		require.Zero(t, testing.AllocsPerRun(50, w.Tick))
		require.NotEmpty(t, w.Events().JointStresses)
	}
}
