package page

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// atOnce is how many scenes run at a time.
const atOnce = 2

// Every scene of the gallery runs two seconds of its time, at four times the speed, without an
// error in the console, and does not look at the end as it did at first.
func TestEveryScene(t *testing.T) {
	// Without OpenGL one of two tabs at a time stopped painting once in sixty scenes.
	address, first := site(t), chromium.Start(t, chromedp.Flag("disable-gpu-compositing", false))
	files, err := filepath.Glob(filepath.Join(built, "scenes", "*.html"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 40)
	free := make(chan struct{}, atOnce)
	var wait sync.WaitGroup
	for _, file := range files {
		free <- struct{}{}
		wait.Go(func() {
			defer func() { <-free }()
			name := strings.TrimSuffix(filepath.Base(file), ".html")
			t.Run(name, func(t *testing.T) {
				p := open(t, first, address+"/scenes/"+name+".html?painter=canvas", 640, 480)
				p.until(`window.carom?.hasFrame && document.querySelector("#world canvas") !== null`)
				before := p.picture()
				value[any](p, `carom.setSpeed(4)`)
				p.until(`carom.picture.head.time >= 2`)
				after := p.picture()
				require.Greater(t, difference(before, after), 0.0005, "nothing has changed")
				require.NoError(t, os.WriteFile(filepath.Join(pictures, name+".png"), encoded(t, after), 0o644))
				p.quiet()
			})
		})
	}
	wait.Wait()
}

// picture takes what the viewer shows.
func (p *tab) picture() image.Image {
	p.t.Helper()
	var data []byte
	p.run(chromedp.Screenshot(".carom-stage", &data, chromedp.ByQuery))
	m, err := png.Decode(bytes.NewReader(data))
	require.NoError(p.t, err)
	return m
}

func encoded(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

// difference returns the share of pixels that differ by more than noise.
func difference(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	n, r := 0, a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if max(ar, br)-min(ar, br)+max(ag, bg)-min(ag, bg)+max(ab, bb)-min(ab, bb) > 0x1800 {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}
