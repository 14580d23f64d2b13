package scene_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// inSchema fails for a key of an object that the schema does not list.
func inSchema(t *testing.T, fields []scene.Field, object map[string]any, apart ...string) {
	for key := range object {
		known := slices.Contains(apart, key) || slices.ContainsFunc(fields, func(f scene.Field) bool { return f.Key == key })
		require.True(t, known, "%s of %v", key, object)
	}
}

func objects(list any) (out []map[string]any) {
	items, _ := list.([]any)
	for _, item := range items {
		out = append(out, item.(map[string]any))
	}
	return out
}

// The schema has every field of every document of the repository.
func TestSchemaHasAllFields(t *testing.T) {
	s := scene.Describe()
	files := world.Must(filepath.Glob("../../testdata/scenes/*.json"))
	require.NotEmpty(t, files)
	for _, name := range files {
		text := world.Must(os.ReadFile(name))
		var d map[string]any
		require.NoError(t, json.Unmarshal(text, &d))
		inSchema(t, s.Scene, d, "view", "world", "materials", "bodies", "joints", "areas", "characters")
		for _, m := range objects(d["materials"]) {
			inSchema(t, s.Material, m)
		}
		for _, b := range objects(d["bodies"]) {
			inSchema(t, s.Body, b, "mass", "colliders", "chains")
			for _, c := range objects(b["colliders"]) {
				kind := c["type"].(string)
				require.Contains(t, s.Shapes, kind)
				inSchema(t, append(slices.Clone(s.Shapes[kind]), s.Collider...), c, "type", "filter")
			}
			for _, c := range objects(b["chains"]) {
				inSchema(t, s.Chain, c, "filter")
			}
		}
		for _, j := range objects(d["joints"]) {
			inSchema(t, s.Joints[j["type"].(string)], j, "type")
		}
		for _, a := range objects(d["areas"]) {
			inSchema(t, s.Area, a, "shape", "filter", "effects")
			for _, e := range objects(a["effects"]) {
				inSchema(t, s.Effects[e["type"].(string)], e, "type")
			}
		}
		for _, c := range objects(d["characters"]) {
			inSchema(t, s.Character, c, "shape", "filter", "run", "jump")
			for _, part := range []struct {
				key    string
				fields []scene.Field
			}{{"run", s.Run}, {"jump", s.Jump}} {
				if of, ok := c[part.key].(map[string]any); ok {
					inSchema(t, part.fields, of)
				}
			}
		}
	}
}

func fieldNamed(t *testing.T, fields []scene.Field, key string) scene.Field {
	i := slices.IndexFunc(fields, func(f scene.Field) bool { return f.Key == key })
	require.GreaterOrEqual(t, i, 0, key)
	return fields[i]
}

func TestSchemaHasUnitsAndRanges(t *testing.T) {
	s := scene.Describe()
	radius := fieldNamed(t, s.Shapes["circle"], "radius")
	require.Equal(t, "m", radius.Unit)
	require.True(t, radius.Required)
	require.Positive(t, *radius.Min)
	require.Equal(t, "rad", fieldNamed(t, s.Joints["revolute"], "lower").Unit)
	require.Empty(t, fieldNamed(t, s.Effects["fluid"], "quadraticDrag").Unit, "a coefficient")
	require.Equal(t, "m", fieldNamed(t, s.Joints["prismatic"], "lower").Unit)
	require.Equal(t, []string{"dynamic", "kinematic", "static"}, fieldNamed(t, s.Body, "type").Values)
	require.Equal(t, 0.6, fieldNamed(t, s.Material, "friction").Default)
	require.Equal(t, -128.0, *fieldNamed(t, s.Body, "dominance").Min)
	// Numbers without a unit: counts, ratios and factors.
	pure := []string{
		"version", "friction", "restitution", "rollingResistance", "staticFriction", "slipLeft", "slipRight", "priority", "subSteps", "contactDamping",
		"jointDamping", "gravityScale", "dominance", "group", "damping", "springDamping", "ratio", "first", "second", "drag", "lift", "quadraticDrag", "oneWay",
		"localAxisA", "normal",
	}
	lists := [][]scene.Field{s.Scene, s.View, s.World, s.Material, s.Body, s.Mass, s.Collider, s.Chain, s.Filter, s.Area}
	for _, table := range []map[string][]scene.Field{s.Shapes, s.Joints, s.Effects} {
		for kind, fields := range table {
			if kind != "weld" && kind != "motor" { // their dampings are ratios
				lists = append(lists, fields)
			}
		}
	}
	for _, fields := range lists {
		for _, f := range fields {
			if f.Kind == "number" || f.Kind == "integer" || f.Kind == "point" || f.Kind == "points" {
				require.True(t, f.Unit != "" || slices.Contains(pure, f.Key), f.Key)
			}
		}
	}
}

// A number of a definition whose zero means a default has this default in the schema.
func TestSchemaHasDefaults(t *testing.T) {
	s := scene.Describe()
	check := func(fields []scene.Field, normalized any, apart ...string) {
		found := 0
		for _, f := range fields {
			v := reflect.ValueOf(normalized).FieldByName(strings.ToUpper(f.Key[:1]) + f.Key[1:])
			if (f.Kind != "number" && f.Kind != "integer") || slices.Contains(apart, f.Key) || !v.CanFloat() {
				continue
			}
			found++
			require.Equal(t, v.Float(), f.Default, f.Key)
		}
		require.Greater(t, found, 4)
	}
	w := world.Must(world.New(world.Config{Workers: 1}))
	t.Cleanup(w.Close)
	check(s.World, w.Config())
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{}))
	check(s.Character, c.Def(), "snapDistance") // as large as stepHeight

	for _, field := range s.Collider {
		if field.Key != "density" {
			continue
		}
		plain := world.Must(w.CreateBody(body.Def{}))
		world.Must(plain.Attach(shape.Box(1, 2), world.ColliderDef{}))
		dense := world.Must(w.CreateBody(body.Def{}))
		world.Must(dense.Attach(shape.Box(1, 2), world.ColliderDef{Density: field.Default}))
		require.Equal(t, plain.Mass(), dense.Mass())
	}
}
