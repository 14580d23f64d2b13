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
		saved        bool    // and restored
		most         float64 // kB
	}{{0, 0, false, 26}, {20, 0, false, 40}, {20, 120, false, 64}, {20, 120, true, 80}} {
		list := make([]*world.World, count)
		empty := heapSize()
		for i := range list {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
			addFloor(t, w, world.ColliderDef{})
			for b := range x.boxes {
				at := mgl64.Vec2{1.1*float64(b%5) - 2.5, 1 + 1.1*float64(b/5)}
				addBody(t, w, body.Def{Position: at}, shape.Box(0.5, 0.5), world.ColliderDef{})
			}
			for range x.ticks {
				w.Tick()
			}
			if x.saved {
				var snapshot world.Snapshot // the test does not keep it
				world.Check(w.Save(&snapshot))
				w.Tick()
				world.Check(w.Restore(&snapshot))
			}
			list[i] = w
		}
		kB := (heapSize() - empty) / count / 1024
		t.Logf("%d boxes after %d ticks, saved: %v: %.0f kB", x.boxes, x.ticks, x.saved, kB)
		require.Less(t, kB, x.most)
		runtime.KeepAlive(list)
	}
}
