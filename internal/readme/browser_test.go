//go:build gates

package readme

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The commands for a browser run as they are written, in a new module beside a clone.
func TestBrowserCommandsRun(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	folder := t.TempDir()
	text := read(t, "README.md")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(blocks(text, "go")[0]), 0o644))
	lines := []string{"cd " + root + " && go mod download", "go mod init example.com/game", "go mod edit -replace github.com/carom2d/carom=" + root, "go mod tidy"}
	lines = slices.AppendSeq(lines, strings.Lines(blocks(text, "sh")[0]))
	require.Len(t, lines, 7)
	for _, line := range lines {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOSUMDB=off")
		if strings.HasPrefix(line, "go get") {
			cmd.Env = append(cmd.Env, "GOPROXY=off") // the clone and its modules are all it needs
		}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s", line, out)
	}
	require.FileExists(t, filepath.Join(folder, "main.wasm"))
}
