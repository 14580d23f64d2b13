package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Capsules with equal ends fall, roll and pile up as circles do, bit for bit.
func TestCapsulesWithEqualEndsMoveAsCircles(t *testing.T) {
	run := func(ball func(center mgl64.Vec2, radius float64) shape.Support) uint64 {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
		ground := addBody(t, w, body.Def{Type: body.Static}, shape.Box(6, 0.5), world.ColliderDef{})
		world.Must(ground.Attach(shape.Segment{A: mgl64.Vec2{-6, 3}, B: mgl64.Vec2{-3, 1}}, world.ColliderDef{}))
		for i := range 30 {
			b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%7) - 4, 3 + float64(i/7)}}))
			var s shape.Support = shape.Box(0.3, 0.2)
			if i%3 > 0 {
				s = ball(mgl64.Vec2{0.1, 0.2}, 0.2+0.01*float64(i))
			}
			world.Must(b.Attach(s, world.ColliderDef{Material: &shape.Material{Friction: 0.5, RollingResistance: 0.05}}))
		}
		runTicks(w, 180)
		return w.Hash()
	}
	circles := run(func(c mgl64.Vec2, r float64) shape.Support { return shape.Circle{Center: c, Radius: r} })
	capsules := run(func(c mgl64.Vec2, r float64) shape.Support { return shape.Capsule{A: c, B: c, Radius: r} })
	require.Equal(t, circles, capsules)
}
