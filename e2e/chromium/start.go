package chromium

import (
	"context"
	"errors"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// Timeout bounds what never happens if something is wrong. What a test waits for is a condition:
// machines that test have no graphics card, few processors and other work, and may take minutes for
// what takes a second here.
const Timeout = 4 * time.Minute

// attempts is how often a browser may fail to start. One that starts while the machine has no
// memory or no time to spare ends at once, or does not say its address.
const attempts = 3

// Start starts Chromium without a window until the test ends. WebGL is computed in software, and
// the page around it is painted without OpenGL, which takes half the time. The browser makes a
// folder for its data itself and removes it when it has ended.
func Start(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	for attempt := 1; ; attempt++ {
		ctx, stop, err := start(more)
		if err == nil {
			t.Cleanup(stop)
			return ctx
		}
		stop()
		if errors.Is(err, exec.ErrNotFound) || attempt == attempts {
			require.NoError(t, err, "no browser: apt-get install chromium")
		}
		t.Logf("Chromium did not start, attempt %d of %d: %v", attempt, attempts, err)
		time.Sleep(time.Duration(attempt) * time.Second)
	}
}

func start(more []chromedp.ExecAllocatorOption) (ctx context.Context, stop func(), err error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.Flag("disable-gpu", false), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-gpu-compositing", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(Timeout/2))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // newer browsers say more than it knows
	return ctx, func() { cancel(); stopAllocator() }, chromedp.Run(ctx)
}
