package gallery_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

// BenchmarkPyramidScaling times pyramids of growing size on one worker, through as many ticks
// as benchmarks run large_pyramid for. All of them sag in their first hundreds of ticks,
// large ones for longer, and such a tick costs more. Time per contact should hardly grow;
// any growth is due to the caches.
func BenchmarkPyramidScaling(b *testing.B) {
	for _, base := range []int{25, 50, 100, 200} {
		b.Run(fmt.Sprintf("base%d", base), func(b *testing.B) {
			scene := gallery.Pyramid(base)
			contacts := 0
			for b.Loop() {
				b.StopTimer()
				r := scene.Start(world.Config{Workers: 1})
				b.StartTimer()
				for range scene.Ticks {
					r.Advance()
					contacts += r.Counters().Contacts
				}
				b.StopTimer()
				r.Close()
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(contacts), "ns/contact")
		})
	}
}
