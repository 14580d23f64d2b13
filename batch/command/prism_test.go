//go:build long

package command

import (
	"net"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Beam's own program prism takes the job as a server, by the command of docs/batch.md, and gives
// the rows of a run within one process.
func TestBeamsOwnServerGivesTheSameRows(t *testing.T) {
	program := filepath.Join(t.TempDir(), "prism")
	output, err := exec.Command("go", "build", "-o", program, "github.com/apache/beam/sdks/v2/go/cmd/prism").CombinedOutput()
	require.NoError(t, err, string(output))
	c, folder := command(t, "test/dies", nil)
	output, err = c.CombinedOutput()
	require.NoError(t, err, string(output))
	want := results(t, folder)

	port := freePort(t)
	server := exec.Command(program, "-job_port="+port, "-serve_http=false", "-idle_shutdown_timeout=-1s")
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	address := "localhost:" + port
	require.Eventually(t, func() bool {
		connection, err := net.DialTimeout("tcp", address, time.Second)
		return err == nil && connection.Close() == nil
	}, time.Minute, 20*time.Millisecond)
	c, folder = command(t, "test/dies", nil, "--runner=universal", "--endpoint="+address, "--environment_type=LOOPBACK")
	output, err = c.CombinedOutput()
	require.NoError(t, err, string(output))
	require.Equal(t, want, results(t, folder))
}
