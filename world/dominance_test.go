package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// motion is all of a body's motion.
type motion struct {
	position, velocity mgl64.Vec2
	angle, spin        float64
}

func motionOf(b world.Body) motion {
	return motion{b.Position(), b.LinearVelocity(), b.Angle(), b.AngularVelocity()}
}

// A ball hits one of higher dominance as it would hit a moving wall: it leaves with 2 V - v, and
// the other moves on as if nothing had been. The masses do not matter.
func TestDominantBallIsAWall(t *testing.T) {
	bouncy := &shape.Material{Restitution: 1}
	for _, density := range []float64{0.01, 1, 100} {
		for _, first := range []bool{false, true} {
			w := newWorld(t, world.Config{Workers: 1})
			var wall, ball world.Body
			addWall := func() {
				wall = addBody(t, w, body.Def{Position: mgl64.Vec2{-1, 0}, LinearVelocity: mgl64.Vec2{2, 0}, Dominance: 1}, shape.Circle{Radius: 0.5}, world.ColliderDef{Material: bouncy, Density: density})
			}
			if first {
				addWall()
			}
			ball = addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}, LinearVelocity: mgl64.Vec2{-3, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{Material: bouncy})
			if !first {
				addWall()
			}
			for range 60 {
				w.Step(dt)
				require.Equal(t, mgl64.Vec2{2, 0}, wall.LinearVelocity())
			}
			require.InDelta(t, 7, ball.LinearVelocity()[0], 1e-5)
		}
	}
}

// Without a bounce the lower body goes along.
func TestDominantBodyPushesARow(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	frictionless := world.ColliderDef{Material: &shape.Material{}}
	pusher := addBody(t, w, body.Def{Position: mgl64.Vec2{-2, 0}, LinearVelocity: mgl64.Vec2{1, 0}, Dominance: 127}, shape.Box(0.5, 0.5), world.ColliderDef{Material: &shape.Material{}, Density: 0.05})
	var row []world.Body
	for i := range 6 {
		row = append(row, addBody(t, w, body.Def{Position: mgl64.Vec2{1.01 * float64(i), 0}}, shape.Box(0.5, 0.5), frictionless))
	}
	start := motionOf(pusher)
	for range 300 {
		w.Step(dt)
		require.Equal(t, start.velocity, pusher.LinearVelocity())
		require.Zero(t, pusher.AngularVelocity())
	}
	for i, b := range row {
		require.InDelta(t, 1, b.LinearVelocity()[0], 0.1, "box %d", i)
		if i > 0 {
			require.Greater(t, b.Position()[0]-row[i-1].Position()[0], 0.99, "box %d", i)
		}
	}
}

// Equal dominance of any number is none: the same bits.
func TestEqualDominanceIsNone(t *testing.T) {
	run := func(dominance int8) uint64 {
		w := newGravityWorld(t)
		boxes := addBoxes(t, w, 40)
		for i, b := range boxes {
			require.NoError(t, b.SetDominance(dominance))
			if i > 0 && i%5 == 0 {
				world.Must(w.CreateRevolute(boxes[i-1], b, world.RevoluteAt(boxes[i-1], b, b.Position())))
			}
		}
		runSeconds(w, 2)
		for _, b := range boxes {
			require.Equal(t, dominance, b.Def().Dominance)
			require.NoError(t, b.SetDominance(0))
		}
		return w.Hash()
	}
	want := run(0)
	require.Equal(t, want, run(3))
	require.Equal(t, want, run(-128))
}

// A joint of any kind moves the lower body as if the higher one were kinematic, and the higher one
// not at all.
func TestDominanceInJoints(t *testing.T) {
	kinds := map[string]func(w *world.World, a, b world.Body){
		"wheel": func(w *world.World, a, b world.Body) {
			world.Must(w.CreateWheel(a, b, joint.Wheel{LocalAnchorA: anchorA, LocalAnchorB: anchorB, LocalAxisA: slantedAxis, SpringHertz: 2, SpringDamping: 0.5, MotorSpeed: 1, MaxMotorTorque: 1}))
		},
		"groove": func(w *world.World, a, b world.Body) {
			world.Must(w.CreateGroove(a, b, joint.Groove{LocalGrooveA1: mgl64.Vec2{-1, 0}, LocalGrooveA2: mgl64.Vec2{3, 0}, LocalAnchorB: anchorB}))
		},
	}
	for name, builds := range swappedJoints {
		if name != "gear" {
			kinds[name], kinds[name+" swapped"] = builds[0], builds[1]
		}
	}
	for name, build := range kinds {
		t.Run(name, func(t *testing.T) {
			var lower [2]world.Body
			for i, kinematic := range []bool{true, false} {
				w := newWorld(t, world.Config{Workers: 1})
				a, b := addMass(t, w, -1, 0, 2, 1), addMass(t, w, 1, 0.5, 1, 0.4)
				lower[i] = b
				if kinematic {
					require.NoError(t, a.SetType(body.Kinematic))
				} else {
					require.NoError(t, a.SetDominance(5))
				}
				require.NoError(t, a.SetAngularVelocity(0.5))
				require.NoError(t, a.SetLinearVelocity(mgl64.Vec2{0.25, -0.5}))
				require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{1, -2}))
				build(w, a, b)
				for range 90 {
					w.Step(dt)
					require.Equal(t, mgl64.Vec2{0.25, -0.5}, a.LinearVelocity())
					require.Equal(t, 0.5, a.AngularVelocity())
				}
			}
			want, got := motionOf(lower[0]), motionOf(lower[1])
			require.InDelta(t, 0, want.position.Sub(got.position).Len(), 0.02)
			require.InDelta(t, want.angle, got.angle, 0.02)
			require.InDelta(t, 0, want.velocity.Sub(got.velocity).Len(), 0.05)
			require.False(t, got.velocity == mgl64.Vec2{1, -2} && got.spin == 0, "the joint does nothing")
		})
	}
}

// A gear turns the lower wheel by the higher one, whose motion it does not change by a bit.
func TestDominanceInGears(t *testing.T) {
	run := func(geared bool, higher int) (world.Body, world.Body) {
		w := newWorld(t, world.Config{Workers: 1})
		wheels := [2]world.Body{addMass(t, w, -1, 0, 2, 1), addMass(t, w, 1, 0.5, 1, 0.4)}
		require.NoError(t, wheels[higher].SetDominance(1))
		require.NoError(t, wheels[higher].SetAngularVelocity(3))
		first, second := hingeToGround(w, wheels[0], mgl64.Vec2{}), hingeToGround(w, wheels[1], mgl64.Vec2{})
		if geared {
			world.Must(w.CreateGear(first, second, joint.Gear{Ratio: 1}))
		}
		runSeconds(w, 1)
		return wheels[higher], wheels[1-higher]
	}
	for higher := range 2 {
		alone, _ := run(false, higher)
		geared, turned := run(true, higher)
		require.Equal(t, motionOf(alone), motionOf(geared))
		require.InDelta(t, -3, turned.AngularVelocity(), 1e-3)
	}
}

// A chain that hangs on a heavy body below it in dominance is moved by it alone: it is solved with
// the rest of the chain exactly, and with the body by sweeps.
func TestChainOnADominantBody(t *testing.T) {
	w := newGravityWorld(t)
	top := addBody(t, w, body.Def{Weightless: true, LinearVelocity: mgl64.Vec2{1, 0}, Dominance: 1, NeverSleep: true}, shape.Box(0.3, 0.3), world.ColliderDef{Density: 0.1})
	last := top
	for i := range 15 {
		at := mgl64.Vec2{0, -0.5 - 0.5*float64(i)}
		link := addBody(t, w, body.Def{Position: at, LinearVelocity: mgl64.Vec2{1, 0}}, shape.Box(0.05, 0.25), world.ColliderDef{Filter: shape.Filter{Group: -1}})
		world.Must(w.CreateRevolute(last, link, world.RevoluteAt(last, link, at.Add(mgl64.Vec2{0, 0.25}))))
		last = link
	}
	for range 300 {
		w.Step(dt)
		require.Equal(t, mgl64.Vec2{1, 0}, top.LinearVelocity())
		require.Zero(t, top.AngularVelocity())
	}
	require.InDelta(t, top.Position()[0], last.Position()[0], 0.05)
	require.InDelta(t, -7.5, last.Position()[1], 0.05)
}

// A body below another in dominance does not hold it up: it sinks through, as far as the floor.
func TestLowerBodyBearsNothing(t *testing.T) {
	w := newFloorWorld(t)
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	crate := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}, Dominance: 1}, shape.Box(0.5, 0.5), world.ColliderDef{})
	ticks := 0
	for crate.Position()[1] > 1 && ticks < 120 {
		w.Step(dt)
		ticks++
	}
	require.InDelta(t, math.Sqrt(2*1/10.0)*60, ticks, 2, "it falls freely")
	runSeconds(w, 2)
	require.InDelta(t, 0.5, crate.Position()[1], 0.01)
}

// A crate stands on one above it in dominance as on the floor, in a stack too, light on heavy and
// heavy on light.
func TestStackWithDominantBottom(t *testing.T) {
	for _, top := range []float64{1, 30} {
		w := newFloorWorld(t)
		var stack boxStack
		for i := range 5 {
			d := world.ColliderDef{}
			if i == 4 {
				d.Density = top
			}
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5 + float64(i)}, Dominance: int8(10 - i)}, shape.Box(0.5, 0.5), d)
			stack.boxes = append(stack.boxes, b)
		}
		runSeconds(w, 5)
		for i, b := range stack.boxes {
			require.InDelta(t, 0.5+float64(i), b.Position()[1], 0.02, "box %d under density %v", i, top)
			require.InDelta(t, 0, b.Position()[0], 0.02)
			require.False(t, b.Awake(), "box %d", i)
		}
	}
}

// A change wakes the island and acts at once, and every way to set it reads back.
func TestSetDominance(t *testing.T) {
	w := newFloorWorld(t)
	low := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	high := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}, Dominance: -128}, shape.Box(0.5, 0.5), world.ColliderDef{})
	require.Equal(t, int8(-128), high.Def().Dominance)
	runSeconds(w, 2)
	require.False(t, low.Awake())
	require.NoError(t, high.SetDominance(-128))
	require.False(t, low.Awake(), "nothing changes")
	require.NoError(t, high.SetDominance(1))
	require.True(t, low.Awake())
	require.True(t, high.Awake())
	require.Equal(t, int8(1), high.Def().Dominance)
	runSeconds(w, 1)
	require.Less(t, high.Position()[1], 1.0)
	require.ErrorIs(t, w.Ground().SetDominance(1), world.ErrGround)
	require.NoError(t, low.Destroy())
	require.NoError(t, high.Destroy())
}

// Worlds with dominance have the same bits for any number of workers.
func TestDominanceDoesNotDependOnWorkers(t *testing.T) {
	run := func(workers int) uint64 {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers})
		for i, b := range addBoxes(t, w, 120) {
			require.NoError(t, b.SetDominance(int8(i%3)))
		}
		runSeconds(w, 2)
		return w.Hash()
	}
	want := run(1)
	for _, workers := range []int{2, 3} {
		require.Equal(t, want, run(workers), fmt.Sprint(workers, " workers"))
	}
}
