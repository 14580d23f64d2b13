package page

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drop drops files on the page.
func (p *tab) drop(files ...string) {
	p.t.Helper()
	list := [][2]string{}
	for _, file := range files {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(file)))
		require.NoError(p.t, err)
		require.NotEmpty(p.t, found, file)
		for _, name := range found {
			text, err := os.ReadFile(name)
			require.NoError(p.t, err)
			list = append(list, [2]string{filepath.Base(name), string(text)})
		}
	}
	text, err := json.Marshal(list)
	require.NoError(p.t, err)
	value[any](p, `(() => { const data = new DataTransfer(); for (const [name, text] of `+string(text)+`) data.items.add(new File([text], name));
		document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()`)
}

// A document and the levels of other editors open by drop; the program that reads levels is loaded
// with the first one.
func TestLevelsOpenByDrop(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	const loadedImporters = `performance.getEntriesByType("resource").some((r) => r.name.endsWith("importers.wasm"))`
	p.drop("testdata/scenes/dominoes.json")
	p.until(`build.nameInput.value === "dominoes" && build.editor.document.bodies.length > 10`)
	require.False(t, value[bool](p, loadedImporters))
	for _, level := range []struct{ name, files string }{
		{"level", "importers/tiled/testdata/level.tmx importers/tiled/testdata/ground.tsx importers/tiled/testdata/crate.tx"},
		{"castle", "importers/ldtk/testdata/castle.ldtk importers/ldtk/testdata/castle/*.ldtkl"}, {"hills", "importers/svg/testdata/hills.svg"},
	} {
		p.drop(strings.Fields(level.files)...)
		p.until(`build.nameInput.value === "` + level.name + `" || carom.note.textContent.includes("not exist")`)
		require.Equal(t, level.name, value[string](p, `build.nameInput.value`), value[string](p, `carom.note.textContent`))
		require.Equal(t, "The level "+filepath.Base(strings.Fields(level.files)[0])+".", value[string](p, `build.editor.document.description`))
		require.NotEmpty(t, value[[]any](p, `build.editor.document.bodies`))
		p.save("build_import_" + level.name)
	}
	p.until(`build.editor.errors.length === 0`)
	before := value[string](p, `JSON.stringify(build.editor.document)`)
	p.drop("README.md")
	p.until(`carom.note.textContent.startsWith("This is no scene")`)
	require.Equal(t, before, value[string](p, `JSON.stringify(build.editor.document)`))
	p.quiet()
}
