package gallery_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
	"github.com/stretchr/testify/require"
)

// workerScenes are the scenes for several workers; nil are all.
var workerScenes = long.Pick([]string{"tumbler", "rain", "joint_grid"}, nil)

// record runs a scene and returns a line per tick: the state and every event in order.
func record(s gallery.Scene, workers, ticks int) []string {
	r := s.Start(world.Config{Workers: workers})
	defer r.Close()
	var log []string
	for range ticks {
		r.Advance()
		e := r.Events()
		line := fmt.Sprintf("%x", r.Hash())
		for _, b := range e.ContactBegins {
			line += fmt.Sprintf(" +%d/%d:%x:%x", b.ColliderA.ID(), b.ColliderB.ID(), b.ApproachSpeed, b.Fraction)
		}
		for _, b := range e.ContactEnds {
			line += fmt.Sprintf(" -%d/%d", b.ColliderA.ID(), b.ColliderB.ID())
		}
		for _, h := range e.Hits {
			line += fmt.Sprintf(" !%d/%d:%x", h.ColliderA.ID(), h.ColliderB.ID(), h.ApproachSpeed)
		}
		for _, list := range [][]world.SensorEvent{e.SensorBegins, e.SensorEnds} {
			for _, x := range list {
				line += fmt.Sprintf(" s%d/%d:%x", x.Sensor.ID(), x.Visitor.ID(), x.Fraction)
			}
		}
		for _, b := range e.Sleeps {
			line += fmt.Sprintf(" z%d", b.ID())
		}
		for _, b := range e.Wakes {
			line += fmt.Sprintf(" w%d", b.ID())
		}
		log = append(log, line)
	}
	return log
}

// scenes returns the scenes of the given names, or all for none.
func scenes(t *testing.T, names []string) []gallery.Scene {
	if len(names) == 0 {
		return gallery.Scenes()
	}
	var list []gallery.Scene
	for _, name := range names {
		s, ok := gallery.ByName(name)
		require.True(t, ok, name)
		list = append(list, s)
	}
	return list
}

// The same bits and the same events in the same order, for every number of workers.
func TestResultIndependentOfWorkers(t *testing.T) {
	workerTicks := long.Pick(8, 200)
	for _, s := range scenes(t, workerScenes) {
		t.Run(s.Name, func(t *testing.T) {
			want := record(s, 1, workerTicks)
			for _, workers := range long.Pick([]int{2, 3}, []int{2, 3, 4, 7, 16}) {
				got := record(s, workers, workerTicks)
				for tick := range want {
					require.Equal(t, want[tick], got[tick], "%d workers, tick %d", workers, tick)
				}
			}
		})
	}
}

// The three broadphases find the same pairs in the same order.
func TestResultIndependentOfBroadphase(t *testing.T) {
	for _, name := range []string{"tumbler", "compounds"} {
		s, _ := gallery.ByName(name)
		var hashes []uint64
		for _, kind := range []world.BroadphaseKind{world.BroadphaseTree, world.BroadphaseSweep, world.BroadphaseBrute} {
			r := s.Start(world.Config{Workers: 1, Broadphase: kind})
			for range 10 {
				r.Advance()
			}
			hashes = append(hashes, r.Hash())
			r.Close()
		}
		require.Len(t, slices.Compact(hashes), 1, "%s: %x", name, hashes)
	}
}

// golden is the state of a scene after a number of ticks, to the last bit of every pose and
// velocity. It is the same on every platform and for every number of workers.
type golden struct {
	ticks int
	hash  uint64
}

// A value changes only when the engine computes something else.
var goldens = map[string]golden{
	"tumbler":    {40, 0xe41fa044c42fb853},
	"rain":       {40, 0x6b60f927caf8e070},
	"joint_grid": {20, 0x53a5c79e8cd08e9a},
}

func TestGoldenGallery(t *testing.T) {
	for name, want := range goldens {
		t.Run(name, func(t *testing.T) { checkGolden(t, name, want) })
	}
}

func checkGolden(t *testing.T, name string, want golden) {
	s, ok := gallery.ByName(name)
	require.True(t, ok, name)
	r := s.Start(world.Config{Workers: 2})
	defer r.Close()
	for range want.ticks {
		r.Advance()
	}
	require.Equal(t, want.hash, r.Hash(), "%s: %#x", name, r.Hash())
}

// Every scene goes on bit for bit from a snapshot and as a fork.
func TestScenesGoOnFromSnapshots(t *testing.T) {
	for _, scene := range gallery.Scenes() {
		t.Run(scene.Name, func(t *testing.T) {
			r := scene.Start(world.Config{Workers: 2})
			defer r.Close()
			const before, after = 5, 4
			for range before {
				r.Advance()
			}
			var s world.Snapshot
			require.NoError(t, r.Save(&s))
			at := r.StateHashes()
			advance := func() (hashes [after]uint64) {
				for i := range hashes {
					r.Advance()
					hashes[i] = r.StateHash()
				}
				return hashes
			}
			want, end := advance(), r.StateHashes()
			for range 2 {
				require.NoError(t, r.Restore(&s))
				require.Equal(t, at, r.StateHashes())
				require.Equal(t, want, advance())
				require.Equal(t, end, r.StateHashes())
			}
			fork := world.Must(r.Fork())
			defer fork.Close()
			require.Equal(t, end, fork.StateHashes())
			fork.Tick()
			r.Tick()
			require.Equal(t, r.StateHashes(), fork.StateHashes())
		})
	}
}
