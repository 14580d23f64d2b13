package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// crowd is a world with dynamic characters, each with the velocity that it wants.
type crowd struct {
	*world.World
	members []*character.Dynamic
	wants   []mgl64.Vec2
	before  func() // runs first in each tick
}

func newCrowd(t testing.TB, config world.Config) *crowd {
	c := &crowd{}
	if config.Gravity == (mgl64.Vec2{}) {
		config.Gravity = mgl64.Vec2{0, -10}
	}
	config.BeforeTick = func(*world.World) {
		if c.before != nil {
			c.before()
		}
		for i, m := range c.members {
			require.NoError(t, m.Move(c.wants[i]))
		}
	}
	config.Workers = 1
	c.World = world.Must(world.New(config))
	t.Cleanup(c.Close)
	return c
}

func (c *crowd) add(t testing.TB, def character.DynamicDef, position mgl64.Vec2) *character.Dynamic {
	d := world.Must(character.NewDynamic(c.World, def, position))
	c.members, c.wants = append(c.members, d), append(c.wants, mgl64.Vec2{})
	return d
}

func (c *crowd) run(seconds float64) {
	for range int(math.Round(seconds / c.Config().Timestep)) {
		c.Tick()
	}
}

func addStatic(t testing.TB, w *world.World, s shape.Support) world.Body {
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(b.Attach(s, world.ColliderDef{}))
	return b
}

func addFloor(t testing.TB, w *world.World) world.Body {
	return addStatic(t, w, shape.HalfPlane{Normal: mgl64.Vec2{0, 1}})
}

// restHeight is the height of the origin of the usual dynamic character above the floor.
const restHeight = 0.65 + 0.3

func TestDynamicRestsAtLegHeightAtEveryRate(t *testing.T) {
	for _, rate := range tickRates {
		for _, hertz := range []float64{1, 5, 50, 1000} {
			c := newCrowd(t, world.Config{Timestep: 1 / rate, NoSleep: true})
			addFloor(t, c.World)
			d := c.add(t, character.DynamicDef{LegHertz: hertz}, mgl64.Vec2{0, restHeight + 0.1})
			c.run(5)
			require.InDelta(t, restHeight, d.Body().Position()[1], 1e-4, "%v Hz, leg of %v Hz", rate, hertz)
			require.InDelta(t, 0.3, d.LegLength(), 1e-4)
			require.Less(t, d.Body().LinearVelocity().Len(), 1e-4)
			require.True(t, d.OnFloor())
			require.Equal(t, mgl64.Vec2{0, 1}, d.FloorNormal())
			require.Zero(t, d.AirTime())
		}
	}
}

// On a slope the circle of the foot touches the ground beside the lowest point, which lifts it
// by r (1/cos a - 1).
func TestDynamicStandsAndWalksOnSlopes(t *testing.T) {
	for _, rate := range tickRates {
		for _, degrees := range []float64{-44, -30, -10, 10, 30, 44} {
			slope := degrees * math.Pi / 180
			c := newCrowd(t, world.Config{Timestep: 1 / rate, NoSleep: true})
			addStatic(t, c.World, shape.HalfPlane{Normal: mgl64.Vec2{-math.Sin(slope), math.Cos(slope)}})
			d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
			c.run(3)
			before := d.Body().Position()
			lift := 0.15 * (1/math.Cos(slope) - 1)
			require.InDelta(t, restHeight+lift+before[0]*math.Tan(slope), before[1], 1e-4, "%v degrees", degrees)
			c.run(10)
			require.InDelta(t, 0, d.Body().Position().Sub(before).Len(), 1e-4, "%v degrees at %v Hz: creeps", degrees, rate)
			c.wants[0] = mgl64.Vec2{3, 0}
			c.run(1)
			before = d.Body().Position()
			c.run(1)
			require.InDelta(t, 3, d.Body().Position().Sub(before).Len(), 0.01, "%v degrees at %v Hz: speed along the ground", degrees, rate)
			require.InDelta(t, 0, d.Body().Angle(), 0.05)
		}
	}
}

// TestDynamicStandsOnSlopesOfTheLimit has normals that are rounded to either side of the limit.
func TestDynamicStandsOnSlopesOfTheLimit(t *testing.T) {
	for _, degrees := range []float64{-45, -30, -20, -10, 10, 20, 30, 45} {
		slope := degrees * math.Pi / 180
		for _, bend := range []float64{-3, -1, 0.7, 2} {
			c := newCrowd(t, world.Config{})
			at := func(x float64) mgl64.Vec2 { return mgl64.Vec2{x, x * math.Tan(slope)} }
			ground := world.Must(c.CreateBody(body.Def{Type: body.Static}))
			world.Must(ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{at(30), at(bend), at(-30)}}, world.ColliderDef{}))
			d := c.add(t, character.DynamicDef{SlopeLimit: math.Abs(slope)}, mgl64.Vec2{0, restHeight + 0.1})
			c.run(0.5)
			c.wants[0] = mgl64.Vec2{2, 0}
			for range 60 {
				c.run(1.0 / 60)
				require.True(t, d.OnFloor(), "%v degrees, bend %v", degrees, bend)
			}
		}
	}
}

func TestDynamicDoesNotStandOnWhatIsTooSteep(t *testing.T) {
	c := newCrowd(t, world.Config{})
	slope := 60 * math.Pi / 180
	addStatic(t, c.World, shape.HalfPlane{Normal: mgl64.Vec2{-math.Sin(slope), math.Cos(slope)}})
	d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, 2})
	c.wants[0] = mgl64.Vec2{4, 0}
	c.run(2)
	require.False(t, d.OnFloor())
	require.Less(t, d.Body().Position()[1], -5.0)
}

// The force with which it walks accelerates it and a box before it as one body: a = F / (m + M).
func TestDynamicPushesByMassAndABoundedForce(t *testing.T) {
	for _, rate := range tickRates {
		for _, mass := range []float64{1, 10, 100, 1000} {
			c := newCrowd(t, world.Config{Timestep: 1 / rate})
			addFloor(t, c.World)
			d := c.add(t, character.DynamicDef{WalkForce: 400}, mgl64.Vec2{-0.85, restHeight})
			box := addBody(c.World, body.Def{Position: mgl64.Vec2{0, 0.8}, LockRotation: true}, shape.Box(0.5, 0.8), world.ColliderDef{Density: mass / 1.6, Material: &shape.Material{}})
			c.run(0.5)
			c.wants[0] = mgl64.Vec2{4, 0}
			c.run(0.5)
			before := box.LinearVelocity()[0]
			c.run(0.2)
			gained, limit := box.LinearVelocity()[0]-before, 400/(80+mass)*0.2
			if 400/(80+mass) > 5 {
				require.InDelta(t, 4, box.LinearVelocity()[0], 0.05, "%v kg at %v Hz", mass, rate)
			} else {
				require.InEpsilon(t, limit, gained, 0.02, "%v kg at %v Hz", mass, rate)
			}
			require.False(t, d.Fallen())
		}
	}
}

// A raft floats without gravity; who walks on it drives it back. Momentum and angular momentum
// of both together stay what they were.
func TestDynamicKeepsMomentumOnARaft(t *testing.T) {
	for _, rate := range tickRates {
		c := newCrowd(t, world.Config{Timestep: 1 / rate, NoSleep: true, Gravity: mgl64.Vec2{0, -1e-9}})
		raft := addBody(c.World, body.Def{Position: mgl64.Vec2{0.3, -0.25}}, shape.Box(10, 0.25), world.ColliderDef{Density: 40})
		d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
		momentum := func() (p geom.Vec2, spin float64) {
			for _, b := range []world.Body{raft, d.Body()} {
				q := geom.From(b.LinearVelocity()).Mul(b.Mass())
				p = p.Add(q)
				spin += geom.From(b.WorldCenter()).Cross(q) + b.Inertia()*b.AngularVelocity()
			}
			return p, spin
		}
		fastest := 0.0
		for i := range int(4 * rate) {
			c.wants[0] = mgl64.Vec2{[]float64{2, -1, 0, 1}[i/int(rate)], 0}
			c.Tick()
			p, spin := momentum()
			scale := 2 * d.Body().Mass() * 2 // what each of both has; velocities are rounded to float32
			require.Less(t, p.Length(), 1e-6*scale, "%v Hz, tick %d", rate, i)
			require.Less(t, math.Abs(spin), 1e-3*scale, "%v Hz, tick %d: forces keep their line while the bodies move on by a tick", rate, i)
			fastest = max(fastest, raft.LinearVelocity().Len())
		}
		require.True(t, d.OnFloor())
		require.Greater(t, fastest, 0.1, "the raft moves back")
	}
}

func TestDynamicJumpsByMomentum(t *testing.T) {
	c := newCrowd(t, world.Config{NoSleep: true, Gravity: mgl64.Vec2{0, -1e-9}})
	raft := world.Must(c.CreateBody(body.Def{Position: mgl64.Vec2{0, -0.25}}))
	world.Must(raft.Attach(shape.Box(4, 0.25), world.ColliderDef{Density: 20})) // 80 kg as well
	d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
	c.run(1)
	ok := world.Must(d.Jump(3))
	require.True(t, ok)
	c.run(0.5)
	require.InDelta(t, 1.5, d.Body().LinearVelocity()[1], 1e-3)
	require.InDelta(t, -1.5, raft.LinearVelocity()[1], 1e-3)
	require.False(t, d.OnFloor())
	require.InDelta(t, 0.5, d.AirTime(), 0.02)
	ok = world.Must(d.Jump(3))
	require.False(t, ok, "there is no floor")
	_, err := d.Jump(math.NaN())
	require.Error(t, err)
}

func TestDynamicJumpHeight(t *testing.T) {
	for _, rate := range tickRates {
		c := newCrowd(t, world.Config{Timestep: 1 / rate})
		addFloor(t, c.World)
		d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
		c.run(1)
		world.Must(d.Jump(5))
		highest := 0.0
		for range int(rate) {
			c.Tick()
			highest = max(highest, d.Body().Position()[1]-restHeight)
		}
		require.InDelta(t, 1.25, highest, 5.0/(8*rate)+0.002, "%v Hz", rate)
		c.run(2)
		require.True(t, d.OnFloor())
		require.InDelta(t, restHeight, d.Body().Position()[1], 1e-4, "lands")
	}
}

func TestDynamicIsCarriedByPlatforms(t *testing.T) {
	for _, rate := range tickRates {
		for _, velocity := range []mgl64.Vec2{{3, 0}, {0, 3}, {0, -3}, {0, 10}, {-5, 2}} {
			c := newCrowd(t, world.Config{Timestep: 1 / rate})
			lift := addBody(c.World, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, -0.5}, LinearVelocity: velocity}, shape.Box(5, 0.5), world.ColliderDef{})
			d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
			c.run(2)
			before := d.Body().Position().Sub(lift.Position())
			c.run(3)
			slip := d.Body().Position().Sub(lift.Position()).Sub(before).Len()
			require.Less(t, slip, 1e-3, "%v at %v Hz", velocity, rate)
			require.True(t, d.OnFloor())
		}
	}
}

// A ball gives it a spin. It stays up if the torque stops it within TiltLimit: the work torque
// times tilt against the energy I w^2 / 2.
func TestDynamicIsKnockedOverBeyondItsTorque(t *testing.T) {
	for _, hard := range []bool{false, true} {
		c := newCrowd(t, world.Config{})
		addFloor(t, c.World)
		d := c.add(t, character.DynamicDef{UprightTorque: 400}, mgl64.Vec2{0, restHeight})
		c.run(1)
		b := d.Body()
		spin := math.Sqrt(2 * 400 * 1 / b.Inertia())
		factor := 0.8
		if hard {
			factor = 1.25
		}
		world.Check(b.SetAngularVelocity(spin * factor))
		c.run(3)
		require.Equal(t, hard, d.Fallen())
		require.Equal(t, hard, math.Abs(b.Angle()) > 1)
		if hard {
			require.NoError(t, d.StandUp())
			c.run(3)
		}
		require.False(t, d.Fallen())
		require.InDelta(t, 0, b.Angle(), 0.01, "upright")
		require.InDelta(t, restHeight, b.Position()[1], 0.01)
	}
}

func TestDynamicSleepsAndWakes(t *testing.T) {
	c := newCrowd(t, world.Config{})
	floor := addFloor(t, c.World)
	d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
	asleep := func(seconds float64) bool { c.run(seconds); return !d.Body().Awake() }
	require.True(t, asleep(3))
	at := d.Body().Position()
	require.True(t, asleep(3))
	require.Equal(t, at, d.Body().Position())

	c.wants[0] = mgl64.Vec2{1, 0}
	require.False(t, asleep(1))
	require.InDelta(t, 1, d.Body().Position()[0], 0.1)
	c.wants[0] = mgl64.Vec2{}
	require.True(t, asleep(3))

	ball := addBody(c.World, body.Def{Position: d.Body().Position().Add(mgl64.Vec2{-2, 0}), LinearVelocity: mgl64.Vec2{8, 0}, Weightless: true},
		shape.Circle{Radius: 0.3}, world.ColliderDef{Density: 100})
	before := d.Body().Position()
	c.run(1)
	require.Greater(t, d.Body().Position()[0], before[0]+0.1, "a ball wakes and pushes it")
	world.Check(ball.Destroy())
	require.True(t, asleep(4))

	world.Check(floor.SetTransform(mgl64.Vec2{0, -1}, 0))
	require.False(t, asleep(0.2))
	require.True(t, asleep(4))
	require.InDelta(t, restHeight-1, d.Body().Position()[1], 0.01, "follows the floor")
	world.Check(floor.Destroy())
	require.False(t, asleep(1))
	require.Less(t, d.Body().Position()[1], -3.0)
}

// On a crate both fall asleep, and what wakes one wakes the other.
func TestDynamicSleepsOnACrate(t *testing.T) {
	c := newCrowd(t, world.Config{})
	addFloor(t, c.World)
	crate := addBody(c.World, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(1, 0.5), world.ColliderDef{Density: 20})
	d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, 1 + restHeight})
	c.run(4)
	require.False(t, d.Body().Awake())
	require.False(t, crate.Awake())
	require.InDelta(t, 1+restHeight, d.Body().Position()[1], 0.01)

	world.Check(crate.SetLinearVelocity(mgl64.Vec2{2, 0}))
	c.run(0.2)
	require.True(t, d.Body().Awake())
	require.Greater(t, d.Body().Position()[0], 0.03, "goes with the crate")
	c.run(4)
	require.False(t, d.Body().Awake())
	require.False(t, crate.Awake())

	world.Must(d.Jump(3))
	c.run(0.1)
	require.True(t, d.Body().Awake())
	require.Greater(t, d.Body().Position()[1], 1.05+restHeight)
	highest := 0.0
	for range 60 {
		c.Tick()
		highest = max(highest, d.Body().Position()[1]-1-restHeight)
	}
	require.Greater(t, highest, 0.25, "the ground bears the crate, so most of the 0.45 m are reached")
}

// The weight that the leg bears comes from the body's own gravity, and of areas.
func TestDynamicGravityOfItsOwn(t *testing.T) {
	c := newCrowd(t, world.Config{NoSleep: true})
	addFloor(t, c.World)
	d := c.add(t, character.DynamicDef{}, mgl64.Vec2{0, restHeight})
	for _, g := range []float64{3, 25} {
		require.NoError(t, d.Body().SetGravity(mgl64.Vec2{0, -g}))
		c.run(3)
		require.InDelta(t, 0.3, d.LegLength(), 1e-3, "%v m/s^2", g)
	}
	require.NoError(t, d.Body().ClearGravity())
	require.NoError(t, d.Body().SetGravityScale(0.5))
	c.run(3)
	require.InDelta(t, 0.3, d.LegLength(), 1e-3)
}

// Two of equal mass that run against each other stop each other, and one that runs against a
// crowd does not get through it faster than its force allows.
func TestDynamicCharactersPushEachOther(t *testing.T) {
	c := newCrowd(t, world.Config{})
	addFloor(t, c.World)
	left := c.add(t, character.DynamicDef{}, mgl64.Vec2{-2, restHeight})
	right := c.add(t, character.DynamicDef{}, mgl64.Vec2{2, restHeight})
	c.wants[0], c.wants[1] = mgl64.Vec2{3, 0}, mgl64.Vec2{-3, 0}
	c.run(3)
	require.InDelta(t, 0, left.Body().Position()[0]+right.Body().Position()[0], 0.01)
	require.InDelta(t, 0.6, right.Body().Position()[0]-left.Body().Position()[0], 0.02)
	require.False(t, left.Fallen())
	require.False(t, right.Fallen())
}

// A character taken over by RestoreDynamic in the middle of a jump goes on to the same bits.
func TestDynamicStateIsAll(t *testing.T) {
	run := func(restore bool) uint64 {
		c := newCrowd(t, world.Config{})
		addFloor(t, c.World)
		d := c.add(t, character.DynamicDef{Mass: 50}, mgl64.Vec2{0, restHeight})
		for _, pause := range []float64{1, 0.1, 0.2, 3, 0.1} {
			c.wants[0] = mgl64.Vec2{pause - 0.1, 0}
			c.run(pause)
			world.Must(c.members[0].Jump(4))
			if restore {
				d = world.Must(character.RestoreDynamic(d.Body(), d.Def(), d.State()))
				c.members[0] = d
			}
		}
		require.Equal(t, 50.0, d.Def().Mass)
		return c.Hash()
	}
	require.Equal(t, run(false), run(true))
}

// A lift that rises faster than the leg can bear leaves it behind: it gains (F - m g) / m.
func TestDynamicLegIsBounded(t *testing.T) {
	for _, rate := range tickRates {
		c := newCrowd(t, world.Config{Timestep: 1 / rate})
		lift := addBody(c.World, body.Def{Type: body.Kinematic}, shape.OffsetBox(2, 0.5, mgl64.Vec2{0, -0.5}, 0), world.ColliderDef{})
		d := c.add(t, character.DynamicDef{Mass: 60, LegForce: 900}, mgl64.Vec2{0, restHeight})
		c.run(1)
		began := c.Time()
		c.before = func() {
			time := c.Time() + 1/rate - began
			world.Check(lift.MoveTo(mgl64.Vec2{0, 10 * time * time}, 0))
		}
		c.run(0.1)
		want := (900.0/60 - 10) * (c.Time() - began)
		require.InEpsilon(t, want, d.Body().LinearVelocity()[1], 0.2, "%v Hz", rate)
		require.Less(t, d.Body().LinearVelocity()[1], want*1.0001, "%v Hz", rate)
		require.Less(t, d.LegLength(), 0.28)
	}
}

// A crowd that wants to one place between walls, in which boxes fall: nobody gets through the floor
// or a wall, no speed is made, and when it is over most stand.
func TestDynamicCrowd(t *testing.T) {
	for _, rate := range tickRates {
		c := newCrowd(t, world.Config{Timestep: 1 / rate})
		addFloor(t, c.World)
		for _, x := range []float64{-6, 6} {
			addStatic(t, c.World, shape.OffsetBox(0.5, 5, mgl64.Vec2{x, 5}, 0))
		}
		for i := range 14 {
			c.add(t, character.DynamicDef{Air: 0.1}, mgl64.Vec2{-5 + 0.75*float64(i), restHeight})
			if i%4 == 0 {
				addBody(c.World, body.Def{Position: mgl64.Vec2{-4 + 0.7*float64(i), 4}}, shape.Box(0.3, 0.3), world.ColliderDef{Density: 50})
			}
		}
		fastest := 0.0
		for range int(6 * rate) {
			for i, m := range c.members {
				c.wants[i] = mgl64.Vec2{4 * max(-1, min(1, -m.Body().Position()[0])), 0}
			}
			c.Tick()
			for _, m := range c.members {
				p := m.Body().Position()
				require.Greater(t, p[1], 0.2, "%v Hz", rate)
				require.Less(t, math.Abs(p[0]), 5.3, "%v Hz", rate)
				fastest = max(fastest, m.Body().LinearVelocity().Len())
			}
		}
		for i := range c.wants {
			c.wants[i] = mgl64.Vec2{}
		}
		c.run(3)
		standing := 0
		for _, m := range c.members {
			if m.OnFloor() && !m.Fallen() {
				standing++
			}
		}
		t.Logf("%v Hz: fastest %.1f m/s, %d of %d stand", rate, fastest, standing, len(c.members))
		require.Less(t, fastest, 9.0, "the speed of a fall from 4 m")
		require.Greater(t, standing, 7)
	}
}

func TestDynamicDefinitions(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	for field, def := range map[string]character.DynamicDef{
		"Mass": {Mass: -1}, "Leg": {Leg: math.NaN()}, "Air": {Air: 2}, "SlopeLimit": {SlopeLimit: 2},
		"Up": {Up: mgl64.Vec2{math.NaN(), 1}}, "LegForce": {LegForce: math.Inf(1)}, "Radius": {Shape: shape.Circle{Radius: -1}},
	} {
		_, err := character.NewDynamic(w, def, mgl64.Vec2{})
		var bad *geom.FieldError
		require.ErrorAs(t, err, &bad, field)
		require.Equal(t, field, bad.Field)
	}
	require.Zero(t, w.Counters().Bodies, "a failing call leaves no body")
	_, err := character.NewDynamic(w, character.DynamicDef{Material: &shape.Material{Friction: -1}}, mgl64.Vec2{})
	require.Error(t, err)
	require.Zero(t, w.Counters().Bodies)
}

// A definition whose collider was refused left a world that continued otherwise: the body that had
// been made and destroyed had used up an identity.
func TestRefusedDynamicChangesNothing(t *testing.T) {
	w := newCrowd(t, world.Config{})
	before := w.StateHash()
	for field, def := range map[string]character.DynamicDef{
		"Friction": {Material: &shape.Material{Friction: -1}},
		"Shape":    {Shape: shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}}},
		"Position": {},
	} {
		position := mgl64.Vec2{}
		if field == "Position" {
			position[0] = math.NaN()
		}
		_, err := character.NewDynamic(w.World, def, position)
		var bad *geom.FieldError
		require.ErrorAs(t, err, &bad)
		require.Equal(t, field, bad.Field)
		require.Equal(t, before, w.StateHash(), field)
	}
	d := world.Must(character.NewDynamic(w.World, character.DynamicDef{}, mgl64.Vec2{}))
	for field, state := range map[string]character.DynamicState{
		"JumpSpeed": {Jumping: true, JumpSpeed: math.Inf(1)}, "FloorNormal": {OnFloor: true, FloorNormal: mgl64.Vec2{math.NaN(), 0}}, "AirTime": {AirTime: -1},
	} {
		var bad *geom.FieldError
		_, err := character.RestoreDynamic(d.Body(), d.Def(), state)
		require.ErrorAs(t, err, &bad)
		require.Equal(t, field, bad.Field)
	}
	require.PanicsWithValue(t, "world: use of the zero Body", func() {
		_, _ = character.RestoreDynamic(world.Body{}, character.DynamicDef{}, character.DynamicState{})
	})
}

// On a planet, or where y points down, everything is turned.
func TestDynamicUp(t *testing.T) {
	for _, turn := range []float64{0.5, math.Pi / 2, math.Pi, -2} {
		up := mgl64.Vec2{-math.Sin(turn), math.Cos(turn)}
		right := mgl64.Vec2{up[1], -up[0]}
		c := newCrowd(t, world.Config{Gravity: up.Mul(-10)})
		addStatic(t, c.World, shape.HalfPlane{Normal: up})
		d := c.add(t, character.DynamicDef{Up: up}, up.Mul(restHeight))
		c.wants[0] = right.Mul(3)
		c.run(2)
		require.InDelta(t, restHeight, d.Body().Position().Dot(up), 1e-3, "%v rad", turn)
		require.InDelta(t, 3, d.Body().LinearVelocity().Dot(right), 1e-3, "%v rad", turn)
	}
}
