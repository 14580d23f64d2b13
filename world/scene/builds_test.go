package scene

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
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
		{bodies("1, \"stable\": true", "\"key\": 3},\n{}, {},\n{\"key\": 3"), "bodies[3].key: 3 is the key of another body", 6, world.ErrDuplicateKey},
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
		bodies(`1, "timestep": 1e-6`, ""), bodies(`1, "timestep": 1000`, ""), bodies("1", `"key": 3}, {"key": 3`),
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

// A motor speed beyond the reach of its bodies is found by Parse, Validate and Encode, with its
// place. What is within reach, of a wheel for instance, builds.
func TestMotorSpeedBeyondReach(t *testing.T) {
	for _, c := range []struct{ world, shape, joint, want string }{
		{``, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "revolute", "motorSpeed": 188, "maxMotorTorque": 1`, ``},
		{``, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "revolute", "motorSpeed": -189, "maxMotorTorque": 1`, "joints[1].motorSpeed: -189 is out of range: the bodies reach 188.31 rad/s at most"},
		{``, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "revolute", "motorSpeed": 189`, ``},
		{`"timestep": 0.1`, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "revolute", "motorSpeed": 32, "maxMotorTorque": 1`, "joints[1].motorSpeed: 32 is out of range: the bodies reach 31.385 rad/s at most"},
		{``, `"type": "circle", "radius": 0.5`, `"type": "wheel", "localAxisA": [0, 1], "motorSpeed": 799, "maxMotorTorque": 1`, ``},
		{``, `"type": "circle", "radius": 0.5`, `"type": "wheel", "localAxisA": [0, 1], "motorSpeed": 801, "maxMotorTorque": 1`, "joints[1].motorSpeed: 801 is out of range: the bodies reach 800 rad/s at most"},
		{`"maxSpeed": 4`, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "prismatic", "localAxisA": [0, 1], "motorSpeed": 5, "maxMotorForce": 1`, "joints[1].motorSpeed: 5 is out of range: the bodies reach 4 m/s at most"},
		{``, `"type": "box", "halfExtents": [0.3, 0.3]`, `"type": "motor", "angularVelocity": 500, "maxVelocityTorque": 1`, "joints[1].angularVelocity: 500 is out of range"},
	} {
		document := fmt.Sprintf(`{"version": 1, "world": {%s}, "bodies": [{"name": "a", "colliders": [{%s}]}],
			"joints": [{"type": "revolute", "a": "", "b": "a", "motorSpeed": 1, "maxMotorTorque": 1}, {"a": "", "b": "a", %s}]}`, c.world, c.shape, c.joint)
		s, err := Parse([]byte(document))
		if c.want != "" {
			require.ErrorContains(t, err, c.want)
			require.ErrorIs(t, err, geom.ErrOutOfRange)
			continue
		}
		require.NoError(t, err, document)
		require.NoError(t, s.Validate())
		w, _, err := s.New()
		require.NoError(t, err)
		w.Close()
	}
}

// extremeNumbers are the largest, the smallest and special ones of the format, and just
// beyond.
var extremeNumbers = []string{
	"0", "1", "-1", "1e-4", "1e-9", "5e-324", "1e-5", "1e5", "1e6", "-1e6", "1e9", "-1e9", "1e300", "0.5", "3.141592653589793", "64",
	"1e-6", "1e-13", "1e3", "1000.1", "-1e-3",
}

// TestExtremeNumbers replaces numbers of documents by the largest, the smallest and special
// ones. Any document that the format accepts must build and step while all numbers stay
// finite.
func TestExtremeNumbers(t *testing.T) {
	extremeSamples := long.Pick(250, 50_000)
	number := regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`)
	var documents [][]byte
	for _, build := range []func() *Scene{func() *Scene { return sceneWithEveryField(t) }, bouncingBalls, newtonsCradle, cardHouse, slope} {
		document, err := build().Encode()
		require.NoError(t, err)
		documents = append(documents, document)
	}
	r := rand.New(rand.NewPCG(12, 34))
	ran := 0
	for range extremeSamples {
		data := documents[r.IntN(len(documents))]
		for range 1 + r.IntN(3) {
			at := number.FindAllIndex(data, -1)
			match := at[r.IntN(len(at))]
			changed := append([]byte{}, data[:match[0]]...)
			changed = append(changed, extremeNumbers[r.IntN(len(extremeNumbers))]...)
			data = append(changed, data[match[1]:]...)
		}
		s, err := Parse(data)
		if err != nil {
			continue
		}
		w, contents, err := s.New(oneWorker)
		require.NoError(t, err, "%s", data)
		runTicks(w, 3)
		for i, b := range contents.Bodies {
			require.True(t, geom.From(b.Position()).Finite() && geom.From(b.LinearVelocity()).Finite(), "body %d of %s", i, data)
			require.True(t, geom.Finite(b.Angle()) && geom.Finite(b.AngularVelocity()), "body %d of %s", i, data)
		}
		w.Close()
		ran++
	}
	require.Greater(t, ran, extremeSamples/5, "most documents are rejected: the test shows little")
}
