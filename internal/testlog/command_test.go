//go:build gates

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The events come from the go command that is installed.
func TestEventsOfTheGoCommand(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module m\n\ngo 1.26\n",
		"a/a_test.go":    "package a\n\nimport \"testing\"\n\nfunc TestGood(t *testing.T) {}\n\nfunc TestBad(t *testing.T) { t.Run(\"sub\", func(t *testing.T) { t.Fatal(\"bad\") }) }\n",
		"b/b_test.go":    "package b\n\nvar x int = \"\"\n",
		"c/c_test.go":    "package c\n\nimport (\"fmt\"; \"testing\")\n\nfunc TestVet(t *testing.T) { fmt.Printf(\"%d\", \"\") }\n",
		"d/d_test.go":    "package d\n\nimport \"testing\"\n\nfunc TestPanic(t *testing.T) { panic(\"loud\") }\n",
		"e/e_test.go":    "package e\n\nimport \"testing\"\n\nfunc TestSkipped(t *testing.T) { t.Skip(\"lazy\") }\n",
		"f/f.go":         "package f\n",
		"internal/x.txt": "",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	t.Chdir(dir)
	var out strings.Builder
	r := newReport(&out)
	var exit *exec.ExitError
	require.ErrorAs(t, run(r, []string{"go", "test", "-json", "./..."}), &exit)
	for _, said := range []string{"bad\n", "--- FAIL: TestBad/sub", "as int value", "format %d has arg", "panic: loud", "skipped: m/e TestSkipped", "lazy", "FAIL\tm/b"} {
		require.Contains(t, out.String(), said)
	}
	require.NotContains(t, out.String(), "TestGood")
	require.NotContains(t, out.String(), `"Action"`)
	require.Equal(t, 1, r.passed)
	require.Equal(t, 2, r.failed)
}
