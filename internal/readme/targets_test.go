package readme

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	require.NoError(t, err)
	return string(text)
}

var (
	makeCall   = regexp.MustCompile("(?m)(?:`|^)make ([a-z0-9-]+)")
	makeTarget = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)
)

func TestMakeTargetsExist(t *testing.T) {
	targets := map[string]bool{}
	for _, m := range makeTarget.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets[m[1]] = true
	}
	for _, m := range makeCall.FindAllStringSubmatch(read(t, "README.md"), -1) {
		require.True(t, targets[m[1]], "README.md says make %s", m[1])
	}
	for _, must := range strings.Fields("demo test check gates race bench fuzz cover fmt long determinism") {
		require.True(t, targets[must], "the Makefile has no target %s", must)
	}
}

// A slow machine takes more than the ten minutes that go test gives the tests of a package.
func TestSlowMachinesHaveTime(t *testing.T) {
	tests := 0
	for line := range strings.Lines(read(t, "Makefile")) {
		if strings.Contains(line, "$(GO) test ") {
			tests++
			require.Regexp(t, `\$\((LIGHT|PATIENT)\)|-timeout \d+h`, line)
		}
	}
	require.Greater(t, tests, 10)
	require.Regexp(t, `(?m)^LIGHT +:= .*\$\(PATIENT\)`, read(t, "Makefile"))
}

// The page of the examples links each program.
func TestExamplesAreListed(t *testing.T) {
	root := filepath.Join("..", "..", "examples")
	page := read(t, filepath.Join("examples", "README.md"))
	n := 0
	for _, pattern := range []string{"*/main.go", "games/*/main.go"} {
		list := must.Get(filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern))))
		for _, path := range list {
			name := must.Get(filepath.Rel(root, path))
			require.True(t, strings.Contains(page, "]("+filepath.ToSlash(name)+")"), "examples/README.md does not link %s", name)
		}
		n += len(list)
	}
	require.Greater(t, n, 20)
}
