package world_test

import (
	"bytes"
	"io"
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// replayAll replays a recording and requires that every tick gives the hashes that were recorded.
// It returns the replay.
func replayAll(t testing.TB, recorded []byte) (p tools.Replay[*world.World], ticks int) {
	r := bytes.NewReader(recorded)
	chunks, note, err := tape.Scan(r, int64(len(recorded)))
	require.NoError(t, err)
	require.NoError(t, note)
	reader := tape.NewReader(r)
	for i := range chunks {
		data := world.Must(reader.Read(&chunks[i]))
		switch {
		case chunks[i].Kind == tape.KindKeyframe && p == nil:
			p = world.Must(world.NewReplay(data))
		case chunks[i].Kind == tape.KindKeyframe && p.Restored():
			require.NoError(t, p.Load(data))
		case chunks[i].Kind == tape.KindAnswers:
			require.NoError(t, p.Answers(data))
		case chunks[i].Kind == tape.KindLog:
			p.Feed(data)
			for {
				tick, ok, err := p.Next()
				require.NoError(t, err)
				if !ok {
					break
				}
				ticks++
				require.True(t, tick.Field == "" && len(tick.Parts) == 0, "tick %d: %+v", p.World().Ticks(), tick)
			}
		}
	}
	return p, ticks
}

// Recordings of random calls replay to the same state, without the code of the callbacks, joints
// and shapes.
func TestRandomCallsReplay(t *testing.T) {
	for seed := range uint64(20) {
		var out bytes.Buffer
		onNewScript = func(*world.World) {} // not recorded yet
		if seed%2 == 0 {
			onNewScript = func(w *world.World) { require.NoError(t, w.Record(&out)) }
		}
		code := randomOperations(seed, 400)
		code[0] &= 0x7f // near the origin
		s := newScript(t, code, 1, world.BroadphaseTree)
		onNewScript = nil
		for range 20 * (seed % 2) {
			s.runOperation()
		}
		if seed%2 != 0 {
			require.NoError(t, s.w.Record(&out))
		}
		for len(s.code) > 0 {
			s.runOperation()
		}
		hashes := s.w.StateHashes()
		require.NoError(t, s.w.StopRecording())
		p, ticks := replayAll(t, out.Bytes())
		require.NotZero(t, ticks)
		require.Equal(t, hashes, p.World().StateHashes(), "seed %d", seed)
		p.Close()
		s.w.Close()
	}
}

// panicWriter panics after some bytes.
type panicWriter struct {
	left  int
	value any
}

func (p *panicWriter) Write(b []byte) (int, error) {
	if p.left -= len(b); p.left < 0 {
		panic(p.value)
	}
	return len(b), nil
}

// A writer that panics ends the recording with an error that names the panic, and the world goes
// on.
func TestRecordingIntoAWriterThatPanics(t *testing.T) {
	for _, left := range []int{0, 10, 1000, 20_000} {
		w := newGravityWorld(t)
		addHeap(t, w, 20, 0.2, 3)
		err := w.Record(&panicWriter{left, io.ErrClosedPipe})
		if err == nil {
			for range 200 {
				w.Step(1.0 / 60)
			}
			err = w.StopRecording()
		}
		var failed *world.WriterPanic
		require.ErrorAs(t, err, &failed, "after %d bytes", left)
		require.EqualError(t, err, "world: the writer of the recording panicked: io: read/write on closed pipe")
		require.ErrorIs(t, err, io.ErrClosedPipe)
		w.Tick()
		require.NoError(t, w.Record(io.Discard))
		require.NoError(t, w.StopRecording())
	}
}

// A recording begins with the shapes of the game's own in any pose: what they were asked in it is
// in the recording.
func TestRecordingOfTurnedCustomShapesReplays(t *testing.T) {
	for name, custom := range map[string]shape.Support{
		"curved":     superellipse{0.4, 0.25, 3},
		"flat side":  supportOnly{shape.HalfEllipse{RX: 0.4, RY: 0.3}},
		"flat sides": supportOnly{shape.Box(0.4, 0.2)},
	} {
		for _, angle := range []float64{0, 0.3, -2} {
			w := newFloorWorld(t)
			addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}}, shape.Transformed(custom, angle, mgl64.Vec2{0.1, 0.2}), world.ColliderDef{})
			var out bytes.Buffer
			require.NoError(t, w.Record(&out))
			runSeconds(w, 1)
			require.NoError(t, w.StopRecording())
			p, ticks := replayAll(t, out.Bytes())
			require.Equal(t, 60, ticks, name)
			p.Close()
		}
	}
}

// requireReplays records what a function does in a world, and requires that the replay ends in the
// same state.
func requireReplays(t *testing.T, w *world.World, do func()) *world.World {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, w.Record(&out))
	do()
	require.NoError(t, w.StopRecording())
	p, _ := replayAll(t, out.Bytes())
	t.Cleanup(p.Close)
	require.Empty(t, w.StateHashes().Differences(p.World().StateHashes()))
	return p.World()
}

// A call that the world has refused is refused in the replay too: of handles that never named
// anything, of destroyed ones, and with a number of workers that no world can have.
func TestRefusedCallsReplay(t *testing.T) {
	w := newFloorWorld(t)
	gone := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	puddle := world.Must(w.CreateArea(world.AreaDef{}))
	requireReplays(t, w, func() {
		for _, id := range []world.BodyID{0, 7, math.MaxUint64} {
			_, err := w.CreateArea(world.AreaDef{Body: w.BodyByID(id), Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{1, 0}}}})
			require.ErrorIs(t, err, world.ErrDestroyed)
			_, err = w.CreateWeld(w.Ground(), w.BodyByID(id), joint.Weld{})
			require.ErrorIs(t, err, world.ErrDestroyed)
			j := w.JointByID(world.JointID(id))
			_, err = w.CreateGear(j, j, joint.Gear{})
			require.ErrorIs(t, err, world.ErrDestroyed)
		}
		c := w.Config()
		c.SleepTime, c.Workers = 2, -1
		require.ErrorContains(t, w.SetConfig(c), "Workers: -1")
		require.NoError(t, gone.Destroy())
		require.NoError(t, puddle.Destroy())
		require.Panics(t, func() { gone.SetName("late") })
		require.Panics(t, func() { puddle.SetName("late") })
		w.Tick()
	})
}

// A stable world takes new tables in its first tick. The answers of the game's own shapes and
// joints are recorded after it as before.
func TestRecordedStableWorldAnswersAfterItsFirstTick(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, Stable: true})
	requireReplays(t, w, func() {
		addFloor(t, w, world.ColliderDef{})
		early := addBody(t, w, body.Def{Key: 2, Position: mgl64.Vec2{0, 0.6}, Angle: 0.3}, customBox{0.5, 0.4}, world.ColliderDef{})
		other := addBody(t, w, body.Def{Key: 1, Position: mgl64.Vec2{1.5, 1}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		w.Tick()
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.6}, AngularVelocity: 1}, customBox{0.2, 0.9}, world.ColliderDef{})
		world.Must(w.CreateCustom([]world.Body{early, other}, joint.Custom{Constraint: distanceConstraint{1}}))
		world.Must(w.CreateDistance(w.Ground(), other, joint.Distance{Law: scriptLaw, Length: 1}))
		runTicks(w, 30)
	})
}

// Names and texts of the game need not be UTF-8: a name may be cut in the middle of a rune.
func TestTextsThatAreNotUTF8(t *testing.T) {
	const cut = "Andr\xc3"
	w := newGravityWorld(t)
	replayed := requireReplays(t, w, func() {
		a := addBody(t, w, body.Def{Name: cut, UserData: cut}, shape.Circle{Radius: 1}, world.ColliderDef{UserData: "whole"})
		b := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
		b.SetName(cut + cut)
		world.Must(w.CreateArea(world.AreaDef{Name: cut})).SetName(cut + "2")
		require.Equal(t, cut, a.Name())
		w.Tick()
	})
	file := encoded(t, w, nil)
	read := decoded(t, file, nil)
	for _, copied := range []*world.World{replayed, read} {
		var names []string
		for b := range copied.Bodies() {
			names = append(names, b.Name())
		}
		for a := range copied.Areas() {
			names = append(names, a.Name())
		}
		require.Equal(t, []string{cut, cut + cut, cut + "2"}, names)
	}
	first := firstBody(read)
	require.Equal(t, cut, first.UserData())
	require.Equal(t, "whole", firstCollider(first).UserData())
	require.Equal(t, file, encoded(t, read, nil))
}

func firstBody(w *world.World) (first world.Body) {
	for first = range w.Bodies() {
		break
	}
	return first
}
