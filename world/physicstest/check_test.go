package physicstest_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/physicstest"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A body that was destroyed breaks no limit, but reaches nothing and comes not to rest.
func TestDestroyedBodies(t *testing.T) {
	destroy := func(y *yard) physicstest.Check {
		return physicstest.EachTick(func(tick int) {
			if tick == 10 {
				world.Check(y.ball.Destroy())
			}
		})
	}
	y := newYard(t)
	requireHolds(t, y.World, time.Second, destroy(y), physicstest.SpeedBelow(3, y.ball), physicstest.NeverTouches(y.ball, y.floor),
		physicstest.NeverLeaves(mgl64.Vec2{-10, 4}, mgl64.Vec2{10, 6}, y.ball), physicstest.StaysNear(1, y.ball))
	const gone = "the body at place 0 of the list was destroyed at 0.500 s (tick 30 of the run)"
	for message, check := range map[string]func(y *yard) physicstest.Check{
		"a body that was destroyed did not reach the box from (#, #) to (#, #) at 0.500 s (tick 30 of the run)": func(y *yard) physicstest.Check {
			return physicstest.Reaches(y.ball, mgl64.Vec2{}, mgl64.Vec2{}, time.Second/2)
		},
		gone: func(y *yard) physicstest.Check { return physicstest.ComesToRest(time.Second/2, y.ball) },
		"a body was destroyed that had not touched the other at 0.500 s (tick 30 of the run)": func(y *yard) physicstest.Check {
			return physicstest.Touches(y.ball, y.floor, time.Second/2)
		},
	} {
		y := newYard(t)
		requireFails(t, y.World, time.Second, message, destroy(y), check(y))
	}
	y = newYard(t)
	requireFails(t, y.World, time.Second, gone, destroy(y), physicstest.FallsAsleep(time.Second/2, y.ball))
}

// Without a list checks look at bodies that come later, too.
func TestLateBodies(t *testing.T) {
	for message, check := range map[string]physicstest.Check{
		"body(late) is at # m/s: less than 12 m/s are allowed at # s (tick # of the run)":                                physicstest.SpeedBelow(12),
		"body(late) is # m away from where it began, at (#, #): 6 m are allowed at # s (tick # of the run)":              physicstest.StaysNear(6),
		"body(late) is turned by # rad: 0.5 rad are allowed at # s (tick # of the run)":                                  physicstest.StaysUpright(0.5),
		"body(late) left the box from (-10, -1) to (10, 8): it reaches from (#, #) to (#, #) at # s (tick # of the run)": physicstest.NeverLeaves(mgl64.Vec2{-10, -1}, mgl64.Vec2{10, 8}),
	} {
		y := newYard(t)
		requireFails(t, y.World, 3*time.Second, message, check, physicstest.EachTick(func(tick int) {
			if tick == 10 {
				y.add(body.Def{Position: mgl64.Vec2{0, 6}, LinearVelocity: mgl64.Vec2{0, 11.5}, AngularVelocity: 1, Name: "late"},
					shape.Box(0.2, 0.2), world.ColliderDef{})
			}
		}))
	}
}

func TestJointsHold(t *testing.T) {
	hang := func(y *yard, breaks float64) world.Joint {
		j := world.Must(y.CreateRevolute(y.Ground(), y.ball, joint.Revolute{
			LocalAnchorA: mgl64.Vec2{-3, 5.5}, LocalAnchorB: mgl64.Vec2{0, 0.5}, Base: joint.Base{BreakForce: breaks},
		}))
		return j.Joint
	}
	y := newYard(t)
	hang(y, 0)
	requireHolds(t, y.World, time.Second, physicstest.JointsHold(0.01))
	y = newYard(t)
	hang(y, 5)
	requireFails(t, y.World, time.Second, "the revolute joint of body(0) and body(ball) broke under # N and # N m at # s (tick # of the run)", physicstest.JointsHold(0.01))
	y = newYard(t)
	j := hang(y, 0)
	world.Check(y.ball.SetTransform(mgl64.Vec2{-2, 5}, 0))
	requireFails(t, y.World, time.Second, "the revolute joint of body(0) and body(ball) is pulled apart by # m: 0.01 m are allowed at 0.000 s (tick 0 of the run)", physicstest.JointsHold(0.01, j))
}

// Several checks that fail in the same tick are told together.
func TestSeveralChecksFailTogether(t *testing.T) {
	y := newYard(t)
	f := newFake(t)
	require.False(t, physicstest.Run(f, y.World, time.Second,
		physicstest.EnergyBelow(10), physicstest.SpeedBelow(100), physicstest.NeverLeaves(mgl64.Vec2{-1, -1}, mgl64.Vec2{10, 10})))
	require.Regexp(t, `^physicstest: the energy is [^;]*; body\(ball\) left the box [^;]* at 0.000 s \(tick 0 of the run\)\n`, f.errors[0])
}

// A check keeps nothing from one run to the next.
func TestChecksServeSeveralRuns(t *testing.T) {
	touches := func(y *yard) physicstest.Check { return physicstest.Touches(y.ball, y.floor, time.Second) }
	y := newYard(t)
	check, near := touches(y), physicstest.StaysNear(6)
	requireHolds(t, y.World, 2*time.Second, check, near)
	world.Check(y.ball.SetTransform(mgl64.Vec2{3, 50}, 0))
	f := newFake(t)
	require.False(t, physicstest.Run(f, y.World, 2*time.Second, check))
	world.Check(y.ball.SetTransform(mgl64.Vec2{3, 80}, 0))
	world.Check(y.ball.SetLinearVelocity(mgl64.Vec2{}))
	require.True(t, physicstest.Run(f, y.World, time.Second/2, near))
}

// The time of a run is the time of the world, in whole ticks.
func TestTimeOfARun(t *testing.T) {
	for d, want := range map[time.Duration]uint64{
		0: 0, time.Millisecond: 0, 9 * time.Millisecond: 1, time.Second / 60: 1, time.Second: 60, 10 * time.Second: 600,
	} {
		y := newYard(t)
		requireHolds(t, y.World, d)
		require.Equal(t, want, y.Ticks(), d)
	}
}

func TestEnergyOfAWorld(t *testing.T) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{1, 2}, LinearVelocity: mgl64.Vec2{3, 4}, AngularVelocity: 5}))
	world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{Density: 6}))
	still := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, 9}}))
	world.Must(still.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	const motion, turn = 0.5 * 6 * 25, 0.5 * 25 // the inertia of a unit square of 6 kg is 1
	require.InDelta(t, motion+turn+6*10*2, physicstest.Energy(w), 1e-4)
	world.Check(b.SetGravityScale(0.5))
	require.InDelta(t, motion+turn+6*10*1, physicstest.Energy(w), 1e-4)
	world.Check(b.SetGravity(mgl64.Vec2{4, 0}))
	require.InDelta(t, motion+turn-6*2*1, physicstest.Energy(w), 1e-4)
}
