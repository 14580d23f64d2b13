package chromium

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Timeout bounds the wait for a condition that never comes true if something is wrong. Machines
// that test have no graphics card, few processors and other work, and may take minutes for the work
// of a second here.
const Timeout = 4 * time.Minute

// attempts is how often a browser may fail to start. One that starts while the machine has no
// memory or no time to spare ends at once, or does not say its address.
const attempts = 3

// browser is the browser of all tests of a package.
var browser struct {
	lock sync.Mutex
	ctx  context.Context // nil before the first test
	stop func()
}

// Start returns a profile of the browser for one test, without a tab. The profile has no stored
// data, and its tabs are closed when the test ends. The first test starts the browser, and so does
// the test after one in which the browser has ended.
func Start(t *testing.T) context.Context {
	t.Helper()
	parent := running(t)
	executor := cdp.WithExecutor(parent, chromedp.FromContext(parent).Browser)
	profile, err := target.CreateBrowserContext().Do(executor)
	require.NoError(t, err)
	t.Cleanup(func() {
		limited, stop := context.WithTimeout(executor, time.Second) // the browser may have ended
		defer stop()
		_ = target.DisposeBrowserContext(profile).Do(limited)
	})
	ctx, cancel := chromedp.NewContext(parent, chromedp.WithExistingBrowserContext(profile))
	t.Cleanup(cancel)
	return ctx
}

// Stop ends the browser, after all tests.
func Stop() {
	browser.lock.Lock()
	defer browser.lock.Unlock()
	if browser.ctx != nil {
		browser.stop()
		browser.ctx = nil
	}
}

// running returns the browser, which it starts if there is none.
func running(t *testing.T) context.Context {
	t.Helper()
	browser.lock.Lock()
	defer browser.lock.Unlock()
	if browser.ctx != nil && ended(browser.ctx) {
		browser.stop()
		browser.ctx = nil
	}
	for attempt := 1; browser.ctx == nil; attempt++ {
		ctx, stop, err := start()
		if err == nil {
			browser.ctx, browser.stop = ctx, stop
			break
		}
		stop()
		if errors.Is(err, exec.ErrNotFound) || attempt == attempts {
			require.NoError(t, err, "no browser: apt-get install chromium")
		}
		t.Logf("Chromium did not start, attempt %d of %d: %v", attempt, attempts, err)
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return browser.ctx
}

// ended reports whether the browser is gone.
func ended(ctx context.Context) bool {
	select {
	case <-chromedp.FromContext(ctx).Browser.LostConnection:
		return true
	default:
		return false
	}
}

// start starts Chromium without a window. WebGL is computed in software, and the page around it is
// painted without OpenGL, which takes half the time. The browser makes a folder for its data itself
// and removes it when it has ended.
func start() (ctx context.Context, stop func(), err error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.Flag("disable-gpu", false), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-gpu-compositing", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(Timeout/2))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // newer browsers say more than it knows
	return ctx, func() { cancel(); stopAllocator() }, chromedp.Run(ctx)
}
