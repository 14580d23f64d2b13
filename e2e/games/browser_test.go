package games

import (
	"context"
	"image"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// Each game runs in a browser without an error in its console, shows more than a background, and
// answers to keys.
func TestGamesInABrowser(t *testing.T) {
	t.Parallel()
	dir, err := pages()
	require.NoError(t, err)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	first := chromium.Start(t)
	for _, g := range all {
		t.Run(g.name, func(t *testing.T) {
			ctx, cancel := chromedp.NewContext(first)
			defer cancel()
			ctx, stop := context.WithTimeout(ctx, 3*timeout)
			defer stop()
			console := listen(ctx)
			picture := func() (m image.Image) {
				m, err := chromium.Picture(ctx)
				require.NoError(t, err, "%s", console())
				return m
			}
			require.NoError(t, chromedp.Run(ctx, chromium.Slow(), chromedp.EmulateViewport(480, 300), chromedp.Navigate(server.URL+"/"+g.name+"/"), chromedp.WaitReady("canvas")))
			before := await(t, picture, "hardly anything is drawn", drawn)
			press := func(key string) { hold(t, ctx, key) }
			save(t, changes(t, picture, before, func() { press(g.keys[0]) }), g.name+"_browser.png")
			takesKeys(t, picture, press)
			require.NotContains(t, console(), "panic")
			require.NotContains(t, console(), "error:")
		})
	}
}

// changes presses keys until the picture differs from one before, and returns it.
func changes(t *testing.T, picture func() image.Image, before image.Image, press func()) (after image.Image) {
	t.Helper()
	repeat(t, func() (failure string) {
		press()
		var ok bool
		if after, ok = within(keyTimeout, picture, differs(before, 0.0005)); !ok {
			return "nothing has changed"
		}
		return ""
	})
	return after
}

// takesKeys shows that keys come to the game: P stops it, so that nothing moves by itself any more,
// and F1 shows the engine, then hides it again. A key that was missed lets it begin once more: both
// keys turn over what they find.
func takesKeys(t *testing.T, picture func() image.Image, press func(key string)) (overlay image.Image) {
	t.Helper()
	repeat(t, func() (failure string) {
		press("p")
		paused, ok := within(keyTimeout, picture, still())
		if !ok {
			return "P does not stop it"
		}
		press(f1)
		if overlay, ok = within(keyTimeout, picture, differs(paused, 0.01)); !ok {
			return "F1 shows nothing"
		}
		press(f1)
		if _, ok = within(keyTimeout, picture, like(paused)); !ok {
			return "F1 hides nothing, or P has not stopped it"
		}
		return ""
	})
	return overlay
}

// f1 is the key F1 for takesKeys.
const f1 = "F1"

// frames waits for four pictures of the page, for as long as they take: a key that goes down and up
// between two of them would not be seen.
const frames = `new Promise((done) => { let left = 4; const next = () => left-- > 0 ? requestAnimationFrame(next) : done(true); next(); })`

// hold presses a key for some frames.
func hold(t *testing.T, ctx context.Context, key string) {
	t.Helper()
	wait := chromedp.Evaluate(frames, nil, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) })
	events := kb.Encode([]rune(browserKey(key))[0])
	for i, e := range events {
		if i == len(events)-1 { // the key goes up
			require.NoError(t, chromedp.Run(ctx, wait))
		}
		require.NoError(t, chromedp.Run(ctx, e))
	}
	require.NoError(t, chromedp.Run(ctx, wait))
}

// listen collects what the console of the page says.
func listen(ctx context.Context) func() string {
	var lock sync.Mutex
	var lines []string
	chromedp.ListenTarget(ctx, func(event any) {
		lock.Lock()
		defer lock.Unlock()
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			for _, a := range e.Args {
				lines = append(lines, string(e.Type)+": "+string(a.Value))
			}
		case *runtime.EventExceptionThrown:
			lines = append(lines, "error: "+e.ExceptionDetails.Error())
		}
	})
	return func() string {
		lock.Lock()
		defer lock.Unlock()
		return strings.Join(lines, "\n")
	}
}

// browserKey is the key of a browser for one of xdotool.
func browserKey(name string) string {
	switch name {
	case "Left":
		return kb.ArrowLeft
	case "Right":
		return kb.ArrowRight
	case "Up":
		return kb.ArrowUp
	case "Down":
		return kb.ArrowDown
	case "space":
		return " "
	case f1:
		return kb.F1
	}
	return name
}
