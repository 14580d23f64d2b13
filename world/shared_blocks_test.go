package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// What creates contacts, begins them and looks for fast bodies is cut into blocks, so that no
// worker does it while the others wait.
func TestContactsAndSearchesAreShared(t *testing.T) {
	first, second := tracedTicks(t, false)
	require.Equal(t, 2, first[24]-second[24], "new pairs are filtered, and their contacts filled, by 128")
	require.Equal(t, 2, first[47]-second[47], "new contacts are looked through for stacks, and their events filled, by 64")
	_, without := tracedTicks(t, true)
	require.Equal(t, 1, second[6]-without[6], "bodies are searched by 512")
	require.Equal(t, 1, second[3]-without[3], "contacts are searched by 1024")
}

// tracedTicks returns how many stages of the first and of the second tick have so many blocks. In
// the first tick 3000 contacts begin.
func tracedTicks(t *testing.T, noContinuous bool) (first, second map[int]int) {
	w := newWorld(t, world.Config{Workers: 8, NoContinuous: noContinuous})
	const boxes = 3000
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Box(2*boxes, 1), world.ColliderDef{})
	for i := range boxes {
		addBody(t, w, body.Def{Position: mgl64.Vec2{2 * float64(i-boxes/2), 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	var trace par.Trace
	w.Tables().TraceBlocks(&trace)
	count := func() map[int]int {
		trace.Clear()
		w.Tick()
		stages := map[int]int{}
		for _, s := range trace.Stages {
			stages[s.Blocks]++
		}
		return stages
	}
	first = count()
	require.Len(t, w.Events().ContactBegins, boxes)
	return first, count()
}
