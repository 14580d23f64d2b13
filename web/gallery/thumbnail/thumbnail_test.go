package thumbnail_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carom2d/carom/web"
	"github.com/carom2d/carom/web/gallery"
	"github.com/carom2d/carom/web/gallery/thumbnail"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
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

// The page paints bodies in the colours of their thumbnails.
func TestThePageHasTheSameTints(t *testing.T) {
	source, err := web.Files.ReadFile("js/palette.js")
	require.NoError(t, err)
	light, dark := draw.DefaultPalette(), draw.DarkPalette()
	for _, p := range []*draw.Palette{&light, &dark} {
		var pairs []string
		for _, s := range p.Tints {
			pairs = append(pairs, fmt.Sprintf(`["%s", "%s"]`, hex(s.Fill), hex(s.Stroke)))
		}
		require.Contains(t, string(source), strings.Join(pairs, ", "))
	}
	require.Contains(t, string(source), fmt.Sprintf("tintLooks = %d;", len(light.Tints)))
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
