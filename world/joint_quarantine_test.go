package world_test

import (
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A body whose motion becomes infinite within a tick is disabled whatever joints hold it,
// also those that run code of the game, and the rest of the world goes on.
func TestJointsWithQuarantinedBody(t *testing.T) {
	overload := func(t *testing.T, name string, w *world.World, bad world.Body) {
		good := addMass(t, w, 50, 0, 1, 1)
		require.NoError(t, bad.SetMassData(world.MassData{Mass: 1e-18, Inertia: 1e-18}))
		for range 1000 {
			require.NoError(t, bad.ApplyForceToCenter(mgl64.Vec2{1e18, 1e18}))
			require.NoError(t, bad.ApplyTorque(1e18))
		}
		w.Tick()
		require.NotEmpty(t, w.Events().Quarantines, name)
		require.False(t, bad.Enabled(), name)
		require.True(t, good.Enabled(), name)
		for j := range w.Joints() {
			require.Zero(t, j.Force().Len()+j.Torque(), name)
		}
		runSeconds(w, 0.1)
		w.Validate()
	}
	for name := range jointCreators(nil, joint.Base{}) {
		w := newGravityWorld(t)
		a, b := addMass(t, w, 0, 0, 1, 1), addMass(t, w, 0, 0, 1, 1)
		_, err := jointCreators(w, joint.Base{})[name](a, b)
		require.NoError(t, err)
		overload(t, name, w, b)
	}
	for name, create := range map[string]func(w *world.World, b world.Body){
		"force law": func(w *world.World, b world.Body) {
			world.Must(w.CreateDistance(w.Ground(), b, joint.Distance{Length: 1, Law: func(x, _ float64) float64 { return 1 - x }}))
		},
		"torque law": func(w *world.World, b world.Body) {
			world.Must(w.CreateRotarySpring(w.Ground(), b, joint.RotarySpring{Law: func(x, _ float64) float64 { return -x }}))
		},
		"gear": func(w *world.World, b world.Body) {
			first, second := addRevolute(t, w, w.Ground(), b), addRevolute(t, w, w.Ground(), addMass(t, w, 3, 0, 1, 1))
			world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{}))
		},
		"three bodies": func(w *world.World, b world.Body) {
			world.Must(w.CreateCustom([]world.Body{w.Ground(), addMass(t, w, 3, 0, 1, 1), b}, joint.Custom{Constraint: distanceConstraint{2}}))
		},
	} {
		w := newGravityWorld(t)
		b := addMass(t, w, 0, 0, 1, 1)
		create(w, b)
		overload(t, name, w, b)
	}
}
