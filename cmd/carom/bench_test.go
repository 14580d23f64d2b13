package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBenchPrintsATable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cpu.prof")
	stdout := succeed(t, "bench", "-scene", "tumbler", "-ticks", "5", "-repeat", "2", "-profile", "-cpuprofile", file)
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
	stdout := succeed(t, "bench", "-json", "-scene", "tumbler", "-ticks", "3", "-repeat", "3", "-workers", "2")
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
	for _, c := range []struct{ args, want string }{
		{"-scene moon", `-scene "moon": want one of compounds, `},
		{"tumbler", `bench takes no argument "tumbler"`},
		{"-workers -1", "-workers -1: want 0 to 64"},
		{"-scaling -workers 2", "leave out -workers"},
		{"-repeat 0", "-repeat 0: want 1 to 1000"},
		{"-ticks -3", "-ticks -3: want 0, or 2 to 1000000"},
		{"-ticks 1", "-ticks 1: want 0, or 2 to 1000000, as the first tick is not timed"},
	} {
		_, stderr := exits(t, exitUsage, strings.Fields("bench "+c.args)...)
		require.Contains(t, stderr, c.want)
		require.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %s", stderr)
	}
	missing := filepath.Join(t.TempDir(), "nowhere", "profile")
	_, stderr := exits(t, exitFailed, "bench", "-cpuprofile", missing, "-scene", "tumbler")
	require.Contains(t, stderr, whyMissing(t, missing))
	require.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %s", stderr)
}
