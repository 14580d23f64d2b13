package gallery_test

import (
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
	"github.com/stretchr/testify/require"
)

// golden is the state of a scene after a number of ticks, to the last bit of every pose and
// velocity. It is the same on every platform and for every number of workers.
type golden struct {
	ticks int
	hash  uint64
}

// A value changes only when the engine computes something else.
var goldens = map[string]golden{
	"tumbler":    {40, 0xe41fa044c42fb853},
	"rain":       {40, 0x6b60f927caf8e070},
	"joint_grid": {20, 0x53a5c79e8cd08e9a},
}

func TestGoldenGallery(t *testing.T) {
	for name, want := range goldens {
		t.Run(name, func(t *testing.T) { checkGolden(t, name, want) })
	}
}

func checkGolden(t *testing.T, name string, want golden) {
	s, ok := gallery.ByName(name)
	require.True(t, ok, name)
	r := s.Start(world.Config{Workers: 2})
	defer r.Close()
	for range want.ticks {
		r.Advance()
	}
	require.Equal(t, want.hash, r.Hash(), "%s: %#x", name, r.Hash())
}
