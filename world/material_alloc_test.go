//go:build !race

package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Ticks with materials whose friction depends on the direction and on whether they slide allocate
// nothing once warm, new contacts included.
func TestConesDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w, _ := newSlope(t, 0.4, gripping())
	m := shape.Material{Friction: 0.2, StaticFriction: 0.5, SlipLeft: 0.5, FrictionCombine: shape.CombineAverage}
	for i := range 30 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{-40 + 1.01*float64(i), 0.5}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &m})
	}
	for range 300 {
		w.Step(dt)
	}
	require.Zero(t, testing.AllocsPerRun(100, func() { w.Step(dt) }))
}

// Nor do those with bodies above others in dominance, on any number of workers.
func TestDominanceDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	for _, workers := range []int{1, 2, 3} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		for i, b := range addBoxes(t, w, 120) {
			require.NoError(t, b.SetDominance(int8(i%3)))
		}
		runSeconds(w, 2)
		require.Zero(t, testing.AllocsPerRun(20, func() { w.Step(dt) }), "%d workers", workers)
	}
}
