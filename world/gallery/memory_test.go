package gallery_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
	"github.com/stretchr/testify/require"
)

// The memory that a world may take: bytes per box body with its collider as built, what is known of
// its box included, and what ticks add, per touching contact. That includes its bundle lane and all
// scratch memory.
const (
	maxBytesPerBody    = 610
	maxBytesPerContact = 450
)

// A world keeps within those bounds both where islands are solved in groups, whose bundles
// share memory, and where one island needs them all. A few ticks after it
// was built it has freed the memory that only its first tick needed.
func TestMemory(t *testing.T) {
	for _, name := range []string{"many_pyramids", "large_pyramid"} {
		for _, workers := range []int{1, 4} {
			t.Run(fmt.Sprintf("%s/workers%d", name, workers), func(t *testing.T) {
				perBody, perContact := memoryOf(name, workers)
				t.Logf("%.0f bytes per body, %.0f per touching contact", perBody, perContact)
				require.LessOrEqual(t, perBody, float64(maxBytesPerBody))
				require.LessOrEqual(t, perContact, float64(maxBytesPerContact))
				// The smallest size of the columns of bodies, colliders, boxes, contacts and
				// manifolds: a result below it means that the measurement is wrong.
				require.Greater(t, perBody, 300.0)
				require.Greater(t, perContact, 200.0)
			})
		}
	}
}

// BenchmarkMemory reports the memory that TestMemory limits.
func BenchmarkMemory(b *testing.B) {
	for _, name := range []string{"many_pyramids", "large_pyramid"} {
		b.Run(name, func(b *testing.B) {
			var perBody, perContact float64
			for b.Loop() {
				perBody, perContact = memoryOf(name, 1)
			}
			b.ReportMetric(perBody, "B/body")
			b.ReportMetric(perContact, "B/contact")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// memoryOf returns the heap memory of a scene, in bytes per body and per touching contact.
func memoryOf(name string, workers int) (perBody, perContact float64) {
	s, _ := gallery.ByName(name)
	empty := heapBytes()
	r := s.Start(world.Config{Workers: workers})
	defer r.Close()
	built := heapBytes()
	for range 20 {
		r.Advance()
	}
	warm := heapBytes()
	c := r.Counters()
	return (built - empty) / float64(c.Bodies), (warm - built) / float64(c.Touching)
}

func heapBytes() float64 {
	for range 3 { // objects with a finalizer or in a sync.Pool are freed later
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
