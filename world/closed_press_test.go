package world_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
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

// depthRow is one row of the table of depths: a body thrown at a wall, at every angle of
// incidence, turn and phase of the tick, and for some thicknesses of the wall.
type depthRow struct {
	body  string
	shape shape.Support
	spin  float64
	speed float64
}

func depthRows() (rows []depthRow) {
	for _, r := range []depthRow{
		{body: "circle", shape: shape.Circle{Radius: 0.1}},
		{body: "box", shape: shape.Box(0.1, 0.1)},
		{body: "spinning box", shape: shape.Box(0.1, 0.1), spin: 40},
	} {
		for _, r.speed = range []float64{10, 20, 50, 100, 200, 300, 400} {
			rows = append(rows, r)
		}
	}
	return rows
}

// deepest returns the deepest overlap after any tick, and how many bodies got through.
func (c *depthRow) deepest(t testing.TB, phases int) (depth float64, through int) {
	for _, thick := range []float64{0.01, 0.1, 1} {
		for _, degrees := range []float64{0, 20, 40, 60, 80} {
			for _, angle := range []float64{0, 0.3, math.Pi / 4, 1.2} {
				for phase := range phases {
					d, ok := c.throw(t, thick, degToRad(degrees), angle, float64(phase)/float64(phases))
					depth = max(depth, d)
					if !ok {
						through++
					}
				}
			}
		}
	}
	return depth, through
}

func (c *depthRow) throw(t testing.TB, thick, incidence, angle, phase float64) (depth float64, ok bool) {
	w := newWorld(t, world.Config{Workers: 1})
	defer w.Close()
	wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	attachShape(t, wall, shape.OffsetBox(100, thick/2, mgl64.Vec2{0, -thick / 2}, 0))
	sin, cos := math.Sincos(incidence)
	ticks := (0.15+0.03)/(c.speed*cos*dt) + 1 + phase
	b := addBody(t, w, body.Def{
		Position: mgl64.Vec2{-sin, cos}.Mul(c.speed * ticks * dt), Angle: angle, AngularVelocity: c.spin, NeverSleep: true,
		LinearVelocity: mgl64.Vec2{sin, -cos}.Mul(c.speed),
	}, c.shape, world.ColliderDef{Material: &shape.Material{Friction: 0.6}})
	for range int(ticks) + 20 {
		w.Tick()
		p := b.WorldCenter()
		if math.Abs(p[0]) > 98 {
			break
		}
		if p[1] < 0 {
			return depth, false
		}
		reach := 0.1
		if c.body != "circle" {
			reach = 0.1 * (math.Abs(math.Cos(b.Angle())) + math.Abs(math.Sin(b.Angle())))
		}
		depth = max(depth, reach-p[1])
	}
	return depth, true
}

// Bodies that are thrown at a wall sink into it by no more than a slop.
func TestThrownBodiesStayOutside(t *testing.T) {
	for _, row := range depthRows() {
		depth, through := row.deepest(t, long.Pick(2, 8))
		t.Logf("%s at %v m/s: %.2f mm, %d through", row.body, row.speed, 1000*depth, through)
		require.Zero(t, through, "%s at %v m/s", row.body, row.speed)
		require.Less(t, depth, 0.005, "%s at %v m/s", row.body, row.speed)
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
