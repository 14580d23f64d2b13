package scene

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// FuzzScene checks that any bytes give an error, or a scene that encodes to an equal one,
// builds, and steps while all numbers stay finite.
func FuzzScene(f *testing.F) {
	document, err := sceneWithEveryField(f).Encode()
	require.NoError(f, err)
	f.Add(document)
	files, err := filepath.Glob(filepath.Join(sceneFolder, "*.json"))
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		if len(data) < 5000 { // small ones mutate best
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := testShapes.Parse(data)
		if err != nil {
			require.Nil(t, s)
			return
		}
		document, err := s.Encode()
		require.NoError(t, err)
		again, err := testShapes.Parse(document)
		require.NoError(t, err, "%s", document)
		require.Equal(t, s, again)
		if len(s.Bodies) > 100 {
			return // the rest would only be slow
		}
		w, contents, err := s.New(oneWorker)
		if err != nil {
			var located *Error
			require.ErrorAs(t, err, &located)
			require.ErrorIs(t, err, geom.ErrOutOfRange, "only the world's own limits may still reject it")
			return
		}
		defer w.Close()
		for range 3 {
			w.Tick()
		}
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
