package thumbnail_test

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/web/gallery/thumbnail"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// A thumbnail is the same in every run, of the right size, and shows something. CAROM_THUMBNAILS
// names a folder for all of them, for a person to look at.
func TestThumbnails(t *testing.T) {
	folder := os.Getenv("CAROM_THUMBNAILS")
	for i, s := range gallery.Scenes() {
		if folder == "" && i%8 > 0 {
			continue // each takes seconds of simulation
		}
		for _, dark := range []bool{false, true} {
			data := world.Must(thumbnail.PNG(s, dark))
			picture := world.Must(png.Decode(bytes.NewReader(data)))
			require.Equal(t, thumbnail.Width, picture.Bounds().Dx())
			require.Equal(t, thumbnail.Height, picture.Bounds().Dy())
			require.Greater(t, len(data), 1500, s.Name)
			if folder != "" {
				require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%02d_%s_%v.png", i, s.Name, dark)), data, 0o644))
			} else if !dark {
				again := world.Must(thumbnail.PNG(s, dark))
				require.Equal(t, data, again)
			}
		}
	}
}
