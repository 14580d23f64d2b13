//go:build gates

package readme

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// carom is how README.md starts the command.
const carom = "go run ./cmd/carom "

// The lines of README.md that start the command run as they are written, one after the other, in a
// folder with the scenes of the repository.
func TestCommandsRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	program := filepath.Join(folder, "carom.exe")
	build := exec.Command("go", "build", "-o", program, "./cmd/carom")
	build.Dir = filepath.Join("..", "..")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	scenes := filepath.Join("testdata", "scenes")
	require.NoError(t, os.CopyFS(filepath.Join(folder, scenes), os.DirFS(filepath.Join("..", "..", scenes))))
	count := 0
	for _, block := range blocks(read(t, "README.md"), "sh") {
		for line := range strings.Lines(block) {
			line, _, _ = strings.Cut(line, " #")
			args, ok := strings.CutPrefix(line, carom)
			if !ok {
				continue
			}
			count++
			cmd := exec.Command(program, strings.Fields(args)...)
			cmd.Dir = folder
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s\n%s", line, out)
		}
	}
	require.GreaterOrEqual(t, count, 7)
	for _, file := range []string{"dominoes.gif", "end.png", "then.png"} {
		require.FileExists(t, filepath.Join(folder, file))
	}
}
