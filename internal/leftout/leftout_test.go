package leftout

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// ending notes how a test is ended.
type ending struct {
	testing.TB
	skipped, failed string
}

func (e *ending) Helper()           {}
func (e *ending) Skip(args ...any)  { e.skipped = fmt.Sprint(args...) }
func (e *ending) Fatal(args ...any) { e.failed = fmt.Sprint(args...); panic(e) }

// Missing hardware is left out everywhere; a missing program is an error in CI.
func TestOnlyWhatCanBeInstalledFailsInCI(t *testing.T) {
	for _, ci := range []string{"", "true"} {
		t.Setenv("CI", ci)
		var hardware, installable ending
		Hardware(&hardware, "AVX2")
		require.Equal(t, ending{skipped: Mark + "AVX2"}, hardware)
		if ci == "" {
			Installable(&installable, "bash")
			require.Equal(t, ending{skipped: Mark + "bash"}, installable)
			continue
		}
		require.Panics(t, func() { Installable(&installable, "bash") })
		require.Equal(t, ending{failed: "bash is missing"}, installable)
	}
}

// Names are added to the names of earlier parts of the run; without a file nothing is noted.
func TestNamesAreCollected(t *testing.T) {
	file := filepath.Join(t.TempDir(), "names")
	t.Setenv(Variable, "")
	require.NoError(t, Note("nowhere"))
	t.Setenv(Variable, file)
	require.NoError(t, Note())
	require.NoFileExists(t, file)
	require.NoError(t, Note("AVX2", "bash"))
	require.NoError(t, Note("the race detector"))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "AVX2\nbash\nthe race detector\n", string(text))
	t.Setenv(Variable, filepath.Join(file, "no folder"))
	require.Error(t, Note("AVX2"))
}
