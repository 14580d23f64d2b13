package world_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// pressedThrough is a kinematic lift that comes down at 1 m/s on a body on static ground at
// y = 0, and goes on until it is below that.
type pressedThrough struct {
	ground string
	body   string
	shape  shape.Support
	height float64 // of the body's centre when it rests
	angle  float64
	at     float64 // m, beside the middle of the lift

	liftFirst bool // created first, so that it is the other one of the two in their contact
}

func pressCases() []pressedThrough {
	var all []pressedThrough
	for _, ground := range []string{"segment", "chain", "thin box", "segments"} {
		for _, b := range []pressedThrough{
			{body: "capsule", shape: shape.Capsule{A: mgl64.Vec2{-0.3, 0}, B: mgl64.Vec2{0.3, 0}, Radius: 0.2}, height: 0.2},
			{body: "upright capsule", shape: shape.Capsule{A: mgl64.Vec2{0, -0.3}, B: mgl64.Vec2{0, 0.3}, Radius: 0.2}, height: 0.5},
			{body: "box", shape: shape.Box(0.3, 0.2), height: 0.2},
			{body: "box on a corner", shape: shape.Box(0.3, 0.3), height: 0.3 * math.Sqrt2, angle: math.Pi / 4},
			{body: "disc", shape: shape.Circle{Radius: 0.25}, height: 0.25},
			{body: "pentagon", shape: shape.RegularPolygon(5, 0.3), height: 0.3},
			{body: "ellipse", shape: shape.Ellipse{RX: 0.4, RY: 0.2}, height: 0.2},
			{body: "custom", shape: superellipse{0.3, 0.2, 3}, height: 0.2},
		} {
			b.ground = ground
			for _, at := range []float64{0, 0.13} {
				b.at, b.liftFirst = at, at > 0
				all = append(all, b)
			}
		}
	}
	return all
}

// run presses for three seconds and returns how low the body's centre comes, and its
// highest speed.
func (c pressedThrough) run(t testing.TB) (lowest, fastest float64) {
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}})
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	switch c.ground {
	case "segment":
		attachShape(t, ground, shape.Segment{A: mgl64.Vec2{-5, 0}, B: mgl64.Vec2{5, 0}})
	case "segments":
		for x := -5.0; x < 5; x++ {
			attachShape(t, ground, shape.Segment{A: mgl64.Vec2{x, 0}, B: mgl64.Vec2{x + 1, 0}})
		}
	case "chain":
		world.Must(ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{{5, 0}, {2, 0}, {0, 0}, {-5, 0}}}, world.ColliderDef{}))
	case "thin box":
		attachShape(t, ground, shape.OffsetBox(5, 0.01, mgl64.Vec2{0, -0.01}, 0))
	}
	top := 2*c.height + 0.3
	var b, lift world.Body
	create := []func(){func() {
		b = addBody(t, w, body.Def{Position: mgl64.Vec2{c.at, c.height}, Angle: c.angle}, c.shape, world.ColliderDef{Material: &shape.Material{Friction: 0.6}})
	}, func() {
		lift = addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, top + 0.5}, LinearVelocity: mgl64.Vec2{0, -1}}, shape.Box(2, 0.5), world.ColliderDef{})
	}}
	if c.liftFirst {
		slices.Reverse(create)
	}
	for _, f := range create {
		f()
	}
	lowest = math.Inf(1)
	for range 180 {
		w.Tick()
		if lift.Position()[1] < -1 {
			lift.SetLinearVelocity(mgl64.Vec2{})
		}
		p := b.WorldCenter()
		if math.Abs(p[0]) < 5 {
			lowest = min(lowest, p[1])
		}
		fastest = max(fastest, b.LinearVelocity().Len())
	}
	return lowest, fastest
}

// What is static wins: a body that a lift presses against it stays on its side.
func TestPressedBodiesStay(t *testing.T) {
	for _, c := range pressCases() {
		lowest, fastest := c.run(t)
		name := fmt.Sprintf("%s on %s at %.2f", c.body, c.ground, c.at)
		t.Logf("%s: lowest %.3f m, fastest %.1f m/s", name, lowest, fastest)
		require.Greater(t, lowest, 0.0, name)
		require.Less(t, fastest, 10.0, name)
	}
}

// A press gives way whichever of the two bodies of a contact it is: by the time that it was created
// for equal kinds of shapes, by the kind for others.
func TestPressGivesWayInAnyOrder(t *testing.T) {
	for _, s := range []shape.Support{shape.Box(0.3, 0.2), shape.RegularPolygon(6, 0.3), shape.Circle{Radius: 0.25}} {
		for _, ground := range []string{"thin box", "segment"} {
			c := pressedThrough{ground: ground, shape: s, height: 0.3}
			lowest, fastest := c.run(t)
			c.liftFirst = true
			otherLowest, otherFastest := c.run(t)
			require.Greater(t, lowest, 0.1, "%T: it is not driven into the ground", s)
			require.InDelta(t, lowest, otherLowest, 1e-3, "%T", s)
			require.InDelta(t, fastest, otherFastest, 0.1, "%T", s)
		}
	}
}

// A body that a force, a motor or its weight presses against what does not move sinks in as little
// as a body between two others, and flies off no faster when it is released.
func TestForcesPressNoBodyIn(t *testing.T) {
	const force = 10_000 // N, on 1 kg
	for name, s := range map[string]shape.Support{"box": shape.Box(0.5, 0.5), "disc": shape.Circle{Radius: 0.5}} {
		for _, by := range []string{"force", "motor", "weight"} {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true})
			addFloor(t, w, world.ColliderDef{})
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, s, world.ColliderDef{Mass: 1})
			rail := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: b.Position()}))
			switch by {
			case "motor":
				world.Must(w.CreatePrismatic(rail, b, joint.Prismatic{LocalAxisA: mgl64.Vec2{0, 1}, MotorSpeed: -1, MaxMotorForce: force}))
			case "weight":
				world.Check(b.SetGravityScale(force / 10))
			}
			for range 60 {
				if by == "force" {
					world.Check(b.ApplyForceToCenter(mgl64.Vec2{0, -force}))
				}
				w.Tick()
			}
			require.InDelta(t, 0.5, b.Position()[1], 1e-3, "%s, %s", name, by)
			world.Check(rail.Destroy())
			world.Check(b.SetGravityScale(1))
			for range 10 {
				w.Tick()
				require.Less(t, b.LinearVelocity()[1], 0.01, "%s, %s", name, by)
			}
		}
	}
}
