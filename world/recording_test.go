package world_test

import (
	"bytes"
	"testing"

	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// replayAll replays a recording and requires that every tick gives the hashes that were recorded. It returns the replay.
func replayAll(t testing.TB, recorded []byte) (p *world.Replay, ticks int) {
	r := bytes.NewReader(recorded)
	chunks, note, err := tape.Scan(r, int64(len(recorded)))
	require.NoError(t, err)
	require.NoError(t, note)
	reader, err := tape.NewReader(r)
	require.NoError(t, err)
	for i := range chunks {
		data, err := reader.Read(&chunks[i])
		require.NoError(t, err)
		switch {
		case chunks[i].Kind == tape.KindKeyframe && p == nil:
			p, err = world.NewReplay(data)
			require.NoError(t, err)
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
				require.True(t, tick.Same(), "tick %d: %+v", p.World().Ticks(), tick)
			}
		}
	}
	return p, ticks
}

// Recordings of random calls replay to the same state, without the code of the callbacks, joints and shapes.
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
