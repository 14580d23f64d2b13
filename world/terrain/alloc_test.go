package terrain_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Follow and a tick allocate nothing while bodies roll on ground that is there.
func TestWarmFollowDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w, field := newHeights(t, gravity(), terrain.HeightFieldDef{Heights: make([]float64, 500)})
	for i := range 20 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{200 + 2*float64(i), 0.5}, LinearVelocity: mgl64.Vec2{1, 0}, NeverSleep: true}, shape.Circle{Radius: 0.5})
	}
	frame := func() {
		if field.Follow(150, mgl64.Vec2{220, 0}) != nil {
			t.Fatal("follow")
		}
		w.Tick()
	}
	for range 200 {
		frame()
	}
	require.Zero(t, testing.AllocsPerRun(200, frame))
}

// Questions to a height field allocate nothing.
func TestHeightsAnswersDoNotAllocate(t *testing.T) {
	_, field := newHeights(t, world.Config{Workers: 1}, terrain.HeightFieldDef{Heights: make([]float64, 5000)})
	ball := world.ShapeAt(world.Must(shape.New(shape.Circle{Radius: 1})), mgl64.Vec2{20, 0.5}, 0)
	stick := world.ShapeAt(world.Must(shape.New(shape.Ellipse{RX: 2, RY: 1})), mgl64.Vec2{20, 1.5}, 0.1)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		_, ok := field.RayCast(mgl64.Vec2{0, 10}, mgl64.Vec2{4000, -11})
		_, above := field.HeightAt(77.7)
		_, casts := field.ShapeCast(stick, mgl64.Vec2{30, -3})
		_, near := field.Nearest(ball, 5)
		n := 0
		for range field.OverlapShape(ball) {
			n++
		}
		if !ok || !above || !casts || !near || n != 2 {
			t.Fatal("no ground")
		}
	}))
}
