package live_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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
	s := world.Must(scene.Parse([]byte(document)))
	w, contents, err := s.New(func(c *world.Config) { c.Workers = 1 })
	require.NoError(t, err)
	t.Cleanup(w.Close)
	d := world.Must(live.New([]byte(document), w, contents, nil))
	return d, w
}

func patchOf(t *testing.T, d *live.Document) string {
	t.Helper()
	text := world.Must(d.PatchText())
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
	pointer := world.Must(d.Add("bodies", len(d.Scene().Bodies), []byte(`{"name": "crate", "position": [5, 6], "colliders": [{"type": "box", "halfExtents": [0.5, 0.5], "material": "ice"}]}`)))
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
	pointer = world.Must(d.Add("joints", len(d.Scene().Joints), []byte(`{"type": "distance", "a": "crate", "length": 3}`)))
	require.Equal(t, "/joints/1", pointer)
	require.NoError(t, d.Set("/joints/1/length", []byte("4")))
	pointer = world.Must(d.Add("areas", len(d.Scene().Areas), []byte(`{"body": "crate", "effects": [{"type": "wind", "velocity": [1, 0]}]}`)))
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

	captured := world.Must(scene.FromWorld(w))
	text := world.Must(captured.Encode())
	for _, want := range []string{`"upper": 0.25`, `"length": 4`, `"type": "wind"`, `"group": -1`} {
		require.Contains(t, string(text), want)
	}
}

func patched(t *testing.T, document string, d *live.Document) []byte {
	patch := world.Must(d.Patch())
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
	text := world.Must(json.Marshal(root))
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
		switch {
		case len(keys) == 1 && op == "remove":
			return slices.Delete(at, i, i+1)
		case len(keys) == 1 && op == "add":
			return slices.Insert(at, i, value)
		}
		at[i] = apply(at[i], keys[1:], op, value)
		return at
	}
	panic("the path " + strings.Join(keys, "/") + " leads nowhere")
}

// Things go and come back; the patch is what differs, and makes of the given document the present
// one.
func TestPatchHasWhatWasRemoved(t *testing.T) {
	d, w := open(t, cart)
	require.ErrorIs(t, d.Remove("/bodies/2"), scene.ErrUnknownName, "a joint refers to it")
	require.NoError(t, d.Remove("/joints/0"))
	require.NoError(t, d.Remove("/bodies/1"))
	require.Equal(t, 2, w.Counters().Bodies)
	require.JSONEq(t, `[{"op": "remove", "path": "/bodies/1"}, {"op": "remove", "path": "/joints"}]`, patchOf(t, d))

	pointer := world.Must(d.Add("bodies", 1, []byte(`{"name": "sledge"}`)))
	require.NoError(t, d.Set("/bodies/2/angle", []byte("0.5")))
	require.JSONEq(t, `[{"op": "remove", "path": "/bodies/1"}, {"op": "add", "path": "/bodies/1", "value": {"name": "sledge"}},
		{"op": "add", "path": "/bodies/2/angle", "value": 0.5}, {"op": "remove", "path": "/joints"}]`, patchOf(t, d))
	require.JSONEq(t, string(d.Text()), string(patched(t, cart, d)))

	require.NoError(t, d.Remove(pointer))
	require.NoError(t, d.Set("/bodies/1/angle", nil))
	world.Must(d.Add("bodies", 1, []byte(`{"name": "cart", "position": [0, 1], "colliders": [{"type": "box", "halfExtents": [1, 0.25], "material": "rubber"}]}`)))
	world.Must(d.Add("joints", 0, []byte(`{"type": "wheel", "a": "cart", "b": "wheel", "localAnchorA": [0, -0.25], "localAxisA": [0, 1], "springHertz": 4, "upper": 0.5}`)))
	require.Equal(t, "[]", patchOf(t, d), "all is as it was given")
	require.Equal(t, 1, w.Counters().Joints)
	require.NoError(t, d.Set("/joints/0", []byte(`{"type": "wheel", "a": "cart", "b": "wheel", "localAxisA": [0, 1], "limit": true, "lower": -1, "upper": 2}`)), "a joint as a whole")
	require.JSONEq(t, string(d.Text()), string(patched(t, cart, d)))

	for _, pointer := range []string{"", "/bodies", "/bodies/3", "/bodies/-1", "/joints/1", "/materials/2", "/characters/0", "/bodies/0/angle"} {
		require.ErrorIs(t, d.Remove(pointer), live.ErrNotLive, pointer)
	}
	_, err := d.Add("bodies", 4, []byte(`{}`))
	require.ErrorIs(t, err, live.ErrNotLive)
}

// In any order of things that come and go the patch makes the present document.
func TestPatchOfRandomChanges(t *testing.T) {
	const given = `{"version": 1, "bodies": [{"angle": 0}, {"angle": 0.1}, {"angle": 0.2}, {"angle": 0.3}], "areas": [{}]}`
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		d, w := open(t, given)
		for range 12 {
			n := len(d.Bodies())
			switch at := random.IntN(n + 1); {
			case at < n && random.IntN(2) == 0:
				require.NoError(t, d.Remove("/bodies/"+strconv.Itoa(at)))
			case at < n && random.IntN(2) == 0:
				require.NoError(t, d.Set("/bodies/"+strconv.Itoa(at)+"/lockX", []byte("true")))
			default:
				world.Must(d.Add("bodies", at, []byte(fmt.Sprintf(`{"angle": %g}`, float64(random.IntN(5))/10))))
			}
			require.Equal(t, w.Counters().Bodies, len(d.Bodies()))
			require.JSONEq(t, string(d.Text()), string(patched(t, given, d)))
		}
		for i, b := range d.Bodies() {
			require.InDelta(t, d.Scene().Bodies[i].Def.Angle, b.Angle(), 1e-15, "bodies stand in the order of the document")
		}
	}
}

// What is refused changes neither the world nor the document.
func TestChangesThatAreRefused(t *testing.T) {
	d, w := open(t, cart)
	hash, text := w.StateHash(), string(d.Text())
	for _, c := range []struct {
		pointer, value string
		want           error
	}{
		{"/bodies/1/linearDamping", "-1", geom.ErrNegative}, {"/bodies/0", "{}", live.ErrNotLive},
		{"/bodies/7/angle", "1", live.ErrNotLive}, {"/world/stable", "true", world.ErrFixed}, {"/world/lengthUnit", "2", world.ErrFixed}, {"", "1", live.ErrNotLive}, {"/areas", "[]", live.ErrNotLive},
		{"/version", "2", scene.ErrVersion}, {"/bodies/-1/name", `"x"`, live.ErrNotLive},
		{"/joints/0/a", `"wheel"`, world.ErrSameBody}, {"/joints/0/type", `"weld"`, scene.ErrUnknownField},
		{"/bodies/1/colliders/0/materiel", `"ice"`, scene.ErrUnknownField}, {"/bodies/1/name", `"wheel"`, scene.ErrDuplicateName},
	} {
		require.ErrorIs(t, d.Set(c.pointer, []byte(c.value)), c.want, c.pointer)
	}
	require.EqualError(t, d.Set("/bodies/1/angle", []byte("1 2")), `/bodies/1/angle: "1 2" is not JSON`)
	require.ErrorIs(t, d.Set("/bodies/1/angle", []byte("NaN")), scene.ErrSyntax)
	for _, c := range []struct {
		list, object string
		want         error
	}{
		{"bodies", "", scene.ErrSyntax}, {"joints", "{", scene.ErrSyntax},
		{"view", "{}", live.ErrNotLive}, {"materials", "{}", scene.ErrMissing}, {"characters", `{"slopeLimit": 9}`, geom.ErrOutOfRange}, {"bodies", `{"name": "cart"}`, scene.ErrDuplicateName}, {"bodies", "3", scene.ErrWrongType},
		{"joints", `{"type": "weld", "a": "nobody"}`, scene.ErrUnknownName}, {"areas", `{"body": "nobody"}`, scene.ErrUnknownName},
	} {
		_, err := d.Add(c.list, 0, []byte(c.object))
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
	_, err := d.Add("joints", len(d.Scene().Joints), []byte(`{"type": "weld", "a": "wheel"}`))
	require.ErrorIs(t, err, live.ErrGone)
	_, err = d.Add("areas", len(d.Scene().Areas), []byte(`{"body": "wheel"}`))
	require.ErrorIs(t, err, live.ErrGone)
	require.Equal(t, 2, w.Counters().Bodies)
}

func TestContentsOfAnotherDocument(t *testing.T) {
	s := world.Must(scene.Parse([]byte(cart)))
	w, contents, err := s.New()
	require.NoError(t, err)
	defer w.Close()
	_, err = live.New([]byte(`{"version": 1}`), w, contents, nil)
	require.ErrorContains(t, err, "other contents")
	_, err = live.New([]byte(`{"version": 2}`), w, contents, nil)
	require.ErrorIs(t, err, scene.ErrVersion)
}

// A value that is set to what it is changes nothing, in any scene.
func TestEqualValuesAreNoPatch(t *testing.T) {
	files := world.Must(filepath.Glob("../../../testdata/scenes/*.json"))
	require.NotEmpty(t, files)
	for _, name := range files {
		text := world.Must(os.ReadFile(name))
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
