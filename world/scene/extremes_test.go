package scene

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/stretchr/testify/require"
)

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
