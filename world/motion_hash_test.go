package world

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A single bit of a pose or a velocity changes the hash, which tells body and field.
func TestMotionHashFindsEveryBit(t *testing.T) {
	w, err := New(Config{Workers: 1})
	require.NoError(t, err)
	defer w.Close()
	for i := range 70 {
		x := float64(i)
		Must(w.CreateBody(body.Def{
			Position: mgl64.Vec2{x*1.37 - 20, 50 - x}, Angle: x, LinearVelocity: mgl64.Vec2{x - 9.5, 0.25 * x}, AngularVelocity: 0.3 - x,
		}))
	}
	flip64 := func(x *float64, bit int) { *x = math.Float64frombits(math.Float64bits(*x) ^ 1<<bit) }
	flip32 := func(x *float32, bit int) { *x = math.Float32frombits(math.Float32bits(*x) ^ 1<<bit) }
	before := w.motionHash()
	for row := range w.bodies.Awake() {
		id := w.bodies.Meta[w.bodies.Slots[row]].ID
		pose, st := &w.bodies.Pose[row], &w.bodies.State[row]
		requireFound := func(field string, bit int) {
			t.Helper()
			after := w.motionHash()
			b, found := before.difference(&after, w)
			require.Equal(t, field, found, "bit %d", bit)
			require.Equal(t, id, b.ID(), "%s, bit %d", field, bit)
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
	require.Equal(t, before, w.motionHash())
}
