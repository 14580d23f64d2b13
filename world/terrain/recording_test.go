package terrain_test

import (
	"bytes"
	"image"
	"runtime"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// walkRecorded records ten seconds above a plain along which the focus goes, with some edits, and
// returns the recording with the state of the world at its end.
func walkRecorded(t *testing.T, edits int) (*bytes.Buffer, uint64) {
	w, ground, _ := newPlain(t)
	require.NoError(t, ground.Focus(40, mgl64.Vec2{}))
	for i := range 5 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{float64(i), 3}}, shape.Circle{Radius: 0.4})
	}
	var file bytes.Buffer
	require.NoError(t, w.Record(&file))
	for tick := range 600 {
		require.NoError(t, ground.Focus(40, mgl64.Vec2{float64(tick)}))
		if tick < edits {
			require.NoError(t, ground.Set(image.Pt(tick, -2), 0))
		}
		w.Tick()
	}
	require.NoError(t, w.StopRecording())
	return &file, w.StateHash()
}

// A recording has the colliders that came, and of an edit those that it replaced. It plays without
// the source and without the terrain, to the same state.
func TestRecordingHoldsWhatChanged(t *testing.T) {
	plain, _ := walkRecorded(t, 0)
	edited, hash := walkRecorded(t, 100)
	each := float64(edited.Len()-plain.Len()) / 100
	t.Logf("%d bytes for 600 m of ground and ten seconds, %.0f more for an edit", plain.Len(), each)
	require.Less(t, each, 400.0, "no chunk of 1024 tiles is written anew")
	require.Less(t, plain.Len(), 60_000)

	r := world.Must(record.Read(edited.Bytes()))
	player := world.Must(r.Player())
	defer player.Close()
	require.NoError(t, player.SeekTick(r.Ticks()))
	require.Equal(t, hash, player.World().StateHash())
}

// A saved terrain holds what differs from the source: after a walk of two million tiles as much as
// at its beginning, and a chunk for each one that was edited.
func TestStateHoldsWhatDiffersFromTheSource(t *testing.T) {
	size := func(edits int) float64 {
		_, ground, _ := newPlain(t)
		for x := range 1000 {
			require.NoError(t, ground.Focus(40, mgl64.Vec2{32 * float64(x)}))
			if x < edits {
				require.NoError(t, ground.Set(image.Pt(32*x, -2), 0))
			}
		}
		require.NoError(t, ground.Focus(0, mgl64.Vec2{0, 1000}))
		states := make([]terrain.State, 64)
		before := heap()
		for i := range states {
			ground.Save(&states[i])
		}
		bytes := float64(heap()-before) / float64(len(states))
		runtime.KeepAlive(ground)
		runtime.KeepAlive(states)
		return bytes
	}
	none, some := size(0), size(200)
	t.Logf("a state takes %.0f bytes after a walk without edits, %.0f after 200 edits in as many chunks", none, some)
	require.Less(t, none, 256.0)
	require.Less(t, some, none+200*12)
}

func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first one left to sweep
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
