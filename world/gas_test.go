package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A gas of elastic bodies without friction keeps its energy. Corners hit sides, sides land on sides
// with both points at once, slow hits bounce like fast ones, and several hit one body at a time.
func TestElasticGasKeepsEnergy(t *testing.T) {
	elastic := world.ColliderDef{Material: &shape.Material{Restitution: 1}}
	for _, s := range []shape.Support{shape.Box(0.3, 0.3), shape.Box(0.4, 0.2), shape.RegularPolygon(3, 0.4), shape.Circle{Radius: 0.3}} {
		for seed := uint64(0); seed < 4; seed += uint64(sampleStep) {
			r := rand.New(rand.NewPCG(seed, 71))
			w := newRecordedWorld(t, world.Config{Workers: 1, NoSleep: true})
			addWalls(t, w, 5, elastic)
			var list []world.Body
			for i := range 25 {
				sin, cos := math.Sincos(7 * r.Float64())
				list = append(list, addBody(t, w, body.Def{
					Position: mgl64.Vec2{1.8 * float64(i%5-2), 1.8 * float64(i/5-2)}, Angle: r.Float64(),
					LinearVelocity: mgl64.Vec2{5 * cos, 5 * sin}, AngularVelocity: 4 * r.NormFloat64(), FastRotation: true,
				}, s, elastic))
			}
			first, least, most := kineticEnergy(list...), 1.0, 1.0
			for range 30 * 60 {
				w.Tick()
				e := kineticEnergy(list...) / first
				least, most = min(least, e), max(most, e)
			}
			t.Logf("%T, seed %d: energy %.5f to %.5f", s, seed, least, most)
			require.Greater(t, least, 0.995, "%T, seed %d", s, seed)
			require.Less(t, most, 1.002, "%T, seed %d", s, seed)
		}
	}
}

// A slow body of restitution 1 bounces from a wall as a fast one does. With gravity a body stays at
// rest on the ground.
func TestSlowElasticHitsBounce(t *testing.T) {
	elastic := world.ColliderDef{Material: &shape.Material{Restitution: 1}}
	for _, speed := range []float64{0.05, 0.2, 0.9, 1.1, 5} {
		w := newWorld(t, world.Config{Workers: 1, NoSleep: true})
		addWalls(t, w, 5, elastic)
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{4.6, 0}, LinearVelocity: mgl64.Vec2{speed, 0}}, shape.Box(0.3, 0.3), elastic)
		runTicks(w, 60+int(60*0.2/speed))
		require.InDelta(t, -speed, b.LinearVelocity()[0], 0.001*speed, "%v m/s", speed)
	}
	w := newGravityWorld(t)
	addFloor(t, w, elastic)
	var stack []world.Body
	for i := range 5 {
		stack = append(stack, addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5 + float64(i)}}, shape.Box(0.5, 0.5), elastic))
	}
	for range 300 {
		w.Tick()
		for i, b := range stack {
			require.InDelta(t, 0.5+float64(i), b.Position()[1], 0.01)
		}
	}
}

// kineticEnergy returns the energy of the motion of bodies, J.
func kineticEnergy(list ...world.Body) (sum float64) {
	for _, b := range list {
		m, v, w := b.MassData(), b.LinearVelocity(), b.AngularVelocity()
		sum += 0.5*float64(m.Mass*v.Dot(v)) + 0.5*float64(m.Inertia*w*w)
	}
	return sum
}
