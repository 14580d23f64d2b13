package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// addDiscsOnAPin adds two discs of at least a mass and a radius, and pins the first to the ground,
// at most a lever from its centre along each axis.
func addDiscsOnAPin(t testing.TB, w *world.World, r rng, mass, radius, lever float64) (a, b world.Body, pin mgl64.Vec2) {
	add := func(at mgl64.Vec2) world.Body {
		radius, x := r.between(radius, 0.3), r.between(0, 1)
		b := addBody(t, w, body.Def{Position: at}, shape.Circle{Radius: radius}, world.ColliderDef{Filter: shape.Filter{Mask: 2}})
		mass := mass + float64(3*x*x*x)
		require.NoError(t, b.SetMassData(world.MassData{Mass: mass, Inertia: float64(0.5 * mass * radius * radius)}))
		return b
	}
	a, b = add(mgl64.Vec2{}), add(r.point().Mul(2))
	pin = r.point().Mul(lever)
	world.Must(w.CreateRevolute(w.Ground(), a, world.RevoluteAt(w.Ground(), a, pin)))
	return a, b, pin
}

// turnAbout gives bodies the velocities of one body that turns about a point, at spin rad/s.
func turnAbout(t testing.TB, point mgl64.Vec2, spin float64, bodies ...world.Body) {
	for _, b := range bodies {
		arm := b.Position().Sub(point)
		require.NoError(t, b.SetAngularVelocity(spin))
		require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{-spin * arm[1], spin * arm[0]}))
	}
}

// Two discs, one on a pin, that a weld, a pin with limits or a rod with a motor joins outside of
// them, turn about the pin as one body, at 3 to 15 rad/s for ten seconds. Nothing drives them.
// Limits give a twentieth at most, and light discs on long levers double their energy at most.
func TestDiscsThatTurnAboutAPinGainNoEnergy(t *testing.T) {
	for _, c := range []struct{ mass, radius, lever, gain float64 }{
		{0.3, 0.25, 0.7, 1.05},
		{0.01, 0.08, 1.5, 2},
	} {
		for seed := range uint64(200) {
			for _, kind := range []joint.Kind{joint.KindWeld, joint.KindRevolute, joint.KindDistance} {
				r := rng{rand.New(rand.NewPCG(seed, 91))}
				w := newWorld(t, world.Config{Workers: 1})
				a, b, pin := addDiscsOnAPin(t, w, r, c.mass, c.radius, c.lever)
				at := r.point().Mul(c.lever)
				switch kind {
				case joint.KindWeld:
					world.Must(w.CreateWeld(a, b, world.WeldAt(a, b, at)))
				case joint.KindRevolute:
					d := world.RevoluteAt(a, b, at)
					d.Limit, d.Lower, d.Upper = true, -0.2, 0.3
					world.Must(w.CreateRevolute(a, b, d))
				default:
					d := world.DistanceAt(a, b, a.Position(), b.Position().Add(r.point()))
					d.MaxMotorForce = 20
					world.Must(w.CreateDistance(a, b, d))
				}
				turnAbout(t, pin, r.between(3, 15), a, b)
				most := c.gain * kineticEnergy(a, b)
				for tick := range 600 {
					w.Tick()
					require.Less(t, kineticEnergy(a, b), most, "%v, lever %v, seed %d, tick %d", kind, c.lever, seed, tick)
				}
				w.Close()
			}
		}
	}
}
