//go:build gates

package simd

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// assemblyFiles finds the assembly of the module. It opens every source on the way, so
// that the cache of test results knows the files that the generator reads.
func assemblyFiles(t *testing.T) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "out") {
			return fs.SkipDir
		}
		switch filepath.Ext(name) {
		case ".s":
			found = append(found, name)
		case ".go", ".mod", ".sum":
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			return f.Close()
		}
		return nil
	}))
	return found
}

// goIn prepares a call of the go command for the generator's module. The flags of make stay, so
// that the standard library is compiled once.
func goIn(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod -buildvcs=false", "GOWORK=off")
	return cmd
}

// The assembly of every package, its declarations and the modules are up to date with their
// generator.
func TestKernelsAreGenerated(t *testing.T) {
	files := assemblyFiles(t)
	require.GreaterOrEqual(t, len(files), 8)
	dir := filepath.Join(root, "internal", "_asm")
	generator := filepath.Join(t.TempDir(), "asm")
	out, err := goIn(dir, "build", "-o", generator, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	check := func(t *testing.T, file string, args ...string) {
		t.Parallel()
		var complaints strings.Builder
		cmd := exec.Command(generator, args...)
		cmd.Dir, cmd.Stderr = dir, &complaints
		cmd.Env = goIn(dir).Env
		generated, err := cmd.Output()
		require.NoError(t, err, "the generator does not run: %s", &complaints)
		committed, err := os.ReadFile(file)
		require.NoError(t, err)
		if !bytes.Equal(generated, committed) {
			t.Errorf("%s is out of date: go generate ./internal/simd", file)
		}
	}
	t.Run("module", func(t *testing.T) { check(t, "kernels.wasm", "-wasm") })
	t.Run("module of joints", func(t *testing.T) {
		check(t, filepath.Join(root, "solver", "constraint", "kernels.wasm"), "-wasm", "solver/constraint")
	})
	for _, file := range files {
		folder, err := filepath.Rel(root, filepath.Dir(file))
		require.NoError(t, err)
		pkg := filepath.ToSlash(folder)
		t.Run(pkg+" "+filepath.Base(file), func(t *testing.T) {
			switch filepath.Base(file) {
			case "kernel_amd64.s":
				check(t, file, pkg)
			case "kernel_arm64.s":
				check(t, file, "-neon", pkg)
			default:
				requireNoInstructions(t, file)
			}
		})
		if filepath.Base(file) != "kernel_amd64.s" {
			continue // one file declares both
		}
		for _, target := range []string{"assembly", "js"} {
			t.Run(pkg+" for "+target, func(t *testing.T) {
				check(t, filepath.Join(filepath.Dir(file), "kernel_"+target+".go"), "-declare", target, pkg)
			})
		}
	}
}

// requireNoInstructions requires that a file of assembly that is not of the generator holds
// comments alone: with such a file a package may declare functions without bodies.
func requireNoInstructions(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			t.Errorf("%s is not of the generator", file)
			return
		}
	}
}
