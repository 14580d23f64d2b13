package world_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A file of a world is read again whatever its bodies have done: one flew out of the range of
// positions with an area on it, another has a sleep speed beyond float32.
func TestFilesOfBodiesThatFlewAway(t *testing.T) {
	w := newGravityWorld(t)
	rocket := addBody(t, w, body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{1e12, 1e15}}, shape.Box(1, 1), world.ColliderDef{})
	world.Must(w.CreateArea(world.AreaDef{Body: rocket, Shape: shape.Circle{Radius: 2}, Effects: []area.Effect{area.Damping{Linear: 1}}}))
	sleeper := addBody(t, w, body.Def{SleepSpeed: 1e300}, shape.Box(1, 1), world.ColliderDef{})
	require.NoError(t, sleeper.SetSleepSpeed(1e100))
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{9, 0}}, shape.Box(1, 1), world.ColliderDef{Density: 1e300})
	grain := addBody(t, w, body.Def{Position: mgl64.Vec2{-9, 0}}, shape.Circle{Radius: 1e-7}, world.ColliderDef{Mass: 1e17})
	world.Must(w.CreateRevolute(sleeper, grain, joint.Revolute{MaxMotorTorque: 1e300}))
	runSeconds(w, 1)
	require.Greater(t, rocket.Position()[1], 1e14)
	read := decoded(t, encoded(t, w, nil), nil)
	require.Empty(t, w.StateHashes().Differences(read.StateHashes()))
	for range 5 {
		w.Tick()
		read.Tick()
	}
	require.Equal(t, w.StateHash(), read.StateHash())
}

// A world whose only joint has gone, by a call or because it broke, goes on in the same state in a
// fork and in a file before the next tick too.
func TestCopiesAfterTheLastJointIsGone(t *testing.T) {
	for _, breaks := range []bool{false, true} {
		w := newGravityWorld(t)
		a := addBody(t, w, body.Def{}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		j := world.Must(w.CreateGroove(a, b, joint.Groove{LocalGrooveA1: mgl64.Vec2{1, 0}, LocalGrooveA2: mgl64.Vec2{3, 0}}))
		w.Tick()
		if breaks {
			require.NoError(t, j.EditBase(func(b *joint.Base) { b.BreakForce = 0.1 }))
			require.NoError(t, b.ApplyImpulseToCenter(mgl64.Vec2{0, 9}))
			w.Tick()
		} else {
			require.NoError(t, j.Destroy())
		}
		require.False(t, j.Valid())
		copies := []*world.World{world.Must(w.Fork()), decoded(t, encoded(t, w, nil), nil)}
		for range 3 {
			w.Tick()
			for _, c := range copies {
				c.Tick()
				require.Empty(t, w.StateHashes().Differences(c.StateHashes()))
				require.Equal(t, w.StateHash(), c.StateHash())
			}
		}
		copies[0].Close()
	}
}

// A Save in BeforeTick, while a Step catches up with a long pause, makes a file that is read again.
func TestFileOfLongStep(t *testing.T) {
	for _, pause := range []float64{3600, 1e9} {
		names := &world.Names{Partial: true}
		var file []byte
		w := newWorld(t, world.Config{Workers: 1, BeforeTick: func(w *world.World) {
			if w.Ticks() == 2 {
				file = encoded(t, w, names)
			}
		}})
		w.Step(pause)
		read := decoded(t, file, names)
		require.Equal(t, uint64(2), read.Ticks())
		require.Equal(t, read.Config().MaxTicks, read.Step(0), "the rest is lost as in a long Step")
		require.Zero(t, read.Step(0))
	}
}

// A handle to a chain that a Restore has undone is not valid, even when another collider gets the
// identity of the chain's first segment.
func TestHandleOfChainAfterRestore(t *testing.T) {
	for name, attach := range map[string]func(b world.Body){
		"a box": func(b world.Body) { world.Must(b.Attach(shape.Box(1, 1), world.ColliderDef{})) },
		"the middle of a chain": func(b world.Body) {
			world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{9, 0}, {4, 0}, {-4, 0}, {-9, 0}}}, world.ColliderDef{}))
		},
	} {
		w := newGravityWorld(t)
		ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		var s world.Snapshot
		require.NoError(t, w.Save(&s))
		world.Must(ground.Attach(shape.Box(1, 1), world.ColliderDef{}))
		chain := world.Must(ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{{4, 0}, {0, 0}, {-4, 0}}}, world.ColliderDef{}))
		require.True(t, chain.Valid())
		require.NoError(t, w.Restore(&s))
		require.False(t, chain.Valid())
		if name == "a box" {
			attach(ground)
		}
		attach(ground)
		require.False(t, chain.Valid(), name)
		require.PanicsWithValue(t, "world: use of a destroyed chain", func() { chain.Segments() }, name)
		w.Close()
	}
}

// conflict is a world whose joints cannot hold: they lead to kinematic bodies that MoveTo drives
// apart, at the speeds of the bodies.
type conflict struct {
	w      *world.World
	driven []world.Body
	speeds []mgl64.Vec2
}

func newConflict(t testing.TB, seed uint64) *conflict {
	r := rng{rand.New(rand.NewPCG(seed, 282))}
	c := &conflict{w: newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}})}
	none := world.ColliderDef{Filter: shape.Filter{Category: 2, Mask: 1}}
	all := []world.Body{}
	for range 2 + r.IntN(2) {
		b := addBody(t, c.w, body.Def{Type: body.Kinematic, Position: r.point().Mul(2)}, shape.Circle{Radius: 0.2}, none)
		speed := 200 * math.Pow(45, r.Float64())
		c.driven, c.speeds, all = append(c.driven, b), append(c.speeds, r.axis().Mul(speed)), append(all, b)
	}
	for range 1 + r.IntN(6) {
		none.Density = math.Exp(r.between(-4, 4))
		half := r.between(0.05, 0.5)
		all = append(all, addBody(t, c.w, body.Def{Position: r.point().Mul(2), Angle: r.between(-3, 3)}, shape.Box(half, half*r.between(0.2, 1)), none))
	}
	for range 2 * len(all) {
		a, b := r.IntN(len(all)), len(c.driven)+r.IntN(len(all)-len(c.driven))
		if a == b {
			continue
		}
		if r.IntN(4) == 0 {
			world.Must(r.brake(c.w, all[a], all[b]))
		} else {
			world.Must(r.structuralJoint(c.w, all[a], all[b]))
		}
	}
	return c
}

// tick drives the kinematic bodies, now and then back to where they began.
func (c *conflict) tick(t testing.TB, tick int) {
	for i, b := range c.driven {
		step := c.speeds[i].Mul(1.0 / 60)
		if tick%7 == 6 {
			step = b.Position().Mul(-1)
		}
		require.NoError(t, b.MoveTo(b.Position().Add(step), float64(tick*(i-1))))
	}
	c.w.Tick()
}

// A world whose joints are in conflict has a file after every tick. One that lives from file to
// file does what one does that was never saved, and the loads that games read are finite.
func TestFileOfJointsInConflict(t *testing.T) {
	largest := 0.0
	for seed := range long.Pick[uint64](6, 1000) {
		want, got := newConflict(t, seed), newConflict(t, seed)
		for tick := range 40 {
			want.tick(t, tick)
			got.tick(t, tick)
			require.Equal(t, want.w.StateHash(), got.w.StateHash(), "seed %d, tick %d", seed, tick)
			for j := range got.w.Joints() {
				force, torque := j.Force(), j.Torque()
				sum := math.Abs(force[0]) + math.Abs(force[1]) + math.Abs(torque)
				require.LessOrEqual(t, sum, 3e30, "seed %d, tick %d: %v", seed, tick, j.Kind())
				largest = max(largest, sum)
			}
			read, err := world.DecodeSnapshot(bytes.NewReader(encoded(t, got.w, nil)), nil)
			require.NoError(t, err, "seed %d, tick %d", seed, tick)
			require.NoError(t, got.w.Restore(read))
		}
		want.w.Close()
		got.w.Close()
	}
	t.Logf("largest load %.3g", largest)
	require.Greater(t, largest, 1e9, "the joints are not in conflict")
}

func encoded(t testing.TB, w *world.World, n *world.Names) []byte {
	t.Helper()
	var s world.Snapshot
	require.NoError(t, w.Save(&s))
	var b bytes.Buffer
	require.NoError(t, s.Encode(&b, n))
	return b.Bytes()
}

// scriptNames are the names of what scripts put into worlds, but for callbacks and user data.
func scriptNames() *world.Names {
	n := &world.Names{Partial: true}
	n.Value("law", scriptLaw).Value("slowing acceleration", slowingAcceleration).Value("slowing force", slowingForce)
	world.NameCodec(n, "custom box", func(b customBox) ([]byte, error) {
		return fmt.Appendf(nil, "%x %x", b.a, b.b), nil
	}, func(data []byte) (b customBox, err error) {
		_, err = fmt.Sscanf(string(data), "%g %g", &b.a, &b.b)
		return b, err
	})
	world.NameCodec(n, "distance", func(c distanceConstraint) ([]byte, error) {
		return fmt.Appendf(nil, "%x", c.length), nil
	}, func(data []byte) (c distanceConstraint, err error) {
		_, err = fmt.Sscanf(string(data), "%g", &c.length)
		return c, err
	})
	return n
}

// A world read from a file continues bit for bit as the one that was saved, with the same events
// and handles: made from the file alone, and restored in a world with another past. What was read
// is written as the same bytes.
func TestFileContinues(t *testing.T) {
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			workers, broad := 1+int(seed%3), broadphases[seed%5%3]
			code := randomOperations(seed+14000, 1200)
			s := newScript(t, code, workers, broad)
			for len(s.code) > 600 {
				s.runOperation()
			}
			names := scriptNames()
			file := encoded(t, s.w, names)
			r := bytes.NewReader(append(file, "rest"...))
			read := world.Must(world.DecodeSnapshot(r, names))
			require.Equal(t, 4, r.Len(), "the reader reads no byte more")
			var again bytes.Buffer
			require.NoError(t, read.Encode(&again, names))
			require.True(t, bytes.Equal(file, again.Bytes()), "the same state, other bytes")

			other := newScript(t, code[:1], workers%3+1, broad)
			require.NoError(t, other.w.Restore(read))
			other.w.Validate()
			require.Equal(t, s.w.StateHashes(), other.w.StateHashes())
			*other = s.copyFor(other.w)
			requireSameTrace(t, s.traceOf(), other.traceOf(), "from a file")
		})
	}
}

// Every broadphase goes through a file, and through a recording in which the configuration changes.
func TestBroadphasesInFilesAndRecordings(t *testing.T) {
	for i, kind := range broadphases {
		require.Equal(t, []string{"tree", "sweep", "brute"}[i], fmt.Sprint(kind))
		w := newWorld(t, world.Config{Broadphase: kind, Workers: 1})
		require.Equal(t, kind, w.Config().Broadphase)

		read := world.Must(world.DecodeSnapshot(bytes.NewReader(encoded(t, w, nil)), nil))
		require.Equal(t, kind, read.Config().Broadphase)

		var recording bytes.Buffer
		require.NoError(t, w.Record(&recording))
		c := w.Config()
		c.SubSteps = 7
		require.NoError(t, w.SetConfig(c))
		w.Tick()
		require.NoError(t, w.StopRecording())
		p, _ := replayAll(t, recording.Bytes())
		replayed := p.World()
		require.Equal(t, kind, replayed.Config().Broadphase)
		require.Equal(t, 7, replayed.Config().SubSteps)
		require.Equal(t, w.StateHash(), replayed.StateHash())
	}
}
