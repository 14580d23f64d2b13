package readme

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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
