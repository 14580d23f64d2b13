package world_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

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
