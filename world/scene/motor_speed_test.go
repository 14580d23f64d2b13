package scene

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// A motor speed beyond the reach of its bodies is found by Parse, Validate and Encode, with its
// place. What is within reach, of a wheel for instance, builds.
func TestMotorSpeedBeyondReach(t *testing.T) {
	for _, c := range []struct{ world, shape, joint, want string }{
		{``, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "revolute", "motorSpeed": 188, "maxMotorTorque": 1`, ``},
		{``, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "revolute", "motorSpeed": -189, "maxMotorTorque": 1`, "joints[1].motorSpeed: -189 is out of range: the bodies reach 188.31 rad/s at most"},
		{``, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "revolute", "motorSpeed": 189`, ``},
		{`"timestep": 0.1`, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "revolute", "motorSpeed": 32, "maxMotorTorque": 1`, "joints[1].motorSpeed: 32 is out of range: the bodies reach 31.385 rad/s at most"},
		{``, `"type": "circle", "radius": 0.5`, `"type": "wheel", "localAxisA": [0, 1], "motorSpeed": 799, "maxMotorTorque": 1`, ``},
		{``, `"type": "circle", "radius": 0.5`, `"type": "wheel", "localAxisA": [0, 1], "motorSpeed": 801, "maxMotorTorque": 1`, "joints[1].motorSpeed: 801 is out of range: the bodies reach 800 rad/s at most"},
		{`"maxSpeed": 4`, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "prismatic", "localAxisA": [0, 1], "motorSpeed": 5, "maxMotorForce": 1`, "joints[1].motorSpeed: 5 is out of range: the bodies reach 4 m/s at most"},
		{``, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "motor", "angularVelocity": 500, "maxVelocityTorque": 1`, "joints[1].angularVelocity: 500 is out of range"},
	} {
		document := fmt.Sprintf(`{"version": 1, "world": {%s}, "bodies": [{"name": "a", "colliders": [{%s}]}],
			"joints": [{"type": "revolute", "a": "", "b": "a", "motorSpeed": 1, "maxMotorTorque": 1}, {"a": "", "b": "a", %s}]}`, c.world, c.shape, c.joint)
		s, err := Parse([]byte(document))
		if c.want != "" {
			require.ErrorContains(t, err, c.want)
			require.ErrorIs(t, err, geom.ErrOutOfRange)
			continue
		}
		require.NoError(t, err, document)
		require.NoError(t, s.Validate())
		w, _, err := s.New()
		require.NoError(t, err)
		w.Close()
	}
}
