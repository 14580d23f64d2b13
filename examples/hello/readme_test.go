package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const repoRoot = "../.."

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repoRoot, "README.md"))
	require.NoError(t, err)
	return string(text)
}

func blocks(text, language string) []string {
	var found []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}

func TestReadmeShowsTheHelloExample(t *testing.T) {
	program, err := os.ReadFile("main.go")
	require.NoError(t, err)
	require.Equal(t, []string{string(program)}, blocks(readme(t), "go"))
}

func TestHelloIsShort(t *testing.T) {
	// Twenty lines of a program, its imports not counted.
	program, err := os.ReadFile("main.go")
	require.NoError(t, err)
	_, body, ok := strings.Cut(string(program), "func main() {")
	require.True(t, ok)
	require.LessOrEqual(t, strings.Count(body, "\n"), 20)
}

func TestReadmeReferencesExist(t *testing.T) {
	text := readme(t)
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|").FindAllStringSubmatch(text, -1) {
		require.FileExists(t, filepath.Join(repoRoot, m[1], "doc.go"))
	}
	for _, m := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
		require.FileExists(t, filepath.Join(repoRoot, m[1]))
	}
	makefile, err := os.ReadFile(filepath.Join(repoRoot, "Makefile"))
	require.NoError(t, err)
	for _, block := range blocks(text, "sh") {
		for _, m := range regexp.MustCompile(`(?m)^make (\w+)`).FindAllStringSubmatch(block, -1) {
			require.Regexp(t, `(?m)^`+m[1]+`:`, string(makefile))
		}
	}
}

func TestReadmePictureSize(t *testing.T) {
	info, err := os.Stat(filepath.Join(repoRoot, "testdata", "pictures", "dominoes.gif"))
	require.NoError(t, err)
	require.Less(t, info.Size(), int64(300_000))
}
