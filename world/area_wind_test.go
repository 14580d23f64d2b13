package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func addWind(t testing.TB, w *world.World, wind area.Wind) world.Area {
	return world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{wind}}))
}

// What falls in still air reaches sqrt(2 m g / (density drag width)).
func TestTerminalSpeedInAir(t *testing.T) {
	for name, c := range map[string]struct {
		shape shape.Support
		width float64
	}{
		"disc":         {shape.Circle{Radius: 0.5}, 1},
		"flat plate":   {shape.Box(1, 0.05), 2},
		"edge-on":      {shape.Box(0.05, 1), 0.1},
		"thick line":   {shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.1}, 2.2},
		"ellipse":      {shape.Ellipse{RX: 0.3, RY: 0.7}, 0.6},
		"custom box":   {customBox{0.7, 0.1}, 1.4},
		"rounded box":  {shape.RoundedBox(0.4, 0.2, 0.3), 1.4},
		"half ellipse": {shape.HalfEllipse{RX: 0.6, RY: 0.9}, 1.2},
	} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
		addWind(t, w, area.Wind{Density: 0.4, Drag: 1.5})
		b := addBody(t, w, body.Def{LockRotation: true}, c.shape, world.ColliderDef{Density: 2})
		runSeconds(w, 30)
		want := math.Sqrt(2 * b.MassData().Mass * 10 / (0.4 * 1.5 * c.width))
		require.InEpsilon(t, want, -b.LinearVelocity()[1], 1e-3, name)
		require.InDelta(t, 0, b.LinearVelocity()[0], 1e-3*want, name)
	}
}

// A plate of length l that meets the wind at an angle a gets q l sin a times the drag along it, and
// q l sin a cos a times the lift across it, away from the side that it meets. Edge-on it feels
// nothing.
func TestForceOnAPlate(t *testing.T) {
	const length, speed = 2.0, 5.0
	for _, degrees := range []float64{0, 10, 45, 80, 90, 120, 180} {
		a := degToRad(degrees)
		for _, lift := range []float64{0, 2} {
			w := newWorld(t, world.Config{})
			addWind(t, w, area.Wind{Velocity: mgl64.Vec2{speed, 0}, Density: 0.01, Drag: 1.2, Lift: lift})
			half := mgl64.Vec2{length / 2 * math.Cos(a), length / 2 * math.Sin(a)}
			b := addBody(t, w, body.Def{}, shape.Segment{A: half.Mul(-1), B: half}, world.ColliderDef{})
			require.NoError(t, b.SetMassData(world.MassData{Mass: 100, Inertia: 100}))
			w.Tick()
			q := 0.5 * 0.01 * speed * speed * length
			sin, cos := math.Sincos(a)
			force := b.LinearVelocity().Mul(100 / dt)
			require.InDelta(t, q*1.2*math.Abs(sin), force[0], 1e-4*q, "%v", degrees)
			// With the plate's upper end leaning downwind the wind meets its left side and pushes
			// it down.
			require.InDelta(t, -q*lift*math.Abs(sin)*cos*math.Copysign(1, sin), force[1], 1e-4*q, "%v", degrees)
			require.InDelta(t, 0, b.AngularVelocity(), 1e-6)
		}
	}
}

// Drag and lift take energy from a body that tumbles in still air, at any strength and timestep;
// the lift alone takes none and gives none.
func TestWindMakesNoEnergy(t *testing.T) {
	for _, step := range []float64{1.0 / 240, 1.0 / 60, 1.0 / 10} {
		for _, density := range []float64{0.01, 1, 100, 1e6, 1e9} {
			for _, lift := range []float64{0, 1, 1000} {
				w := newWorld(t, world.Config{NoSleep: true, Timestep: step})
				addWind(t, w, area.Wind{Density: density, Lift: lift})
				b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{3, 4}, AngularVelocity: 5}, shape.Box(1, 0.05), world.ColliderDef{})
				energy := b.KineticEnergy()
				for range 200 {
					w.Tick()
					now := b.KineticEnergy()
					require.LessOrEqual(t, now, energy*(1+1e-5)+1e-9, "step %v density %v lift %v", step, density, lift)
					energy = now
				}
			}
		}
	}
	w := newWorld(t, world.Config{NoSleep: true})
	addWind(t, w, area.Wind{Density: 0.2, Drag: 1e-9, Lift: 1})
	b := addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{3, 4}, AngularVelocity: 5}, shape.Box(1, 0.05), world.ColliderDef{})
	first := b.KineticEnergy()
	runSeconds(w, 10)
	require.InEpsilon(t, first, b.KineticEnergy(), 0.01)
	require.Greater(t, math.Abs(b.LinearVelocity()[0]-3), 0.5, "but it turns the motion")
}

// Wind carries a leaf to its own speed, and meets only what lies in its area.
func TestWindActsInItsArea(t *testing.T) {
	w := newWorld(t, world.Config{})
	addWind(t, w, area.Wind{Velocity: mgl64.Vec2{0, 3}})
	leaf := addBody(t, w, body.Def{}, shape.Ellipse{RX: 0.2, RY: 0.05}, world.ColliderDef{Density: 0.1})
	runSeconds(w, 10)
	require.InDelta(t, 3, leaf.LinearVelocity()[1], 0.05)

	forceOn := func(areaShape shape.Support) (mgl64.Vec2, float64) {
		w := newWorld(t, world.Config{})
		world.Must(w.CreateArea(world.AreaDef{Shape: areaShape, Effects: []area.Effect{
			area.Wind{Velocity: mgl64.Vec2{2, 0}, Density: 0.01},
		}}))
		b := addBody(t, w, body.Def{}, shape.Box(0.5, 1), world.ColliderDef{Density: 100})
		w.Tick()
		return b.LinearVelocity().Mul(200 / dt), b.AngularVelocity()
	}
	whole, _ := forceOn(shape.Box(5, 5))
	require.InEpsilon(t, 0.5*0.01*4*2, whole[0], 1e-4)
	half, spin := forceOn(shape.OffsetBox(5, 5, mgl64.Vec2{0, 5}, 0))
	require.InEpsilon(t, whole[0]/2, half[0], 1e-4)
	require.Less(t, spin, 0.0)
	none, _ := forceOn(shape.OffsetBox(5, 5, mgl64.Vec2{0, 6.5}, 0))
	require.Zero(t, none)
	lee, _ := forceOn(shape.OffsetBox(5, 5, mgl64.Vec2{5, 0}, 0))
	require.Zero(t, lee, "the side that meets the wind lies outside")
}

// A sail drives a cart of 100 kg by the whole force of the wind, however light the sail is. With a
// width of 2 m the drag is (10 - v)^2, so v = 10 t / (10 + t).
func TestLightSailDrivesCart(t *testing.T) {
	for _, lift := range []float64{0, 2} {
		for _, mass := range []float64{10, 0.1, 0.01, 0.001} {
			w := newWorld(t, world.Config{NoSleep: true})
			world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{area.Wind{Velocity: mgl64.Vec2{10, 0}, Lift: lift}}}))
			cart := addBody(t, w, body.Def{LockRotation: true, LockY: true}, shape.Box(0.02, 0.001), world.ColliderDef{Mass: 100 - mass})
			sail := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}}, shape.Box(0.02, 1), world.ColliderDef{Mass: mass})
			world.Must(w.CreateWeld(cart, sail, joint.Weld{LocalAnchorA: mgl64.Vec2{0, 2}}))
			runSeconds(w, 1)
			require.InEpsilon(t, 10.0/11, cart.LinearVelocity()[0], 0.01, "lift %v, %v kg", lift, mass)
		}
	}
}

// Lift takes no energy from the motion of joined plates in still air, and adds none.
func TestLiftOnJoinedPlatesMakesNoEnergy(t *testing.T) {
	for _, mass := range []float64{1, 0.1, 0.01, 0.001} {
		for _, drag := range []float64{1, 0.01} {
			w := newWorld(t, world.Config{NoSleep: true})
			world.Must(w.CreateArea(world.AreaDef{Effects: []area.Effect{area.Wind{Drag: drag, Lift: 4}}}))
			plates := make([]world.Body, 3)
			for i := range plates {
				v := mgl64.Vec2{3 * float64(i), 10 * float64(1-i)}
				plates[i] = addBody(t, w, body.Def{Position: mgl64.Vec2{2 * float64(i), 0}, LinearVelocity: v}, shape.Box(1, 0.02), world.ColliderDef{Mass: mass})
				if i > 0 {
					world.Must(w.CreateRevolute(plates[i-1], plates[i], joint.Revolute{LocalAnchorA: mgl64.Vec2{1, 0}, LocalAnchorB: mgl64.Vec2{-1, 0}}))
				}
			}
			last := math.Inf(1)
			for range ticksIn(5) {
				w.Tick()
				energy := 0.0
				for _, p := range plates {
					energy += p.KineticEnergy()
				}
				require.LessOrEqual(t, energy, 1.001*last, "%v kg, drag %v", mass, drag)
				last = energy
			}
		}
	}
}
