//go:build !race

package world_test

import (
	"testing"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// TestCompoundsDoNotAllocate: a warm tick with compounds, with contacts and visits that begin and
// end, makes no garbage, nor do queries that find them.
func TestCompoundsDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w := compoundScene(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true, Workers: 1})
	var bodies []world.Body
	for b := range w.Bodies() {
		bodies = append(bodies, b)
	}
	small := newConvex(bowl().Parts[0])
	tick := func() {
		if w.Ticks()%20 == 0 {
			for _, b := range bodies {
				require.NoError(t, b.ApplyImpulse(mgl64.Vec2{0, 3 * b.Mass()}, b.WorldCenter()))
			}
		}
		w.Tick()
		for _, rule := range []world.InsideRule{world.InsideHits, world.InsidePasses} {
			w.RayCast(mgl64.Vec2{-9, 1}, mgl64.Vec2{20, 0}, world.QueryFilter{Inside: rule})
			for range w.ShapeCastAll(world.ShapeAt(small, mgl64.Vec2{-9, 1}, 0), mgl64.Vec2{20, 0}, world.QueryFilter{Inside: rule}) {
			}
		}
		for range w.NearestColliders(world.PointAt(mgl64.Vec2{0, 3}), 5, 9, world.QueryFilter{}) {
		}
	}
	for range 600 {
		tick()
	}
	require.Zero(t, testing.AllocsPerRun(100, tick))
}
