package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/testdata/scenes"
	"github.com/stretchr/testify/require"
)

// Levels of editors go through the importer, which another module has: what it prints is the scene,
// and without it the error says where it is.
func TestLevelsGoThroughTheImporter(t *testing.T) {
	if runtime.GOOS == "windows" {
		leftout.Hardware(t, "a shell, which is the importer of a test")
	}
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	status, _, stderr := call("run", "level.tmx")
	require.Equal(t, exitFailed, status)
	require.Contains(t, stderr, "importers/cmd/carom-import")

	document, err := scenes.Read("dominoes")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "scene.json"), document, 0o644))
	script := "#!/bin/sh\ncase \"$*\" in *bad*) echo 'carom-import: it is bad' >&2; exit 2;; esac\nwhile read -r line; do echo \"$line\"; done <'" + filepath.Join(folder, "scene.json") + "'\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, importer), []byte(script), 0o755))
	status, stdout, stderr := call("run", "level.tmx", "-seconds", "0.1", "-hash")
	require.Zero(t, status, stderr)
	_, want, _ := call("run", "dominoes", "-seconds", "0.1", "-hash")
	require.Equal(t, hashLine(want), hashLine(stdout))
	status, stdout, _ = call("import", "level.tmx")
	require.Zero(t, status)
	require.Contains(t, stdout, `"version"`)
	// The importer has printed the reason, and carom adds nothing.
	status, _, stderr = call("import", "bad")
	require.Equal(t, exitUsage, status)
	require.Equal(t, "carom-import: it is bad\n", stderr)
	status, _, stderr = call("run", "bad.tmx")
	require.Equal(t, exitUsage, status)
	require.Empty(t, stderr, "the importer of a run has the standard error of the process")
	status, _, stderr = call("check", "bad.tmx", "gone.json")
	require.Equal(t, exitFailed, status)
	require.Contains(t, stderr, "bad.tmx: carom-import: exit status 2\n")
	require.Contains(t, stderr, "gone.json")
	status, _, stderr = call("check", "level.svg")
	require.Zero(t, status, stderr)
}

// hashLine returns the line of a report with the fingerprint.
func hashLine(report string) string {
	for line := range strings.Lines(report) {
		if strings.Contains(line, "hash") || strings.Contains(line, "fingerprint") {
			return line
		}
	}
	return report
}
