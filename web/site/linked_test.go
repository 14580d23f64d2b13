//go:build gates

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostWorld is what world.wasm may weigh, in bytes. A scene that needs more is left out, or does
// with less: terrain.Carve alone would be another 200 kB.
const mostWorld = 12_100_000

// The program of the gallery neither writes nor reads files and recordings, so it links nothing
// that does: the codec, the compressor and the replay are a sixth of the other program.
func TestGalleryLinksNoCodec(t *testing.T) {
	s := site{out: t.TempDir(), root: filepath.Join("..", "..")}
	require.NoError(t, s.buildPrograms())
	for name, has := range map[string]bool{"world.wasm": false, "recordings.wasm": true, "editor.wasm": false} {
		program, err := os.ReadFile(filepath.Join(s.out, name))
		require.NoError(t, err)
		require.True(t, bytes.Contains(program, []byte("world.(*Snapshot).")), "names of functions stand in %s", name)
		if !has {
			require.Less(t, len(program), mostWorld)
		}
		edits := bytes.Contains(program, []byte("player.(*Player).doEditSet"))
		require.Equal(t, name == "editor.wasm", edits, "%s: only the program of the editor takes its commands", name)
		require.Equal(t, name != "editor.wasm", bytes.Contains(program, []byte("gallery.(*Scene).Start")), "%s: only the others have scenes", name)
		for _, function := range []string{"internal/deflate.AppendExpanded", "internal/item.readAny", "world.(*Replay)."} {
			require.Equal(t, has, bytes.Contains(program, []byte(function)), "%s: %s", name, function)
		}
	}
}
