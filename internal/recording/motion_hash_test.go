package recording

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// A single bit of a pose or a velocity changes the hash, which tells body and field.
func TestMotionHashFindsEveryBit(t *testing.T) {
	bodies := state.NewBodies()
	for i := range 70 {
		x := float64(i)
		slot := bodies.Add(state.Awake, geom.Transform{P: geom.Vec2{X: x*1.37 - 20, Y: 50 - x}, R: geom.RotFromAngle(x)})
		bodies.SetVelocity(slot, geom.Vec2{X: x - 9.5, Y: 0.25 * x}, 0.3-x)
	}
	flip64 := func(x *float64, bit int) { *x = math.Float64frombits(math.Float64bits(*x) ^ 1<<bit) }
	flip32 := func(x *float32, bit int) { *x = math.Float32frombits(math.Float32bits(*x) ^ 1<<bit) }
	before := HashMotion(bodies)
	for row := range bodies.Awake() {
		id := bodies.Meta[bodies.Slots[row]].ID
		pose, st := &bodies.Pose[row], &bodies.State[row]
		requireFound := func(field string, bit int) {
			t.Helper()
			after := HashMotion(bodies)
			b, found := before.Difference(&after, bodies)
			require.Equal(t, field, found, "bit %d", bit)
			require.Equal(t, id, b, "%s, bit %d", field, bit)
		}
		for bit := range 64 {
			for k, x := range [...]*float64{&pose.P.X, &pose.P.Y, &pose.R.C, &pose.R.S} {
				flip64(x, bit)
				requireFound(motionFieldNames[k/2], bit)
				flip64(x, bit)
			}
		}
		for bit := range 32 {
			for k, x := range [...]*float32{&st.VX, &st.VY, &st.W} {
				flip32(x, bit)
				requireFound(motionFieldNames[2+k/2], bit)
				flip32(x, bit)
			}
		}
	}
	require.Equal(t, before, HashMotion(bodies))
}
