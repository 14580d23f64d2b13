//go:build long

package gallery_test

import (
	"hash/fnv"
	"testing"

	"github.com/carom2d/carom/world/gallery"
	"github.com/stretchr/testify/require"
)

// goldenHistories are fingerprints of the states after each of 200 ticks and of all events in their
// order, for all ten scenes.
var goldenHistories = map[string]uint64{
	"compounds":     0x1870f45dea78ecaf,
	"joint_grid":    0xb4e3f1ab35811210,
	"junkyard":      0xcdbd2925e9ee695e,
	"large_pyramid": 0xdaf53024db9c237a,
	"many_pyramids": 0x0916372251c0b841,
	"rain":          0xa354470a63f8fbe3,
	"smash":         0xdbafdea84ff91eba,
	"spinner":       0xf2490a965e6e5c00,
	"tumbler":       0xe286a4a5ef5a4201,
	"washer":        0x67c625fef6d19a8e,
}

func TestGoldenHistories(t *testing.T) {
	for _, s := range gallery.Scenes() {
		t.Run(s.Name, func(t *testing.T) {
			h := fnv.New64a()
			for _, line := range record(s, 2, 200) {
				h.Write([]byte(line))
			}
			require.Equal(t, goldenHistories[s.Name], h.Sum64(), "%q: %#x,", s.Name, h.Sum64())
		})
	}
}
