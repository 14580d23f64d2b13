//go:build gates

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// Wrong calls of Go's functions, and of what a package nearby makes of them, are found, though Go's
// packages are left out.
func TestWrongCallsAreFound(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "vettool")
	out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)

	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module m\n\ngo 1.26\n",
		"a/a.go":      "package a\n\nimport \"fmt\"\n\nfunc Say(format string, args ...any) { fmt.Printf(format, args...) }\n",
		"b/b.go":      "package b\n\nimport \"m/a\"\n\nfunc F() { a.Say(\"%d\", \"text\") }\n",
		"c/c.go":      "package c\n\nimport \"sync\"\n\nfunc F(m sync.Mutex) {}\n",
		"d/d_test.go": "package d\n\nimport \"testing\"\n\nfunc TestD(t *testing.T) { t.Errorf(\"%d\", \"text\") }\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	t.Chdir(dir)
	out, err = exec.Command("go", "vet", "-vettool="+tool, "./...").CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "%s", out)
	for _, said := range []string{"b.go:5:", "Say format %d", "c.go:5:", "passes lock by value", "d_test.go:5:", "Errorf format %d"} {
		require.Contains(t, string(out), said)
	}
}

// Nothing is to be known of a package that is kept elsewhere, unless it is asked for itself.
func TestOnlyOthersAreLeftOut(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOROOT", filepath.Join(dir, "go"))
	t.Setenv("GOMODCACHE", filepath.Join(dir, "mod"))
	output, file := filepath.Join(dir, "vet.out"), filepath.Join(dir, "vet.cfg")
	for _, c := range []struct {
		folder string
		only   string
		out    bool
	}{
		{"go/src/fmt", "true", true}, {"mod/example.org/m@v1.0.0", "true", true}, {"here/world", "true", false},
		{"go/src/fmt", "false", false}, {"gopher", "true", false},
	} {
		text := `{"Dir": "` + filepath.ToSlash(filepath.Join(dir, c.folder)) + `", "VetxOnly": ` + c.only + `, "VetxOutput": "` + filepath.ToSlash(output) + `"}`
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		done := must.Get(leaveOut([]string{"-json", file}))
		require.Equal(t, c.out, done, "%+v", c)
		if c.out {
			require.FileExists(t, output)
			require.NoError(t, os.Remove(output))
		}
	}
	done := must.Get(leaveOut([]string{"-flags"}))
	require.False(t, done)
}
