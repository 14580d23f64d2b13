package scratch

import (
	"os"
	"testing"
)

// Main runs the tests of a package with a folder of their own for temporary files, and ends the
// process.
func Main(m *testing.M) {
	folder, err := os.MkdirTemp("", "test")
	if err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", folder)
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}
