package player_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/web/player"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// The page learns where to look before it learns of the world, and its keys come to the scene, also
// while time stands still.
func TestCameraAndKeys(t *testing.T) {
	var order []string
	var camera map[string]any
	var keys []uint8
	w := world.Must(world.New(world.Config{}))
	b := world.Must(w.CreateBody(body.Def{}))
	p := player.New(player.Config{
		Scenes: func(string, map[string]float64) (player.Run, error) {
			return player.Run{World: w, View: [4]float64{-1, -2, 3, 4}, Follow: b, Keys: func(k uint8) { keys = append(keys, k) }}, nil
		},
		Text: func(text []byte) {
			var m map[string]any
			require.NoError(t, json.Unmarshal(text, &m))
			order = append(order, m["type"].(string))
			if m["type"] == "camera" {
				camera = m
			}
		},
		Frame: func([]byte) {},
	})
	p.Receive([]byte(`{"do":"load","scene":"any"}`))
	require.Equal(t, []string{"camera", "worlds", "status", "reply"}, order)
	require.Equal(t, []any{-1.0, -2.0, 3.0, 4.0}, camera["view"])
	id := uint64(b.ID())
	require.Equal(t, []any{float64(uint32(id)), float64(id >> 32)}, camera["follow"])

	for _, text := range []string{`{"do":"keys","keys":3}`, `{"do":"pause"}`, `{"do":"keys","keys":0}`, `{"do":"keys","keys":256}`} {
		p.Receive([]byte(text))
	}
	require.Equal(t, []uint8{3, 0}, keys)
}

// A scene without keys takes the command and does nothing.
func TestKeysOfAnotherScene(t *testing.T) {
	p := open(t)
	require.Empty(t, p.do(`{"id":3,"do":"keys","keys":1}`))
	require.Equal(t, []any{0.0, 0.0, 0.0, 0.0}, p.messages["camera"]["view"])
	require.Nil(t, p.messages["camera"]["follow"])
}

// A scene slows its time, for as long as it wants; what makes no sense is passed over. The ticks
// are the same ones.
func TestPaceOfAScene(t *testing.T) {
	pace := 1.0
	w := world.Must(world.New(world.Config{Timestep: 1.0 / 64}))
	p := player.New(player.Config{
		Scenes: func(string, map[string]float64) (player.Run, error) {
			return player.Run{World: w, Pace: func() float64 { return pace }}, nil
		},
		Text: func([]byte) {}, Frame: func([]byte) {},
	})
	p.Receive([]byte(`{"do":"load","scene":"any"}`))
	p.Receive([]byte(`{"do":"watch"}`))
	ran := func() uint64 {
		before := w.Ticks()
		for range 32 {
			p.Advance(1.0 / 32)
		}
		return w.Ticks() - before
	}
	require.Equal(t, uint64(64), ran())
	pace = 0.25
	require.Equal(t, uint64(16), ran())
	for _, wrong := range []float64{math.NaN(), 0, -1, 1e9} {
		pace = wrong
		require.Equal(t, uint64(64), ran(), "%g", wrong)
	}
}

// A scene is told where the pointer is, and what it keeps comes back with the world.
func TestPointAndKeep(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	world.Must(w.CreateBody(body.Def{}))
	var told []any
	own := 0
	var reply map[string]any
	var points any
	p := player.New(player.Config{
		Scenes: func(string, map[string]float64) (player.Run, error) {
			return player.Run{
				World: w,
				Point: func(x, y float64, down bool) { told = append(told, x, y, down) },
				Keep:  func() func() { saved := own; return func() { own = saved } },
			}, nil
		},
		Text: func(text []byte) {
			var m map[string]any
			require.NoError(t, json.Unmarshal(text, &m))
			switch m["type"] {
			case "camera":
				points = m["points"]
			case "reply":
				reply = m
			}
		},
		Frame: func([]byte) {},
	})
	p.Receive([]byte(`{"do":"load","scene":"any"}`))
	require.Equal(t, true, points)
	p.Receive([]byte(`{"do":"point","x":1,"y":-2,"down":true}`))
	p.Receive([]byte(`{"do":"point","down":false}`))
	p.Receive([]byte(`{"do":"point","x":1e300,"y":0,"down":true}`))
	require.Equal(t, []any{1.0, -2.0, true, 0.0, 0.0, false}, told)
	require.Contains(t, reply["error"], "x, y")

	p.Receive([]byte(`{"do":"step","ticks":20}`))
	own = 1
	p.Receive([]byte(`{"do":"step","ticks":20}`))
	own = 2
	p.Receive([]byte(`{"do":"restore","tick":36}`))
	require.Equal(t, true, reply["ok"])
	require.Equal(t, 1, own, "that of tick 30")
	p.Receive([]byte(`{"do":"restore","tick":3}`))
	require.Zero(t, own)
}
