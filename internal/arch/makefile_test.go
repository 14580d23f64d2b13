package arch

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// makeWords matches the lists of words by which the Makefile picks tests.
var makeWords = regexp.MustCompile(`(?m)^(WORKERS|BLOCKS|ALONE|WARM)\s*:=\s*(\S+)$`)

// Every word by which the Makefile picks or skips tests is part of a test's name: a test that
// is renamed must not drop out in silence.
func TestWordsOfTheMakefileNameTests(t *testing.T) {
	tree := moduleRoot(t)
	makefile, err := fs.ReadFile(tree, "Makefile")
	require.NoError(t, err)
	lists := makeWords.FindAllStringSubmatch(string(makefile), -1)
	require.Len(t, lists, 4)
	names := testNames(t, tree)
	for _, list := range lists {
		for word := range strings.SplitSeq(list[2], "|") {
			require.Regexp(t, `(?m)^Test\w*`+word, names, "%s names no test", list[1])
		}
	}
}

// A gate starts the go command, so make test leaves it to make gates, which looks for the tag.
func TestGatesHaveTheirTag(t *testing.T) {
	tree := moduleRoot(t)
	for _, pkg := range []string{"fmagate", "inlining", "readme", "simd", "typecheck"} {
		files, err := fs.Glob(tree, "internal/"+pkg+"/*_test.go")
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(files, func(name string) bool {
			src, err := fs.ReadFile(tree, name)
			require.NoError(t, err)
			return strings.HasPrefix(string(src), "//go:build gates\n")
		}), "internal/%s has no gate", pkg)
	}
}

// testNames returns the names of all tests, one a line.
func testNames(t *testing.T, tree fs.FS) string {
	t.Helper()
	declaration := regexp.MustCompile(`(?m)^func (Test\w+)`)
	var names strings.Builder
	for _, name := range goFiles(t, tree) {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := fs.ReadFile(tree, name)
		require.NoError(t, err)
		for _, m := range declaration.FindAllSubmatch(src, -1) {
			names.Write(m[1])
			names.WriteByte('\n')
		}
	}
	return names.String()
}
