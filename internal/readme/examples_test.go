package readme

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

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
