package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestFluidAtPoint(t *testing.T) {
	w := newWorld(t, world.Config{})
	fluid := area.Fluid{Density: 2, Flow: mgl64.Vec2{1, 0}, LinearDrag: 3, Surface: []mgl64.Vec2{{-1, 0}, {1, 1}}}
	a := world.Must(w.CreateArea(world.AreaDef{
		Shape: shape.Box(4, 4), Position: mgl64.Vec2{10, 0}, Angle: math.Pi / 2, Effects: []area.Effect{fluid},
	}))
	at := func(x, y float64) mgl64.Vec2 { return mgl64.Vec2{10 - y, x} } // from the area's frame
	for _, p := range []struct {
		x, y float64
		in   bool
	}{{0, 0.4, true}, {0, 0.6, false}, {-3, -0.1, true}, {-3, 0.1, false}, {3, 0.9, true}, {3, 1.1, false}, {0, -3.9, true}, {0, -4.1, false}} {
		f, ok := a.FluidAt(at(p.x, p.y))
		require.Equal(t, p.in, ok, "%v", p)
		if ok {
			require.InDelta(t, 0, f.Flow.Sub(mgl64.Vec2{0, 1}).Len(), 1e-12)
			require.Equal(t, 2.0, f.Density)
			require.Empty(t, f.Surface)
		}
	}
	require.NoError(t, a.SetEffects(area.Damping{}))
	_, ok := a.FluidAt(mgl64.Vec2{10, 0})
	require.False(t, ok)
	_, ok = a.FluidAt(mgl64.Vec2{math.NaN(), 0})
	require.False(t, ok)
}
