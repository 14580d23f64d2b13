package areas

import (
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// A box that floats wholly in a fluid of its own density weighs nothing, and drag takes no more
// from its velocity than all of it, however strong it is.
func TestBoxInFluidOfItsDensity(t *testing.T) {
	box, err := shape.New(shape.Box(0.5, 0.5))
	require.NoError(t, err)
	const dt, fall = 1.0 / 60, -3.0
	for _, drag := range []float64{0, 1, 10, 1e3, 1e9} {
		var m DragEffects
		var number int32
		m.Begin()
		m.BeginArea(nil, 1e-3)
		s := m.Sum(&number)
		s.Place(geom.IdentityTransform, geom.IdentityTransform, geom.Vec2{Y: fall}, 0)
		m.displace(&displacement{sum: s, shape: box, fluid: &Fluid{Density: 1, LinearDrag: drag}, part: 1})
		gravity := geom.Vec2{Y: -10}
		x := m.Solve(number, &Load{Timestep: dt, Mass: 1, InvMass: [3]float64{1, 1, 6}, Gravity: gravity})
		require.Zero(t, x.Force.X)
		require.Zero(t, x.Torque)
		require.Zero(t, x.Mass)
		after := fall + dt*(x.Force.Y+gravity.Y)
		if dt*drag <= 0.5 {
			require.InDelta(t, fall*(1-dt*drag), after, 1e-12)
		} else {
			require.Less(t, after, 1e-9)
			require.Greater(t, after, fall)
		}
	}
}

// A locked motion has no inverse mass, and resists nothing.
func TestLockedMotionsFeelTheirForcesWhole(t *testing.T) {
	resistance := [3][3]float64{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}
	own := limitedForces([3]float64{1, 1, 1}, [3]float64{1, 1, 1}, [3]float64{0, 1, 0}, &resistance)
	require.Equal(t, [3]float64{1, 0.25, 1}, own)
}
