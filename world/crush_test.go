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

// meanCrush returns the mean of the crush force over a second.
func meanCrush(w *world.World, b world.Body) float64 {
	sum := 0.0
	for range 60 {
		w.Tick()
		sum += b.CrushForce() / 60
	}
	return sum
}

// A stack presses each of its boxes by the weight of those above.
func TestCrushForceInStackIsWeightAbove(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
	addFloor(t, w, world.ColliderDef{})
	var boxes []world.Body
	for i := range 5 {
		boxes = append(boxes, addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5 + float64(i)}}, shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	runSeconds(w, 5)
	for i, b := range boxes {
		require.InDelta(t, 10*float64(4-i), meanCrush(w, b), 0.5, "box %d", i)
	}
}

// A body in a groove is pressed by the horizontal part of the walls' forces.
func TestCrushForceInGroove(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	ice := world.ColliderDef{Material: &shape.Material{}}
	world.Must(ground.Attach(shape.Segment{A: mgl64.Vec2{-3, 3}, B: mgl64.Vec2{}}, ice))
	world.Must(ground.Attach(shape.Segment{A: mgl64.Vec2{}, B: mgl64.Vec2{3, 3}}, ice))
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5 * math.Sqrt2}}, shape.Circle{Radius: 0.5}, ice)
	runSeconds(w, 3)
	// Each wall bears m g / sqrt 2, half of it sideways.
	require.InDelta(t, ball.Mass()*10/2, meanCrush(w, ball), 0.02*ball.Mass()*10)
}

// What hangs between joints is not pressed. What stands on a body that a joint holds presses it.
func TestCrushForceWithJoints(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
	held := addBody(t, w, body.Def{}, shape.Box(2, 0.5), world.ColliderDef{})
	world.Must(w.CreateWeld(w.Ground(), held, joint.Weld{}))
	load := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	hung := addBody(t, w, body.Def{Position: mgl64.Vec2{9, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	below := addBody(t, w, body.Def{Position: mgl64.Vec2{9, -3}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	addRevolute(t, w, w.Ground(), hung)
	world.Must(w.CreateDistance(hung, below, joint.Distance{}))
	runSeconds(w, 2)
	require.InDelta(t, load.Mass()*10, meanCrush(w, held), 0.5)
	require.Zero(t, meanCrush(w, hung))
	require.Zero(t, meanCrush(w, below))
	require.InDelta(t, 0, meanCrush(w, load), 1e-9)
}

// A body in the air, or on the floor, is not pressed.
func TestCrushForceOfFreeBodies(t *testing.T) {
	w := newGravityWorld(t)
	floor := addFloor(t, w, world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}}, shape.Box(0.5, 0.5), world.ColliderDef{CrushThreshold: 1})
	for range 300 {
		w.Tick()
		require.Less(t, b.CrushForce(), 1e-6)
		require.Empty(t, w.Events().Crushes)
	}
	require.False(t, b.Awake())
	require.Zero(t, floor.CrushForce())
}

// A press that stops when the box in it is pressed with more than the box bears leaves
// it nearly whole; the event tells the body, the collider, the force and the direction.
func TestPressStopsAtCrushThreshold(t *testing.T) {
	w := newFloorWorld(t)
	press := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, 1.7}, LinearVelocity: mgl64.Vec2{0, -0.5}}, shape.Box(1, 0.5), world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{CrushThreshold: 50})
	stopped := 0
	for range 120 {
		w.Tick()
		for _, c := range w.Events().Crushes {
			require.Equal(t, b, c.Body)
			require.Equal(t, firstCollider(b), c.Collider)
			require.Greater(t, c.Force, 50.0)
			require.Equal(t, c.Force, b.CrushForce())
			require.InDelta(t, 1, math.Abs(c.Direction[1]), 1e-3)
			require.NoError(t, press.SetLinearVelocity(mgl64.Vec2{}))
			stopped++
		}
	}
	require.NotZero(t, stopped)
	require.InDelta(t, 1.5, press.Position()[1], 0.03)
}

// Only a collider with a threshold that bears a part of the force is reported, in ascending
// order, and no longer when it is gone.
func TestCrushEventsAskedByColliders(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
	addFloor(t, w, world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{CrushThreshold: 5})
	spare := world.Must(b.Attach(shape.OffsetBox(0.1, 0.1, mgl64.Vec2{0, 0.2}, 0), world.ColliderDef{CrushThreshold: 5}))
	over := world.Must(b.Attach(shape.OffsetBox(0.45, 0.5, mgl64.Vec2{}, 0), world.ColliderDef{CrushThreshold: 8}))
	world.Must(b.Attach(shape.OffsetBox(0.4, 0.5, mgl64.Vec2{}, 0), world.ColliderDef{CrushThreshold: 1e4}))
	addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runSeconds(w, 2)
	var seen []world.Collider
	for _, c := range w.Events().Crushes {
		seen = append(seen, c.Collider)
	}
	require.Len(t, seen, 2)
	require.NotContains(t, seen, spare)
	require.Less(t, seen[0].ID(), seen[1].ID())
	require.NoError(t, over.Destroy())
	w.Tick()
	require.Len(t, w.Events().Crushes, 1)
	require.NoError(t, b.Destroy())
	w.Tick()
	require.Empty(t, w.Events().Crushes)
	_, err := world.Must(w.CreateBody(body.Def{})).Attach(shape.Circle{Radius: 1}, world.ColliderDef{CrushThreshold: -1})
	require.EqualError(t, err, "CrushThreshold: -1 must not be negative")
}
