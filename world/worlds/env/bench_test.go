package env_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/world/worlds/env"
	"github.com/stretchr/testify/require"
)

// BenchmarkStep reports steps of environments per second.
func BenchmarkStep(b *testing.B) {
	for _, task := range env.Tasks() {
		for _, n := range []int{1, 64, 1024} {
			b.Run(fmt.Sprintf("%s/%d", task.Name, n), func(b *testing.B) {
				v := newVector(b, task, n, env.Config{})
				out := v.NewBatch()
				require.NoError(b, v.Reset(nil, out.Observations))
				actions := make([]float32, n*task.Actions)
				for b.Loop() {
					actions[0] = -actions[0] + 0.1
					require.NoError(b, v.Step(actions, out))
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
			})
		}
	}
}
