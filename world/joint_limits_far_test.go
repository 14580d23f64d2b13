package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Limits that are set while the joint is far beyond them bring it back at a bounded speed, and
// leave hardly any motion there. With a load the joint is part of an articulation.
func TestLimitsSetFarAwayPushAtABoundedSpeed(t *testing.T) {
	for name, add := range map[string]func(w *world.World, a, b world.Body) func() float64{
		"revolute": func(w *world.World, a, b world.Body) func() float64 {
			j := world.Must(w.CreateRevolute(a, b, joint.Revolute{}))
			require.NoError(t, j.Edit(func(d *joint.Revolute) { d.Limit, d.Lower, d.Upper = true, 3, 4 }))
			return j.Angle
		},
		"prismatic": func(w *world.World, a, b world.Body) func() float64 {
			j := world.Must(w.CreatePrismatic(a, b, joint.Prismatic{LocalAxisA: mgl64.Vec2{1, 0}}))
			require.NoError(t, j.Edit(func(d *joint.Prismatic) { d.Limit, d.Lower, d.Upper = true, 3, 4 }))
			return j.Translation
		},
		"distance": func(w *world.World, a, b world.Body) func() float64 {
			j := world.Must(w.CreateDistance(a, b, joint.Distance{LocalAnchorA: mgl64.Vec2{-1, 0}, Loose: true}))
			require.NoError(t, j.Edit(func(d *joint.Distance) { d.MinLength, d.MaxLength = 4, 5 }))
			return func() float64 { return j.Length() - 1 }
		},
		"wheel": func(w *world.World, a, b world.Body) func() float64 {
			j := world.Must(w.CreateWheel(a, b, joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}}))
			require.NoError(t, j.Edit(func(d *joint.Wheel) { d.Limit, d.Lower, d.Upper = true, 3, 4 }))
			return j.Translation
		},
	} {
		for _, load := range []float64{0, 20} {
			w := newWorld(t, world.Config{})
			b := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(0.5, 0.1), world.ColliderDef{Filter: untouchable})
			if load > 0 {
				last := addBody(t, w, body.Def{NeverSleep: true}, shape.Box(0.5, 0.1), world.ColliderDef{Filter: untouchable, Density: load})
				world.Must(w.CreateWeld(b, last, world.WeldAt(b, last, mgl64.Vec2{})))
			}
			value, at := add(w, w.Ground(), b), 0.0
			fastest := 0.0
			for range 300 {
				w.Tick()
				fastest = max(fastest, value()-at)
				at = value()
			}
			require.Less(t, 60*fastest, 20.0, "%s, load %v", name, load)
			require.InDelta(t, 3, at, 0.2, "%s, load %v", name, load)
			require.Less(t, w.Energy().Kinetic, 0.05, "%s, load %v", name, load)
		}
	}
}
