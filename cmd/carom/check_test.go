package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCheckNamesAllErrors(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	bad := write("bad.json", "{\"version\": 1,\n\"bodies\": [{\n\"angel\": 1, \"bullet\": 1}]}")
	good := write("good.json", "\ufeff{\"version\": 1}")

	stdout := succeed(t, "check", good, "pyramid", "tumbler")
	require.Equal(t, good+": no errors\npyramid: no errors\ntumbler: no errors\n", stdout)

	stdout, stderr := exits(t, exitFailed, "check", good, bad)
	require.Equal(t, good+": no errors\n"+
		bad+":3:1: bodies[0].angel: is not a field of the format: did you mean angle?\n"+
		bad+":3:23: bodies[0].bullet: 1 has the wrong type: must be true or false\n", stdout)
	require.Equal(t, "carom: 2 errors in 2 scenes\n", stderr)

	stdout, stderr = exits(t, exitFailed, "check", filepath.Join(folder, "none.json"), good, bad)
	require.Contains(t, stderr, "none.json")
	require.Contains(t, stderr, "2 errors in 2 scenes\n", "the others are checked all the same")
	require.Contains(t, stdout, good+": no errors\n")
}

func TestSuffixInCapitalLettersFits(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "A.PNG")
	succeed(t, "run", "slope", "-seconds", "0.1", "-png", picture)
	require.FileExists(t, picture)
}

func TestVersion(t *testing.T) {
	stdout := succeed(t, "version")
	require.Regexp(t, `^carom v0\.1\.0.*, go1\.\S+, \w+/\w+\n$`, stdout)

	setting := func(list ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{}
		for i := 0; i < len(list); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: list[i], Value: list[i+1]})
		}
		return info
	}
	require.Equal(t, "v0.1.0 (0123456789ab)", versionOf(setting("vcs.revision", "0123456789abcdef")))
	require.Equal(t, "v0.1.0 (0123 with changes)", versionOf(setting("vcs.revision", "0123", "vcs.modified", "true")))
	require.Equal(t, "v0.1.0", versionOf(setting()))
	require.Equal(t, "v0.1.0", versionOf(nil))
}
