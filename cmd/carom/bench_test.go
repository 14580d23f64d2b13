package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func callBench(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = run(append([]string{"bench"}, args...), &out, &err)
	return status, out.String(), err.String()
}

func TestBenchPrintsATable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cpu.prof")
	status, stdout, stderr := callBench("-scene", "tumbler", "-ticks", "5", "-repeat", "2", "-profile", "-cpuprofile", file)
	require.Equal(t, exitOK, status, stderr)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	require.Contains(t, lines[0], "median ms")
	require.True(t, strings.HasPrefix(lines[1], "tumbler"), stdout)
	require.Contains(t, lines[1], "2027")
	require.Len(t, lines, 2+len(newTimings(0).stages)+1, "a line for every stage and the rest")
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.NotZero(t, info.Size())
}

func TestBenchPrintsJSON(t *testing.T) {
	status, stdout, stderr := callBench("-json", "-scene", "tumbler", "-ticks", "3", "-repeat", "3", "-workers", "2")
	require.Equal(t, exitOK, status, stderr)
	var results []benchResult
	require.NoError(t, json.Unmarshal([]byte(stdout), &results))
	require.Len(t, results, 1)
	r := results[0]
	require.Equal(t, "tumbler", r.Scene)
	require.Equal(t, 2027, r.Bodies)
	require.Len(t, r.Runs, 3)
	require.Equal(t, r.Runs[1], r.Median)
	require.Contains(t, r.StageTime, "solve")
}

func TestBenchUsageErrors(t *testing.T) {
	for _, c := range []struct {
		args     []string
		wantText string
	}{
		{[]string{"-scene", "moon"}, `-scene "moon": want one of compounds, `},
		{[]string{"tumbler"}, `bench takes no argument "tumbler"`},
		{[]string{"-workers", "-1"}, "-workers -1: want 0 to 64"},
		{[]string{"-scaling", "-workers", "2"}, "leave out -workers"},
		{[]string{"-repeat", "0"}, "-repeat 0: want 1 to 1000"},
		{[]string{"-ticks", "-3"}, "-ticks -3: want 0 to 1000000"},
	} {
		status, _, stderr := callBench(c.args...)
		require.Equal(t, exitUsage, status, c.args)
		require.Contains(t, stderr, c.wantText)
		require.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %s", stderr)
	}
	missing := filepath.Join(t.TempDir(), "nowhere", "profile")
	status, _, stderr := callBench("-cpuprofile", missing, "-scene", "tumbler")
	require.Equal(t, exitFailed, status)
	require.Contains(t, stderr, whyMissing(t, missing))
	require.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %s", stderr)
}
