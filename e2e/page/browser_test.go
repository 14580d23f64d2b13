package page

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// The folders of the engine's module, of the built site and of the pictures, from the folder of
// this package.
const (
	root     = "../.."
	built    = root + "/out/site"
	pictures = root + "/out/site_pictures"
)

// scratch is a folder for what is compiled.
var scratch string

// TestMain ends the browser and removes the programs afterwards.
func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "page"); err != nil {
		panic(err)
	}
	code := m.Run()
	chromium.Stop()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// A browser that has ended is started again by the next test.
func TestBrowserStartsAgain(t *testing.T) {
	first := chromedp.FromContext(chromium.Start(t)).Browser
	require.NoError(t, first.Process().Kill())
	<-first.LostConnection
	require.NoError(t, chromedp.Run(chromium.Start(t), chromedp.Navigate("about:blank")))
}

// site serves what make site wrote.
func site(t *testing.T) string {
	t.Helper()
	return served(t, http.FileServer(http.Dir(built)))
}

func served(t *testing.T, files http.Handler) string {
	t.Helper()
	require.FileExists(t, filepath.Join(built, "index.html"), "make site")
	require.NoError(t, os.MkdirAll(pictures, 0o755))
	server := httptest.NewServer(files)
	t.Cleanup(server.Close)
	return server.URL
}

// tab is a page of the browser, and what its console has said.
type tab struct {
	t   *testing.T
	ctx context.Context

	close func() // a tab that stays open goes on computing
	looks int    // of seen

	lock   sync.Mutex
	errors []string
}

func open(t *testing.T, browser context.Context, address string, width, height int64, actions ...chromedp.Action) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, stop := context.WithTimeout(ctx, 4*chromium.Timeout) // for all that a tab shows
	t.Cleanup(stop)
	p := &tab{t: t, ctx: ctx, close: cancel}
	chromedp.ListenTarget(ctx, p.listen)
	p.run(chromium.Slow(), chromedp.EmulateViewport(width, height))
	p.run(actions...)
	p.run(chromedp.Navigate(address))
	return p
}

func (p *tab) listen(event any) {
	p.lock.Lock()
	defer p.lock.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeAssert {
			p.errors = append(p.errors, fmt.Sprint(e.Args))
		}
	case *runtime.EventExceptionThrown:
		p.errors = append(p.errors, e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			p.errors = append(p.errors, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// of is the same tab in another test, which has said nothing so far.
func (p *tab) of(t *testing.T) *tab {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.t, p.errors = t, nil
	return p
}

// quiet fails if the console of the page has an error.
func (p *tab) quiet() {
	p.t.Helper()
	p.lock.Lock()
	defer p.lock.Unlock()
	require.Empty(p.t, strings.Join(p.errors, "\n"))
}

func (p *tab) run(actions ...chromedp.Action) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Run(p.ctx, actions...))
}

func value[T any](p *tab, expression string) (v T) {
	p.t.Helper()
	p.run(chromedp.Evaluate(expression, &v, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
	return v
}

// until waits for an expression to become true.
func (p *tab) until(expression string) {
	p.t.Helper()
	var last bool
	err := chromedp.Run(p.ctx, chromedp.Poll(expression, &last, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(chromium.Timeout)))
	p.lock.Lock()
	defer p.lock.Unlock()
	require.NoError(p.t, err, "never came true: %s\nconsole: %s", expression, p.errors)
}

// seen begins to look at every frame of the world, and returns an expression that stays true from
// the first frame on in which another expression was true: a condition that passes may come and go
// while a page on a busy machine looks away.
func (p *tab) seen(expression string) string {
	p.t.Helper()
	p.looks++
	name := fmt.Sprintf("window.seen%d", p.looks)
	value[any](p, fmt.Sprintf(`(() => { const take = carom.takeFrame; %s = false;
		carom.takeFrame = function (buffer) { take.call(this, buffer); if (%s) %[1]s = true; }; })()`, name, expression))
	return name
}

// save writes what the tab shows, for a person to look at.
func (p *tab) save(name string) {
	p.t.Helper()
	var data []byte
	p.run(chromedp.CaptureScreenshot(&data))
	require.NoError(p.t, os.WriteFile(filepath.Join(pictures, name+".png"), data, 0o644))
}

// dark makes the tab prefer dark pages.
func dark() chromedp.Action {
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}})
}
