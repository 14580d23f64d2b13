//go:build long

package gallery_test

import (
	"hash/fnv"
	"testing"

	"github.com/carom2d/carom/world/gallery"
	"github.com/stretchr/testify/require"
)

// histories are fingerprints of the states after each of 200 ticks and of all events
// in their order, for all ten scenes. They change as goldens do.
//
//	2026-11-20  first values
//	2026-11-21  arcs that do not turn with their bodies, shared leak, levers, gaps of what
//	            is apart
var histories = map[string]uint64{
	"compounds":     0x24918fc10eb35210,
	"joint_grid":    0x590ef18edbb65e43,
	"junkyard":      0x5262921a3a2e9ee2,
	"large_pyramid": 0xa31a74f335cc3c67,
	"many_pyramids": 0xff19759e5907f281,
	"rain":          0x15ed1cd7c56c6299,
	"smash":         0xdc3e02e65ca86f05,
	"spinner":       0x1b2e9b02f5d8780a,
	"tumbler":       0xa853c0949f4c3129,
	"washer":        0x8f6f36ffd8e4cb56,
}

func TestGoldenHistories(t *testing.T) {
	for _, s := range gallery.Scenes() {
		t.Run(s.Name, func(t *testing.T) {
			h := fnv.New64a()
			for _, line := range record(s, 2, 200) {
				h.Write([]byte(line))
			}
			require.Equal(t, histories[s.Name], h.Sum64(), "%q: %#x,", s.Name, h.Sum64())
		})
	}
}
