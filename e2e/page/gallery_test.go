package page

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/stretchr/testify/require"
)

// Every scene of the gallery draws its beginning, runs two seconds of its time, at four times the
// speed, without an error in the console, and looks different then. The page of the first scene of
// each program changes to the others, as the first page of the site changes from scene to scene: so
// a browser compiles and starts each program once.
func TestEveryScene(t *testing.T) {
	address, browser := site(t), chromium.Start(t)
	files, err := filepath.Glob(filepath.Join(built, "scenes", "*.html"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 40)
	scenes := scenesByProgram(t, files)
	for _, program := range slices.Sorted(maps.Keys(scenes)) {
		names := scenes[program]
		p := open(t, browser, address+"/scenes/"+names[0]+".html?painter=canvas", 640, 480)
		p.until(loaded)
		require.True(t, value[bool](p, `performance.getEntriesByType("resource").some((r) => r.name.endsWith("/`+program+`"))`), program)
		for _, name := range names {
			t.Run(name, func(t *testing.T) { p.of(t).showScene(name) })
		}
		p.close()
	}
}

var programOf = regexp.MustCompile(` data-program="([^"]+)"`)

// scenesByProgram returns the names of the scenes that each program has, as their pages say.
func scenesByProgram(t *testing.T, files []string) map[string][]string {
	t.Helper()
	names := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		found := programOf.FindSubmatch(text)
		require.NotNil(t, found, file)
		names[string(found[1])] = append(names[string(found[1])], strings.TrimSuffix(filepath.Base(file), ".html"))
	}
	return names
}

// showScene changes to a scene and looks at it twice. It stands still for the first picture,
// however late that comes.
func (p *tab) showScene(name string) {
	p.t.Helper()
	value[any](p, fmt.Sprintf(changeTo, name))
	p.until(fmt.Sprintf(`carom.hasFrame && carom.worldName === %q && carom.picture.head.ticks === 0 && carom.source.status.paused`, name))
	before := p.picture()
	colors, _ := chromium.Colors(before)
	require.Greater(p.t, colors, 3, "hardly anything is drawn")
	value[any](p, `carom.step(120)`) // without a picture of each tick
	p.until(`carom.picture.head.ticks === 120`)
	after := p.picture()
	require.Greater(p.t, chromium.Difference(before, after), 0.0005, "nothing has changed")
	require.NoError(p.t, os.WriteFile(filepath.Join(pictures, name+".png"), encoded(p.t, after), 0o644))
	p.quiet()
}

// changeTo loads the scene of another page with the settings of that page's sliders, and lets it
// stand at its beginning.
const changeTo = `(async (name) => {
	const page = new DOMParser().parseFromString(await (await fetch(name + ".html")).text(), "text/html");
	const settings = Object.fromEntries([...page.querySelectorAll(".params input")].map((s) => [s.name, Number(s.value)]));
	await carom.source.send({ do: "pause" });
	await carom.source.load({ scene: page.querySelector("#world").dataset.scene, settings });
})(%q)`

// picture takes what the viewer shows, when it has drawn what has come.
func (p *tab) picture() image.Image {
	p.t.Helper()
	value[any](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
	m, err := chromium.Picture(p.ctx)
	require.NoError(p.t, err)
	stage := value[[]int](p, `(() => { const b = carom.stage.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom].map(Math.round); })()`)
	return m.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(image.Rect(stage[0], stage[1], stage[2], stage[3]))
}

func encoded(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}
