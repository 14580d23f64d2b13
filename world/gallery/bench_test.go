package gallery_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

// BenchmarkGrowth times a tick of pyramids of growing size on one worker. Time
// per contact should hardly grow: it is the caches that it shows.
func BenchmarkGrowth(b *testing.B) {
	for _, base := range []int{25, 50, 100, 200} {
		b.Run(fmt.Sprintf("base%d", base), func(b *testing.B) {
			r := gallery.Pyramid(base).Start(world.Config{Workers: 1})
			defer r.Close()
			for range 20 {
				r.Advance()
			}
			for b.Loop() {
				r.Advance()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.Counters().Contacts), "ns/contact")
		})
	}
}
