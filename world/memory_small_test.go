//go:build !race

package world_test

import (
	"runtime"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A world of twenty boxes weighs what it needs, not what a large world would: a server has ten
// thousand of them.
func TestMemoryOfSmallWorlds(t *testing.T) {
	const count = 40
	for _, x := range []struct {
		boxes, ticks int
		reset        string
		most         float64 // kB
	}{{0, 0, "", 26}, {20, 0, "", 40}, {20, 120, "", 64}, {20, 120, "to its own snapshot", 76}, {20, 120, "to one snapshot of all", 64}} {
		list := make([]*world.World, count+1)
		var common world.Snapshot
		empty := 0.0
		for i := range list {
			if i == 1 {
				world.Check(list[0].Save(&common))
				empty = heapSize()
			}
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
			addFloor(t, w, world.ColliderDef{})
			for b := range x.boxes {
				at := mgl64.Vec2{1.1*float64(b%5) - 2.5, 1 + 1.1*float64(b/5)}
				addBody(t, w, body.Def{Position: at}, shape.Box(0.5, 0.5), world.ColliderDef{})
			}
			runTicks(w, x.ticks)
			switch x.reset {
			case "to its own snapshot":
				var snapshot world.Snapshot // the test does not keep it
				world.Check(w.Save(&snapshot))
				w.Tick()
				world.Check(w.Restore(&snapshot))
			case "to one snapshot of all":
				for range 2 * min(i, 1) {
					world.Check(w.Restore(&common))
					w.Tick()
				}
			}
			list[i] = w
		}
		kB := (heapSize() - empty) / count / 1024
		t.Logf("%d boxes after %d ticks, reset %s: %.1f kB", x.boxes, x.ticks, x.reset, kB)
		require.Less(t, kB, x.most)
		runtime.KeepAlive(list)
		runtime.KeepAlive(&common)
	}
}
