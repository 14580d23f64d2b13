package world_test

import (
	"fmt"
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

// A thousand boxes bounce at once, a paddle scatters them, their contacts begin and leave by the
// hundred, and their island loses links while bodies of it rest: all of that is cut into blocks,
// and the result is the same for any number of workers.
func TestSharedBouncesAndContacts(t *testing.T) {
	run := func(workers int) (hash uint64, begins, ends int) {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, SleepSpeed: 2, Workers: workers})
		w.SetMaxGroupBodies(0)
		ground := addBody(t, w, body.Def{Type: body.Static}, shape.Box(60, 1), world.ColliderDef{})
		for _, x := range []float64{-27, 27} {
			world.Must(ground.Attach(shape.Segment{A: mgl64.Vec2{x, 0}, B: mgl64.Vec2{x, 20}}, world.ColliderDef{}))
		}
		paddle := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 9}, AngularVelocity: 12}, shape.Box(6, 0.05), world.ColliderDef{})
		bouncy := &shape.Material{Friction: 0.5, Restitution: 0.4}
		for row := range 16 {
			for column := range 80 {
				p := mgl64.Vec2{0.62*float64(column) - 24.5, 1.3 + 0.62*float64(row)}
				addBody(t, w, body.Def{Position: p, LinearVelocity: mgl64.Vec2{0, -3}}, shape.Box(0.3, 0.3), world.ColliderDef{Material: bouncy})
			}
		}
		for tick := range 130 {
			if tick == 40 {
				world.Check(paddle.Destroy())
			}
			w.Tick()
			e := w.Events()
			begins, ends = begins+len(e.ContactBegins), ends+len(e.ContactEnds)
		}
		return w.Hash(), begins, ends
	}
	want, begins, ends := run(1)
	require.Greater(t, begins, 2000)
	require.Greater(t, ends, 1000)
	for i, workers := range []int{2, 3, 8, 16} {
		if sampleStep > 1 && i%2 == 0 {
			continue
		}
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			got, b, e := run(workers)
			require.Equal(t, []int{begins, ends}, []int{b, e})
			require.Equal(t, want, got)
		})
	}
}
