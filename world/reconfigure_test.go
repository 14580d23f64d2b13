package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// otherConfig differs from the defaults in every field that may change.
func otherConfig() world.Config {
	return world.Config{
		Gravity: mgl64.Vec2{1, -5}, Timestep: 1.0 / 90, MaxTicks: 3, SubSteps: 6, Workers: 2, NoSleep: true, NoContinuous: true,
		ContactHertz: 20, ContactDamping: 5, ContactPushSpeed: 2, JointHertz: 50, JointDamping: 1,
		RestitutionThreshold: 0.5, HitThreshold: 0.25, MaxSpeed: 30, SleepSpeed: 0.1, SleepTime: 0.25,
		MixFriction:    func(a, b shape.Material) float64 { return 0.25 },
		MixRestitution: func(a, b shape.Material) float64 { return 0.5 },
		ShouldCollide:  func(a, b world.Collider) bool { return a.ID()%7 != 0 },
		PreSolve:       func(*world.ContactEdit) bool { return true },
		BeforeTick:     func(w *world.World) {},
	}
}

// fillForConfig fills a world with boxes, joints, balls that bounce and fast ones.
func fillForConfig(t *testing.T, w *world.World) {
	boxes := addBoxes(t, w, 60)
	for i := 1; i < len(boxes); i += 4 {
		world.Must(w.CreateRevolute(boxes[i-1], boxes[i], world.RevoluteAt(boxes[i-1], boxes[i], boxes[i].Position())))
		world.Must(w.CreateDistance(w.Ground(), boxes[i], joint.Distance{LocalAnchorA: mgl64.Vec2{0, 9}, SpringHertz: 1}))
	}
	for i := range 10 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i), 12}, LinearVelocity: mgl64.Vec2{0, -60 * float64(i%2)}}, shape.Circle{Radius: 0.2},
			world.ColliderDef{Material: &shape.Material{Friction: 0.2, Restitution: 0.8}, PreSolve: i%3 == 0, HitEvents: true})
	}
}

// A world whose configuration is changed before its first tick is one that was made with it,
// whether it was filled before or after the change.
func TestSetConfigBeforeTheFirstTick(t *testing.T) {
	c := otherConfig()
	run := func(build func() *world.World) (uint64, int, float64) {
		w := build()
		hits := 0
		for range 80 {
			w.Step(1.0 / 40)
			hits += len(w.Events().Hits)
		}
		return w.Hash(), hits, w.Time()
	}
	made := func() *world.World { w := newWorld(t, c); fillForConfig(t, w); return w }
	wantHash, wantHits, wantTime := run(made)
	require.Positive(t, wantHits)
	for i, build := range []func() *world.World{
		func() *world.World {
			w := newWorld(t, world.Config{})
			fillForConfig(t, w)
			require.NoError(t, w.SetConfig(c))
			return w
		},
		func() *world.World {
			w := newWorld(t, world.Config{SubSteps: 2, Workers: 1})
			require.NoError(t, w.SetConfig(c))
			fillForConfig(t, w)
			return w
		},
		func() *world.World {
			w := made()
			require.NoError(t, w.SetConfig(world.Config{}))
			require.NoError(t, w.SetConfig(c))
			return w
		},
	} {
		hash, hits, time := run(build)
		require.Equal(t, wantHash, hash, i)
		require.Equal(t, wantHits, hits, i)
		require.Equal(t, wantTime, time, i)
	}
}

// What Config returns can be set again, and changes nothing.
func TestConfigReadsBack(t *testing.T) {
	c := otherConfig()
	want, got := newWorld(t, c), newWorld(t, world.Config{})
	require.NoError(t, got.SetConfig(c))
	a, b := want.Config(), got.Config()
	require.True(t, a.BeforeTick != nil && b.BeforeTick != nil && b.PreSolve != nil && b.ShouldCollide != nil && b.MixFriction != nil && b.MixRestitution != nil)
	for _, x := range []*world.Config{&a, &b} {
		x.BeforeTick, x.PreSolve, x.ShouldCollide, x.MixFriction, x.MixRestitution = nil, nil, nil, nil, nil
	}
	require.Equal(t, a, b)
	w := newGravityWorld(t)
	boxes := addBoxes(t, w, 10)
	runSeconds(w, 3)
	require.False(t, boxes[0].Awake())
	hash := w.Hash()
	require.NoError(t, w.SetConfig(w.Config()))
	require.Equal(t, hash, w.Hash())
	require.False(t, boxes[0].Awake())
}

// All or nothing: a field that cannot be used, or that is fixed, changes no other.
func TestSetConfigRefuses(t *testing.T) {
	w := newWorld(t, world.Config{LengthUnit: 50, Workers: 1})
	before := w.StateDump()
	for field, change := range map[string]struct {
		edit func(c *world.Config)
		want error
	}{
		"LengthUnit": {func(c *world.Config) { c.LengthUnit = 1 }, world.ErrFixed},
		"Broadphase": {func(c *world.Config) { c.Broadphase = world.BroadphaseBrute }, world.ErrFixed},
		"SubSteps":   {func(c *world.Config) { c.SubSteps = 65 }, geom.ErrOutOfRange},
		"Timestep":   {func(c *world.Config) { c.Timestep = -1 }, geom.ErrNegative},
		"MaxTicks":   {func(c *world.Config) { c.MaxTicks = -1 }, geom.ErrNegative},
		"Workers":    {func(c *world.Config) { c.Workers = 65 }, geom.ErrOutOfRange},
	} {
		c := w.Config()
		c.Gravity, c.MaxSpeed, c.NoSleep = mgl64.Vec2{3, 3}, 17, true
		change.edit(&c)
		err := w.SetConfig(c)
		require.ErrorIs(t, err, change.want, field)
		var fieldErr *geom.FieldError
		require.ErrorAs(t, err, &fieldErr)
		require.Equal(t, field, fieldErr.Field)
		require.Equal(t, before, w.StateDump(), field)
	}
	w.Close()
	require.ErrorIs(t, w.SetConfig(w.Config()), world.ErrClosed)
}

// The number of workers may change at any time, in BeforeTick too, and no bit of the result does.
func TestWorkersMayChange(t *testing.T) {
	run := func(workers []int) uint64 {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers[0]})
		fillForConfig(t, w)
		addBoxes(t, w, 200)
		next := 0
		c := w.Config()
		c.BeforeTick = func(w *world.World) {
			c := w.Config()
			c.Workers = workers[next%len(workers)]
			next++
			require.NoError(t, w.SetConfig(c))
		}
		require.NoError(t, w.SetConfig(c))
		runSeconds(w, 1)
		return w.Hash()
	}
	want := run([]int{1})
	require.Equal(t, want, run([]int{3, 1, 2}))
	require.Equal(t, want, run([]int{2, 2, 4, 0}))
}

// NoSleep wakes all, and without it bodies fall asleep again.
func TestNoSleepMayChange(t *testing.T) {
	w := newGravityWorld(t)
	boxes := addBoxes(t, w, 20)
	runSeconds(w, 3)
	require.Zero(t, w.Counters().Awake)
	c := w.Config()
	c.NoSleep = true
	require.NoError(t, w.SetConfig(c))
	require.Equal(t, len(boxes), w.Counters().Awake)
	require.True(t, w.Config().NoSleep)
	runSeconds(w, 3)
	require.Equal(t, len(boxes), w.Counters().Awake)
	c.NoSleep = false
	require.NoError(t, w.SetConfig(c))
	runSeconds(w, 2)
	require.Zero(t, w.Counters().Awake)
	c.Gravity = mgl64.Vec2{0, -11}
	require.NoError(t, w.SetConfig(c))
	require.Equal(t, len(boxes), w.Counters().Awake, "they have a weight")
}

// Bodies at rest on each other and on joints stay at rest when sub-steps get shorter: what contacts
// and joints keep is scaled. Unscaled, the stack jumps at 31 and 14 mm/s. Contacts of longer
// sub-steps are softer, so a stack settles.
func TestSubStepsMayChangeAtRest(t *testing.T) {
	for _, x := range []struct {
		change          func(c *world.Config)
		speed, distance float64
	}{
		{func(c *world.Config) { c.SubSteps = 16 }, 2e-3, 1e-4}, {func(c *world.Config) { c.Timestep = 1.0 / 240 }, 2e-3, 1e-4},
		{func(c *world.Config) { c.SubSteps = 1 }, 0.15, 0.012}, {func(c *world.Config) { c.Timestep = 1.0 / 30 }, 0.15, 0.012},
	} {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, NoSleep: true, Workers: 1})
		addFloor(t, w, world.ColliderDef{})
		var stack boxStack
		for i := range 8 {
			stack.add(t, w, mgl64.Vec2{0, 0.5 + float64(i)}, shape.Box(0.5, 0.5), world.ColliderDef{})
		}
		at := w.Ground()
		bodies := stack.boxes
		for i := range 5 {
			b := addMass(t, w, 10, -float64(i), 1, 0.1)
			world.Must(w.CreateRevolute(at, b, world.RevoluteAt(at, b, mgl64.Vec2{10, 0.5 - float64(i)})))
			at, bodies = b, append(bodies, b)
		}
		hung := addMass(t, w, 20, 0, 1, 0.1)
		world.Must(w.CreateWeld(w.Ground(), hung, joint.Weld{LocalAnchorA: mgl64.Vec2{20, 0}}))
		spring := addMass(t, w, 25, 0, 1, 0.1)
		s := world.Must(w.CreateDistance(w.Ground(), spring, joint.Distance{LocalAnchorA: mgl64.Vec2{25, 3}, SpringHertz: 2, SpringDamping: 1}))
		runSeconds(w, 5)
		bodies = append(bodies, hung, spring)
		force := s.Force()
		c := w.Config()
		x.change(&c)
		require.NoError(t, w.SetConfig(c))
		require.InDelta(t, force[1], s.Force()[1], 1e-4)
		before := make([]mgl64.Vec2, len(bodies))
		for i, b := range bodies {
			before[i] = b.Position()
		}
		for range 10 {
			w.Tick()
			for i, b := range bodies {
				require.Less(t, b.LinearVelocity().Len(), x.speed, "body %d at %v sub-steps, %v", i, c.SubSteps, c.Timestep)
				require.Less(t, b.Position().Sub(before[i]).Len(), x.distance)
			}
		}
	}
}

// The time that Step has carried over is kept when the length of a tick changes, and Time goes on
// from where it was.
func TestTimestepMayChange(t *testing.T) {
	w := newWorld(t, world.Config{Timestep: 0.25, Workers: 1})
	require.Equal(t, 2, w.Step(0.625))
	require.Equal(t, 0.5, w.Time())
	require.Equal(t, 0.5, w.Alpha())
	c := w.Config()
	c.Timestep = 0.0625
	require.NoError(t, w.SetConfig(c))
	require.Equal(t, 0.5, w.Time())
	require.Less(t, w.Alpha(), 1.0)
	require.Equal(t, 2, w.Step(0), "the two short ticks that fit into what was left")
	require.Equal(t, 0.625, w.Time())
	c.Timestep = 0.5
	require.NoError(t, w.SetConfig(c))
	require.Equal(t, 0, w.Step(0.25))
	require.Equal(t, 0.5, w.Alpha())
	require.Equal(t, 1, w.Step(0.25))
	require.Equal(t, 1.125, w.Time())
	require.Equal(t, uint64(5), w.Ticks())
}

// Thresholds act from the next tick on.
func TestThresholdsMayChange(t *testing.T) {
	w := newGravityWorld(t)
	addFloor(t, w, world.ColliderDef{Material: &shape.Material{Restitution: 0.5}, HitEvents: true})
	c := w.Config()
	c.RestitutionThreshold, c.HitThreshold, c.MaxSpeed, c.SleepSpeed, c.SleepTime = 50, 100, 3, 1e-9, 60
	require.NoError(t, w.SetConfig(c))
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 4}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	for range 240 {
		w.Step(dt)
		require.LessOrEqual(t, ball.LinearVelocity().Len(), 3.0001)
		require.Empty(t, w.Events().Hits)
	}
	require.InDelta(t, 0.5, ball.Position()[1], 0.01, "no bounce")
	require.True(t, ball.Awake())
}

// A heap that falls gains no energy when the time goes faster again. An impulse that stops a body
// in a short sub-step is not the force of a longer one: multiplied, it added 1.3 and 21 J to a
// kilogram.
func TestLongerTicksThrowNoBody(t *testing.T) {
	for _, x := range []struct {
		factor float64
		seed   uint64
	}{{10, 279}, {40, 159}} {
		r := rand.New(rand.NewPCG(x.seed, 7))
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: dt / x.factor, NoSleep: true, Workers: 1})
		addFloor(t, w, world.ColliderDef{})
		for _, side := range []float64{-3, 3} {
			addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{side, 4}}, shape.Box(1, 5), world.ColliderDef{})
		}
		for i := range 15 {
			s := shape.RegularPolygon(3+r.IntN(4), 0.4)
			at, angle := mgl64.Vec2{r.Float64()*3 - 1.5, 0.5 + 0.5*float64(i)}, 6*r.Float64()
			addBody(t, w, body.Def{Position: at, Angle: angle}, s, world.ColliderDef{Density: math.Exp(2 * r.Float64())})
		}
		for until := 0.2 + 1.5*r.Float64(); w.Time() < until; {
			w.Tick()
		}
		before := totalEnergy(w)
		c := w.Config()
		c.Timestep = dt
		require.NoError(t, w.SetConfig(c))
		for range 3 {
			w.Tick()
			require.Less(t, (totalEnergy(w)-before)/w.Energy().Mass, 0.05, "a factor of %v", x.factor)
		}
	}
}

// A slide that has just reached its limit gains no energy when the time goes faster again: the
// impulse that stopped it, multiplied, threw it back with 10 J to a kilogram.
func TestLongerTicksThrowNoJoint(t *testing.T) {
	for i := range 20 {
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Timestep: 1e-3, SubSteps: 10, NoSleep: true, Workers: 1})
		slide := addBody(t, w, body.Def{}, shape.Box(0.3, 0.3), world.ColliderDef{Mass: 1})
		def := world.PrismaticAt(w.Ground(), slide, mgl64.Vec2{}, mgl64.Vec2{1, -1})
		def.Limit, def.Upper = true, 3
		world.Must(w.CreatePrismatic(w.Ground(), slide, def))
		box := addBody(t, w, body.Def{Position: mgl64.Vec2{1, 0}}, shape.Box(0.3, 0.3), world.ColliderDef{Mass: 0.2})
		world.Must(w.CreateRevolute(slide, box, world.RevoluteAt(slide, box, mgl64.Vec2{0.5, 0})))
		for w.Time() < 0.88+float64(i)*0.002 {
			w.Tick()
		}
		before := totalEnergy(w)
		c := w.Config()
		c.Timestep, c.SubSteps = 1.0/20, 4
		require.NoError(t, w.SetConfig(c))
		for range 3 {
			w.Tick()
			require.Less(t, (totalEnergy(w)-before)/w.Energy().Mass, 0.05, "tick %d", w.Ticks())
		}
	}
}
