package games

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// page runs the program game.wasm, as any page with a game does.
const page = `<!doctype html><meta charset="utf-8"><title>game</title><script src="wasm_exec.js"></script><script>
const go = new Go();
WebAssembly.instantiateStreaming(fetch("game.wasm"), go.importObject).then(r => go.run(r.instance));
</script>`

// site serves a page with a game.
func site(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, build(name, filepath.Join(dir, "game.wasm"), "GOOS=js", "GOARCH=wasm"))
	goRoot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goRoot)), "lib", "wasm", "wasm_exec.js"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "wasm_exec.js"), script, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "index.html"), []byte(page), 0o644))
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL
}

// browser starts Chromium without a window; WebGL is computed in software.
func browser(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.Flag("disable-gpu", false), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(960, 600))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(t.Logf)) // newer browsers say more than it knows
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Run(ctx), "apt-get install chromium")
	return ctx
}

// Each game runs in a browser without an error in its console, shows more than a background, and answers to keys.
func TestGamesInABrowser(t *testing.T) {
	first := browser(t)
	for _, g := range all {
		t.Run(g.name, func(t *testing.T) {
			ctx, cancel := chromedp.NewContext(first)
			defer cancel()
			ctx, stop := context.WithTimeout(ctx, time.Minute)
			defer stop()
			console := listen(ctx)
			picture := func() (m image.Image) {
				var data []byte
				require.NoError(t, chromedp.Run(ctx, chromedp.CaptureScreenshot(&data)))
				m, err := png.Decode(bytes.NewReader(data))
				require.NoError(t, err)
				return m
			}
			require.NoError(t, chromedp.Run(ctx, chromedp.Navigate(site(t, g.name)), chromedp.WaitReady("canvas")))
			time.Sleep(3 * time.Second)
			before := picture()
			different, most := colors(before)
			require.Greater(t, different, 30, "hardly anything is drawn: %s", console())
			require.Less(t, most, 0.95, "the picture is blank")
			hold(t, ctx, browserKey(g.keys[0]))
			after := picture()
			save(t, after, g.name+"_browser.png")
			require.Greater(t, difference(before, after), 0.0005, "nothing has changed")
			require.NotContains(t, console(), "panic")
			require.NotContains(t, console(), "error:")
		})
	}
}

// hold presses a key for as long as a person does. Events that fall into one frame would not be seen.
func hold(t *testing.T, ctx context.Context, key string) {
	t.Helper()
	events := kb.Encode([]rune(key)[0])
	for i, e := range events {
		if i == len(events)-1 { // the key goes up
			time.Sleep(time.Second)
		}
		require.NoError(t, chromedp.Run(ctx, e))
	}
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
	}
	return name
}
