package constraint

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/state"
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
	for _, c := range []struct{ load, want state.JointLoad }{
		{state.JointLoad{ForceX: inf, ForceY: 3, Torque: -inf}, state.JointLoad{ForceX: mostLoad, ForceY: 3, Torque: -mostLoad}},
		{state.JointLoad{ForceX: -1e33, Torque: nan}, state.JointLoad{ForceX: -mostLoad}},
	} {
		s := &state.Joints{
			Link: []state.JointLink{{Kind: joint.KindRevolute}}, Load: make([]state.JointLoad, 1), Strength: make([]state.JointStrength, 1),
			RevolutePoints: []state.RevolutePoint{{Jx: inf, Jy: 1}}, RevoluteAngles: []state.RevoluteAngle{{MotorImpulse: nan}},
		}
		StoreLoad(s, 0, c.load)
		require.Equal(t, c.want, s.Load[0])
		require.Zero(t, s.RevolutePoints[0].Jx)
		require.Zero(t, s.RevolutePoints[0].Jy)
		require.Zero(t, s.RevoluteAngles[0].MotorImpulse)
	}
}
