package scene

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// inCollider returns a document whose fourth body has one collider.
func inCollider(fields string) string {
	return `{"version": 1, "bodies": [{}, {}, {}, {"colliders": [{` + fields + `}]}]}`
}

func inBody(fields string) string { return `{"version": 1, "bodies": [{` + fields + `}]}` }

func TestInvalidDocuments(t *testing.T) {
	for _, c := range []struct {
		document string
		want     string
		reason   error
	}{
		// The document as a whole.
		{``, "scene: is not JSON: the document ends too early", ErrSyntax},
		{`{"version": 1`, "scene: is not JSON: the document ends too early", ErrSyntax},
		{`{"version": 1,}`, "scene: is not JSON: ", ErrSyntax},
		{`{"version": 1} {}`, "scene: is not JSON: something follows the document", ErrSyntax},
		{"{\"version\": 1, \"description\": \"\xff\"}", "scene: is not JSON: not UTF-8", ErrSyntax},
		{`[1]`, "scene: a list has the wrong type: must be an object", ErrWrongType},
		{`null`, "scene: null has the wrong type: must be an object", ErrWrongType},
		{`{}`, "version: is missing", ErrMissing},
		{`{"version": 2}`, "version: 2 is a version of the format that this package does not know: it knows 1", ErrVersion},
		{`{"version": "1"}`, `version: "1" has the wrong type: must be a number`, ErrWrongType},
		{`{"version": 1, "bodes": []}`, "bodes: is not a field of the format: did you mean bodies?", ErrUnknownField},
		{`{"version": 1, "": 0}`, `[""]: is not a field of the format`, ErrUnknownField},
		{`{"version": 1, "bodies": [{"two\nlines": 0}]}`, `bodies[0]["two\nlines"]: is not a field of the format`, ErrUnknownField},
		{`{"version": 1, "bodies": [], "bodies": []}`, "bodies: stands there twice", ErrDuplicateField},
		{`{"version": 1, "bodies": {}}`, "bodies: an object has the wrong type: must be a list", ErrWrongType},
		{`{"version": 1, "seconds": -1}`, "seconds: -1 must not be negative", geom.ErrNegative},
		{`{"version": 1, "view": {"min": [0, 0], "max": [1, 0]}}`,
			"view: is degenerate: max must lie above and to the right of min", geom.ErrDegenerate},
		{`{"version": 1, "view": {"min": [0, 0]}}`, "view.max: is missing", ErrMissing},
		{`{"version": 1, "bodies": [[[[[[[[[[]]]]]]]]]]}`,
			"bodies[0][0][0][0][0][0][0][0]: is nested too deeply", ErrTooDeep},

		// Numbers.
		{inBody(`"angle": 1e999`), "bodies[0].angle: 1e999 is out of range: too large for a float64", geom.ErrOutOfRange},
		{inBody(`"angle": "NaN"`), `bodies[0].angle: "NaN" has the wrong type: must be a number`, ErrWrongType},
		{inBody(`"angle": NaN`), "bodies[0].angle: is not JSON: ", ErrSyntax},
		{inBody(`"angle": null`), "bodies[0].angle: null has the wrong type: must be a number", ErrWrongType},
		{inBody(`"angle": 1e7`), "bodies[0].angle: 1e+07 is out of range: -1e+06 to 1e+06", geom.ErrOutOfRange},
		{inBody(`"position": [0, 2e9]`), "bodies[0].position[1]: 2e+09 is out of range: -1e+09 to 1e+09", geom.ErrOutOfRange},
		{inBody(`"position": [0]`), "bodies[0].position: a list has the wrong type: must be a list of two numbers", ErrWrongType},
		{inBody(`"position": [0, "1"]`), `bodies[0].position[1]: "1" has the wrong type: must be a number`, ErrWrongType},
		{inBody(`"bullet": 1`), "bodies[0].bullet: 1 has the wrong type: must be true or false", ErrWrongType},
		{inBody(`"linearDamping": -0.5`), "bodies[0].linearDamping: -0.5 must not be negative", geom.ErrNegative},
		{`{"version": 1, "world": {"subSteps": 2.5}}`, "world.subSteps: 2.5 has the wrong type: must be a whole number", ErrWrongType},
		{`{"version": 1, "world": {"subSteps": 1000}}`, "world.subSteps: 1000 is out of range: 0 to 64", geom.ErrOutOfRange},
		{`{"version": 1, "world": {"timestep": 1e-9}}`, "world.timestep: 1e-09 is out of range", geom.ErrOutOfRange},
		{`{"version": 1, "world": {"workers": 4}}`, "world.workers: is not a field of the format", ErrUnknownField},

		// Bodies and colliders.
		{inBody(`"type": "statc"`), `bodies[0].type: "statc" is out of range: must be one of dynamic, kinematic, static`, geom.ErrOutOfRange},
		{inBody(`"mass": {}`), "bodies[0].mass.mass: is missing", ErrMissing},
		{inBody(`"mass": {"mass": 0}`), "bodies[0].mass.mass: 0 must be positive", geom.ErrNotPositive},
		{inCollider(``), "bodies[3].colliders[0].type: is missing", ErrMissing},
		{inCollider(`"type": "blob"`), `bodies[3].colliders[0].type: "blob" is out of range: must be one of circle, `, geom.ErrOutOfRange},
		{inCollider(`"type": "circle"`), "bodies[3].colliders[0].radius: is missing", ErrMissing},
		{inCollider(`"type": "circle", "radius": -1`), "bodies[3].colliders[0].radius: -1 must be positive", geom.ErrNotPositive},
		{inCollider(`"type": "circle", "radius": 1e-9`), "bodies[3].colliders[0].radius: 1e-09 is out of range: 0.0001 to 1e+06", geom.ErrOutOfRange},
		{inCollider(`"type": "circle", "radius": 1, "sweep": 1`), "bodies[3].colliders[0].sweep: is not a field of the format", ErrUnknownField},
		{inCollider(`"type": "box", "halfExtents": [1, 0]`), "bodies[3].colliders[0].halfExtents[1]: 0 must be positive", geom.ErrNotPositive},
		{inCollider(`"type": "ellipse", "radii": [1, -2]`), "bodies[3].colliders[0].radii[1]: -2 must be positive", geom.ErrNotPositive},
		{inCollider(`"type": "segment", "a": [1, 1], "b": [1, 1]`), "bodies[3].colliders[0].b: ", geom.ErrDuplicate},
		{inCollider(`"type": "sector", "radius": 1, "sweep": 4`), "bodies[3].colliders[0].sweep: 4 is out of range: ", geom.ErrOutOfRange},
		{inCollider(`"type": "polygon", "points": [[0, 0], [1, 0], [0.25, 0.25], [0, 1]]`), "bodies[3].colliders[0].points[2]: ", geom.ErrNotConvex},
		{inCollider(`"type": "polygon", "points": [[0, 0], [1, 0]]`), "bodies[3].colliders[0].points: 2 is too few points", geom.ErrTooFewPoints},
		{inCollider(`"type": "polygon", "points": [[0, 0], [1, 0], [2, 0]]`), "bodies[3].colliders[0].points", geom.ErrCollinear},
		{inCollider(`"type": "polygon", "points": [[0, 0], [1, 0], [0, 1e-5]]`), "bodies[3].colliders[0].points: 1 by 1e-05 is out of range", geom.ErrOutOfRange},
		{inCollider(`"type": "circle", "radius": 1, "density": -1`), "bodies[3].colliders[0].density: -1 must not be negative", geom.ErrNegative},
		{inCollider(`"type": "circle", "radius": 1, "density": 1e-30`), "bodies[3].colliders[0].density: 1e-30 is out of range", geom.ErrOutOfRange},
		{inCollider(`"type": "circle", "radius": 1, "material": "ice"`),
			`bodies[3].colliders[0].material: "ice" names nothing in the document: no such material`, ErrUnknownName},
		{inCollider(`"type": "circle", "radius": 1, "filter": {"mask": -1}`),
			"bodies[3].colliders[0].filter.mask: -1 has the wrong type: must be a whole number of 64 bits", ErrWrongType},
		{inCollider(`"type": "circle", "radius": 1, "filter": {"group": 1.5}`),
			"bodies[3].colliders[0].filter.group: 1.5 has the wrong type: must be a whole number", ErrWrongType},
		{inBody(`"chains": [{"points": [[0, 0], [0, 0]]}]`), "bodies[0].chains[0].points[1]: ", geom.ErrDuplicate},
		{inBody(`"chains": [{"points": [[0, 0], [1, 0]], "materials": ["", ""]}]`), "bodies[0].chains[0].materials: 2 is out of range: want none or 1", geom.ErrOutOfRange},
		{inBody(`"chains": [{"points": [[0, 0], [1, 0]], "materials": ["mud"]}]`), `bodies[0].chains[0].materials[0]: "mud" names nothing`, ErrUnknownName},
		{inBody(`"chains": [{"points": [[0, 0], [1, 0]], "materials": [7]}]`), "bodies[0].chains[0].materials[0]: 7 has the wrong type", ErrWrongType},

		// Names.
		{`{"version": 1, "materials": [{"friction": 1}]}`, "materials[0].name: is missing", ErrMissing},
		{`{"version": 1, "materials": [{"name": "m"}, {"name": "m"}]}`, `materials[1].name: "m" is taken already`, ErrDuplicateName},
		{`{"version": 1, "materials": [{"name": "m", "restitution": 9}]}`, "materials[0].restitution: 9 is out of range: 0 to 8", geom.ErrOutOfRange},
		{`{"version": 1, "bodies": [{"name": "b"}, {"name": "b"}]}`, `bodies[1].name: "b" is taken already`, ErrDuplicateName},
		{`{"version": 1, "bodies": [{"name": "b"}], "joints": [{"type": "revolute", "a": "b", "b": "c"}]}`,
			`joints[0].b: "c" names nothing in the document: no such body`, ErrUnknownName},
		{`{"version": 1, "joints": [{"type": "revolute"}]}`, `joints[0].b: "" is the same body twice: without a name it is the ground`, world.ErrSameBody},
		{`{"version": 1, "bodies": [{"name": "b", "type": "static"}], "joints": [{"type": "revolute", "a": "b"}]}`,
			`joints[0].b: "" is not dynamic and neither is the other: without a name it is the ground`, world.ErrImmovable},
		{`{"version": 1, "joints": [{"type": "rubber", "a": "b"}]}`, `joints[0].type: "rubber" is out of range: must be one of revolute, distance, prismatic, weld, wheel, motor, mouse, angle, pulley, ratchet, groove, rotarySpring, friction, noCollision, gear`, geom.ErrOutOfRange},
		{`{"version": 1, "bodies": [{"name": "b"}], "joints": [{"type": "revolute", "a": "b", "limit": true, "lower": 2, "upper": 1}]}`,
			"joints[0].lower: 2 is out of range: above 1", geom.ErrOutOfRange},
	} {
		s, err := Parse([]byte(c.document))
		require.Error(t, err, c.document)
		require.Nil(t, s)
		require.True(t, strings.HasPrefix(err.Error(), c.want), "%s\ngot  %v\nwant %s", c.document, err, c.want)
		if c.reason != nil {
			require.ErrorIs(t, err, c.reason, c.document)
		}
		var located *Error
		require.True(t, errors.As(err, &located))
		require.Contains(t, Check([]byte(c.document)), located, "Check tells what Parse does")
	}
}

func TestCountLimits(t *testing.T) {
	many := func(item string, n int) string {
		return "[" + strings.Repeat(item+",", n-1) + item + "]"
	}
	for _, c := range []struct{ document, want string }{
		{`{"version": 1, "materials": ` + many(`{}`, MaxMaterials+1) + `}`, "materials: 10001 are too many: at most 10000"},
		{`{"version": 1, "bodies": ` + many(`{}`, MaxBodies+1) + `}`, "bodies: 100001 are too many: at most 100000"},
		{inBody(`"chains": [{"points": ` + many(`[0,0]`, MaxPoints+1) + `}]`), "bodies[0].chains[0].points: 65536 are too many: at most 65535"},
		{inBody(`"name": "` + strings.Repeat("x", MaxText+1) + `"`), "bodies[0].name: 4097 bytes are too many: at most 4096"},
		{strings.Repeat(" ", MaxBytes+1), "scene: 33554433 bytes are too many: at most 33554432"},
	} {
		_, err := Parse([]byte(c.document))
		require.EqualError(t, err, c.want)
		require.ErrorIs(t, err, ErrTooMany)
	}
	// The object, the version, the list and seven items.
	ten := Limits{Values: 10}.normalized()
	_, err := indexDocument([]byte(`{"version": 1, "bodies": `+many(`0`, 8)+`}`), ten)
	require.EqualError(t, err, "bodies[7]: the document's values are too many")
	_, err = indexDocument([]byte(`{"version": 1, "bodies": `+many(`0`, 7)+`}`), ten)
	require.NoError(t, err)
	var keys []string
	for i := range maxKeys + 1 {
		keys = append(keys, fmt.Sprintf(`"k%d": 0`, i))
	}
	_, err = Parse([]byte("{" + strings.Join(keys, ",") + "}"))
	require.EqualError(t, err, "scene: its fields are too many: at most 64")
}

func TestTotalColliderLimit(t *testing.T) {
	points := make([]mgl64.Vec2, MaxPoints)
	for i := range points {
		points[i] = mgl64.Vec2{float64(i), 0}
	}
	s := &Scene{Bodies: []Body{{Def: body.Def{Type: body.Static}}}}
	for range MaxColliders/MaxPoints + 1 {
		s.Bodies[0].Chains = append(s.Bodies[0].Chains, Chain{Points: points})
	}
	require.EqualError(t, s.Validate(), "bodies: their 458745 colliders are too many: at most 400000")
}

func TestErrorLines(t *testing.T) {
	for document, line := range map[string]int{
		"{\n\"version\": 1,\n\"bodies\": [\n{},\n{\"angle\":\n\"x\"}]}":                       6,
		"{\n\"version\": 1,\n\"bodies\": [\n{\n\"colour\": 1}]}":                              5,
		"{\n\"version\": 1,\n\"bodies\": [\n{\"colliders\": [\n{\"type\": \"circle\"}]}]}":    5,
		"{\n\"version\": 1,\n\n\"joints\": [\n{\"type\": \"revolute\",\n\"a\": \"nobody\"}]}": 6,
		"{\n\"version\": 1,\n\n\"bodies\": [\n,]}":                                            5,
	} {
		_, err := Parse([]byte(document))
		var located *Error
		require.True(t, errors.As(err, &located), document)
		require.Equal(t, line, located.Line, "%s\n%v", document, err)
	}
}

func TestValidateChecksGoValues(t *testing.T) {
	one := func(c Collider) *Scene { return &Scene{Bodies: []Body{{Colliders: []Collider{c}}}} }
	for _, c := range []struct {
		scene *Scene
		want  string
	}{
		{&Scene{Seconds: math.NaN()}, "seconds: NaN must be finite"},
		{&Scene{Description: "\xff"}, `description: "\xff" cannot be written into a scene: not UTF-8`},
		{&Scene{Bodies: []Body{{Def: body.Def{Position: mgl64.Vec2{0, math.Inf(1)}}}}}, "bodies[0].position[1]: +Inf must be finite"},
		{&Scene{Bodies: []Body{{Def: body.Def{Type: 9}}}}, "bodies[0].type: \"type(9)\" is out of range: must be one of dynamic, kinematic, static"},
		{one(Collider{}), `bodies[0].colliders[0].type: "" is out of range: must be one of circle`},
		{one(Collider{Shape: customDisc{}}), `bodies[0].colliders[0].type: scene.customDisc cannot be written into a scene: no custom shape of its kind is registered`},
		{one(Collider{Shape: shape.Circle{}}), "bodies[0].colliders[0].radius: 0 must be positive"},
		{one(Collider{Shape: shape.Box(-1, 1)}), "bodies[0].colliders[0].halfExtents[0]: -1 must be positive"},
		{one(Collider{Shape: shape.Polygon{}}), "bodies[0].colliders[0].points: 0 is too few points"},
		{&Scene{Joints: []Joint{{A: "x"}}}, `joints[0].type: "" is out of range: must be one of revolute, distance, prismatic, weld, wheel, motor, mouse, angle, pulley, ratchet, groove, rotarySpring, friction, noCollision, gear`},
		{&Scene{Materials: []Material{{Name: "m", Material: shape.Material{Friction: -1}}}}, "materials[0].friction: -1 must not be negative"},
	} {
		err := c.scene.Validate()
		require.Error(t, err, c.want)
		require.True(t, strings.HasPrefix(err.Error(), c.want), "got %v, want %s", err, c.want)
		_, encodeErr := c.scene.Encode()
		require.Equal(t, err, encodeErr)
	}
}

// customDisc is a shape that is not registered.
type customDisc struct{}

func (customDisc) Support(dir mgl64.Vec2) mgl64.Vec2 { return dir.Normalize() }

func TestParseCopiesInput(t *testing.T) {
	// Parse keeps nothing of the bytes that it reads.
	data := []byte(`{"version": 1, "description": "kept"}`)
	s := world.Must(Parse(data))
	copy(data, bytes.Repeat([]byte{'x'}, len(data)))
	require.Equal(t, "kept", s.Description)
}
