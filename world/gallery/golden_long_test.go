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
var histories = map[string]uint64{
	"compounds":     0x2ca187be0decf568,
	"joint_grid":    0x444057f7d459e174,
	"junkyard":      0x40a205bad0d1eb30,
	"large_pyramid": 0xf7972437e05420ea,
	"many_pyramids": 0xf49ceb71032bb9ee,
	"rain":          0xaa3c89183706673f,
	"smash":         0xc0f7b2a8ddba7b4e,
	"spinner":       0xdf8d0ac4425ecc4e,
	"tumbler":       0x7b4e03f0ae36f738,
	"washer":        0xa1b7c3c24b47a53b,
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
