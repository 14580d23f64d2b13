package world_test

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// sweepRule is a ball that flies at 100 m/s to the right, at a thin wall at x = 5.
type sweepRule struct {
	config  world.Config
	ball    world.ColliderDef
	wall    world.ColliderDef
	wallDef body.Def
	def     body.Def
	setup   func(w *world.World, ball, wall world.Body)
}

// passesWall reports whether the ball is behind the wall after ten ticks.
func (c sweepRule) passesWall(t *testing.T) bool {
	c.config.Workers = 1
	w := newWorld(t, c.config)
	c.wallDef.Position = mgl64.Vec2{5, 0}
	wall := addBody(t, w, c.wallDef, shape.Box(0.01, 3), c.wall)
	c.def.LinearVelocity = mgl64.Vec2{100, 0}
	ball := addBody(t, w, c.def, shape.Circle{Radius: 0.1}, c.ball)
	if c.setup != nil {
		c.setup(w, ball, wall)
	}
	runTicks(w, 10)
	return ball.Position()[0] > 5
}

// Colliders that do not collide do not stop a sweep either.
func TestSweepsRespectFilters(t *testing.T) {
	static := body.Def{Type: body.Static}
	never := func(*world.ContactEdit) bool { return false }
	for _, c := range []struct {
		name   string
		thrown sweepRule
		passes bool
	}{
		{"static", sweepRule{wallDef: static}, false},
		{"kinematic", sweepRule{wallDef: body.Def{Type: body.Kinematic}}, false},
		{"dynamic", sweepRule{wallDef: body.Def{}, wall: world.ColliderDef{Density: 1000}}, true},
		{"bullet against dynamic", sweepRule{def: body.Def{Bullet: true}, wall: world.ColliderDef{Density: 1000}}, false},
		{"bullet against sleeping", sweepRule{wallDef: body.Def{Asleep: true}, def: body.Def{Bullet: true}, wall: world.ColliderDef{Density: 1000}}, false},
		{"no continuous", sweepRule{wallDef: static, config: world.Config{NoContinuous: true}}, true},
		{"wall is a sensor", sweepRule{wallDef: static, wall: world.ColliderDef{Sensor: true}}, true},
		{"ball is a sensor", sweepRule{wallDef: static, ball: world.ColliderDef{Sensor: true}}, true},
		{"filtered by mask", sweepRule{wallDef: static, ball: world.ColliderDef{Filter: shape.Filter{Mask: 2}}}, true},
		{"filtered by group", sweepRule{
			wallDef: static, ball: world.ColliderDef{Filter: shape.Filter{Group: -1}}, wall: world.ColliderDef{Filter: shape.Filter{Group: -1}},
		}, true},
		{"filtered by the game", sweepRule{wallDef: static, config: world.Config{ShouldCollide: func(a, b world.Collider) bool { return false }}}, true},
		{"accepted by the game", sweepRule{wallDef: static, config: world.Config{ShouldCollide: func(a, b world.Collider) bool { return true }}}, false},
		{"wall wants to be asked", sweepRule{wallDef: static, wall: world.ColliderDef{PreSolve: true}, config: world.Config{PreSolve: never}}, true},
		{"ball wants to be asked", sweepRule{wallDef: static, ball: world.ColliderDef{PreSolve: true}, config: world.Config{PreSolve: never}}, true},
		{"nobody to ask", sweepRule{wallDef: static, wall: world.ColliderDef{PreSolve: true}, ball: world.ColliderDef{PreSolve: true}}, false},
		{"jointed", sweepRule{wallDef: static, setup: func(w *world.World, ball, wall world.Body) {
			world.Must(w.CreateDistance(ball, wall, joint.Distance{Loose: true, MaxLength: 50}))
		}}, true},
		{"disabled wall", sweepRule{wallDef: body.Def{Type: body.Static, Disabled: true}}, true},
	} {
		require.Equal(t, c.passes, c.thrown.passesWall(t), c.name)
	}
}

// The sweep of a body covers all of its colliders: one that is far from the centre of mass
// stops the body as well.
func TestSweepOfCompoundBody(t *testing.T) {
	for _, speed := range tunnelSpeeds {
		w := newWorld(t, world.Config{Workers: 1})
		wall := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{5, 2}}))
		attachShape(t, wall, shape.Box(0.01, 0.5))
		b := world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{speed, 0}}))
		for _, y := range []float64{-2, 0, 2} {
			attachShape(t, b, shape.Circle{Center: mgl64.Vec2{0, y}, Radius: 0.1})
		}
		for range int(5/speed/dt) + 3 {
			w.Tick()
			top := b.WorldPoint(mgl64.Vec2{0, 2})
			require.False(t, top[0] > 5 && top[1] > 1.5 && top[1] < 2.5, "at %v m/s the upper ball is through at %v", speed, top)
		}
		require.Positive(t, b.AngularVelocity(), "the blow turned it")
	}
}

// Wheels that may turn fast turn fast through a sweep, and stop where they should.
func TestSweepOfFastWheel(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}})
	addFloor(t, w, world.ColliderDef{Material: &shape.Material{}})
	attachShape(t, world.Must(w.CreateBody(body.Def{Type: body.Static})), shape.Segment{A: mgl64.Vec2{30, -1}, B: mgl64.Vec2{30, 9}})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.2}, LinearVelocity: mgl64.Vec2{60, 0}, AngularVelocity: -300, FastRotation: true},
		shape.Circle{Radius: 0.2}, world.ColliderDef{Material: &shape.Material{}})
	for range 20 {
		w.Tick()
		require.InDelta(t, -300, b.AngularVelocity(), 1e-3)
	}
	for range 60 {
		w.Tick()
		require.Less(t, b.Position()[0], 29.81)
	}
}

// A game's filter is called on the goroutine that steps, for any number of workers.
func TestFilterRunsOnCallersGoroutine(t *testing.T) {
	caller, asked := goroutineID(), 0
	w := newWorld(t, world.Config{Workers: 4, ShouldCollide: func(a, b world.Collider) bool {
		asked++ // a race on any other goroutine
		if goroutineID() != caller {
			t.Error("asked on another goroutine")
		}
		return true
	}})
	addFastBodies(t, w, 600, 0)
	runTicks(w, 20)
	require.Positive(t, asked)
}

func goroutineID() int {
	var buf [64]byte
	field := bytes.Fields(buf[:runtime.Stack(buf[:], false)])[1]
	n, err := strconv.Atoi(string(field))
	if err != nil {
		panic(err)
	}
	return n
}

// addFastBodies fills a room with fast things, every so many a bullet.
func addFastBodies(t testing.TB, w *world.World, n, bullets int) {
	addRoom(t, w, 30)
	addBody(t, w, body.Def{Type: body.Kinematic, AngularVelocity: 5}, shape.Box(20, 0.1), world.ColliderDef{})
	r := rand.New(rand.NewPCG(11, 12))
	for i := range n {
		proj := projectiles[i%len(projectiles)]
		addBody(t, w, body.Def{
			Position:        mgl64.Vec2{58 * (r.Float64() - 0.5), 58 * (r.Float64() - 0.5)},
			LinearVelocity:  mgl64.Vec2{300 * (r.Float64() - 0.5), 300 * (r.Float64() - 0.5)},
			AngularVelocity: proj.spin * (2*r.Float64() - 1),
			Bullet:          bullets > 0 && i%bullets == 0,
		}, proj.shape, world.ColliderDef{Material: &shape.Material{Restitution: 0.8}})
	}
}

// Hundreds of fast bodies and bullets end in the same bits whatever the number of
// workers.
func TestSweepsGiveSameBitsForAnyWorkerCount(t *testing.T) {
	var want []uint64
	for _, workers := range []int{1, 2, 3, 7} {
		w := newWorld(t, world.Config{Workers: workers})
		addFastBodies(t, w, 600, 10)
		var got []uint64
		for range 30 {
			w.Tick()
			got = append(got, w.Hash())
		}
		if want == nil {
			want = got
		}
		require.Equal(t, want, got, "%d workers", workers)
	}
}

// A sweep stops the front wheel of a fast car at the edge of a step, and the car drives on for a
// tick. Then the hub pulls the wheel around the edge by more than its velocity. The straight sweep
// of that tick cuts the edge a little and does not stop the wheel again: with each stop the hub
// would pull more.
func TestWheelsOfFastCarsRoundTheEdgeOfAStep(t *testing.T) {
	for i := range 80 {
		w := newFloorWorld(t)
		addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{60, -0.91}}, shape.Box(50, 1), world.ColliderDef{})
		at, v := mgl64.Vec2{-0.3 - 0.005*float64(i), 0.4}, mgl64.Vec2{18, 0}
		car := addBody(t, w, body.Def{Position: at.Add(mgl64.Vec2{-1, 0.4}), LinearVelocity: v}, shape.Box(1.2, 0.2), world.ColliderDef{Density: 5, Filter: untouchable})
		var wheels []world.Body
		for _, x := range []float64{0, -2} {
			def := body.Def{Position: at.Add(mgl64.Vec2{x, 0}), LinearVelocity: v, AngularVelocity: -v[0] / 0.4, FastRotation: true}
			wheel := addBody(t, w, def, shape.Circle{Radius: 0.4}, world.ColliderDef{Material: &shape.Material{Friction: 1}})
			d := world.WheelAt(car, wheel, wheel.Position(), mgl64.Vec2{0, 1})
			d.SpringHertz, d.SpringDamping, d.Limit, d.Lower, d.Upper = 4, 0.7, true, -0.25, 0.25
			world.Must(w.CreateWheel(car, wheel, d))
			wheels = append(wheels, wheel)
		}
		stops := 0
		for range 60 {
			before := wheels[0].Position()
			w.Tick()
			if wheels[0].Position().Sub(before).Len() < 0.15*wheels[0].LinearVelocity().Len()*dt {
				stops++
			}
		}
		require.LessOrEqual(t, stops, 1, "car %d", i)
		require.Less(t, maxSeparation(w), 0.005, "car %d", i)
	}
}
