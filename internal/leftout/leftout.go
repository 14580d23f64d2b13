package leftout

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/simd"
)

// Mark begins the line that the reporter looks for. The name of the missing hardware or program
// follows, to the end of the line.
const Mark = "LEFT OUT: "

// Failed begins the line of the same file that names a test which has failed, and its reason.
const Failed = "FAILED: "

// Variable is the environment variable that names the file in which a run collects the names of
// the tests that it leaves out or that fail, a name a line.
const Variable = "LEFT_OUT"

// Note adds names to the file that Variable names, if it names one.
func Note(names ...string) error {
	file := os.Getenv(Variable)
	if file == "" || len(names) == 0 {
		return nil
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(strings.Join(names, "\n") + "\n")
	return errors.Join(err, f.Close())
}

// Hardware ends a test that needs a part of the processor or of the operating system which this
// machine does not have, such as AVX2 or /dev/full.
func Hardware(t testing.TB, name string) {
	t.Helper()
	t.Skip(Mark + name)
}

// Installable ends a test that needs a program or a service which is not there, but could be. In CI
// that is a failure.
func Installable(t testing.TB, name string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(name + " is missing")
	}
	t.Skip(Mark + name)
}

// VectorKernels ends a test of the vector kernels on a machine that cannot run them.
func VectorKernels(t testing.TB) {
	t.Helper()
	if simd.Available {
		return
	}
	if runtime.GOARCH == "wasm" {
		Hardware(t, "the vector kernels, which need the SIMD instructions of WebAssembly")
	}
	Hardware(t, "the vector kernels, which need AVX2")
}
