package scene

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// The state of a scene after 300 ticks, to the last bit of every pose and
// velocity. The value is the same on every platform; it changes only when what
// the engine computes changes, and then with a line here that says why.
//
//	2026-11-20  first values
var goldens = map[string]uint64{
	"bridge":         0x0,
	"mixed_rain":     0x0,
	"mixer":          0x0,
	"newtons_cradle": 0x0,
	"pyramid":        0x0,
}

func TestGoldenScenes(t *testing.T) {
	for name, want := range goldens {
		for range 2 {
			require.Equal(t, want, hashAfter(t, name, 300), "%s: %#x", name, hashAfter(t, name, 300))
		}
	}
}

func hashAfter(t *testing.T, name string, ticks int) uint64 {
	document, err := os.ReadFile(filepath.Join(sceneFolder, name+".json"))
	require.NoError(t, err)
	s, err := Parse(document)
	require.NoError(t, err)
	w, _, err := s.New(func(c *world.Config) { c.Workers = 2 })
	require.NoError(t, err)
	defer w.Close()
	for range ticks {
		w.Tick()
	}
	return w.Hash()
}
