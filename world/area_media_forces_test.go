package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A tick of a disc wholly in a fluid of linear drag has a closed form. With k the rate of the drag
// of the disc, x = 3 k dt the trace over its three motions and p = 1 - 1/(2 x) from x = 1/2 on, a
// motion u under the acceleration f becomes u + dt (f - k u) / (1 + p k dt). All forces count in f:
// gravity less buoyancy, the field's, the game's, and its torque.
func TestForcesAgainstStrongDrag(t *testing.T) {
	const density, radius = 2.0, 0.5
	gravity, pull, push, torque := mgl64.Vec2{3, -10}, mgl64.Vec2{-2, 5}, mgl64.Vec2{7, 4}, 0.6
	for _, rate := range []float64{1, 19, 21, 200, 5000} {
		w := newWorld(t, world.Config{Gravity: gravity, NoSleep: true})
		world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{
			area.Fluid{LinearDrag: rate},
			world.AreaField{Force: func(world.FieldPoint) mgl64.Vec2 { return pull }},
		}}))
		b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{3, -2}, AngularVelocity: 4}, shape.Circle{Radius: radius}, world.ColliderDef{Density: density})
		mass := density * math.Pi * radius * radius
		k := rate / density
		p := max(0, 1-0.5/(3*k*dt))
		next := func(u, f float64) float64 { return u + dt*(f-k*u)/(1+p*k*dt) }
		for range 5 {
			v, spin := b.LinearVelocity(), b.AngularVelocity()
			require.NoError(t, b.ApplyForceToCenter(push))
			require.NoError(t, b.ApplyTorque(torque))
			w.Tick()
			for i := range 2 {
				want := next(v[i], gravity[i]*(1-1/density)+(pull[i]+push[i])/mass)
				require.InDelta(t, want, b.LinearVelocity()[i], 1e-5, "rate %v, axis %d", rate, i)
			}
			require.InDelta(t, next(spin, torque/(0.5*mass*radius*radius)), b.AngularVelocity(), 1e-5, "rate %v", rate)
		}
	}
}
