package world_test

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

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
