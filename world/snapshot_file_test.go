package world_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

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
