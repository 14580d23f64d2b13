package character_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// addBridge pins planks of a length and a mass end to end, between the ground at x = 0 and x = 8.
func addBridge(w *world.World, length, mass float64) {
	last := w.Ground()
	for x := 0.0; x < 8; x += length {
		plank := addBody(w, body.Def{Position: mgl64.Vec2{x + length/2, -0.05}}, shape.Box(length/2, 0.05), world.ColliderDef{Density: mass / (0.1 * length)})
		world.Must(w.CreateRevolute(last, plank, world.RevoluteAt(last, plank, mgl64.Vec2{x, -0.05})))
		last = plank
	}
	world.Must(w.CreateRevolute(last, w.Ground(), world.RevoluteAt(last, w.Ground(), mgl64.Vec2{8, -0.05})))
}

// A character of 80 kg stands upright on a bridge of planks of 0.5 to 3 kg. No plank is thrown.
func TestDynamicStandsUprightOnABridgeOfLightPlanks(t *testing.T) {
	for _, rate := range tickRates {
		for _, mass := range []float64{0.5, 1, 3} {
			for _, length := range []float64{1, 2} {
				for _, x := range []float64{3.6, 4.1, 4.3} {
					c := newCrowd(t, world.Config{Timestep: 1 / rate})
					addBridge(c.World, length, mass)
					d := c.add(t, character.DynamicDef{}, mgl64.Vec2{x, restHeight})
					fastest := 0.0
					for c.Time() < 8 {
						c.Tick()
						for b := range c.Bodies() {
							fastest = max(fastest, b.LinearVelocity().Len())
						}
					}
					require.InDelta(t, 0, d.Body().Angle(), 0.1, "%v Hz, planks of %v kg and %v m, at %v", rate, mass, length, x)
					require.Less(t, fastest, 9.0, "%v Hz, planks of %v kg and %v m, at %v", rate, mass, length, x)
				}
			}
		}
	}
}

// A character stands upright on a loose plank of 1 kg on two or three rollers.
func TestDynamicStandsUprightOnALightPlankOnRollers(t *testing.T) {
	for _, rate := range tickRates {
		for _, rollers := range [][]float64{{-0.6, 0.6}, {-0.3, 0.3}, {-0.6, 0, 0.6}} {
			c := newCrowd(t, world.Config{Timestep: 1 / rate})
			addFloor(t, c.World)
			for _, x := range rollers {
				addBody(c.World, body.Def{Position: mgl64.Vec2{x, 0.1}}, shape.Circle{Radius: 0.1}, world.ColliderDef{Density: 10})
			}
			addBody(c.World, body.Def{Position: mgl64.Vec2{0, 0.25}}, shape.Box(1.1, 0.05), world.ColliderDef{Density: 1 / 0.22})
			d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0.2, 0.3 + restHeight})
			c.run(8)
			require.InDelta(t, 0, d.Body().Angle(), 0.1, "%v Hz, rollers at %v", rate, rollers)
		}
	}
}

// addRope hangs discs of 0.2 m, which do not turn, on rods from (-3, 3) to (3, 3).
func addRope(w *world.World, mass float64) {
	const nodes = 31
	last, on := w.Ground(), mgl64.Vec2{-3, 3}
	for i := range nodes {
		at := mgl64.Vec2{-3 + 0.2*float64(i), 3}
		node := addBody(w, body.Def{Position: at, LockRotation: true}, shape.Circle{Radius: 0.1}, world.ColliderDef{Mass: mass})
		if i == 0 || i == nodes-1 {
			world.Must(w.CreateRevolute(w.Ground(), node, world.RevoluteAt(w.Ground(), node, at)))
		}
		if i > 0 {
			world.Must(w.CreateDistance(last, node, joint.Distance{LocalAnchorA: on, Length: 0.2}))
		}
		last, on = node, mgl64.Vec2{}
	}
}

// A character does not fall on a rope whose nodes are much lighter.
func TestDynamicDoesNotFallOnARope(t *testing.T) {
	for _, rate := range tickRates {
		for _, mass := range []float64{1, 3} {
			for _, x := range []float64{-0.5, 0, 0.3} {
				c := newCrowd(t, world.Config{Timestep: 1 / rate})
				addRope(c.World, mass)
				d := c.add(t, character.DynamicDef{}, mgl64.Vec2{x, 3.1 + restHeight})
				c.run(6)
				require.False(t, d.Fallen(), "%v Hz, nodes of %v kg, at %v", rate, mass, x)
			}
		}
	}
}

// The torque of a tilted character turns a free plank at 24 rad/s at most in every tick, and not by
// the whole of its strength.
func TestDynamicHardlySpinsAFreePlank(t *testing.T) {
	for _, rate := range tickRates {
		c := newCrowd(t, world.Config{Timestep: 1 / rate, Gravity: mgl64.Vec2{0, -1e-9}})
		plank := addBody(c.World, body.Def{Position: mgl64.Vec2{0, -0.05}}, shape.Box(1, 0.05), world.ColliderDef{Density: 1 / 0.2})
		d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
		world.Check(d.Body().SetTransform(d.Body().Position(), 0.5))
		c.Tick()
		require.Greater(t, plank.AngularVelocity(), 1.0, "%v Hz", rate)
		require.Less(t, plank.AngularVelocity(), 24.1, "%v Hz", rate)
	}
}

// A plank of 4 kg that cannot turn bears a character beside its centre on the whole leg.
func TestDynamicStandsOnALightPlankThatCannotTurn(t *testing.T) {
	for _, rate := range tickRates {
		for _, x := range []float64{0, 0.4, 0.8} {
			c := newCrowd(t, world.Config{Timestep: 1 / rate})
			addFloor(t, c.World)
			addBody(c.World, body.Def{Position: mgl64.Vec2{0, 0.05}, LockRotation: true}, shape.Box(1, 0.05), world.ColliderDef{Mass: 4})
			d := c.add(t, character.DynamicDef{}, mgl64.Vec2{x, 0.1 + restHeight})
			c.run(3)
			require.InDelta(t, 0.3, d.LegLength(), 0.001, "%v Hz, at %v", rate, x)
		}
	}
}
