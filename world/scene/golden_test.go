package scene_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/stretchr/testify/require"
)

// The state of a scene after 300 ticks, to the last bit of every pose and velocity. The value is
// the same on every platform, and changes only when the engine computes something else.
var goldens = map[string]uint64{
	"boats":          0xb67f5c08bee171c6,
	"bridge":         0xd363c748e1a2dbd8,
	"mixed_rain":     0x63e73dbe11bafbda,
	"mixer":          0xc203c5a9742d3bf8,
	"newtons_cradle": 0xfe360c7bb7c9aa4,
	"pyramid":        0x72f61ff7dc953c3c,
	"wind":           0xc151d2c774aa6cde,
}

func TestGoldenScenes(t *testing.T) {
	for name, want := range goldens {
		t.Run(name, func(t *testing.T) {
			got := hashAfter(t, name, 300)
			require.Equal(t, want, got, "%s: %#x", name, got)
		})
	}
}

func hashAfter(t *testing.T, name string, ticks int) uint64 {
	document, err := os.ReadFile(filepath.Join("../../testdata/scenes", name+".json"))
	require.NoError(t, err)
	s := world.Must(scene.Parse(document))
	w, _, err := s.New(func(c *world.Config) { c.Workers = 2 })
	require.NoError(t, err)
	defer w.Close()
	for range ticks {
		w.Tick()
	}
	return w.Hash()
}
