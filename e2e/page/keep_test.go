package page

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

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

// Each save is a version, and every version opens again by the list of saved scenes.
func TestVersionsAreKept(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	first := value[string](p, documentText)
	save := func() {
		value[any](p, `carom.say("")`)
		p.press("s", input.ModifierCtrl)
		p.until(`carom.note.textContent.includes("saved")`)
	}
	save()
	p.press("o")
	p.press(kb.Enter)
	p.until(`build.editor.document.bodies.length === 2`)
	save()
	p.run(chromedp.Reload())
	p.until(building + ` && build.editor.document.bodies.length === 2`)
	p.run(chromedp.Click(`button[aria-label^="open: saved scenes"]`, chromedp.ByQuery))
	p.until(`document.querySelector(".carom-build-shelf [aria-expanded]")?.textContent === "2 versions"`)
	p.run(chromedp.Click(`.carom-build-shelf [aria-expanded]`, chromedp.ByQuery))
	p.until(`document.querySelectorAll(".carom-build-shelf ul li").length === 2`)
	p.save("build_versions")
	p.run(chromedp.Click(`.carom-build-shelf ul li:last-child button`, chromedp.ByQuery))
	p.until(`build.editor.document.bodies.length === 1`)
	require.Equal(t, first, value[string](p, documentText))
	p.quiet()
}

// A full storage lets the request of a save succeed and its transaction fail. A closed one refuses
// at once. The page says that nothing was saved, and goes on.
func TestFullStorageIsTold(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	value[any](p, `(() => { const add = IDBObjectStore.prototype.add;
		IDBObjectStore.prototype.add = function (...args) { const r = add.apply(this, args); r.addEventListener("success", () => this.transaction.abort()); return r; }; })()`)
	told := func() string {
		value[any](p, `carom.say("")`)
		p.press("s", input.ModifierCtrl)
		p.until(`carom.note.textContent !== ""`)
		return value[string](p, `carom.note.textContent`)
	}
	require.NotContains(t, told(), "is saved")
	require.Empty(t, value[[]any](p, `build.keeper.shelf.scenes()`))
	value[any](p, `build.keeper.shelf.db.close()`)
	require.NotContains(t, told(), "is saved")
	value[any](p, `build.keeper.keepDraft()`)
	p.quiet()
}
