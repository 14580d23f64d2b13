//go:build long

package gogen

import (
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
	"github.com/carom2d/carom/world/scene"
	"github.com/stretchr/testify/require"
)

const randomScenes = 1000

// largeScenes returns the benchmark scenes as they begin.
func largeScenes(t *testing.T) (out []*scene.Scene) {
	for _, s := range gallery.Scenes() {
		run := s.Start(world.Config{Workers: 1})
		captured, err := scene.FromWorld(run.World)
		run.Close()
		if s.Name == "spinner" { // its motor is stronger than a document can say
			require.ErrorIs(t, err, geom.ErrOutOfRange)
			continue
		}
		require.NoError(t, err, s.Name)
		out = append(out, captured)
	}
	return out
}
