package scene

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// FuzzParse checks that what Parse accepts builds, for documents whose numbers are replaced
// by extreme ones: at the chosen places of the text stand the chosen numbers.
func FuzzParse(f *testing.F) {
	document := world.Must(sceneWithEveryField(f).Encode())
	f.Add(uint16(3), uint8(1), uint16(40), uint8(5), uint16(100), uint8(9))
	f.Add(uint16(12), uint8(14), uint16(77), uint8(2), uint16(8), uint8(0))
	number := regexp.MustCompile(`-?\d+(\.\d+)?(e-?\d+)?`)
	f.Fuzz(func(t *testing.T, at1 uint16, x1 uint8, at2 uint16, x2 uint8, at3 uint16, x3 uint8) {
		data := document
		for _, change := range [][2]int{{int(at1), int(x1)}, {int(at2), int(x2)}, {int(at3), int(x3)}} {
			places := number.FindAllIndex(data, -1)
			place := places[change[0]%len(places)]
			changed := append([]byte{}, data[:place[0]]...)
			changed = append(changed, extremeNumbers[change[1]%len(extremeNumbers)]...)
			data = append(changed, data[place[1]:]...)
		}
		s, err := testShapes.Parse(data)
		if err != nil {
			var located *Error
			require.ErrorAs(t, err, &located)
			require.Positive(t, located.Line)
			require.Contains(t, testShapes.Check(data), err)
			return
		}
		w, _, err := s.New(oneWorker)
		require.NoError(t, err, "%s", data)
		w.Close()
	})
}

// FuzzScene checks that any bytes give an error, or a scene that encodes to an equal one,
// builds, and steps while all numbers stay finite.
func FuzzScene(f *testing.F) {
	document := world.Must(sceneWithEveryField(f).Encode())
	f.Add(document)
	files := world.Must(filepath.Glob(filepath.Join(sceneFolder, "*.json")))
	require.NotEmpty(f, files)
	for _, file := range files {
		data := world.Must(os.ReadFile(file))
		if len(data) < 5000 { // small ones mutate best
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := testShapes.Parse(data)
		if err != nil {
			require.Nil(t, s)
			require.Contains(t, testShapes.Check(data), err)
			return
		}
		require.Empty(t, testShapes.Check(data))
		document, err := s.Encode()
		require.NoError(t, err)
		again, err := testShapes.Parse(document)
		require.NoError(t, err, "%s", document)
		require.Equal(t, s, again)
		if len(s.Bodies) > 100 {
			return // the rest would only be slow
		}
		w, contents := start(t, s)
		runTicks(w, 3)
		for _, b := range contents.Bodies {
			require.True(t, geom.From(b.Position()).Finite())
			require.True(t, geom.From(b.LinearVelocity()).Finite())
			require.True(t, geom.Finite(b.Angle()) && geom.Finite(b.AngularVelocity()))
		}
		_, err = testShapes.FromWorld(w)
		if err != nil { // a body may have left the range of the format
			require.ErrorIs(t, err, geom.ErrOutOfRange)
		}
	})
}
