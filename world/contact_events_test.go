package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A contact begins with its point, its normal, and the speed and the time by the motion of the
// approach.
func TestContactBeginTellsPointSpeedAndTime(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	floor := addFloor(t, w, world.ColliderDef{HitEvents: true})
	const speed, height = 3.0, 0.32 // the gap of .02 to .07 m takes a part of a tick
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{1, height}, LinearVelocity: mgl64.Vec2{2, -speed}, AngularVelocity: 4},
		shape.Circle{Radius: 0.25}, world.ColliderDef{})
	for len(w.Events().ContactBegins) == 0 {
		require.Less(t, w.Ticks(), uint64(10))
		w.Tick()
	}
	began := float64(w.Ticks()-1) * dt // when the tick of the event began
	e := w.Events().ContactBegins[0]
	if e.ColliderA.Body() == ball {
		e.ColliderA, e.ColliderB, e.Normal = e.ColliderB, e.ColliderA, e.Normal.Mul(-1)
	}
	require.Equal(t, floor, e.ColliderA.Body())
	require.InDeltaSlice(t, []float64{0, 1}, e.Normal[:], 1e-6)
	require.InDelta(t, speed, e.ApproachSpeed, 1e-5)
	meets := (height - 0.25) / speed
	require.InDelta(t, meets, began+e.Fraction*dt, 1e-6)
	require.InDelta(t, 1+2*began, e.Position[0], 1e-5)
	hit := w.Events().Hits[0]
	require.Equal(t, e.Fraction, hit.Fraction)
	require.InDelta(t, e.ApproachSpeed, hit.ApproachSpeed, 1e-5)
}

// What continuous collision stopped begins in the next tick and tells when it really met, in the
// tick before.
func TestContactEventsOfFastBodiesTellWhenTheyMet(t *testing.T) {
	for _, c := range []struct {
		name  string
		def   body.Def
		other body.Type
	}{
		{"fast body and wall", body.Def{LinearVelocity: mgl64.Vec2{300, 0}}, body.Static},
		{"bullet and wall", body.Def{LinearVelocity: mgl64.Vec2{300, 0}, Bullet: true}, body.Static},
		{"bullet and box", body.Def{LinearVelocity: mgl64.Vec2{300, 0}, Bullet: true}, body.Dynamic},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, world.Config{Workers: 1})
			const lanes = 7
			for lane := range lanes {
				at, def := mgl64.Vec2{0.1 * float64(lane), 10 * float64(lane)}, c.def
				def.Position = at
				addBody(t, w, body.Def{Type: c.other, Position: mgl64.Vec2{3, at[1]}}, shape.Box(0.05, 2), world.ColliderDef{HitEvents: true})
				addBody(t, w, def, shape.Circle{Radius: 0.2}, world.ColliderDef{})
			}
			w.Tick()
			require.Empty(t, w.Events().ContactBegins, "it is reported with the tick that solves it")
			w.Tick()
			require.Len(t, w.Events().ContactBegins, lanes)
			require.Len(t, w.Events().Hits, lanes)
			for lane := range lanes {
				// It is stopped a slop in front of the wall: .005 m of 5 m.
				meets := (3 - 0.05 - 0.2 - 0.1*float64(lane)) / 5
				require.InDelta(t, meets, 1+w.Events().ContactBegins[lane].Fraction, 1.5e-3)
				require.Equal(t, w.Events().ContactBegins[lane].Fraction, w.Events().Hits[lane].Fraction)
				require.InDelta(t, 300, w.Events().Hits[lane].ApproachSpeed, 0.1)
				require.InDeltaSlice(t, []float64{2.95, 10 * float64(lane)}, w.Events().Hits[lane].Position[:], 0.02)
			}
		})
	}
}

// Two that overlap when they are made met at the start of the tick, and two that pass each other
// closely only come near.
func TestContactBeginOfOverlapAndPassage(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{1.9, 0}}, shape.Circle{Radius: 1}, world.ColliderDef{})
	w.Tick()
	require.Len(t, w.Events().ContactBegins, 1)
	require.Zero(t, w.Events().ContactBegins[0].Fraction)
	require.Zero(t, w.Events().ContactBegins[0].ApproachSpeed)
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{9, 0}}, shape.Box(1, 1), world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{9, 1.51}, LinearVelocity: mgl64.Vec2{1, 0.1}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	w.Tick()
	require.Len(t, w.Events().ContactBegins, 1)
	require.Equal(t, 1.0, w.Events().ContactBegins[0].Fraction)
	require.InDelta(t, -0.1, w.Events().ContactBegins[0].ApproachSpeed, 1e-6)
}

// Events name two colliders in one order, whichever parts of a compound meet first and part last.
func TestContactEventsOfCompoundsHaveOneOrder(t *testing.T) {
	for _, second := range []shape.Support{shape.Circle{Radius: 1}, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 1}, shape.Box(1, 1)} {
		w := newWorld(t, world.Config{Workers: 1})
		still := addBody(t, w, body.Def{Type: body.Static}, second, world.ColliderDef{HitEvents: true})
		parts := []shape.Support{shape.Circle{Center: mgl64.Vec2{-4, 0}, Radius: 1}, shape.OffsetBox(1, 1, mgl64.Vec2{4, 0}, 0)}
		b := addBody(t, w, body.Def{}, shape.Compound{Parts: parts}, world.ColliderDef{HitEvents: true})
		pairs := map[[2]world.Collider]bool{}
		for _, x := range []float64{0, 4, -4} {
			require.NoError(t, b.SetTransform(mgl64.Vec2{x, 1.8}, 0))
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{0, -5}))
			w.Tick()
			for _, e := range w.Events().ContactBegins {
				pairs[[2]world.Collider{e.ColliderA, e.ColliderB}] = true
				require.Equal(t, e.ColliderA.Body() == b, e.Normal[1] < 0, "the normal points from A to B")
			}
			for _, e := range w.Events().ContactEnds {
				pairs[[2]world.Collider{e.ColliderA, e.ColliderB}] = true
			}
			for _, e := range w.Events().Hits {
				pairs[[2]world.Collider{e.ColliderA, e.ColliderB}] = true
				require.Equal(t, e.ColliderA.Body() == b, e.Normal[1] < 0, "the normal points from A to B")
			}
			for e := range still.ContactBegins() {
				require.Equal(t, still, e.ColliderA.Body())
				require.Positive(t, e.Normal[1])
			}
		}
		require.Len(t, pairs, 1, "%T", second)
	}
}

// impulseOn returns the sum of what a body's contacts gave it over the last Step.
func impulseOn(b world.Body) (sum mgl64.Vec2) {
	for c := range b.Contacts() {
		if c.ColliderB.Body() == b {
			sum = sum.Add(c.Impulse)
		} else {
			sum = sum.Sub(c.Impulse)
		}
	}
	return sum
}

// A body at rest gets m g t from the floor, over any number of ticks, and so do all bodies of a
// stack. The sum of the points is the whole.
func TestImpulseOfBodiesAtRest(t *testing.T) {
	for _, ticks := range []int{1, 2, 5} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
		addFloor(t, w, world.ColliderDef{})
		var boxes []world.Body
		for i := range 4 {
			boxes = append(boxes, addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5 + float64(i)}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: float64(i + 1)}))
		}
		runSeconds(w, 3)
		require.Equal(t, ticks, w.Step(float64(ticks)*dt))
		above := 0.0
		for i := 3; i >= 0; i-- {
			above += boxes[i].Mass() * 10 * float64(ticks) * dt
			for c := range boxes[i].Contacts() {
				if c.ColliderA.Body() != boxes[i] && c.ColliderA.Body().Position()[1] > boxes[i].Position()[1] || c.ColliderB.Body().Position()[1] > boxes[i].Position()[1] {
					continue
				}
				require.InEpsilon(t, above, math.Abs(c.Impulse[1]), 1e-3, "%d ticks, box %d", ticks, i)
				sum := 0.0
				for _, p := range c.Points() {
					sum += p.NormalImpulse
				}
				require.InEpsilon(t, above, sum, 1e-3)
			}
		}
	}
}

// A body that falls on the floor gets the change of its momentum and what gravity took meanwhile,
// whatever the restitution, and however many ticks the Step has. Where a sweep stops it in front of
// the floor, the sweep gives it the gravity of the rest of that tick, which is no impulse of the
// contact.
func TestImpulseOfHits(t *testing.T) {
	for _, restitution := range []float64{0, 0.3, 0.5, 0.9, 1, 1.5} {
		for _, ticks := range []int{1, 3} {
			for _, swept := range []bool{false, true} {
				t.Run(fmt.Sprintf("restitution %v, %d ticks, swept %v", restitution, ticks, swept), func(t *testing.T) {
					w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoContinuous: !swept})
					addFloor(t, w, world.ColliderDef{})
					ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}, LinearVelocity: mgl64.Vec2{0, -3}, NeverSleep: true}, shape.Circle{Radius: 0.25},
						world.ColliderDef{Material: &shape.Material{Restitution: restitution}})
					bySweeps := 0.0
					if swept {
						bySweeps = ball.Mass() * 10 * dt
					}
					hits := 0
					for range 60 / ticks {
						before := ball.LinearVelocity()[1]
						w.Step(float64(ticks) * dt)
						want := ball.Mass() * (ball.LinearVelocity()[1] - before + 10*dt*float64(ticks))
						got := impulseOn(ball)[1]
						if want > 0.1 && got == 0 {
							continue // the contact ended within the Step
						}
						tolerance := 1e-4 * (1 + want)
						require.LessOrEqual(t, got, want+tolerance)
						require.GreaterOrEqual(t, got, want-tolerance-bySweeps)
						if want > 0.2 {
							hits++
						}
					}
					if ticks == 1 || restitution < 0.9 { // else it is in the air again
						require.Positive(t, hits)
					}
				})
			}
		}
	}
}

// A box that rests on a slope gets m g cos along the normal and m g sin along the slope, and one
// that slides gets the share of its friction.
func TestImpulseOfFriction(t *testing.T) {
	const angle = 0.4
	for _, friction := range []float64{0.2, 0.8} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
		m := &shape.Material{Friction: friction}
		addBody(t, w, body.Def{Type: body.Static, Angle: angle}, shape.Box(50, 1), world.ColliderDef{Material: m})
		up, along := mgl64.Vec2{-math.Sin(angle), math.Cos(angle)}, mgl64.Vec2{math.Cos(angle), math.Sin(angle)}
		box := addBody(t, w, body.Def{Position: up.Mul(1.5), Angle: angle}, shape.Box(0.5, 0.5), world.ColliderDef{Material: m})
		runSeconds(w, 1)
		w.Step(3 * dt)
		weight := box.Mass() * 10 * 3 * dt
		require.InEpsilon(t, weight*math.Cos(angle), impulseOn(box).Dot(up), 2e-3)
		require.InEpsilon(t, weight*min(math.Sin(angle), friction*math.Cos(angle)), impulseOn(box).Dot(along), 2e-3)
	}
}

// Contacts under heavy loads, which the solver solves directly, and sleeping ones tell their
// impulse too. A Step without a tick changes nothing.
func TestImpulseOfLoadedAndSleepingContacts(t *testing.T) {
	w := newFloorWorld(t)
	light := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.25}}, shape.Box(0.25, 0.25), world.ColliderDef{Density: 1})
	heavy := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(1, 1), world.ColliderDef{Density: 500})
	runSeconds(w, 2)
	require.Greater(t, heavy.Mass()/light.Mass(), 1000.0)
	weight := (heavy.Mass() + light.Mass()) * 10 * dt
	floorImpulse := func() float64 {
		for c := range light.Contacts() {
			if c.ColliderA.Body().Type() == body.Static || c.ColliderB.Body().Type() == body.Static {
				return math.Abs(c.Impulse[1])
			}
		}
		return 0
	}
	w.Step(dt)
	require.InEpsilon(t, weight, floorImpulse(), 5e-3)
	for light.Awake() {
		require.Less(t, w.Time(), 20.0)
		w.Step(dt)
	}
	w.Step(3 * dt)
	require.InEpsilon(t, 3*weight, floorImpulse(), 5e-3, "asleep")
	require.NoError(t, light.Wake())
	w.Step(3 * dt)
	require.InEpsilon(t, 3*weight, floorImpulse(), 2e-2)
	before := floorImpulse()
	require.Zero(t, w.Step(0))
	require.Equal(t, before, floorImpulse())
}

// The impulse of a hit is the impulse of all points of its contact: a box that lands flat, on two
// points, has the impulse of a disc of its mass.
func TestHitHasImpulseOfAllPoints(t *testing.T) {
	for _, restitution := range []float64{0, 0.5, 1} {
		for name, s := range map[string]shape.Support{"box": shape.Box(0.3, 0.3), "disc": shape.Circle{Radius: 0.3}} {
			w := newWorld(t, world.Config{Workers: 1})
			addFloor(t, w, world.ColliderDef{})
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}, LinearVelocity: mgl64.Vec2{0, -6}}, s,
				world.ColliderDef{Mass: 2, HitEvents: true, Material: &shape.Material{Restitution: restitution}})
			var hits []world.Hit
			for range 20 {
				w.Tick()
				hits = append(hits, w.Events().Hits...)
			}
			require.Len(t, hits, 1, name)
			require.InEpsilon(t, b.Mass()*(6+b.LinearVelocity()[1]), hits[0].Impulse, 1e-4, "%s, restitution %v", name, restitution)
		}
	}
}
