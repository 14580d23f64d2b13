package inspect_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/edit"
	"github.com/carom2d/carom/world/scene/live"
	"github.com/stretchr/testify/require"
)

const door = `{"version": 1,
"bodies": [{"name": "door", "colliders": [{"type": "box", "halfExtents": [1, 0.1]}]}],
"joints": [{"type": "revolute", "b": "door", "limit": true, "upper": 1}]}`

// newLevel attaches the world of a document and steps it.
func newLevel(t *testing.T, options ...inspect.Option) *game {
	s := world.Must(scene.Parse([]byte(door)))
	w, contents, err := s.New(func(c *world.Config) { c.Workers = 1 })
	require.NoError(t, err)
	d := world.Must(live.New([]byte(door), w, contents, nil))
	return runGame(t, w, "level", append(options, inspect.OfDocument(edit.Page{Document: d}))...)
}

// A client turns a limit and places a crate in the running game, and gets a patch of its document.
func TestDocumentIsEditedInTheRunningGame(t *testing.T) {
	g := newLevel(t, inspect.Edit)
	p := dial(t, newServer(t, &inspect.Server{}))
	p.watch("level", 0)
	p.ok("edit-set", map[string]any{"pointer": "/joints/0/upper", "setting": 0.5})
	r := p.answer("edit-add", map[string]any{"list": "bodies", "at": 1, "setting": json.RawMessage(`{"name":"crate","position":[3,4]}`)})
	require.Equal(t, "/bodies/1", r["pointer"])
	slot, generation := uint64(r["body"].([]any)[0].(float64)), uint64(r["body"].([]any)[1].(float64))
	g.between(func() {
		crate := g.world.BodyByID(world.BodyID(generation<<32 | slot))
		require.True(t, crate.Valid())
		require.Equal(t, "crate", crate.Name())
		now := world.Must(scene.FromWorld(g.world))
		text := world.Must(now.Encode())
		require.Contains(t, string(text), `"upper": 0.5`)
	})
	p.refused("edit-set", map[string]any{"pointer": "/joints/0/upper", "setting": "wide"}, "joints[0].upper")
	p.refused("edit-add", map[string]any{"list": "worlds", "setting": 1}, "worlds: this cannot change")
	patch := world.Must(json.Marshal(p.answer("edit-patch", nil)["patch"]))
	require.JSONEq(t, `[{"op":"add","path":"/bodies/-","value":{"name":"crate","position":[3,4]}},
		{"op":"replace","path":"/joints/0/upper","value":0.5}]`, string(patch))
	document := world.Must(json.Marshal(p.answer("edit-document", nil)["document"]))
	s := world.Must(scene.Parse(document))
	require.Len(t, s.Bodies, 2)
	p.ok("edit-remove", map[string]any{"pointer": "/bodies/1"})
	bodies := p.answer("edit-document", nil)["bodies"].([]any)
	require.Len(t, bodies, 1)
	require.Len(t, p.answer("edit-outline", map[string]any{"points": [][2]int{{0, 0}, {4, 0}, {2, 1}, {0, 4}}})["polygons"], 2, "a tool of the page")
	require.NotEmpty(t, p.answer("edit-schema", nil)["schema"])
	p.refused("edit-dance", nil, "no command")
}

// The game goes back to a moment before its document was changed, and goes on with the changes.
// They were lost, and further ones were refused: the handles were not of that moment.
func TestChangesOfTheDocumentOutliveEarlierMoments(t *testing.T) {
	g := newLevel(t, inspect.Edit)
	p := dial(t, newServer(t, &inspect.Server{}))
	p.watch("level", 0)
	set := func(upper float64) {
		p.ok("edit-set", map[string]any{"pointer": "/joints/0/upper", "setting": upper})
	}
	var tick uint64
	for span := []any(nil); span == nil; span, _ = p.await("status")["history"].([]any) {
		g.between(func() { tick = g.world.Ticks() })
	}
	set(0.5)
	p.answer("edit-add", map[string]any{"list": "bodies", "at": 1, "setting": json.RawMessage(`{"name":"crate"}`)})
	for range 2 {
		p.ok("restore", map[string]any{"tick": tick})
		var now *scene.Scene
		var err error
		g.between(func() { now, err = scene.FromWorld(g.world) })
		require.NoError(t, err)
		require.Len(t, now.Bodies, 2)
		text := world.Must(now.Encode())
		require.Contains(t, string(text), `"upper": 0.5`)
		set(0.25)
		set(0.5)
	}
	require.Len(t, p.answer("edit-document", nil)["bodies"], 2)
}

// answer sends a command about the document and returns the answer.
func (p *page) answer(do string, command map[string]any) map[string]any {
	p.t.Helper()
	return p.ok(do, command)["answer"].(map[string]any)
}

func TestDocumentNeedsPermission(t *testing.T) {
	newLevel(t)
	newGame(t, "bare", inspect.Edit)
	p := dial(t, newServer(t, &inspect.Server{}))
	p.watch("level", 0)
	p.refused("edit-set", map[string]any{"pointer": "/joints/0/upper", "setting": 0.5}, "without inspect.Edit")
	p.refused("edit-add", map[string]any{"list": "bodies", "setting": map[string]any{}}, "without inspect.Edit")
	p.refused("edit-remove", map[string]any{"pointer": "/joints/0"}, "without inspect.Edit")
	for _, world := range p.worlds["worlds"].([]any) {
		w := world.(map[string]any)
		require.Equal(t, w["name"] == "level", w["document"] == true)
	}
	require.Empty(t, p.answer("edit-patch", nil)["patch"])
	require.NotEmpty(t, p.answer("edit-document", nil)["document"])
	p.watch("bare", 0)
	for _, do := range []string{"edit-document", "edit-patch", "edit-set", "edit-add", "edit-schema"} {
		p.refused(do, nil, "without inspect.OfDocument")
	}
}

// A recording of a running game can be downloaded, and a second one after it.
func TestRecordingsAreDownloaded(t *testing.T) {
	newGame(t, "recorded")
	server := newServer(t, &inspect.Server{})
	p := dial(t, server)
	for range 2 {
		r, err := http.Get(server.URL + "/debug/carom/record?seconds=0.2&world=" + fmt.Sprint(p.idOf("recorded")))
		require.NoError(t, err)
		bytes, err := io.ReadAll(r.Body)
		r.Body.Close()
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, r.StatusCode, string(bytes))
		require.Greater(t, len(bytes), 100)
	}
}
