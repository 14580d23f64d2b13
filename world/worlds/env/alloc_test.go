//go:build !race

// The race detector makes pools drop objects at random.

package env_test

import (
	"testing"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world/worlds/env"
	"github.com/stretchr/testify/require"
)

// A warm Step allocates nothing, with the episodes that end and begin in it.
func TestStepDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	for _, task := range env.Tasks() {
		v := newVector(t, task, 4, env.Config{Workers: 2})
		out := v.NewBatch()
		require.NoError(t, v.Reset(nil, out.Observations))
		actions := make([]float32, 4*task.Actions)
		ends := 0
		step := func() {
			if err := v.Step(actions, out); err != nil {
				panic(err)
			}
			for i := range actions {
				actions[i] = -actions[i] + out.Observations[i]
				if out.Terminated[i/task.Actions] || out.Truncated[i/task.Actions] {
					ends++
				}
			}
		}
		for range 1200 {
			step()
		}
		require.Zero(t, testing.AllocsPerRun(600, step), task.Name)
		require.Positive(t, ends, task.Name)
	}
}
