package scene

import (
	"errors"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// What only the world's own rules refuse is refused by Parse, with the field and its line.
func TestParseRefusesWhatNewWould(t *testing.T) {
	bodies := func(unit, body string) string {
		return "{\"version\": 1,\n\"world\": {\"lengthUnit\": " + unit + "},\n\"bodies\": [\n{" + body + "}]}"
	}
	heavy := `"colliders": [{"type": "box", "halfExtents": [1e6, 1e6], "density": 1e9}]`
	for _, c := range []struct {
		document, want string
		line           int
		reason         error
	}{
		{"{\"version\": 1,\n\"world\": {\n\"contactHertz\": 1e-9}}", "world.contactHertz: 1e-09 is out of range", 3, geom.ErrOutOfRange},
		{"{\"version\": 1,\n\"world\": {\n\"maxSpeed\": 1e-13}}", "world.maxSpeed: 1e-13 is out of range", 3, geom.ErrOutOfRange},
		{"{\"version\": 1,\n\"world\": {\n\"lengthUnit\": 1e-7}}", "world.lengthUnit: 1e-07 is out of range", 3, geom.ErrOutOfRange},
		{bodies("1e-6", `"position": [0, 1001]`), "bodies[0].position[1]: 1001 is out of range: -1000 to 1000", 4, geom.ErrOutOfRange},
		{bodies("1e-5", `"mass": {"mass": 1, "center": [0, 20000]}`), "bodies[0].mass.center[1]: 20000 is out of range: -10000 to 10000", 4, geom.ErrOutOfRange},
		{bodies("1", heavy), "bodies[0].colliders[0].density: 1e+09 is out of range: its mass is 4e+21", 4, geom.ErrOutOfRange},
		{bodies("1", "\"key\": 3},\n{}, {},\n{\"key\": 3"), "bodies[3].key: 3 is the key of another body", 6, world.ErrDuplicateKey},
		{"{\"version\": 1, \"bodies\": [{\"name\": \"b\", \"position\": [3, 4]}],\n\"joints\": [\n{\"type\": \"distance\", \"b\": \"b\", \"localAnchorA\": [3, 5], \"localAnchorB\": [0, 1]}]}",
			"joints[0].length: 0 is degenerate: the anchors are at the same place", 3, geom.ErrDegenerate},
	} {
		_, err := Parse([]byte(c.document))
		require.EqualError(t, err, c.want)
		require.ErrorIs(t, err, c.reason)
		var located *Error
		require.True(t, errors.As(err, &located))
		require.Equal(t, c.line, located.Line, c.want)
	}
	for _, document := range []string{
		bodies("1e-6", `"position": [0, 1000]`), bodies("1e6", `"position": [0, 1e9]`), bodies("1", `"type": "static", `+heavy),
		`{"version": 1, "bodies": [{"name": "b", "position": [1e6, 0]}], "joints": [{"type": "distance", "b": "b", "localAnchorA": [1e6, 1e-7]}]}`,
	} {
		s, err := Parse([]byte(document))
		require.NoError(t, err, document)
		w, _, err := s.New(oneWorker)
		require.NoError(t, err, document)
		w.Close()
	}
}

// A Scene built in Go is refused by Validate for the same reasons.
func TestValidateRefusesWhatNewWould(t *testing.T) {
	for want, s := range map[string]*Scene{
		"world.sleepTime: 1e+20 is out of range: 0 to 100000": {Config: world.Config{SleepTime: 1e20}},
		"world.jointHertz: 1e-09 is out of range":             {Config: world.Config{JointHertz: 1e-9}},
	} {
		require.EqualError(t, s.Validate(), want)
		_, _, err := s.New()
		require.Error(t, err)
	}
}
