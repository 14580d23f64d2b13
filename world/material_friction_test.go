package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// newSlope returns a world whose gravity of 10 m/s^2 is that on a slope of the given tangent that
// falls to the right, and its floor.
func newSlope(t testing.TB, tangent float64, m shape.Material) (*world.World, world.Body) {
	angle := math.Atan(tangent)
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{10 * math.Sin(angle), -10 * math.Cos(angle)}, Workers: 1})
	return w, addFloor(t, w, world.ColliderDef{Material: &m})
}

func gripping() shape.Material { return shape.Material{Friction: 0.3, StaticFriction: 0.8} }

// A box on a slope between the two angles of friction stays if it is at rest. Once pushed it slides
// on, with the acceleration of kinetic friction.
func TestStaticFrictionHoldsUntilPushed(t *testing.T) {
	const tangent = 0.5
	m := gripping()
	for _, s := range []shape.Support{shape.Box(0.5, 0.5), shape.Box(1, 0.2), shape.RoundedBox(0.4, 0.4, 0.1)} {
		for _, rolling := range []float64{0, 0.05} {
			m.RollingResistance = rolling
			w, _ := newSlope(t, tangent, m)
			_, lower := lowest(s)
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{-50, -lower}, NeverSleep: true}, s, world.ColliderDef{Material: &m})
			for range 600 {
				w.Step(dt)
				require.Zero(t, countSliding(b))
			}
			require.InDelta(t, -50, b.Position()[0], 0.002)
			require.InDelta(t, 0, b.LinearVelocity()[0], 1e-4)
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{0.3, 0}))
			along, across := w.Gravity()[0], -w.Gravity()[1]
			requireAcceleration(t, along-m.Friction*across, w, b)
			require.Positive(t, countSliding(b))
		}
	}
}

// requireAcceleration requires that a body that begins to slide to the right accelerates evenly
// from the time at which static friction is lost.
func requireAcceleration(t *testing.T, want float64, w *world.World, b world.Body) {
	t.Helper()
	runTicks(w, 60)
	before := b.LinearVelocity()[0]
	runTicks(w, 120)
	require.InEpsilon(t, 2*want, b.LinearVelocity()[0]-before, 0.001)
}

// lowest returns the extents of a shape along y.
func lowest(s shape.Support) (high, low float64) {
	b := shape.BoxOf(newConvex(s), geom.IdentityTransform)
	return b.Max.Y, b.Min.Y
}

// countSliding returns how many contacts of a body slide.
func countSliding(b world.Body) (n int) {
	for c := range b.Contacts() {
		if c.Sliding {
			n++
		}
	}
	return n
}

// Pushed up the slope a box comes to rest and stays. On a slope that is steeper than static
// friction bears it slides from the start.
func TestStaticFrictionTakesHoldAndLetsGo(t *testing.T) {
	m := gripping()
	w, _ := newSlope(t, 0.5, m)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, LinearVelocity: mgl64.Vec2{-3, 0}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &m})
	deceleration := w.Gravity()[0] - m.Friction*w.Gravity()[1]
	runTicks(w, 300)
	require.InDelta(t, -9/(2*deceleration), b.Position()[0], 0.02)
	require.InDelta(t, 0, b.LinearVelocity()[0], 1e-4)

	w, _ = newSlope(t, 0.82, m)
	b = addBody(t, w, body.Def{Position: mgl64.Vec2{-40, 0.5}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &m})
	requireAcceleration(t, w.Gravity()[0]+m.Friction*w.Gravity()[1], w, b)
}

// A block is drawn over the floor by a spring whose end moves at a steady speed v. It sticks until
// the spring bears static friction. Then its stretch s obeys m s" = f - k s with the kinetic
// friction f, and with a = (static - kinetic friction) / k, w^2 = k/m
//
//	s - f/k = a cos wt + v/w sin wt
//
// until the block rests again, at s = f/k - a, after the time 2 (pi - atan(a w / v)) / w. It sticks
// for 2 a/v.
func TestStickSlip(t *testing.T) {
	const (
		h         = 1.0 / 480
		stiffness = 40.0
		speed     = 0.25
	)
	m := gripping()
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: h, Workers: 1})
	addFloor(t, w, world.ColliderDef{Material: &m})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &m})
	omega := math.Sqrt(stiffness / b.Mass())
	a := 10 * b.Mass() * (m.StaticFriction - m.Friction) / stiffness
	period := 2*a/speed + 2*(math.Pi-math.Atan(a*omega/speed))/omega

	var slips []float64
	low, high, slid := math.Inf(1), 0.0, false
	for tick := range int(12 * period / h) {
		time := float64(tick) * h
		stretch := speed*time - b.Position()[0]
		b.ApplyForce(mgl64.Vec2{stiffness * stretch, 0}, b.WorldCenter())
		w.Step(h)
		if slides := countSliding(b) > 0; slides != slid {
			slid = slides
			if slides {
				slips = append(slips, time)
				high = max(high, stretch)
			} else {
				low = min(low, stretch)
			}
		}
	}
	// Static friction is lost after 12 sub-steps, in which the spring grows by an eightieth of a:
	// twice that is missing at the other end.
	require.InDelta(t, 10*b.Mass()*m.StaticFriction/stiffness, high, 0.03*a)
	require.InDelta(t, 10*b.Mass()*m.Friction/stiffness-a, low, 0.03*a)
	// One slip in each period: it does not chatter.
	require.InDelta(t, 11, len(slips), 1)
	require.InEpsilon(t, period, (slips[len(slips)-1]-slips[0])/float64(len(slips)-1), 0.02)
}

// A tower on a slope between the two angles stands by static friction, heavy on light too, where
// the contacts are solved directly, and nothing in it chatters. With kinetic friction alone it
// slides off.
func TestStaticFrictionBearsTowers(t *testing.T) {
	for _, heavy := range []float64{1, 400} {
		for _, static := range []float64{0, 0.5} {
			m := shape.Material{Friction: 0.1, StaticFriction: static}
			w, _ := newSlope(t, 0.2, m)
			var tower boxStack
			for i := range 6 {
				density := 1.0
				if i == 5 {
					density = heavy
				}
				tower.add(t, w, mgl64.Vec2{0, 0.25 + 0.5*float64(i)}, shape.Box(0.75, 0.25), world.ColliderDef{Material: &m, Density: density})
			}
			sliding := 0
			for tick := range 300 {
				w.Step(dt)
				for _, b := range tower.boxes {
					if tick >= 60 {
						sliding += countSliding(b)
					}
				}
			}
			moved := tower.boxes[0].Position()[0]
			if static == 0 {
				require.Greater(t, math.Abs(moved), 1.0)
				continue
			}
			require.Zero(t, sliding, "top of density %v", heavy)
			for i, b := range tower.boxes {
				require.InDelta(t, 0, b.Position()[0], 0.05, "box %d under density %v", i, heavy)
			}
		}
	}
}

// Friction by direction: a box that is pushed to the left or to the right slows down by the
// coefficient of that direction, whichever of the two surfaces has it and however they are turned.
func TestSlipByDirection(t *testing.T) {
	slips := shape.Material{Friction: 0.5, SlipLeft: 0.8}
	plain := shape.Material{Friction: 0.5}
	const speed, ticks = 4.0, 30
	after := func(floor, box shape.Material, angle, v float64) float64 {
		w := newGravityWorld(t)
		addFloor(t, w, world.ColliderDef{Material: &floor})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, Angle: angle, LinearVelocity: mgl64.Vec2{v, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &box})
		runTicks(w, ticks)
		return b.LinearVelocity()[0]
	}
	slowed := func(friction float64) float64 { return speed - friction*10*ticks*dt }
	combined := math.Sqrt(0.1 * 0.5)
	for _, angle := range []float64{0, math.Pi / 2, math.Pi, -math.Pi / 2} {
		for _, at := range [][2]shape.Material{{slips, plain}, {plain, slips}} {
			require.InDelta(t, -slowed(combined), after(at[0], at[1], angle, -speed), 0.01)
			require.InDelta(t, slowed(0.5), after(at[0], at[1], angle, speed), 0.01)
		}
		require.InDelta(t, -slowed(0.1), after(slips, slips, angle, -speed), 0.01, "both slip")
	}
	mirrored := shape.Material{Friction: 0.5, SlipRight: 0.8}
	require.InDelta(t, slowed(combined), after(mirrored, plain, 0, speed), 0.01)
	require.InDelta(t, -slowed(0.5), after(mirrored, plain, 0, -speed), 0.01)
	full := shape.Material{Friction: 0.5, SlipLeft: 1}
	require.InDelta(t, -speed, after(full, plain, 0, -speed), 1e-5, "no friction at all")
}

// A belt that turns a slipping way carries with the coefficient of the direction in which the box
// slides on it.
func TestSlipOnABelt(t *testing.T) {
	for _, speed := range []float64{2, -2} {
		m := shape.Material{Friction: 0.4, SlipLeft: 0.5, TangentSpeed: speed}
		w := newGravityWorld(t)
		addFloor(t, w, world.ColliderDef{Material: &m})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &shape.Material{Friction: 0.4}})
		runTicks(w, 15)
		friction := 0.4 // a belt that goes to the left has the box slide to the right
		if speed < 0 {
			friction = math.Sqrt(0.2 * 0.4)
		}
		require.InDelta(t, -math.Copysign(friction*10*15*dt, speed), b.LinearVelocity()[0], 0.02)
	}
}

// Static friction by direction: the slipping side lets go on a slope that the other side holds on.
func TestStaticSlip(t *testing.T) {
	for _, side := range []float64{1, -1} {
		m := shape.Material{Friction: 0.3, StaticFriction: 0.6, SlipRight: 0.5}
		w, _ := newSlope(t, side*0.4, m)
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &m})
		if side > 0 {
			requireAcceleration(t, w.Gravity()[0]+0.15*w.Gravity()[1], w, b)
			continue
		}
		runTicks(w, 60)
		require.InDelta(t, 0, b.Position()[0], 0.001)
	}
}

// A ball with static friction rolls down a slope as without: what rolls does not slide.
func TestStaticFrictionOfABall(t *testing.T) {
	run := func(m shape.Material) float64 {
		w, _ := newSlope(t, 0.5, m)
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{-40, 0.5}}, shape.Circle{Radius: 0.5}, world.ColliderDef{Material: &m})
		for range 120 {
			w.Step(dt)
			require.Zero(t, countSliding(b))
		}
		return b.LinearVelocity()[0]
	}
	require.InEpsilon(t, run(shape.Material{Friction: 0.6}), run(shape.Material{Friction: 0.1, StaticFriction: 0.6}), 1e-5)
}

// contactOf steps a world in which a box lies on a floor, and returns their contact.
func contactOf(t *testing.T, c world.Config, floor, box shape.Material) world.Contact {
	c.Gravity, c.Workers = mgl64.Vec2{0, -10}, 1
	w := newWorld(t, c)
	addFloor(t, w, world.ColliderDef{Material: &floor})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &box})
	w.Step(dt)
	for contact := range b.Contacts() {
		return contact
	}
	t.Fatal("no contact")
	return world.Contact{}
}

// Rules, static friction and slip act together: each coefficient is combined by itself.
func TestContactsCombineMaterials(t *testing.T) {
	ice := shape.Material{Friction: 0.1, StaticFriction: 0.2, Restitution: 0.5, FrictionCombine: shape.CombineMinimum, RestitutionCombine: shape.CombineProduct, Priority: 1}
	rubber := shape.Material{Friction: 1, StaticFriction: 1.5, Restitution: 0.5, FrictionCombine: shape.CombineMaximum}
	c := contactOf(t, world.Config{}, ice, rubber)
	require.InDelta(t, 0.1, c.Friction, 1e-7)
	require.InDelta(t, 0.2, c.StaticFriction, 1e-7)
	require.InDelta(t, 0.25, c.Restitution, 1e-7)
	rubber.Priority = 2
	c = contactOf(t, world.Config{}, ice, rubber)
	require.InDelta(t, 1, c.Friction, 1e-7)
	require.InDelta(t, 1.5, c.StaticFriction, 1e-7)

	sled := shape.Material{Friction: 0.4, SlipLeft: 1, SlipRight: 0.5, FrictionCombine: shape.CombineAverage}
	c = contactOf(t, world.Config{}, sled, shape.Material{Friction: 0.2, StaticFriction: 0.6})
	require.InDelta(t, 0.2, c.Friction, 1e-7, "the larger one: (0.2 + 0.2) / 2 to the right")
	require.InDelta(t, 0.4, c.StaticFriction, 1e-7, "(0.2 + 0.6) / 2")
}

// Mixing functions take the place of the rules. A material with four coefficients comes as four
// with one.
func TestMixersReplaceTheRules(t *testing.T) {
	var calls []shape.Material
	c := world.Config{
		MixFriction: func(a, b shape.Material) float64 {
			if a.ID == 7 {
				a, b = b, a
			}
			calls = append(calls, b)
			return a.Friction + b.Friction
		},
		MixRestitution: func(a, b shape.Material) float64 { return 0.125 },
	}
	plain := shape.Material{Friction: 0.5, FrictionCombine: shape.CombineMinimum}
	got := contactOf(t, c, plain, shape.Material{Friction: 0.25, ID: 7})
	require.InDelta(t, 0.75, got.Friction, 1e-7)
	require.InDelta(t, 0.125, got.Restitution, 1e-7)
	require.Len(t, calls, 1)
	calls = nil
	got = contactOf(t, c, plain, shape.Material{Friction: 0.2, StaticFriction: 0.4, SlipLeft: 0.5, ID: 7})
	require.InDelta(t, 0.7, got.Friction, 1e-7)
	require.InDelta(t, 0.9, got.StaticFriction, 1e-7)
	require.Equal(t, []shape.Material{{Friction: 0.1, ID: 7}, {Friction: 0.2, ID: 7}, {Friction: 0.2, ID: 7}, {Friction: 0.4, ID: 7}}, calls)
}

// A change of material acts on a contact that exists, in both directions, and wakes its bodies.
func TestSetMaterialChangesTheCone(t *testing.T) {
	w, floor := newSlope(t, 0.3, shape.Material{Friction: 0.5})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{-40, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &shape.Material{Friction: 0.5}})
	runTicks(w, 120)
	require.False(t, b.Awake())
	slips := shape.Material{Friction: 0.5, SlipRight: 1}
	require.NoError(t, firstCollider(floor).SetMaterial(slips))
	require.True(t, b.Awake())
	require.Equal(t, slips, firstCollider(floor).Material())
	runTicks(w, 60)
	require.InEpsilon(t, w.Gravity()[0], b.LinearVelocity()[0], 1e-3)
	require.NoError(t, firstCollider(floor).SetMaterial(shape.Material{Friction: 2}))
	runTicks(w, 120)
	require.InDelta(t, 0, b.LinearVelocity()[0], 1e-4)
	require.Zero(t, countSliding(b))
}
