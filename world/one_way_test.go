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

// up makes a collider hold what comes from above.
var up = world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}

// oneWayPlatforms are platforms three metres wide whose surface is at a height, of every
// make.
var oneWayPlatforms = map[string]func(t *testing.T, b world.Body, height float64){
	"box": func(t *testing.T, b world.Body, height float64) {
		world.Must(b.Attach(shape.OffsetBox(1.5, 0.1, mgl64.Vec2{0, height - 0.1}, 0), up))
	},
	"tiles": func(t *testing.T, b world.Body, height float64) {
		for i := range 6 {
			world.Must(b.Attach(shape.OffsetBox(0.25, 0.1, mgl64.Vec2{-1.25 + 0.5*float64(i), height - 0.1}, 0), up))
		}
	},
	"segment": func(t *testing.T, b world.Body, height float64) {
		world.Must(b.Attach(shape.Segment{A: mgl64.Vec2{-1.5, height}, B: mgl64.Vec2{1.5, height}}, up))
	},
	"chain": func(t *testing.T, b world.Body, height float64) {
		world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{1.5, height}, {0.2, height}, {-0.1, height}, {-1.5, height}}}, up))
	},
	"capsule": func(t *testing.T, b world.Body, height float64) {
		world.Must(b.Attach(shape.Capsule{A: mgl64.Vec2{-1.3, height - 0.2}, B: mgl64.Vec2{1.3, height - 0.2}, Radius: 0.2}, up))
	},
	"slanted": func(t *testing.T, b world.Body, height float64) { // body and box turned against each other
		world.Must(b.Attach(shape.OffsetBox(0.1, 1.5, mgl64.Vec2{0, height - 0.1}, math.Pi/2), up))
	},
}

var feet = mgl64.Vec2{0, -0.6}

// addJumper adds a capsule 1.2 m tall with its feet at a point.
func addJumper(t *testing.T, w *world.World, at mgl64.Vec2, v mgl64.Vec2, def world.ColliderDef) world.Body {
	return addBody(t, w, body.Def{Position: at.Sub(feet), LinearVelocity: v, LockRotation: true},
		shape.Capsule{A: mgl64.Vec2{0, -0.3}, B: mgl64.Vec2{0, 0.3}, Radius: 0.3}, def)
}

func feetOf(b world.Body) float64 { return b.WorldPoint(feet)[1] }

// A jump ends on a platform exactly if the feet cleared its surface, at every speed and height.
func TestOneWayHoldsExactlyTheJumpsThatClearIt(t *testing.T) {
	for name, attach := range oneWayPlatforms {
		for _, clearance := range []float64{-0.65, -0.1, -0.02, -0.01, -0.002, 0.005, 0.02, 0.1, 1, 10, 400, 3000} {
			w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -20}})
			floor := addFloor(t, w, world.ColliderDef{})
			const jump = 8.0
			player := addJumper(t, w, mgl64.Vec2{0.3, 0}, mgl64.Vec2{0, jump}, world.ColliderDef{})
			if clearance > 5 {
				require.NoError(t, player.SetLinearVelocity(mgl64.Vec2{0, math.Sqrt(2 * 20 * clearance)}))
			} else {
				// The apex of the jump as the solver makes it.
				probe := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -20}})
				p := addJumper(t, probe, mgl64.Vec2{0.3, 0}, mgl64.Vec2{0, jump}, world.ColliderDef{})
				apex := 0.0
				for range 60 {
					probe.Tick()
					apex = max(apex, feetOf(p))
				}
				attach(t, floor, apex-clearance-floor.Position()[1])
			}
			surface := 1.0
			if clearance > 5 {
				attach(t, floor, surface-floor.Position()[1])
			} else {
				surface = 0
			}
			for range 60 * 60 {
				w.Tick()
				if !player.Awake() {
					break
				}
			}
			require.False(t, player.Awake(), "%s: sleeps", name)
			require.Equal(t, clearance > 0, feetOf(player) > 0.5, "%s, clearance %v: rests at %v", name, clearance, feetOf(player))
			if clearance > 5 {
				require.InDelta(t, surface, feetOf(player), 0.01, name)
			}
		}
	}
}

// A body lets go of what holds it, and of its neighbours, and stands on the next platform
// below, also when it is taller than the gap. Bodies that stand beside it stay.
func TestDropThrough(t *testing.T) {
	for name, attach := range oneWayPlatforms {
		for _, spacing := range []float64{0.8, 1.7} {
			for _, speed := range []float64{0, 6} { // m/s to the right, and back again
				w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -20}})
				floor := addFloor(t, w, world.ColliderDef{})
				for i := range 3 {
					attach(t, floor, float64(i+1)*spacing-floor.Position()[1])
				}
				top := 3 * spacing
				player := addJumper(t, w, mgl64.Vec2{-1, top}, mgl64.Vec2{}, world.ColliderDef{Material: &shape.Material{}})
				neighbor := addBody(t, w, body.Def{Position: mgl64.Vec2{1.2, top + 0.1}}, shape.Box(0.1, 0.1), world.ColliderDef{})
				runSeconds(w, 2)
				require.False(t, player.Awake())
				require.False(t, player.Dropping())
				for _, want := range []float64{2 * spacing, spacing, 0} {
					require.NoError(t, player.DropThrough())
					require.True(t, player.Awake())
					require.True(t, player.Dropping())
					dropAside(t, w, player, speed, want)
					require.InDelta(t, want, feetOf(player), 0.01, "%s %v apart, %v m/s", name, spacing, speed)
					require.False(t, spacing > 1.2 && player.Dropping(), "its head is out of the platform above")
				}
				require.InDelta(t, top+0.1, neighbor.Position()[1], 0.01, name)
			}
		}
	}
}

// dropAside lets two seconds pass in which the body runs to the right and back while it drops.
func dropAside(t *testing.T, w *world.World, b world.Body, speed, want float64) {
	for tick := range 120 {
		for at, v := range map[int]float64{0: speed, 10: -speed, 20: 0} {
			if at == tick {
				require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{v, b.LinearVelocity()[1]}))
			}
		}
		w.Tick()
		require.Greater(t, feetOf(b), want-0.05)
	}
}

// Dropping ends when the body has come out on either side: one that jumps instead lands again.
func TestDropThroughEndsAboveToo(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -20}})
	floor := addFloor(t, w, world.ColliderDef{})
	oneWayPlatforms["chain"](t, floor, 2-floor.Position()[1])
	player := addJumper(t, w, mgl64.Vec2{0, 2}, mgl64.Vec2{}, world.ColliderDef{})
	runSeconds(w, 0.2)
	require.NoError(t, player.DropThrough())
	require.NoError(t, player.SetLinearVelocity(mgl64.Vec2{0, 5}))
	runSeconds(w, 0.1)
	require.False(t, player.Dropping())
	runSeconds(w, 1.5)
	require.InDelta(t, 2, feetOf(player), 0.01)
}

// Platforms that move and turn carry what came from their side and leave the rest: lifts at up
// to 20 m/s, and a board that turns over.
func TestOneWayOnMovingPlatforms(t *testing.T) {
	for _, speed := range []float64{1, 5, 20, -1, -3} {
		w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -20}})
		lift := addBody(t, w, body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{0, speed}}, shape.Box(2, 0.1), up)
		rider := addJumper(t, w, mgl64.Vec2{-1, 0.11}, mgl64.Vec2{0, speed}, world.ColliderDef{})
		passed := addJumper(t, w, mgl64.Vec2{1, -1.3}, mgl64.Vec2{0, speed + 2}, world.ColliderDef{})
		for range 60 {
			w.Tick()
			require.InDelta(t, 0.1, feetOf(rider)-lift.Position()[1], 0.05, "lift at %v m/s", speed)
		}
		require.Less(t, feetOf(passed), lift.Position()[1]-1, "lift at %v m/s", speed)
	}

	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -20}})
	board := addBody(t, w, body.Def{Type: body.Kinematic}, shape.Box(3, 0.05), up)
	rider := addBody(t, w, body.Def{Position: mgl64.Vec2{-0.5, 0.3}}, shape.Box(0.25, 0.25), world.ColliderDef{Material: &shape.Material{Friction: 3}})
	runSeconds(w, 0.5)
	require.NoError(t, board.SetAngularVelocity(1))
	runSeconds(w, 0.5)
	require.Greater(t, board.LocalPoint(rider.Position())[1], 0.29, "on the slope")
	runSeconds(w, 1)
	require.Greater(t, math.Abs(board.Angle()), 1.4)
	from := addBody(t, w, body.Def{Position: board.WorldPoint(mgl64.Vec2{0, -2}), LinearVelocity: board.WorldVector(mgl64.Vec2{0, 300})}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
	to := addBody(t, w, body.Def{Position: board.WorldPoint(mgl64.Vec2{1, 2}), LinearVelocity: board.WorldVector(mgl64.Vec2{0, -300})}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
	w.Tick()
	require.Greater(t, board.LocalPoint(from.Position())[1], 1.0, "through from behind")
	require.Greater(t, board.LocalPoint(to.Position())[1], 0.2, "stopped in front")
}

// Bullets pass through a dynamic platform from behind and are stopped in front, at up to 400
// m/s, and the platform gets their momentum.
func TestOneWayStopsBulletsOnDynamicPlatforms(t *testing.T) {
	for _, speed := range []float64{20, 100, 400} {
		for _, side := range []float64{1, -1} {
			w := newWorld(t, world.Config{Workers: 1})
			platform := addBody(t, w, body.Def{}, shape.Box(2, 0.02), world.ColliderDef{Density: 10, OneWay: mgl64.Vec2{0, 1}})
			bullet := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 3 * side}, LinearVelocity: mgl64.Vec2{0, -speed * side}, Bullet: true},
				shape.Circle{Radius: 0.1}, world.ColliderDef{})
			momentum := bullet.Mass() * bullet.LinearVelocity()[1]
			runTicks(w, 60)
			require.Equal(t, side > 0, platform.LocalPoint(bullet.Position())[1] > 0 && platform.LinearVelocity()[1] < 0, "%v m/s from %v", speed, side)
			require.InDelta(t, momentum, bullet.Mass()*bullet.LinearVelocity()[1]+platform.Mass()*platform.LinearVelocity()[1], 1e-4*math.Abs(momentum))
			if side < 0 {
				require.Equal(t, mgl64.Vec2{}, platform.LinearVelocity(), "untouched")
			}
		}
	}
}

// A stack stands on a platform, deep as its weight presses it, sleeps and wakes there, and
// falls as one when its lowest box drops through: the next box lands.
func TestStackOnOneWayPlatform(t *testing.T) {
	w := newGravityWorld(t)
	floor := addFloor(t, w, world.ColliderDef{})
	oneWayPlatforms["tiles"](t, floor, 3-floor.Position()[1])
	s := &boxStack{}
	for i := range 5 {
		s.add(t, w, mgl64.Vec2{0.2, 3.25 + 0.5*float64(i)}, shape.Box(0.4, 0.25), world.ColliderDef{})
	}
	runSeconds(w, 10)
	require.Zero(t, w.Counters().Awake)
	require.NoError(t, s.boxes[0].Wake())
	runSeconds(w, 2)
	for i, b := range s.boxes {
		require.InDelta(t, 3.25+0.5*float64(i), b.Position()[1], 0.1, "box %d", i)
	}
	require.NoError(t, s.boxes[0].DropThrough())
	runSeconds(w, 4)
	require.Less(t, s.boxes[0].Position()[1], 1.0)
	require.InDelta(t, 3.25, s.boxes[1].Position()[1], 0.05, "the second one landed")
}

// Two one-way colliders hold each other only when each came from the other's side.
func TestBothOneWay(t *testing.T) {
	for _, c := range []struct {
		direction mgl64.Vec2 // of the falling one
		held      bool
	}{{mgl64.Vec2{0, -1}, true}, {mgl64.Vec2{0, 1}, false}, {mgl64.Vec2{}, true}} {
		w := newGravityWorld(t)
		addBody(t, w, body.Def{Type: body.Static}, shape.Box(2, 0.1), up)
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}, LockRotation: true}, shape.Box(0.2, 0.2), world.ColliderDef{OneWay: c.direction})
		runSeconds(w, 2)
		require.Equal(t, c.held, b.Position()[1] > 0, "direction %v", c.direction)
	}
}

// What is created inside a platform passes until it is out; what is placed on it stands.
func TestOneWayWithNewAndPlacedBodies(t *testing.T) {
	w := newGravityWorld(t)
	platform := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, 1}}))
	collider := world.Must(platform.Attach(shape.Box(3, 0.1), up))
	deep := addBody(t, w, body.Def{Position: mgl64.Vec2{-1, 1.25}}, shape.Box(0.2, 0.2), world.ColliderDef{})
	shallow := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.292}}, shape.Box(0.2, 0.2), world.ColliderDef{})
	placed := addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Box(0.2, 0.2), world.ColliderDef{})
	require.NoError(t, placed.SetTransform(mgl64.Vec2{1, 1.3}, 0))
	runSeconds(w, 1)
	require.Less(t, deep.Position()[1], 0.0)
	require.InDelta(t, 1.3, shallow.Position()[1], 0.01)
	require.InDelta(t, 1.3, placed.Position()[1], 0.01)
	// To be placed into it ends the hold.
	require.NoError(t, placed.SetTransform(mgl64.Vec2{1, 1.2}, 0))
	runSeconds(w, 1)
	require.Less(t, placed.Position()[1], 0.0)
	// A platform turned the other way lets go.
	require.NoError(t, collider.SetOneWay(mgl64.Vec2{0, -1}))
	runSeconds(w, 1)
	require.Less(t, shallow.Position()[1], 0.0)
}

// A box that slides off the end tips over the edge, and the end does not push it sideways: it
// falls past the platform, not off to the side.
func TestOneWayDoesNotPushSideways(t *testing.T) {
	for _, v := range []float64{0.5, 2, 10, 60, 400} {
		w := newWorld(t, world.Config{Workers: 1})
		addBody(t, w, body.Def{Type: body.Static}, shape.Box(1, 0.5), up)
		level := addBody(t, w, body.Def{Position: mgl64.Vec2{-4, 0}, LinearVelocity: mgl64.Vec2{v, 0}}, shape.Box(0.2, 0.2), world.ColliderDef{})
		corner := addBody(t, w, body.Def{Position: mgl64.Vec2{-4, 0.6}, LinearVelocity: mgl64.Vec2{v, 0}}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
		for range int(12/v*60) + 3 {
			w.Tick()
			require.InDelta(t, v, level.LinearVelocity()[0], 1e-4*v)
			require.InDelta(t, v, corner.LinearVelocity()[0], 1e-4*v)
			require.Empty(t, w.Events().ContactBegins)
		}
		require.Greater(t, level.Position()[0], 1.0)
	}
}

// Directions are read back, unit, and those that are not finite are refused.
func TestOneWaySettings(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	c := world.Must(b.Attach(shape.Box(1, 1), world.ColliderDef{OneWay: mgl64.Vec2{3e200, 4e200}}))
	require.InDelta(t, 0.6, c.OneWay()[0], 1e-15)
	require.InDelta(t, 0.8, c.OneWay()[1], 1e-15)
	require.Equal(t, c.OneWay(), c.Def().OneWay)
	again := c.OneWay()
	require.NoError(t, c.SetOneWay(again))
	require.Equal(t, again, c.OneWay(), "to the bit")
	require.NoError(t, c.SetOneWay(mgl64.Vec2{0, -1e-310}))
	require.Equal(t, mgl64.Vec2{0, -1}, c.OneWay())
	for _, bad := range []mgl64.Vec2{{math.NaN(), 0}, {0, math.Inf(1)}} {
		var field *geom.FieldError
		require.ErrorAs(t, c.SetOneWay(bad), &field)
		require.Equal(t, "OneWay", field.Field)
		_, err := b.Attach(shape.Box(1, 1), world.ColliderDef{OneWay: bad})
		require.ErrorIs(t, err, geom.ErrNotFinite)
	}
	require.Equal(t, mgl64.Vec2{0, -1}, c.OneWay())
	require.NoError(t, c.SetOneWay(mgl64.Vec2{}))
	require.Zero(t, c.OneWay())

	chain := world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{1, 0}, {0, 0}, {-1, 0}}}, world.ColliderDef{}))
	require.Zero(t, chain.OneWay())
	require.ErrorIs(t, chain.Segments()[0].SetOneWay(mgl64.Vec2{0, 1}), world.ErrChained)
	require.NoError(t, chain.SetOneWay(mgl64.Vec2{0, 2}))
	require.Equal(t, mgl64.Vec2{0, 1}, chain.OneWay())
	require.Equal(t, mgl64.Vec2{0, 1}, chain.Segments()[1].OneWay())
	require.Error(t, chain.SetOneWay(mgl64.Vec2{math.NaN(), 0}))
	require.NoError(t, chain.Destroy())
	require.ErrorIs(t, w.Ground().DropThrough(), world.ErrGround)
}
