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

// newBouncyWorld returns a world without gravity and a definition of colliders with a restitution.
func newBouncyWorld(t *testing.T, restitution float64) (*world.World, world.ColliderDef) {
	return newWorld(t, world.Config{NoSleep: true, Workers: 1}), world.ColliderDef{Material: &shape.Material{Restitution: restitution}}
}

// addHingedBar adds a bar of 2 m and 3 kg, which a pin holds at the origin, and turns it.
func addHingedBar(t *testing.T, w *world.World, c world.ColliderDef, omega float64) (world.Body, world.Revolute) {
	c.Mass = 3
	bar := addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}, LinearVelocity: mgl64.Vec2{0, omega}, AngularVelocity: omega}, shape.Box(1, 0.05), c)
	return bar, world.Must(w.CreateRevolute(w.Ground(), bar, world.RevoluteAt(w.Ground(), bar, mgl64.Vec2{})))
}

// A bar on a pin hits a peg. Restitution knew the free bar alone, and the pin took a part of the
// rebound: with restitution 1 the bar turned back at .25 to .79 of its speed.
func TestHingedBarBouncesOffPeg(t *testing.T) {
	for _, e := range []float64{0.3, 0.7, 1} {
		for _, at := range []float64{0.4, 1, 1.6} {
			w, c := newBouncyWorld(t, e)
			bar, _ := addHingedBar(t, w, c, 2)
			addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{at, 0.5}}, shape.Circle{Radius: 0.05}, c)
			for bar.AngularVelocity() > 0 && w.Time() < 2 {
				w.Tick()
			}
			require.InEpsilon(t, -2*e, bar.AngularVelocity(), 0.003, "restitution %g, %g m from the pin", e, at)
		}
	}
}

// A ball hits a bar that a pin holds, free or at its limit, a weld with another one, or a slide at
// its limit. All have closed forms: the impulse follows from the mass that the joints let the ball
// meet.
func TestJointsTransmitBounces(t *testing.T) {
	const e, mass, speed, at = 0.8, 2.0, 4.0, 1.4
	for name, x := range map[string]struct {
		add      func(t *testing.T, w *world.World, c world.ColliderDef) (world.Body, world.Joint)
		mobility float64 // of the place that is hit, 1/kg
	}{
		"hinged bar": {func(t *testing.T, w *world.World, c world.ColliderDef) (world.Body, world.Joint) {
			bar, pin := addHingedBar(t, w, c, 0)
			return bar, pin.Joint
		}, at * at / (3 + 3*(1+0.05*0.05)/3)},
		"hinged bar at its limit": {func(t *testing.T, w *world.World, c world.ColliderDef) (world.Body, world.Joint) {
			bar, pin := addHingedBar(t, w, c, 0)
			world.Check(pin.Edit(func(d *joint.Revolute) { d.Limit, d.Lower, d.Upper = true, -1, 0 }))
			return bar, pin.Joint
		}, 0},
		"piston at its limit": {func(t *testing.T, w *world.World, c world.ColliderDef) (world.Body, world.Joint) {
			piston := addBody(t, w, body.Def{Position: mgl64.Vec2{at, 0}}, shape.Box(0.2, 0.05), c)
			slide := world.PrismaticAt(w.Ground(), piston, mgl64.Vec2{at, 0}, mgl64.Vec2{0, 1})
			slide.Limit, slide.Lower = true, -1
			return piston, world.Must(w.CreatePrismatic(w.Ground(), piston, slide)).Joint
		}, 0},
		"balls on a rod": {func(t *testing.T, w *world.World, c world.ColliderDef) (world.Body, world.Joint) {
			c.Mass = 3
			near := addBody(t, w, body.Def{Position: mgl64.Vec2{at, 0.05}}, shape.Circle{Radius: 0.1}, c)
			far := addBody(t, w, body.Def{Position: mgl64.Vec2{at, 2}}, shape.Circle{Radius: 0.1}, c)
			return near, world.Must(w.CreateDistance(near, far, world.DistanceAt(near, far, near.Position(), far.Position()))).Joint
		}, 1.0 / 6},
	} {
		t.Run(name, func(t *testing.T) {
			w, c := newBouncyWorld(t, e)
			struck, j := x.add(t, w, c)
			c.Mass = mass
			ball := addBody(t, w, body.Def{Position: mgl64.Vec2{at, -0.5}, LinearVelocity: mgl64.Vec2{0, speed}}, shape.Circle{Radius: 0.05}, c)
			transmitted := 0.0
			for ball.LinearVelocity()[1] > 0.999*speed && w.Time() < 1 {
				w.Tick()
				transmitted += dt * j.Force()[1]
			}
			impulse := (1 + e) * speed / (1/mass + x.mobility)
			require.InDelta(t, speed-impulse/mass, ball.LinearVelocity()[1], 0.002*speed)
			// The joint gives the struck body the rest of its change of momentum.
			onB := struck.Mass()*struck.LinearVelocity()[1] - impulse
			if j.BodyA() == struck {
				onB = -onB
			}
			require.InDelta(t, onB, transmitted, 0.01*impulse)
		})
	}
}

// Five pinned balls swing into each other with small gaps between them. Each hit took a part of the
// energy, and .60 of it was left after ten seconds.
func TestCradleOfPinnedBallsKeepsEnergy(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true, Workers: 1})
	c := world.ColliderDef{Material: &shape.Material{Restitution: 1}}
	for i := range 5 {
		x, tilt := 0.97*float64(i), 0.0
		if i == 0 {
			tilt = 0.4
		}
		ball := addBody(t, w, body.Def{Position: mgl64.Vec2{x - 2.5*math.Sin(tilt), -2.5 * math.Cos(tilt)}}, shape.Circle{Radius: 0.475}, c)
		addPin(w, w.Ground(), ball, mgl64.Vec2{x, 0})
	}
	lowest := -10 * 2.5 * 5 * math.Pi * 0.475 * 0.475
	first := totalEnergy(w) - lowest
	for range 600 {
		w.Tick()
		require.InEpsilon(t, first, totalEnergy(w)-lowest, 0.02, "tick %d", w.Ticks())
	}
	requireNoAllocation(t, 0, 120, w.Tick)
}
