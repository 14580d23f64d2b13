package live_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/live"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const cart = `{"version": 1, "world": {"gravity": [0, -10]},
"materials": [{"name": "rubber", "friction": 1}, {"name": "ice", "friction": 0}],
"bodies": [
 {"type": "static", "colliders": [{"type": "box", "halfExtents": [20, 0.5], "center": [0, -0.5], "angle": 0.1}]},
 {"name": "cart", "position": [0, 1], "colliders": [{"type": "box", "halfExtents": [1, 0.25], "material": "rubber"}]},
 {"name": "wheel", "position": [0, 0.75], "colliders": [{"type": "circle", "radius": 0.5}]}],
"joints": [{"type": "wheel", "a": "cart", "b": "wheel", "localAnchorA": [0, -0.25], "localAxisA": [0, 1], "springHertz": 4, "upper": 0.5}]}`

func open(t *testing.T, document string) (*live.Document, *world.World) {
	t.Helper()
	s, err := scene.Parse([]byte(document))
	require.NoError(t, err)
	w, contents, err := s.New(func(c *world.Config) { c.Workers = 1 })
	require.NoError(t, err)
	t.Cleanup(w.Close)
	d, err := live.New([]byte(document), w, contents, nil)
	require.NoError(t, err)
	return d, w
}

func patchOf(t *testing.T, d *live.Document) string {
	t.Helper()
	text, err := d.PatchText()
	require.NoError(t, err)
	return string(text)
}

// A limit that is turned and a crate that is placed are in the world, in the document, and in the
// patch.
func TestPatchHasWhatWasChanged(t *testing.T) {
	d, w := open(t, cart)
	require.Equal(t, "[]", patchOf(t, d))
	for range 30 {
		w.Tick()
	}
	require.NoError(t, d.Set("/joints/0/upper", []byte("0.25")))
	require.NoError(t, d.Set("/joints/0/limit", []byte("true")))
	require.NoError(t, d.Set("/bodies/1/linearDamping", []byte("2")))
	require.NoError(t, d.Set("/bodies/1/linearDamping", nil), "and back")
	require.NoError(t, d.Set("/bodies/2/position", []byte("[3, 4]")))
	require.NoError(t, d.Set("/bodies/2/colliders/0/filter/group", []byte("-1")))
	pointer, err := d.Add("bodies", []byte(`{"name": "crate", "position": [5, 6], "colliders": [{"type": "box", "halfExtents": [0.5, 0.5], "material": "ice"}]}`))
	require.NoError(t, err)
	require.Equal(t, "/bodies/3", pointer)
	require.NoError(t, d.Set(pointer+"/angle", []byte("0.5")))
	crate, ok := d.Body(pointer)
	require.True(t, ok)
	require.Equal(t, mgl64.Vec2{5, 6}, crate.Position())
	require.InDelta(t, 0.5, crate.Angle(), 1e-15)
	require.Equal(t, "crate", crate.Name())
	for c := range crate.Colliders() {
		require.Zero(t, c.Material().Friction)
	}
	pointer, err = d.Add("joints", []byte(`{"type": "distance", "a": "crate", "length": 3}`))
	require.NoError(t, err)
	require.Equal(t, "/joints/1", pointer)
	require.NoError(t, d.Set("/joints/1/length", []byte("4")))
	pointer, err = d.Add("areas", []byte(`{"body": "crate", "effects": [{"type": "wind", "velocity": [1, 0]}]}`))
	require.NoError(t, err)
	require.Equal(t, "/areas/0", pointer)
	require.NoError(t, d.Set("/areas/0/position", []byte("[1, 1]")))
	require.Equal(t, 4, w.Counters().Bodies)
	require.Equal(t, 2, w.Counters().Joints)

	require.JSONEq(t, `[
		{"op": "add", "path": "/areas", "value": [{"body": "crate", "effects": [{"type": "wind", "velocity": [1, 0]}], "position": [1, 1]}]},
		{"op": "add", "path": "/bodies/2/colliders/0/filter", "value": {"group": -1}},
		{"op": "replace", "path": "/bodies/2/position", "value": [3, 4]},
		{"op": "add", "path": "/bodies/-", "value": {"angle": 0.5, "name": "crate", "position": [5, 6], "colliders": [{"type": "box", "halfExtents": [0.5, 0.5], "material": "ice"}]}},
		{"op": "add", "path": "/joints/0/limit", "value": true},
		{"op": "replace", "path": "/joints/0/upper", "value": 0.25},
		{"op": "add", "path": "/joints/-", "value": {"type": "distance", "a": "crate", "length": 4}}]`, patchOf(t, d))
	require.JSONEq(t, string(d.Text()), string(patched(t, cart, d)))

	captured, err := scene.FromWorld(w)
	require.NoError(t, err)
	text, err := captured.Encode()
	require.NoError(t, err)
	for _, want := range []string{`"upper": 0.25`, `"length": 4`, `"type": "wind"`, `"group": -1`} {
		require.Contains(t, string(text), want)
	}
}

// patched returns a document after the operations of the patch.
func patched(t *testing.T, document string, d *live.Document) []byte {
	patch, err := d.Patch()
	require.NoError(t, err)
	var root any
	require.NoError(t, json.Unmarshal([]byte(document), &root))
	for _, o := range patch {
		keys := strings.Split(o.Path, "/")[1:]
		var value any
		if o.Op != "remove" {
			require.NoError(t, json.Unmarshal(o.Value, &value))
		}
		root = apply(root, keys, o.Op, value)
	}
	text, err := json.Marshal(root)
	require.NoError(t, err)
	return text
}

func apply(at any, keys []string, op string, value any) any {
	if len(keys) == 0 {
		return value
	}
	switch at := at.(type) {
	case map[string]any:
		if op == "remove" && len(keys) == 1 {
			delete(at, keys[0])
			return at
		}
		at[keys[0]] = apply(at[keys[0]], keys[1:], op, value)
		return at
	case []any:
		if keys[0] == "-" {
			return append(at, value)
		}
		i, _ := strconv.Atoi(keys[0])
		at[i] = apply(at[i], keys[1:], op, value)
		return at
	}
	panic("the path " + strings.Join(keys, "/") + " leads nowhere")
}

// What is refused changes neither the world nor the document.
func TestChangesThatAreRefused(t *testing.T) {
	d, w := open(t, cart)
	hash, text := w.StateHash(), string(d.Text())
	for _, c := range []struct {
		pointer, value string
		want           error
	}{
		{"/bodies/1/linearDamping", "-1", geom.ErrNegative}, {"/bodies/1/colliders/0/sensor", "true", live.ErrNotLive},
		{"/bodies/7/angle", "1", live.ErrNotLive}, {"/world/gravity/0", "1", live.ErrNotLive}, {"", "1", live.ErrNotLive},
		{"/joints/0/a", `"wheel"`, world.ErrSameBody}, {"/joints/0/type", `"weld"`, scene.ErrUnknownField},
		{"/bodies/1/colliders/0/materiel", `"ice"`, scene.ErrUnknownField}, {"/bodies/1/name", `"wheel"`, scene.ErrDuplicateName},
	} {
		require.ErrorIs(t, d.Set(c.pointer, []byte(c.value)), c.want, c.pointer)
	}
	require.Error(t, d.Set("/bodies/1/angle", []byte("1 2")))
	for _, c := range []struct {
		list, object string
		want         error
	}{
		{"materials", "{}", live.ErrNotLive}, {"bodies", `{"name": "cart"}`, scene.ErrDuplicateName}, {"bodies", "3", scene.ErrWrongType},
		{"joints", `{"type": "weld", "a": "nobody"}`, scene.ErrUnknownName}, {"areas", `{"body": "nobody"}`, scene.ErrUnknownName},
	} {
		_, err := d.Add(c.list, []byte(c.object))
		require.ErrorIs(t, err, c.want, c.object)
	}
	require.Equal(t, hash, w.StateHash())
	require.Equal(t, text, string(d.Text()))
	require.Equal(t, "[]", patchOf(t, d))
}

func TestWhatIsGoneIsRefused(t *testing.T) {
	d, w := open(t, cart)
	wheel, ok := d.Body("/bodies/2")
	require.True(t, ok)
	require.NoError(t, wheel.Destroy())
	_, ok = d.Body("/bodies/2")
	require.False(t, ok)
	for _, pointer := range []string{"", "/joints/0", "/bodies/-1", "/bodies/3"} {
		_, ok = d.Body(pointer)
		require.False(t, ok, pointer)
	}
	require.ErrorIs(t, d.Set("/bodies/2/angle", []byte("1")), live.ErrGone)
	require.ErrorIs(t, d.Set("/joints/0/upper", []byte("1")), live.ErrGone)
	_, err := d.Add("joints", []byte(`{"type": "weld", "a": "wheel"}`))
	require.ErrorIs(t, err, live.ErrGone)
	_, err = d.Add("areas", []byte(`{"body": "wheel"}`))
	require.ErrorIs(t, err, live.ErrGone)
	require.Equal(t, 2, w.Counters().Bodies)
}

func TestContentsOfAnotherDocument(t *testing.T) {
	s, err := scene.Parse([]byte(cart))
	require.NoError(t, err)
	w, contents, err := s.New()
	require.NoError(t, err)
	defer w.Close()
	_, err = live.New([]byte(`{"version": 1}`), w, contents, nil)
	require.ErrorContains(t, err, "not those of the document")
	_, err = live.New([]byte(`{"version": 2}`), w, contents, nil)
	require.ErrorIs(t, err, scene.ErrVersion)
}

// A value that is set to what it is changes nothing, in any scene.
func TestEqualValuesAreNoPatch(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/scenes/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		d, _ := open(t, string(text))
		for i := range d.Scene().Bodies {
			angle := strconv.FormatFloat(d.Scene().Bodies[i].Def.Angle, 'g', -1, 64)
			if angle != "0" {
				require.NoError(t, d.Set("/bodies/"+strconv.Itoa(i)+"/angle", []byte(angle)))
				break
			}
		}
		require.Equal(t, "[]", patchOf(t, d), name)
	}
}
