package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// What a kinematic body moves against is found by the tree, or in blocks of all boxes when the tree
// is stale. A query of the game before the tick repairs the tree, and the result is the same.
func TestKinematicHitsDoNotDependOnTheTree(t *testing.T) {
	run := func(workers int, query bool) (hash uint64) {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		w.ParallelizeAlways()
		r := rand.New(rand.NewPCG(5, 6))
		addBody(t, w, body.Def{Type: body.Static}, shape.Box(30, 1), world.ColliderDef{})
		paddle := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 6}, AngularVelocity: 25}, shape.Box(14, 0.05), world.ColliderDef{})
		for i := range 300 {
			def := body.Def{Position: mgl64.Vec2{30*r.Float64() - 15, 2 + 12*r.Float64()}, Bullet: i%7 == 0}
			addBody(t, w, def, shape.Box(0.1, 0.1), world.ColliderDef{})
		}
		for range 25 {
			if query {
				w.RayCast(mgl64.Vec2{0, 5}, mgl64.Vec2{0, 1}, world.QueryFilter{})
			}
			w.Tick()
		}
		require.True(t, paddle.Awake())
		return w.Hash()
	}
	want := run(1, false)
	for _, workers := range []int{1, 3} {
		require.Equal(t, want, run(workers, false), "%d workers", workers)
		require.Equal(t, want, run(workers, true), "%d workers, the tree repaired", workers)
	}
}
