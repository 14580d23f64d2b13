package constraint

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/stretchr/testify/require"
)

// A load that is not finite, or beyond all bounds, is bounded.
func TestIsBounded(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	require.True(t, isBounded(&state.JointLoad{ForceX: mostLoad, ForceY: -mostLoad, Torque: mostLoad}))
	for _, x := range []float32{2 * mostLoad, -2 * mostLoad, inf, -inf, nan} {
		require.False(t, isBounded(&state.JointLoad{ForceX: x}))
		require.False(t, isBounded(&state.JointLoad{ForceY: x}))
		require.False(t, isBounded(&state.JointLoad{Torque: x}))
	}
}

// A joint with such a load begins the next tick without impulses, and its load is the bound.
func TestUnboundedLoadsAreDropped(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		last, total Impulse
		want        state.JointLoad
	}{
		{Impulse{}, Impulse{X: inf, Y: 6, W: -inf}, state.JointLoad{ForceX: mostLoad, ForceY: 3, Torque: -mostLoad}},
		{Impulse{}, Impulse{X: -1e33, W: nan}, state.JointLoad{ForceX: -mostLoad}},
		{Impulse{W: 1e33}, Impulse{Y: 6}, state.JointLoad{ForceY: 3}},
	} {
		s := &state.Joints{
			Link: []state.JointLink{{Kind: joint.KindRevolute}}, Load: make([]state.JointLoad, 1), Strength: make([]state.JointStrength, 1),
			RevolutePoints: []state.RevolutePoint{{Jx: inf, Jy: 1}}, RevoluteAngles: []state.RevoluteAngle{{MotorImpulse: nan}},
		}
		StoreLoad(s, 0, c.last, c.total, &step.Params{DT: 2, InvH: 2})
		require.Equal(t, c.want, s.Load[0])
		require.Zero(t, s.RevolutePoints[0].Jx)
		require.Zero(t, s.RevolutePoints[0].Jy)
		require.Zero(t, s.RevoluteAngles[0].MotorImpulse)
	}
}
