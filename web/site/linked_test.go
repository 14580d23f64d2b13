//go:build gates

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// mostWorld is what world.wasm may weigh with gzip, in bytes. A scene that needs more is no light
// one, or does with less: terrain.Carve alone would be another 200 kB.
const mostWorld = 2_200_000

// The light program neither reads nor writes files, and has no scene that needs characters, terrain
// or soft things, so it links nothing that does. The editor's has no scenes and no recordings. A
// page has one thread, so none of its programs has a scheduler.
func TestProgramsLinkWhatTheyNeed(t *testing.T) {
	s := site{out: t.TempDir(), root: filepath.Join("..", ".."), quick: true}
	require.NoError(t, s.buildPrograms())
	everywhere := map[string]bool{"world.wasm": true, "whole.wasm": true, "editor.wasm": true}
	only := func(names ...string) map[string]bool {
		in := map[string]bool{}
		for _, name := range names {
			in[name] = true
		}
		return in
	}
	linked := map[string]map[string]bool{
		"world.(*World).Tick":             everywhere,
		"gallery.(*Scene).Start":          only("world.wasm", "whole.wasm"),
		"player.(*documentEditor).":       only("editor.wasm"),
		"world/scene.":                    only("whole.wasm", "editor.wasm"),
		"encoding/json.":                  only("whole.wasm", "editor.wasm"),
		"encoding/json.Unmarshal":         only("editor.wasm"),
		"world/character.(*Character).":   only("whole.wasm", "editor.wasm"),
		"world/soft.(*":                   only("whole.wasm"),
		"world/terrain.(*":                only("whole.wasm"),
		"internal/deflate.AppendExpanded": only("whole.wasm"),
		"compress/flate.":                 only("whole.wasm"),
		"hash/crc32.":                     only("whole.wasm"),
		"internal/item.readAny":           only("whole.wasm"),
		"internal/recording.(*Player).":   only("whole.wasm"),
		"internal/par.(*scheduler).run":   only(),
	}
	for name := range everywhere {
		program := must.Get(os.ReadFile(filepath.Join(s.out, name)))
		if name == "world.wasm" {
			require.NoError(t, zip(filepath.Join(s.out, name)))
			info := must.Get(os.Stat(filepath.Join(s.out, name+".gz")))
			t.Logf("%d bytes, %d with gzip", len(program), info.Size())
			require.Less(t, info.Size(), int64(mostWorld))
		}
		for function, in := range linked {
			require.Equal(t, in[name], bytes.Contains(program, []byte(function)), "%s: %s", name, function)
		}
	}
}
