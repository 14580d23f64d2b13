package world_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Bodies of high restitution with friction hit a floor and each other. Where the blow reverses the
// sliding, friction that stopped the sliding once added up to half of the energy, in one impact of
// five.
func TestRoughBounceGainsNoEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 300 {
		m := shape.Material{Friction: []float64{0.3, 1, 3}[i%3], Restitution: []float64{1, 1, 0.95, 0.7}[i%4]}
		def := world.ColliderDef{Material: &m}
		random := func() shape.Support {
			x, y := 0.2+0.3*r.Float64(), 0.05+0.3*r.Float64()
			switch r.IntN(4) {
			case 0:
				return shape.Box(x, y)
			case 1:
				return shape.RegularPolygon(3+r.IntN(3), x)
			case 2:
				return shape.Ellipse{RX: x, RY: y}
			}
			return shape.Capsule{A: mgl64.Vec2{-x, 0}, B: mgl64.Vec2{x, 0}, Radius: y}
		}
		w := newWorld(t, world.Config{Workers: 1})
		speed := 1 + 20*r.Float64()
		a := addBody(t, w, body.Def{
			Position: mgl64.Vec2{0, 2}, Angle: 6 * r.Float64(), AngularVelocity: 10 * r.NormFloat64(),
			LinearVelocity: mgl64.Vec2{speed * r.NormFloat64() / 2, -speed},
		}, random(), def)
		b := a
		if i%2 == 0 {
			addBody(t, w, body.Def{Type: body.Static}, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, def)
		} else {
			at := body.Def{Position: mgl64.Vec2{0.3 * r.NormFloat64(), 0}, Angle: 6 * r.Float64(), AngularVelocity: 10 * r.NormFloat64()}
			b = addBody(t, w, at, random(), def)
		}
		energy := func() float64 {
			if a == b {
				return a.KineticEnergy()
			}
			return a.KineticEnergy() + b.KineticEnergy()
		}
		before := energy()
		runSeconds(w, 1)
		require.Less(t, energy(), 1.0005*before, "case %d, %+v", i, m)
	}
}

// Compounds of high restitution with friction meet at several contacts at once. Where the blow of
// one contact reversed the sliding at another one, or points at one place had not converged, one
// hit of seven hundred added up to seven tenths of the energy.
func TestRoughBounceAtSeveralContactsGainsNoEnergy(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	w := newWorld(t, world.Config{Workers: 1})
	for i := range 720 {
		m := shape.Material{Friction: []float64{0.3, 1, 3}[i%3], Restitution: []float64{1, 1, 0.95, 0.7}[i%4]}
		hollow := func() shape.Support {
			s := 0.5 + r.Float64()
			c := shape.Compound{Parts: []shape.Support{
				shape.OffsetBox(s, s/5, mgl64.Vec2{0, -s * 0.8}, 0), shape.OffsetBox(s/5, s*0.8, mgl64.Vec2{-s * 0.8, s / 5}, 0),
				shape.OffsetBox(s/5, s*0.8, mgl64.Vec2{s * 0.8, s / 5}, 0),
			}}
			return shape.Compound{Parts: c.Parts[:2+i%2]}
		}
		var bodies []world.Body
		for k := range 2 {
			at := body.Def{
				Position: mgl64.Vec2{float64(2*k-1) * 2.2, 1.5 * (r.Float64() - 0.5)}, Angle: 6 * r.Float64(), AngularVelocity: 3 * r.NormFloat64(),
				LinearVelocity: mgl64.Vec2{float64(1-2*k) * (1 + 8*r.Float64()), r.NormFloat64()},
			}
			bodies = append(bodies, addBody(t, w, at, hollow(), world.ColliderDef{Material: &m}))
		}
		energy := func() float64 { return bodies[0].KineticEnergy() + bodies[1].KineticEnergy() }
		before := energy()
		for range 30 {
			w.Tick()
			require.Less(t, energy(), 1.002*before, "case %d, %+v", i, m)
		}
		for _, b := range bodies {
			require.NoError(t, b.Destroy())
		}
	}
}
