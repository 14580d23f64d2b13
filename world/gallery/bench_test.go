package gallery_test

import (
	"fmt"
	"runtime"
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

// BenchmarkMemory reports what a scene keeps on the heap: bytes per box body with
// its collider as built, and what 20 ticks add, per touching contact. That includes
// constraint rows, which islands of a group share in turn, and everything else
// that is scratch.
func BenchmarkMemory(b *testing.B) {
	for _, name := range []string{"many_pyramids", "large_pyramid"} {
		s, _ := gallery.ByName(name)
		b.Run(name, func(b *testing.B) {
			var perBody, perContact float64
			for b.Loop() {
				empty := heap()
				r := s.Start(world.Config{Workers: 1})
				built := heap()
				for range 20 {
					r.Advance()
				}
				warm := heap()
				c := r.Counters()
				perBody = (built - empty) / float64(c.Bodies)
				perContact = (warm - built) / float64(c.Touching)
				r.Close()
			}
			b.ReportMetric(perBody, "B/body")
			b.ReportMetric(perContact, "B/contact")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
