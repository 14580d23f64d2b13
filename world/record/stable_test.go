package record_test

import (
	"bytes"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A recording that begins before a stable world is put into order replays it, keys included.
func TestRecordingOfStableWorld(t *testing.T) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: true, Workers: 1}))
	defer w.Close()
	var out bytes.Buffer
	require.NoError(t, w.Record(&out))
	for i := range uint64(12) {
		key := (i*7)%12 + 1
		addBody(w, body.Def{Key: key, Position: mgl64.Vec2{0.1 * float64(i%3), 1.1 * float64(key)}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	addBody(w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Box(20, 1), world.ColliderDef{})
	for tick := range 90 {
		w.Tick()
		if tick == 40 {
			b, _ := w.BodyByKey(3)
			require.NoError(t, b.Destroy())
		}
	}
	require.NoError(t, w.StopRecording())
	r := world.Must(record.Open(bytes.NewReader(out.Bytes()), int64(out.Len())))
	d := world.Must(r.Verify())
	require.Nil(t, d)
}
