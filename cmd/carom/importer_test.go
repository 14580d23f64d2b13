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
	_, stderr := exits(t, exitFailed, "run", "level.tmx")
	require.Contains(t, stderr, "importers/cmd/carom-import")

	document, err := scenes.Read("dominoes")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "scene.json"), document, 0o644))
	script := "#!/bin/sh\ncase \"$*\" in *bad*) echo 'carom-import: it is bad' >&2; exit 2;; esac\nwhile read -r line; do echo \"$line\"; done <'" + filepath.Join(folder, "scene.json") + "'\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, importer), []byte(script), 0o755))
	stdout := succeed(t, "run", "level.tmx", "-seconds", "0.1", "-hash")
	want := succeed(t, "run", "dominoes", "-seconds", "0.1", "-hash")
	require.Equal(t, hashLine(want), hashLine(stdout))
	stdout = succeed(t, "import", "level.tmx")
	require.Contains(t, stdout, `"version"`)
	// The importer has printed the reason, and carom adds nothing.
	_, stderr = exits(t, exitUsage, "import", "bad")
	require.Equal(t, "carom-import: it is bad\n", stderr)
	_, stderr = exits(t, exitUsage, "run", "bad.tmx")
	require.Empty(t, stderr, "the importer of a run has the standard error of the process")
	_, stderr = exits(t, exitFailed, "check", "bad.tmx", "gone.json")
	require.Contains(t, stderr, "bad.tmx: carom-import: exit status 2\n")
	require.Contains(t, stderr, "gone.json")
	succeed(t, "check", "level.svg")
}

func hashLine(report string) string {
	for line := range strings.Lines(report) {
		if strings.Contains(line, "hash") || strings.Contains(line, "fingerprint") {
			return line
		}
	}
	return report
}
