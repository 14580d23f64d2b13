package page

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/stretchr/testify/require"
)

// The inspector attaches to examples/inspect, a program of its own process: it shows the world, pauses and steps it.
func TestInspector(t *testing.T) {
	require.NoError(t, os.MkdirAll(pictures, 0o755))
	program := filepath.Join(t.TempDir(), "inspect")
	build := exec.Command("go", "build", "-o", program, "./inspect")
	build.Dir = filepath.Join(root, "examples")
	text, err := build.CombinedOutput()
	require.NoError(t, err, string(text))

	listener, err := net.Listen("tcp", "localhost:0") // for a port that is free
	require.NoError(t, err)
	address := fmt.Sprintf("localhost:%d", listener.Addr().(*net.TCPAddr).Port)
	require.NoError(t, listener.Close())
	running := exec.Command(program, "-http", address)
	require.NoError(t, running.Start())
	t.Cleanup(func() {
		_ = running.Process.Kill()
		_ = running.Wait()
	})
	page := "http://" + address + "/"
	require.Eventually(t, func() bool {
		answer, err := http.Get(page)
		if err != nil {
			return false
		}
		_ = answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	}, 20*time.Second, 50*time.Millisecond)

	p := open(t, chromium.Start(t), page, 1100, 760)
	p.until(`window.carom?.hasFrame && carom.picture.head.time > 1`)
	value[any](p, `carom.togglePause()`)
	p.until(`carom.source.status.paused`)
	ticks := value[float64](p, `carom.picture.head.ticks`)
	value[any](p, `carom.step(1)`)
	p.until(fmt.Sprintf(`carom.picture.head.ticks > %g`, ticks))
	p.save("inspector")
	value[any](p, `carom.togglePause()`)
	p.until(`!carom.source.status.paused`)
	p.quiet()
}
