package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// Every limit stops a document that is one beyond it, and lets the one at it pass.
func TestLimitsOfADocument(t *testing.T) {
	items := func(list, item string, n int) string {
		return `{"version": 1, "` + list + `": [` + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + `]}`
	}
	var named, joined []string
	for i := range 4 {
		named = append(named, fmt.Sprintf(`{"name": "m%d"}`, i))
		joined = append(joined, `{"type": "revolute", "b": "x"}`)
	}
	withJoints := func(n int) string {
		return `{"version": 1, "bodies": [{"name": "x"}], "joints": [` + strings.Join(joined[:n], ",") + `]}`
	}
	disc := `{"type": "circle", "radius": 1}`
	for _, c := range []struct {
		limits     Limits
		fits, over string
		want       string
	}{
		{Limits{Bytes: 14}, `{"version": 1}`, `{"version": 1} `, "scene: 15 bytes are too many: at most 14"},
		{Limits{Depth: 2}, items("bodies", "", 0), items("bodies", "{}", 1), "bodies[0]: is nested too deeply"},
		{Limits{Values: 5}, items("bodies", "{}", 2), items("bodies", "{}", 3), "bodies[2]: the document's values are too many"},
		{Limits{Bodies: 3}, items("bodies", "{}", 3), items("bodies", "{}", 4), "bodies: 4 are too many: at most 3"},
		{Limits{Colliders: 2}, inBody(`"colliders": [` + disc + `,` + disc + `]`), inBody(`"colliders": [` + disc + `], "chains": [{"points": [[0,0],[1,0]]}]`),
			"bodies: their 3 colliders are too many: at most 2"},
		{Limits{Points: 3}, inBody(`"chains": [{"points": [[0,0],[1,0],[2,0]]}]`), inBody(`"chains": [{"points": [[0,0],[1,0],[2,0],[3,0]]}]`),
			"bodies[0].chains[0].points: 4 are too many: at most 3"},
		{Limits{Joints: 3}, withJoints(3), withJoints(4), "joints: 4 are too many: at most 3"},
		{Limits{Materials: 3}, items("materials", strings.Join(named[:3], ","), 1), items("materials", strings.Join(named, ","), 1), "materials: 4 are too many: at most 3"},
		{Limits{Memory: 1000}, items("bodies", "{}", 2), items("bodies", "{}", 3), "bodies: the scene's bytes are too many: at most about 1000"},
	} {
		s, err := Parse([]byte(c.fits), WithLimits(c.limits))
		require.NoError(t, err, c.fits)
		w, _, err := s.New(oneWorker)
		require.NoError(t, err)
		w.Close()
		_, err = Parse([]byte(c.over), WithLimits(c.limits))
		require.EqualError(t, err, c.want)
		_, err = Parse([]byte(c.over))
		require.NoError(t, err, "within the defaults")
	}
	_, err := Parse([]byte("{\"version\": 1,\n\"bodies\": [{},\n{}]}"), WithLimits(Limits{Values: 4}))
	var located *Error
	require.ErrorAs(t, err, &located)
	require.Equal(t, 3, located.Line)
}

// A scene that was parsed with larger limits keeps them.
func TestLargerLimitsLast(t *testing.T) {
	document := []byte(`{"version": 1, "bodies": [` + strings.Repeat(`{"type": "static"},`, MaxBodies) + `{}]}`)
	_, err := Parse(document)
	require.ErrorIs(t, err, ErrTooMany)
	s, err := Parse(document, WithLimits(Limits{Bodies: 2 * MaxBodies, Memory: 1 << 30}))
	require.NoError(t, err)
	require.NoError(t, s.Validate())
	s.Bodies = append(s.Bodies, Body{Def: body.Def{}, Colliders: []Collider{{Shape: shape.Circle{Radius: 1}}}})
	require.NoError(t, s.Validate())
	require.ErrorIs(t, (&Scene{Bodies: s.Bodies}).Validate(), ErrTooMany)
}

// Texts are decoded as package encoding/json does.
func TestTextsOfDocuments(t *testing.T) {
	for raw, want := range map[string]string{
		`a\u0062c`: "abc", `\"\\\/\b\f\n\r\t`: "\"\\/\b\f\n\r\t", `\u00e9é`: "éé", `\ud83d\ude00`: "😀",
		`\ud83d`: "\ufffd", `\ud83dx`: "\ufffdx", `\ud83d\u0041`: "\ufffdA", `\ude00`: "\ufffd", ``: "",
	} {
		s, err := Parse([]byte(`{"version": 1, "description": "` + raw + `"}`))
		require.NoError(t, err, raw)
		require.Equal(t, want, s.Description)
	}
	s, err := Parse([]byte(`{"\u0076ersion": 1, "bod\u0069es": [{"\u0074ype": "st\u0061tic"}]}`))
	require.NoError(t, err)
	require.Equal(t, body.Static, s.Bodies[0].Def.Type)
	for _, document := range []string{
		`{"version": 1, "a\u0062": 0, "ab": 0}`, `{"version": 1, "ab": 0, "\u0061b": 0}`,
	} {
		_, err := Parse([]byte(document))
		require.ErrorIs(t, err, ErrDuplicateField, document)
	}
	for _, text := range []string{`"\x"`, `"\u12g4"`, `"\u123"`, `"\`, `"`, "\"\n\"", `01`, `1.`, `.5`, `+1`, `1e`, `-`, `1 2`, `tru`, `nul`, `[1,]`, `{"a"}`, `{"a":}`, `{,}`, `]`, `}`, `'a'`} {
		for _, document := range []string{text, `{"version": ` + text + `}`, `[` + text + `]`} {
			_, err := Parse([]byte(document))
			require.ErrorIs(t, err, ErrSyntax, document)
		}
	}
}

// The index accepts what encoding/json accepts.
func FuzzSyntax(f *testing.F) {
	for _, s := range []string{`{"a": [1, -0.5e+7, true, null, "x\u00e9"]}`, `[[[]]`, `{"a": 01}`, "\"\\ud800\"", `{"a":1}{`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := indexDocument(data, Limits{Depth: 100}.normalized())
		if err != nil && !isSyntaxError(err) {
			return // a limit, or a field that stands there twice
		}
		require.Equal(t, validJSON(data), err == nil, "%q: %v", data, err)
	})
}

func isSyntaxError(err error) bool { return errors.Is(err, ErrSyntax) }

func validJSON(data []byte) bool { return utf8.Valid(data) && json.Valid(data) }
