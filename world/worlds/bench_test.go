package worlds_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds"
	"github.com/stretchr/testify/require"
)

// BenchmarkStep reports ticks of worlds per second.
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{1, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := newPool(b, worlds.Config{})
			for i := range n {
				add(b, p, worlds.Def{World: newPile(b, 20, i)})
			}
			for range 90 {
				p.Step()
			}
			for b.Loop() {
				p.Step()
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "ticks/s")
		})
	}
}

// BenchmarkReset brings a world of twenty boxes, and one of five, back by a tick and by a second,
// beside a copy of as many bytes.
func BenchmarkReset(b *testing.B) {
	for _, boxes := range []int{5, 20, 400} {
		w := newPile(b, boxes, 0)
		var s world.Snapshot
		require.NoError(b, w.Save(&s))
		for _, ticks := range []int{1, 60} {
			b.Run(fmt.Sprintf("boxes=%d/ticks=%d", boxes, ticks), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					for range ticks {
						w.Tick()
					}
					b.StartTimer()
					require.NoError(b, w.Restore(&s))
				}
				b.ReportMetric(float64(s.Bytes()), "bytes")
			})
		}
		from, to := make([]byte, s.Bytes()), make([]byte, s.Bytes())
		b.Run(fmt.Sprintf("boxes=%d/memmove", boxes), func(b *testing.B) {
			for b.Loop() {
				copy(to, from)
			}
		})
	}
}
