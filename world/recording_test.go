package world_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/tape"
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
