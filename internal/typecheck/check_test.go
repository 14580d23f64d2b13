//go:build gates

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is wrong on another system alone is found there, in packages, in tests and in what tests
// outside the package use of its own tests.
func TestErrorsOfAnotherSystem(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("go.mod", "module m\n\ngo 1.26\n")
	write("a/a.go", "package a\n\nimport \"errors\"\n\nvar Err = errors.New(\"a\")\n")
	write("a/in_test.go", "package a\n\nfunc Inner() error { return Err }\n")
	write("a/out_test.go", "package a_test\n\nimport (\n\t\"m/a\"\n\t\"m/b\"\n)\n\nvar same = a.Inner() == b.Err()\n")
	write("b/b.go", "package b\n\nimport \"m/a\"\n\nfunc Err() error { return a.Err }\n")
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOARCH", "amd64")
	run := func(system string) (int, error) {
		t.Setenv("GOOS", system)
		return check([]string{"./..."})
	}
	count, err := run("windows")
	require.NoError(t, err)
	require.Equal(t, 4, count, "a and b, a with its inner tests, and the outer ones")

	broken := map[string]string{
		"a/a_windows.go":      "package a\n\nfunc broken() int { return \"\" }\n",
		"a/a_windows_test.go": "package a\n\nvar broken int = \"\"\n",
		"b/b_windows.go":      "package b\n\nimport \"m/missing\"\n",
	}
	for name, text := range broken {
		write(name, text)
		_, err = run("windows")
		require.Error(t, err, name)
		require.NoError(t, os.Remove(filepath.Join(dir, name)))
	}
	for name, text := range broken {
		write(name, text)
	}
	_, err = run("linux")
	require.NoError(t, err)
}
