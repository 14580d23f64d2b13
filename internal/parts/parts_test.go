package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// TestMain lets the test's own program stand for make: it makes the target that the variable names.
func TestMain(m *testing.M) {
	if os.Getenv("AS_MAKE") == "" {
		os.Exit(m.Run())
	}
	switch target := os.Args[len(os.Args)-1]; target {
	case "red":
		os.Exit(1)
	case "tests":
		if err := leftout.Note("AVX2", leftout.Failed+"m/a TestX: 3 is not 4"); err != nil {
			os.Exit(2)
		}
		os.Exit(1)
	case "page":
		fmt.Print("first\nlast")
	case "suite", "kernels", "workers":
		fmt.Println("making", target)
		if missing := os.Getenv("MISSING_" + target); missing != "" {
			if err := leftout.Note(strings.Split(missing, ",")...); err != nil {
				os.Exit(1)
			}
		}
	default:
		os.Exit(2)
	}
}

// made returns what a run prints and its error.
func made(t *testing.T, targets ...string) (string, error) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv("AS_MAKE", "1")
	var out strings.Builder
	err = run(&out, self, "make test", targets)
	return out.String(), err
}

// The last line tells a run that has left nothing out from one that has, by name and each name
// once.
func TestLastLineNamesWhatWasLeftOut(t *testing.T) {
	t.Setenv(leftout.Variable, "")
	out := must.Get(made(t, "suite", "kernels"))
	require.Regexp(t, `^making suite\nmaking kernels\nsuite +\d+ s +\d+ s of processor time\nkernels +\d+ s +\d+ s of processor time\nmake test: all passed in \d+ s; nothing was left out\n$`, out)

	t.Setenv("MISSING_suite", "AVX2,bash")
	t.Setenv("MISSING_workers", "the race detector,AVX2")
	out = must.Get(made(t, "suite", "kernels", "workers"))
	require.Regexp(t, `\nmake test: all passed in \d+ s; LEFT OUT: AVX2; bash; the race detector\n$`, out)
}

// A part that fails ends the run; its time is printed, and no line says that all have passed.
func TestFailedPartEndsTheRun(t *testing.T) {
	t.Setenv(leftout.Variable, "")
	out, err := made(t, "suite", "red", "kernels")
	require.ErrorContains(t, err, "red: ")
	require.Regexp(t, `^making suite\nsuite +\d+ s +\d+ s of processor time\nred +\d+ s +\d+ s of processor time\n$`, out)
}

// A run inside another run leaves its names to the outer one.
func TestInnerRunAddsToTheOuterOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "names")
	t.Setenv(leftout.Variable, file)
	require.NoError(t, leftout.Note("cores"))
	t.Setenv("MISSING_suite", "AVX2")
	out, err := made(t, "suite")
	require.NoError(t, err)
	require.Contains(t, out, "; LEFT OUT: cores; AVX2\n")
	names, failed, err := readNames(file)
	require.NoError(t, err)
	require.Equal(t, []string{"cores", "AVX2"}, names)
	require.Empty(t, failed)
}

// A run that fails ends with the names of the tests that have failed, and their reasons, also those
// of a run inside it.
func TestFailedTestsAreNamedAtTheEnd(t *testing.T) {
	t.Setenv(leftout.Variable, filepath.Join(t.TempDir(), "names"))
	out, err := made(t, "suite,tests")
	require.ErrorContains(t, err, "tests: exit status 1")
	require.True(t, strings.HasSuffix(out, " s of processor time\nFAILED: m/a TestX: 3 is not 4\n"), out)
}

func TestGroupRunsAtOnce(t *testing.T) {
	out, err := made(t, "suite,page", "kernels")
	require.NoError(t, err)
	for _, line := range []string{"suite: making suite\n", "page: first\n", "page: last\n", "\nmaking kernels\n"} {
		require.Contains(t, out, line)
	}
	require.Regexp(t, `(?m)^suite .*\npage .*\nkernels .*\n.*all passed`, out)

	out, err = made(t, "page,red,suite", "kernels")
	require.ErrorContains(t, err, "red: exit status 1")
	require.Contains(t, out, "suite: making suite\n", "a part goes on when another fails")
	require.NotContains(t, out, "kernels")
}

// A chain runs one target after the other beside the rest of its group, up to one that fails.
func TestChainRunsInOrder(t *testing.T) {
	t.Setenv(leftout.Variable, "")
	out, err := made(t, "suite+kernels,workers")
	require.NoError(t, err)
	require.Regexp(t, `(?s)suite: making suite\n.*kernels: making kernels\n.*suite  .*\nkernels  .*\nworkers  .*\nmake test: all passed`, out)
	require.Contains(t, out, "workers: making workers\n")

	out, err = made(t, "red+kernels,workers")
	require.ErrorContains(t, err, "red")
	require.NotContains(t, out, "kernels")
	require.Contains(t, out, "workers: making workers\n")
}
