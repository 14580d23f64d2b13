package thumbnail_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"github.com/carom2d/carom/web"
	"github.com/carom2d/carom/world/draw"
	"github.com/stretchr/testify/require"
)

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
