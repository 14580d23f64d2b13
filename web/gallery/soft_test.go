package gallery_test

import (
	"bytes"
	"testing"

	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/stretchr/testify/require"
)

// Recordings of soft things replay without the code of package soft: each tick has the state that
// was recorded, in which cloths tear and what reached over a torn link ends.
func TestSoftScenesAreRecorded(t *testing.T) {
	for _, name := range []string{"blobs", "cloth", "ropes", "torn_cloth"} {
		s, ok := gallery.ByName(name)
		require.True(t, ok)
		r := world.Must(s.Start(nil))
		joints := r.World.Counters().Joints
		var out bytes.Buffer
		require.NoError(t, r.World.Record(&out))
		for range 120 {
			r.Advance(0)
		}
		require.NoError(t, r.World.StopRecording())
		require.Equal(t, name == "torn_cloth", r.World.Counters().Joints < joints, "%s tears", name)
		r.Close()
		recording := world.Must(record.Read(out.Bytes()))
		require.Equal(t, 120, recording.Ticks())
		difference := world.Must(recording.Verify())
		require.Nil(t, difference, name)
	}
}
