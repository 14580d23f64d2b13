package constraint

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/stretchr/testify/require"
)

// lightBody is a body of little inertia with a joint.
func lightBody(inertia float64) (*harness, state.BodySlot) {
	w := newHarness()
	b := w.add(0, 0, 0, 1, inertia)
	w.addRevolute(state.BodySlot(state.Ground), b, joint.Revolute{})
	return w, b
}

// A body that a joint would turn by more than two radians in a sub-step gets the inertia with
// which it turns by little more than one, for the tick. Then the inertia fades.
func TestLongLeverGetsInertia(t *testing.T) {
	const inertia, h = 1e-3, 1.0 / 240
	for _, c := range []struct {
		name           string
		r, j, couple   float64
		turn           float64 // (r j + couple) h / inertia
		given, another bool
	}{
		{"nothing", 0, 0, 0, 0, false, false},
		{"a little less", 1, 0.4, 0.07, 0.47 * h / inertia, false, false},
		{"a little more", 1, 0.4, 0.09, 0.49 * h / inertia, true, false},
		{"a lever", 2, 1, 0, 2 * h / inertia, true, true},
		{"a couple", 0, 0, -2, 2 * h / inertia, true, true},
		{"both", 1, 1, 1, 2 * h / inertia, true, true},
	} {
		w, b := lightBody(inertia)
		d := &w.bodies.Dynamics[w.bodies.Row(b)]
		trueInvInertia := d.InvInertia
		noteLever(w.joints, uint32(b), trueInvInertia, h, float32(c.r), 0, 0, float32(c.j), float32(c.couple))
		noteLever(w.joints, uint32(b), trueInvInertia, h, 0.1, 0, 0, 0.1, 0) // what is less does not count
		ApplyLevers(w.joints, w.bodies)
		if !c.given {
			require.Equal(t, trueInvInertia, d.InvInertia, c.name)
			continue
		}
		require.InEpsilon(t, float64(trueInvInertia)/(c.turn-1), float64(d.InvInertia), 1e-4, c.name)
		RemoveLevers(w.joints, w.bodies)
		require.Equal(t, trueInvInertia, d.InvInertia, c.name)
		ApplyLevers(w.joints, w.bodies)
		require.Equal(t, c.another, d.InvInertia < trueInvInertia, "%s: it fades", c.name)
		RemoveLevers(w.joints, w.bodies)
		for range 100 {
			ApplyLevers(w.joints, w.bodies)
			RemoveLevers(w.joints, w.bodies)
		}
		require.Zero(t, w.joints.AnyLever, "%s: nothing is left of it", c.name)
		require.Equal(t, trueInvInertia, d.InvInertia, c.name)
	}
}

// Impulses that are not finite and bodies that cannot turn demand no inertia.
func TestLeverIgnoresNonFiniteImpulses(t *testing.T) {
	nan := float32(math.NaN())
	w, b := lightBody(1)
	d := &w.bodies.Dynamics[w.bodies.Row(b)]
	noteLever(w.joints, uint32(b), d.InvInertia, 1.0/240, nan, 0, 0, 1, nan)
	noteLever(w.joints, uint32(b), 0, 1.0/240, 1, 0, 0, 1e30, 1e30)
	ApplyLevers(w.joints, w.bodies)
	require.Equal(t, float32(1), d.InvInertia)
	noteLever(w.joints, uint32(b), d.InvInertia, 1.0/240, 1e30, 0, 0, 1e30, 0)
	ApplyLevers(w.joints, w.bodies)
	require.GreaterOrEqual(t, d.InvInertia, float32(0))
	RemoveLevers(w.joints, w.bodies)
	require.Equal(t, float32(1), d.InvInertia)
}
