package simd

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The assembly of every package is what the generator writes today.
func TestAssemblyIsGenerated(t *testing.T) {
	// Opening the sources tells the cache of test results about them: those of the
	// generator, and those from which it takes where fields lie.
	for _, pattern := range []string{
		"../_asm/*", "../../internal/state/*.go",
		"../../solver/*.go", "../../solver/constraint/*.go", "../../integrator/*.go", "../../collision/kernel_amd64.go",
	} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names, pattern)
		for _, name := range names {
			_, err := os.ReadFile(name)
			require.NoError(t, err)
		}
	}
	for _, pkg := range []string{"solver", "solver/constraint", "integrator", "collision"} {
		cmd := exec.Command("go", "run", ".", pkg)
		cmd.Dir = "../_asm"
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off")
		cmd.Stderr = os.Stderr
		generated, err := cmd.Output()
		require.NoError(t, err, "the generator does not run")
		committed, err := os.ReadFile(filepath.Join("../..", pkg, "kernel_amd64.s"))
		require.NoError(t, err)
		if string(generated) != string(committed) {
			t.Errorf("%s/kernel_amd64.s is out of date: go generate ./%s", pkg, pkg)
		}
	}
}
