package gallery_test

import (
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
	"github.com/stretchr/testify/require"
)

// Every scene goes on bit for bit from a snapshot and as a fork.
func TestScenesGoOnFromSnapshots(t *testing.T) {
	for _, scene := range gallery.Scenes() {
		t.Run(scene.Name, func(t *testing.T) {
			r := scene.Start(world.Config{Workers: 2})
			defer r.Close()
			const before, after = 5, 4
			for range before {
				r.Advance()
			}
			var s world.Snapshot
			require.NoError(t, r.Save(&s))
			at := r.StateHashes()
			advance := func() (hashes [after]uint64) {
				for i := range hashes {
					r.Advance()
					hashes[i] = r.StateHash()
				}
				return hashes
			}
			want, end := advance(), r.StateHashes()
			for range 2 {
				require.NoError(t, r.Restore(&s))
				require.Equal(t, at, r.StateHashes())
				require.Equal(t, want, advance())
				require.Equal(t, end, r.StateHashes())
			}
			fork := world.Must(r.Fork())
			defer fork.Close()
			require.Equal(t, end, fork.StateHashes())
			fork.Tick()
			r.Tick()
			require.Equal(t, r.StateHashes(), fork.StateHashes())
		})
	}
}
