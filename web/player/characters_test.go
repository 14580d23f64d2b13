package player_test

import (
	"encoding/json"
	"testing"

	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/web/player"
	"github.com/carom2d/carom/world/scene"
	"github.com/stretchr/testify/require"
)

const hero = `{"version": 1, "world": {"gravity": [0, -10]}, "materials": [{"name": "soles", "friction": 1}],
"bodies": [{"type": "static", "colliders": [{"type": "box", "halfExtents": [90, 0.5], "center": [0, -0.5]}]}],
"characters": [{"name": "hero", "position": [0, 0.8005], "material": "soles", "run": {"speed": 5}, "jump": {"height": 2}}]}`

// The keys move the characters of a document, the present state is kept with the numbers of their
// controllers, and these change while the world runs.
func TestKeysMoveCharactersOfDocuments(t *testing.T) {
	require.Equal(t, []uint8{uint8(gallery.KeyLeft), uint8(gallery.KeyRight), uint8(gallery.KeyUp), uint8(gallery.KeyDown), uint8(gallery.KeyAction)},
		[]uint8{player.KeyLeft, player.KeyRight, player.KeyUp, player.KeyDown, player.KeyAction}, "one meaning on all pages")
	p := newPage(t)
	require.Empty(t, answerTo[faults](t, p, `{"do":"edit-open","document":%s}`, hero).Errors)
	step := func(keys uint8, ticks int) *scene.Character {
		t.Helper()
		require.Empty(t, p.do(`{"do":"keys","keys":%d}`, keys))
		require.Empty(t, p.do(`{"do":"step","ticks":%d}`, ticks))
		document := answerTo[struct{ Document json.RawMessage }](t, p, `{"do":"edit-capture"}`)
		s, err := scene.Parse(document.Document)
		require.NoError(t, err)
		require.Len(t, s.Bodies, 1)
		require.Len(t, s.Characters, 1)
		require.Equal(t, "soles", s.Characters[0].Material)
		require.Equal(t, "hero", s.Characters[0].Def.Name)
		return &s.Characters[0]
	}
	right := step(player.KeyRight, 60)
	require.InDelta(t, 5, right.Position[0], 0.4)
	require.Equal(t, 5.0, right.Run.Speed)
	rising := step(player.KeyUp, 20)
	require.Greater(t, rising.Position[1], 2.2)
	landed := step(0, 80)
	require.InDelta(t, 0.8, landed.Position[1], 0.01)
	require.Empty(t, p.do(`{"do":"edit-set","pointer":"/characters/0/run","setting":{"speed":10}}`))
	fast := step(player.KeyLeft, 60)
	require.InDelta(t, landed.Position[0]-10, fast.Position[0], 1.5)
	require.Equal(t, 10.0, fast.Run.Speed)
	require.Empty(t, p.do(`{"do":"edit-set","pointer":"/characters/0/mass","setting":70}`))
	require.NotEmpty(t, p.do(`{"do":"edit-set","pointer":"/characters/0/mass","setting":-1}`))
	require.Empty(t, p.do(`{"do":"edit-set","pointer":"/characters/0/position","setting":[1,4]}`))
	moved := step(0, 1)
	require.InDelta(t, 1, moved.Position[0], 0.2)
	require.Greater(t, moved.Position[1], 3.5)
	require.Equal(t, 70.0, moved.Def.Mass)
}

// A moment of the past comes back with the motion of the characters.
func TestCharactersGoBackInTime(t *testing.T) {
	p := newPage(t)
	require.Empty(t, answerTo[faults](t, p, `{"do":"edit-open","document":%s}`, hero).Errors)
	require.Empty(t, p.do(`{"do":"keys","keys":2}`))
	require.Empty(t, p.do(`{"do":"step","ticks":40}`))
	want := p.World().StateHash()
	require.Empty(t, p.do(`{"do":"step","ticks":20}`))
	require.Empty(t, p.do(`{"do":"restore","tick":30}`))
	require.Empty(t, p.do(`{"do":"step","ticks":10}`))
	require.Equal(t, uint64(40), p.World().Ticks())
	require.Equal(t, want, p.World().StateHash())
}
