package record_test

import (
	"bytes"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// recordedHeap records a heap in which body number 5 is pushed at a tick.
func recordedHeap(t *testing.T, pushAt int, push mgl64.Vec2) *record.Recording {
	w := heap(t, 12)
	var out bytes.Buffer
	require.NoError(t, w.Record(&out))
	for tick := range 60 {
		if tick == pushAt {
			b := w.BodyByID(5 | 1<<32)
			require.True(t, b.Valid())
			require.NoError(t, b.SetLinearVelocity(b.LinearVelocity().Add(push)))
		}
		w.Tick()
	}
	require.NoError(t, w.StopRecording())
	r := world.Must(record.Read(out.Bytes()))
	return r
}

// Diff names the tick, the body and a field of a difference that was planted, and nothing where
// there is none.
func TestDiffFindsWhatWasPlanted(t *testing.T) {
	a, b := recordedHeap(t, 20, mgl64.Vec2{1, 0}), recordedHeap(t, 20, mgl64.Vec2{1.01, 0})
	same := world.Must(record.Diff(a, recordedHeap(t, 20, mgl64.Vec2{1, 0})))
	require.Nil(t, same)
	d := world.Must(record.Diff(a, b))
	require.NotNil(t, d)
	require.Equal(t, 21, d.Tick)
	require.EqualValues(t, 5, d.Body.Slot())
	require.NotEmpty(t, d.Field)
	require.NotEqual(t, d.A, d.B)
}
