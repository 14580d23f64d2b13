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
//	2026-11-22  true masses under loads, half a turn per tick, arcs that turn within a tick, square impacts
var goldenHistories = map[string]uint64{
	"compounds":     0x61f08b6d2da53683,
	"joint_grid":    0x4b4193b23c9a2119,
	"junkyard":      0xfc146739b739df97,
	"large_pyramid": 0x42f984755ba0d122,
	"many_pyramids": 0x62174be3a2082289,
	"rain":          0x1c51c5aeb0835d72,
	"smash":         0x31cfd4175abccfb7,
	"spinner":       0xec4bc65b48e2eb65,
	"tumbler":       0x2364dbcc67019068,
	"washer":        0xe214a5f27207e0d4,
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
