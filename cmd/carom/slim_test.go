package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSlimRefuses(t *testing.T) {
	folder := t.TempDir()
	program, out := filepath.Join(folder, "game.wasm"), filepath.Join(folder, "main.wasm")
	require.NoError(t, os.WriteFile(program, []byte("\x00asm\x01\x00\x00\x00"), 0o644))
	usage := "carom: slim takes one program and -o; for example: carom slim game.wasm -o main.wasm\n"
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"slim", program}, exitUsage, usage},
		{[]string{"slim", "-o", out}, exitUsage, usage},
		{[]string{"slim", program, "-o", program}, exitUsage, "carom: the program and -o name the same file: " + program + "\n"},
		{[]string{"slim", program, "-o", out}, exitFailed, "carom: " + program + ": slim: not a Go program for js/wasm of a known form: no data\n"},
	} {
		refuses(t, c.status, c.want, c.args...)
	}
	require.NoFileExists(t, out)
}
