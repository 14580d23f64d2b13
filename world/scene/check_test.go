package scene

import (
	"fmt"
	"strings"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// faultsOf writes the errors of a document, each with its place.
func faultsOf(document string) (lines []string) {
	for _, e := range Check([]byte(document)) {
		lines = append(lines, fmt.Sprintf("%d:%d %v", e.Line, e.Column, e))
	}
	return lines
}

func TestCheckTellsAllErrors(t *testing.T) {
	document := `{
  "version": 1,
  "secnds": 4,
  "world": {"gravty": [0, -10], "subSteps": 100},
  "materials": [{"name": "ice", "friction": -1}, {"name": "ice"}],
  "bodies": [
    {"name": "a", "postion": [0, 1], "colliders": [{"type": "circle", "radius": -1}, {"type": "circel", "radius": 1}]},
    {"name": "b", "colliders": [{"type": "box", "halfExtents": [1, "x"], "material": "iec"}]},
    {"name": "a", "chains": [{"points": [[0, 0], [1, 0, 2]]}]},
    7
  ],
  "joints": [
    {"type": "revolute", "a": "a", "b": "c"},
    {"type": "distance", "a": "a", "b": "b", "lenght": 1},
    {"type": "revolut", "a": "nobody", "b": "b", "motorSpeed": 1},
    {"type": "gear", "first": 2, "second": 0},
    {"type": "weld", "a": "a", "b": "a"}
  ]
}`
	require.Equal(t, []string{
		"3:3 secnds: is not a field of the format: did you mean seconds?",
		"4:13 world.gravty: is not a field of the format: did you mean gravity?",
		"4:45 world.subSteps: 100 is out of range: 0 to 64",
		"5:45 materials[0].friction: -1 must not be negative",
		`5:59 materials[1].name: "ice" is taken already`,
		"7:19 bodies[0].postion: is not a field of the format: did you mean position?",
		"7:81 bodies[0].colliders[0].radius: -1 must be positive",
		`7:95 bodies[0].colliders[1].type: "circel" is out of range: must be one of ` + strings.Join(shapeNames, ", "),
		`8:68 bodies[1].colliders[0].halfExtents[1]: "x" has the wrong type: must be a number`,
		`8:86 bodies[1].colliders[0].material: "iec" names nothing in the document: no such material`,
		`9:14 bodies[2].name: "a" is taken already`,
		"9:50 bodies[2].chains[0].points[1]: a list has the wrong type: must be a list of two numbers",
		"10:5 bodies[3]: 7 has the wrong type: must be an object",
		`13:41 joints[0].b: "c" names nothing in the document: no such body`,
		"14:46 joints[1].lenght: is not a field of the format: did you mean length?",
		`15:14 joints[2].type: "revolut" is out of range: must be one of ` + strings.Join(jointNames(), ", "),
		`17:37 joints[4].b: "a" is the same body twice`,
	}, faultsOf(document))
}

// Columns count characters, and a byte order mark is none.
func TestMissingVersionIsOneError(t *testing.T) {
	require.Equal(t, []string{"1:1 version: is missing"}, faultsOf(`{}`))
	require.Equal(t, []string{`1:13 version: "1" has the wrong type: must be a number`}, faultsOf(`{"version": "1"}`))
	require.Equal(t, []string{"1:13 version: 0 is a version of the format that this package does not know: it knows 1"}, faultsOf(`{"version": 0}`))
}

func TestColumnsAndByteOrderMark(t *testing.T) {
	_, err := Parse([]byte("\ufeff" + `{"version": 1, "description": "Kegelbahn, neun Fuß", "x": 1}`))
	var located *Error
	require.ErrorAs(t, err, &located)
	require.Equal(t, [2]int{1, 54}, [2]int{located.Line, located.Column})
	s, err := Parse([]byte("\ufeff{\"version\": 1}"))
	require.NoError(t, err)
	require.NotNil(t, s)
	for document, want := range map[string]string{
		"{\"version\": 1}\n x":                         "2:2 scene: is not JSON: something follows the document",
		"{\"version\": 1,\n  \"seconds\": 1 \"view\"}": "2:16 scene: is not JSON: unexpected '\"'",
		"{\"version\": 1,\n  \"version\": 1}":          "2:3 version: stands there twice",
		"\ufeff\ufeff{}":                               "1:1 scene: is not JSON: unexpected '\\ufeff'",
		"{\"version\": 1,\n \"seconds\": \"\xff\"}":    "2:14 scene: is not JSON: not UTF-8",
		"[]": "1:1 scene: a list has the wrong type: must be an object",
	} {
		require.Equal(t, []string{want}, faultsOf(document), document)
	}
}

// A list that cannot be read does not make an error of each reference into it.
func TestCheckPassesOverMissingList(t *testing.T) {
	require.Equal(t, []string{"1:26 bodies: an object has the wrong type: must be a list"},
		faultsOf(`{"version": 1, "bodies": {}, "joints": [{"type": "weld", "a": "x", "b": "y"}]}`))
}

func TestCheckStopsAtHundred(t *testing.T) {
	list := strings.Repeat(`{"angle": "x"},`, 300)
	require.Len(t, Check([]byte(`{"version": 1, "bodies": [`+list[:len(list)-1]+`]}`)), maxFaults)
}

// The nearest known field is one that the object has not yet, also of a shape or joint, which know
// theirs only after their type.
func TestNearestField(t *testing.T) {
	for fields, want := range map[string]string{
		`"type": "circle", "radius": 1, "raduis": 1`:                      "",
		`"type": "circle", "raduis": 1`:                                   "radius",
		`"type": "capsule", "a": [0,0], "b": [1,0], "radius": 1, "c": 1`:  "",
		`"type": "box", "halfextents": [1, 1]`:                            "halfExtents",
		`"type": "circle", "radius": 1, "densty": 1`:                      "density",
		`"type": "circle", "radius": 1, "onWay": [0, 1]`:                  "oneWay",
		`"type": "circle", "radius": 1, "filter": {"groop": 1}`:           "group",
		`"type": "circle", "radius": 1, "something completely else": [1]`: "",
	} {
		var found []string
		for _, e := range Check([]byte(inCollider(fields))) {
			if _, meant, ok := strings.Cut(e.Error(), "did you mean "); ok {
				found = append(found, strings.TrimSuffix(meant, "?"))
			}
		}
		if want == "" {
			require.Empty(t, found, fields)
		} else {
			require.Equal(t, []string{want}, found, fields)
		}
	}
}

// A capsule whose ends are equal is a circle in a document too, and stays a capsule when it is
// written.
func TestCapsuleWithEqualEnds(t *testing.T) {
	s, err := Parse([]byte(inCollider(`"type": "capsule", "a": [1, 2], "b": [1, 2], "radius": 0.5`)))
	require.NoError(t, err)
	data, err := s.Encode()
	require.NoError(t, err)
	again, err := Parse(data)
	require.NoError(t, err)
	require.Equal(t, s, again)
	require.Equal(t, shape.Capsule{A: mgl64.Vec2{1, 2}, B: mgl64.Vec2{1, 2}, Radius: 0.5}, again.Bodies[3].Colliders[0].Shape)
	_, contents := start(t, s)
	require.InDelta(t, 0.785, contents.Bodies[3].Mass(), 1e-3)
	_, err = Parse([]byte(inCollider(`"type": "segment", "a": [1, 2], "b": [1, 2]`)))
	require.ErrorIs(t, err, geom.ErrDuplicate)
}
