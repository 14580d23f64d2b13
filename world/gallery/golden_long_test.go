//go:build long

package gallery_test

import (
	"hash/fnv"
	"testing"

	"github.com/carom2d/carom/world/gallery"
	"github.com/stretchr/testify/require"
)

// goldenHistories are fingerprints of the states after each of 200 ticks and of all events
// in their order, for all ten scenes. They change like the goldens of gallery_test.go.
//
//	2026-11-20  first values
//	2026-11-21  contact points on arcs that do not rotate with their bodies, shared
//	            softness, inertia of long levers, separation of disjoint shapes
//	2026-11-22  inertia of loaded bodies, rule of sleep, rays, order of sweeps
//	2026-11-22  true masses under loads, half a turn per tick, arcs that turn within a tick, square impacts
//	2026-11-22  events of contacts tell their point, approach speed and time: all scenes but joint_grid, which has none
//	2026-11-23  hollows of curved solids and held centres: spinner alone
//	2026-11-24  bodies are not stopped before what they would not enter: compounds, junkyard, spinner
//	2026-11-29  fast bodies go on around edges: compounds, junkyard, rain, spinner, washer
//	2026-11-29  wide gaps of joints close at a bounded speed: joint_grid, whose net stretches by a metre at its top
//	2026-11-30  points that will bounce lie on the surfaces of their bodies: spinner
//	2026-11-30  bodies that lie on rising ground are stopped in it, not before it: compounds, junkyard, spinner, washer
//	2026-11-30  a loaded body whose contacts have parted is not refused: spinner
//	2026-11-30  the scenes are built with geom.SinCos, which has the same bits everywhere: spinner, washer
//	2026-11-30  contacts with chains begin ahead of hollow corners: spinner alone
//	2026-11-30  so do contacts with solids side by side: compounds, rain
//	2026-11-30  a sweep is not stopped where it begins, at a pair that parts: compounds, junkyard
//	2026-11-30  all bodies of a flat stack are in the cluster of a loaded one: junkyard, spinner, tumbler, washer
//	2026-11-30  the end of a capsule is a corner: spinner
var goldenHistories = map[string]uint64{
	"compounds":     0x1870f45dea78ecaf,
	"joint_grid":    0xb4e3f1ab35811210,
	"junkyard":      0xcdbd2925e9ee695e,
	"large_pyramid": 0xdaf53024db9c237a,
	"many_pyramids": 0x0916372251c0b841,
	"rain":          0x7bd0a4359273d7ee,
	"smash":         0xdbafdea84ff91eba,
	"spinner":       0xc4d6601040d018eb,
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
