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

// blocks returns the contents of the fenced blocks of a language.
func blocks(page, language string) []string {
	var found []string
	for {
		_, rest, more := strings.Cut(page, "\n```"+language+"\n")
		if !more {
			return found
		}
		var block string
		block, page, _ = strings.Cut(rest, "\n```")
		found = append(found, block+"\n")
	}
}

// vet compiles one block as a program, or as a function body if it is not a whole
// file, with the module's own packages, and returns the compiler's complaint.
func vet(t *testing.T, source string) (diagnostics string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	cmd := exec.Command("go", "vet", file)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return err.Error() + "\n" + string(out)
	}
	return ""
}

func TestProgramsCompile(t *testing.T) {
	t.Parallel()
	programs := blocks(read(t, "README.md"), "go")
	require.NotEmpty(t, programs, "README.md shows no program")
	for i, p := range programs {
		require.True(t, strings.HasPrefix(p, "package main\n"), "Go block %d is no whole program", i+1)
		require.Empty(t, vet(t, p), "Go block %d:\n%s", i+1, p)
	}
}

// The compiler must really be asked.
func TestABrokenProgramIsFound(t *testing.T) {
	t.Parallel()
	const source = "package main\n\nimport \"github.com/carom2d/carom/geom\"\n\nfunc main() { println(geom.Identity.%s) }\n"
	require.Empty(t, vet(t, strings.Replace(source, "%s", "C", 1)))
	require.Contains(t, vet(t, strings.Replace(source, "%s", "NoSuchField", 1)), "NoSuchField")
	require.Equal(t, []string{"a\nb\n", "c\n"}, blocks("x\n```go\na\nb\n```\n\n```sh\nd\n```\n```go\nc\n```\n", "go"))
}
