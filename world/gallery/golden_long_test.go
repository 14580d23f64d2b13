//go:build long

package gallery_test

import (
	"hash/fnv"
	"testing"

	"github.com/carom2d/carom/world/gallery"
	"github.com/stretchr/testify/require"
)

// goldenHistories are fingerprints of the states after each of 200 ticks and of all events
// in their order, for all ten scenes. They change like the goldens of golden_test.go.
//
//	2026-11-20  first values
//	2026-11-21  contact points on arcs that do not rotate with their bodies, shared
//	            softness, inertia of long levers, separation of disjoint shapes
//	2026-11-22  inertia of loaded bodies, rule of sleep, rays, order of sweeps
var goldenHistories = map[string]uint64{
	"compounds":     0x5d85475b4d501d70,
	"joint_grid":    0x590ef18edbb65e43,
	"junkyard":      0x5c706175bcb443b8,
	"large_pyramid": 0xbd47492f55a9bed6,
	"many_pyramids": 0x62174be3a2082289,
	"rain":          0x183de9678c1b8998,
	"smash":         0x62eb7e887fb3637,
	"spinner":       0xac208da4d9f5bc99,
	"tumbler":       0x1b7237d7f4a150d5,
	"washer":        0xe9c475c3b8a5ac1d,
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
