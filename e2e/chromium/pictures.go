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
