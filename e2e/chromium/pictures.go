package chromium

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// pictures is how many pictures a second a page in a test draws. Without a graphics card each takes
// some ten milliseconds of the processors, most of it outside of the page.
const pictures = 20

// slow is a script that lets a page draw fewer pictures a second than the screen shows.
const slow = `(() => {
	const frame = window.requestAnimationFrame.bind(window), waiting = new Map(), pace = 1000 / %d;
	let ids = 0, due = 0;
	const run = (now) => {
		due = 0;
		const calls = [...waiting.values()];
		waiting.clear();
		for (const call of calls) call(now);
	};
	window.requestAnimationFrame = (call) => {
		waiting.set(++ids, call);
		due ||= setTimeout(() => frame(run), pace);
		return ids;
	};
	window.cancelAnimationFrame = (id) => waiting.delete(id);
})()`

// Slow lets the pages that a tab loads from now on draw twenty pictures a second.
func Slow() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(fmt.Sprintf(slow, pictures)).Do(ctx)
		return err
	})
}

// Picture takes what a tab shows.
func Picture(ctx context.Context) (m image.Image, err error) {
	err = chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		data, err := page.CaptureScreenshot().WithOptimizeForSpeed(true).Do(ctx)
		if err != nil {
			return err
		}
		m, err = png.Decode(bytes.NewReader(data))
		return err
	}))
	return m, err
}

// Colors counts the different colours of a picture, and the share of its pixels that have the most
// frequent one.
func Colors(m image.Image) (different int, most float64) {
	counts := map[[3]uint8]int{}
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := m.At(x, y).RGBA()
			counts[[3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8)}]++
		}
	}
	largest := 0
	for _, n := range counts {
		largest = max(largest, n)
	}
	return len(counts), float64(largest) / float64(b.Dx()*b.Dy())
}

// Difference returns the share of pixels that differ between two pictures by more than noise.
func Difference(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	n, r := 0, a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if apart(ar, br)+apart(ag, bg)+apart(ab, bb) > 0x1800 {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }
