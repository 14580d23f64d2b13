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

func addBody(w *world.World, def body.Def, s shape.Support, c world.ColliderDef) world.Body {
	b := world.Must(w.CreateBody(def))
	world.Must(b.Attach(s, c))
	return b
}

// heap makes a world with a floor and boxes that fall on it.
func heap(t testing.TB, boxes int) *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	t.Cleanup(w.Close)
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "floor"}))
	for i, s := range []shape.Support{shape.OffsetBox(20, 1, mgl64.Vec2{0, -1}, 0), shape.OffsetBox(1, 200, mgl64.Vec2{-20, 150}, 0), shape.OffsetBox(1, 200, mgl64.Vec2{20, 150}, 0)} {
		_, err := floor.Attach(s, world.ColliderDef{})
		require.NoError(t, err, i)
	}
	for i := range boxes {
		addBody(w, body.Def{Position: mgl64.Vec2{float64(i%25)*1.4 - 17 + 0.01*float64(i%7), 1 + float64(i/25)*1.2}, Angle: float64(i)}, shape.Box(0.5, 0.4), world.ColliderDef{})
	}
	return w
}

// A player goes to every tick, forward and back, and finds the state of then.
func TestSeekFindsTheStateOfEveryTick(t *testing.T) {
	w := heap(t, 60)
	var out bytes.Buffer
	require.NoError(t, w.Record(&out))
	hashes := []world.StateHashes{w.StateHashes()}
	for i := range 200 {
		if i%50 == 10 {
			for b := range w.Bodies() {
				require.NoError(t, b.ApplyImpulseToCenter(mgl64.Vec2{1, 3}))
			}
		}
		w.Tick()
		hashes = append(hashes, w.StateHashes())
	}
	require.NoError(t, w.StopRecording())
	r := world.Must(record.Read(out.Bytes()))
	require.NoError(t, r.Torn())
	require.Equal(t, 200, r.Ticks())
	require.InDelta(t, 200.0/60, r.Seconds(), 1e-9)
	p := world.Must(r.Player())
	defer p.Close()
	for _, tick := range []int{0, 7, 200, 3, 60, 61, 59, 199, 0, 1} {
		require.NoError(t, p.SeekTick(tick))
		require.Equal(t, tick, p.Tick())
		require.Equal(t, hashes[tick], p.World().StateHashes(), "tick %d", tick)
	}
	require.NoError(t, p.SeekTime(1.5))
	require.Equal(t, 90, p.Tick())
	require.ErrorIs(t, p.SeekTick(201), record.ErrRange)
}

// slowMotion is an observer that halves the time.
type slowMotion struct{}

func (*slowMotion) BeforeStep(_ *world.World, dt float64) float64 { return 0.5 * dt }
func (*slowMotion) AfterStep(*world.World)                        {}
func (*slowMotion) Closed(*world.World)                           {}

// A call of Tick in slow motion may run no tick. It begins the events anew all the same, and calls
// subscriptions, which change the world: so does its replay.
func TestSlowMotionReplays(t *testing.T) {
	for _, subscribed := range []bool{false, true} {
		w := heap(t, 60)
		for range 60 {
			w.Tick()
		}
		w.Observe(&slowMotion{})
		var out bytes.Buffer
		require.NoError(t, w.Record(&out))
		calls := 0
		for b := range w.Bodies() {
			if subscribed {
				world.Must(b.OnContactEnd(func(world.ContactEnd) {
					if b.Type() == body.Dynamic {
						require.NoError(t, b.ApplyImpulseToCenter(mgl64.Vec2{1, 0}))
						calls++
					}
				}))
			}
		}
		hashes := []world.StateHashes{w.StateHashes()}
		for b := range w.Bodies() {
			if b.Type() == body.Dynamic {
				require.NoError(t, b.Destroy())
				before := w.Ticks()
				if w.Tick(); w.Ticks() > before {
					hashes = append(hashes, w.StateHashes())
				}
			}
		}
		require.NoError(t, w.StopRecording())
		require.Len(t, hashes, 31)
		require.Equal(t, subscribed, calls > 9)
		r := world.Must(record.Read(out.Bytes()))
		d := world.Must(r.Verify())
		require.Nil(t, d)
		p := world.Must(r.Player())
		defer p.Close()
		for tick := range hashes {
			require.NoError(t, p.SeekTick(tick))
			if !subscribed { // whose calls follow the tick
				require.Equal(t, hashes[tick], p.World().StateHashes(), "tick %d", tick)
			}
		}
	}
}

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
