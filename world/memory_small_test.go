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
		most         float64 // kB
	}{{0, 0, 26}, {20, 0, 40}, {20, 120, 64}} {
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
			list[i] = w
		}
		kB := (heapSize() - empty) / count / 1024
		t.Logf("%d boxes after %d ticks: %.0f kB", x.boxes, x.ticks, kB)
		require.Less(t, kB, x.most)
		runtime.KeepAlive(list)
	}
}
