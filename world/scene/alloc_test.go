//go:build !race

package scene

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// A warm tick allocates nothing, with contacts coming and going.
func TestStepDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	for _, name := range []string{"pyramid", "mixed_rain"} {
		document, err := os.ReadFile(filepath.Join(sceneFolder, name+".json"))
		require.NoError(t, err)
		s := world.Must(Parse(document))
		w, _, err := s.New(func(c *world.Config) { c.NoSleep = true })
		require.NoError(t, err)
		runTicks(w, 600)
		require.Zero(t, testing.AllocsPerRun(50, w.Tick), name)
		w.Close()
	}
}
