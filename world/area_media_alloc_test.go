//go:build !race

package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Ticks in water with waves and in a wind allocate nothing.
func TestMediaDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	sea := addSea(t, w, area.Fluid{LinearDrag: 0.1, QuadraticDrag: 1})
	world.Must(w.CreateArea(world.AreaDef{Shape: shape.Circle{Radius: 20}, Effects: []area.Effect{
		area.Wind{Velocity: mgl64.Vec2{2, 0}, Density: 0.01, Lift: 1},
	}}))
	for i, s := range allShapes()[:13] {
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i)*3 - 18, 0}}, s, world.ColliderDef{Density: 0.5})
	}
	overlapping := shape.Compound{Parts: []shape.Support{shape.Box(0.5, 0.2), shape.Box(0.2, 0.5), shape.Circle{Radius: 0.4}}}
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 4}}, overlapping, world.ColliderDef{Density: 0.5})
	points := make([]mgl64.Vec2, 30)
	tick := func() {
		for k := range points {
			x := float64(2*k) - 30
			points[k] = mgl64.Vec2{x, math.Sin(x + w.Time())}
		}
		_ = sea.SetSurface(points)
		w.Tick()
	}
	for range 200 {
		tick()
	}
	require.Zero(t, testing.AllocsPerRun(50, tick))
}
