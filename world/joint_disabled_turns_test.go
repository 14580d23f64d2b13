package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A joint of any kind that is disabled counts no turns. Its angle is the nearest to its last one,
// so that limits do not unwind the turns when it is enabled again.
func TestDisabledJointsCountNoTurns(t *testing.T) {
	for _, spin := range []float64{5, -5, 30} {
		w := newWorld(t, world.Config{})
		b := addBody(t, w, body.Def{NeverSleep: true, AngularVelocity: spin}, shape.Box(0.5, 0.1), world.ColliderDef{Filter: untouchable})
		revolute := world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{}))
		wheel := world.Must(w.CreateWheel(w.Ground(), b, joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}, SpringHertz: 2}))
		angle := world.Must(w.CreateAngle(w.Ground(), b, joint.Angle{Loose: true}))
		spring := world.Must(w.CreateRotarySpring(w.Ground(), b, joint.RotarySpring{}))
		requireAngles := func(want float64) {
			for i, angle := range []float64{revolute.Angle(), wheel.Angle(), angle.Angle(), spring.Angle()} {
				require.InDelta(t, want, angle, 1e-3, "spin %v, joint %d", spin, i)
			}
		}
		runSeconds(w, 1)
		requireAngles(spin)
		for j := range w.Joints() {
			require.NoError(t, j.SetEnabled(false))
		}
		runSeconds(w, 3)
		nearest := spin + math.Remainder(3*spin, 2*math.Pi)
		requireAngles(nearest)
		for j := range w.Joints() {
			require.NoError(t, j.SetEnabled(true))
		}
		runSeconds(w, 1)
		requireAngles(nearest + spin)
	}
}
