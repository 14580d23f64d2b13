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
var histories = map[string]uint64{}

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
