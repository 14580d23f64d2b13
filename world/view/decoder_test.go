package view_test

import (
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/stretchr/testify/require"
)

// frames returns some frames of a world of all sorts of things.
func frames(t testing.TB, n int) (list [][]byte) {
	w := rain(t, 20)
	e := view.Encoder{Layers: view.AllLayers}
	first := true
	for b := range w.Bodies() {
		b.SetName("body")
		if first {
			world.Must(w.CreateArea(world.AreaDef{Body: b, Effects: []area.Effect{area.Damping{}}}))
		}
		first = false
	}
	for range n {
		w.Tick()
		list = append(list, e.AppendFrame(nil, w))
	}
	return list
}

// A frame that is cut off, too long, of another version or out of order is refused, and the next
// keyframe is taken.
func TestDecoderRefuses(t *testing.T) {
	list := frames(t, 3)
	var d view.Decoder
	require.ErrorIs(t, d.Decode(list[1]), view.ErrFormat)
	require.NoError(t, d.Decode(list[0]))
	require.ErrorIs(t, d.Decode(list[2]), view.ErrFormat)
	require.False(t, d.Ready())
	require.ErrorIs(t, d.Decode(list[1]), view.ErrFormat)
	for n := range len(list[0]) {
		require.ErrorIs(t, d.Decode(list[0][:n]), view.ErrFormat)
	}
	require.ErrorIs(t, d.Decode(append(append([]byte{}, list[0]...), 0, 0, 0, 0, 0, 0, 0, 0)), view.ErrFormat)
	other := append([]byte{}, list[0]...)
	other[4]++
	require.ErrorIs(t, d.Decode(other), view.ErrFormat)
	require.NoError(t, d.Decode(list[0]))
	require.NoError(t, d.Decode(list[1]))
	n := world.Must(view.FrameSize(list[1][:64]))
	require.Len(t, list[1], n)
}

// Any bytes give a picture or an error.
func FuzzDecoder(f *testing.F) {
	for _, frame := range frames(f, 2) {
		f.Add(frame, frame)
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		var d view.Decoder
		for _, frame := range [][]byte{first, second} {
			if err := d.Decode(frame); err != nil {
				require.ErrorIs(t, err, view.ErrFormat)
				require.False(t, d.Ready())
			}
		}
	})
}
