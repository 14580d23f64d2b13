package page

import (
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const loaded = `window.carom?.hasFrame && document.querySelector("#world canvas") !== null`

// The pages on a screen in light and on a phone in dark, for a person to look at, and how soon the
// first picture comes. WebGL draws them on the screen; a machine without a graphics card draws on
// the canvas unless WebGL is asked for.
func TestPages(t *testing.T) {
	address, first := site(t), chromium.Start(t)
	for _, page := range []string{"index.html", "gallery.html", "scenes/car.html"} {
		for _, size := range []struct {
			name, looks, query string
			width, height      int64
		}{{"desk", "light", "?painter=webgl", 1280, 800}, {"phone", "dark", "", 390, 844}} {
			var actions []chromedp.Action
			if size.looks == "dark" {
				actions = append(actions, dark())
			}
			p := open(t, first, address+"/"+page+size.query, size.width, size.height, actions...)
			p.until(`document.documentElement.dataset.theme === "` + size.looks + `"`)
			if page != "gallery.html" {
				p.until(loaded + ` && carom.picture.head.time > 1`)
				require.True(t, size.query == "" || value[string](p, `carom.painter.kind`) == "WebGL")
				took, err := strconv.ParseFloat(value[string](p, `document.querySelector("#world").dataset.firstPicture`), 64)
				require.NoError(t, err)
				require.LessOrEqual(t, value[int](p, `performance.getEntriesByType("resource").filter((r) => /thumbs\/\w+_(light|dark)\.png/.test(r.name)).length`), 1, "posters of both looks are loaded")
				t.Logf("%s, %s, %s: first picture after %.0f ms", page, size.name, size.looks, took)
			}
			p.until(`[...document.images].every((m) => m.complete || m.getBoundingClientRect().top > innerHeight || getComputedStyle(m).display === "none")`)
			require.Equal(t, value[int](p, `innerWidth`), value[int](p, `document.documentElement.scrollWidth`), "it is wider than the screen")
			require.Less(t, value[float64](p, barsOff), 1.0, "bars are not as long as their shares")
			p.save(fmt.Sprintf("page_%s_%s_%s", strings.TrimSuffix(path.Base(page), ".html"), size.name, size.looks))
			p.quiet()
			p.close()
		}
	}
}

// barsOff is the largest error of the length of a bar beside Box2D, in pixels.
const barsOff = `(() => { const bars = [...document.querySelectorAll(".races i")].map((i) => [i.getBoundingClientRect().width, parseFloat(i.nextSibling.textContent)]);
return Math.max(0, ...bars.map(([width, share]) => Math.abs(width - share * bars[0][0] / bars[0][1]))); })()`

// bodyOnScreen is the place of a dynamic body on the screen.
const bodyOnScreen = `(() => { const {bodies, bodySlots} = carom.picture, d = carom.drawing, c = carom.camera, box = carom.stage.getBoundingClientRect();
for (let i = bodySlots - 1; i > 0; i--) { if (bodies.generation[i] === 0) continue;
  const x = c.toScreenX ? c.toScreenX(d.x[i]) : (d.x[i] - c.x) * c.scale + c.width / 2, y = c.toScreenY ? c.toScreenY(d.y[i]) : c.height / 2 - (d.y[i] - c.y) * c.scale * c.up;
  if (x > 60 && y > 120 && x < c.width - 60 && y < c.height - 120 && carom.bodyAt(x, y) === i && (bodies.state[i] & 3) === 2) return [x + box.left, y + box.top, i]; }
return null; })()`

// beginAnew lets a world that is paused stand at its beginning, however far it has come while the
// page was loading.
func (p *tab) beginAnew() {
	p.t.Helper()
	value[any](p, `carom.restart()`)
	p.until(`carom.hasFrame && carom.picture.head.ticks === 0`)
}

const plotLibrary = `performance.getEntriesByType("resource").some((r) => r.name.endsWith("uPlot.esm.js"))`

// Drag, pause, step, scrub, the panel of a body and the plots, whose library comes with the first
// of them.
func TestControls(t *testing.T) {
	p := open(t, chromium.Start(t), site(t)+"/scenes/explosion.html", 1100, 800)
	p.until(loaded)
	p.run(chromedp.Click(`button[aria-label^="pause"]`, chromedp.ByQuery))
	p.until(`carom.source.status.paused`)
	p.beginAnew()
	ticks := value[float64](p, `carom.picture.head.ticks`)
	p.run(chromedp.Click(`button[aria-label^="one tick"]`, chromedp.ByQuery))
	p.until(fmt.Sprintf(`carom.picture.head.ticks === %g`, ticks+1))

	p.until(bodyOnScreen + ` !== null`)
	at := value[[]float64](p, bodyOnScreen)
	p.run(chromedp.MouseClickXY(at[0], at[1]))
	p.until(fmt.Sprintf(`carom.selected?.[0] === %g && !carom.panel.root.hidden`, at[2]))
	p.save("control_inspect")
	p.run(chromedp.KeyEvent(kb.Escape))
	p.until(`carom.selected === null`)

	value[any](p, `carom.setSpeed(0.05)`) // a blast in three seconds of the world empties the picture
	p.run(chromedp.Click(`button[aria-label^="go on"]`, chromedp.ByQuery))
	p.until(`!carom.source.status.paused`)
	value[any](p, `carom.togglePause()`) // a body that stands still is hit, however long the mouse takes
	p.until(`carom.source.status.paused && ` + bodyOnScreen + ` !== null`)
	at = value[[]float64](p, bodyOnScreen)
	p.run(chromedp.MouseEvent(input.MousePressed, at[0], at[1], chromedp.ButtonLeft))
	for i := range 8 {
		p.run(chromedp.MouseEvent(input.MouseMoved, at[0], at[1]-float64(i)*12, chromedp.ButtonLeft))
	}
	p.until(`carom.dragging !== null`)
	value[any](p, `Promise.all([carom.setSpeed(1), carom.togglePause()])`)
	p.until(fmt.Sprintf(`(() => { const c = carom.camera; return (carom.drawing.y[%g] - carom.camera.toWorldY(%g - carom.stage.getBoundingClientRect().top)) * c.scale > 20; })()`, at[2], at[1]))
	p.save("control_drag")
	p.run(chromedp.MouseEvent(input.MouseReleased, at[0], at[1]-90, chromedp.ButtonLeft))
	p.until(`carom.dragging === null`)

	p.until(`carom.history.length > 60`)
	box := value[[]float64](p, `(() => { const b = document.querySelector(".carom-timeline").getBoundingClientRect(); return [b.left + 8, b.top + b.height / 2]; })()`)
	p.run(chromedp.MouseClickXY(box[0], box[1]))
	p.until(`carom.index >= 0 && carom.source.status.paused`)
	p.save("control_scrub")
	require.False(t, value[bool](p, plotLibrary), "the library of the plots is loaded")
	value[any](p, `carom.togglePlots()`)
	p.until(`document.querySelectorAll(".carom-plot canvas").length === 5`)
	p.run(chromedp.Focus(".carom-plots", chromedp.ByQuery)) // so that keys scroll them
	p.save("control_plots")
	p.quiet()
}

// A slider changes the world and the address, and the address brings the setting back.
func TestSettingsStandInTheAddress(t *testing.T) {
	first, address := chromium.Start(t), site(t)
	p := open(t, first, address+"/scenes/pyramid.html", 1100, 800)
	p.until(loaded + ` && carom.picture.counters?.[0] > 100`)
	value[any](p, `(() => { const s = document.querySelector("input[name=base]"); s.value = 5; s.dispatchEvent(new Event("input")); })()`)
	p.until(`location.hash === "#base=5" && carom.hasFrame && carom.picture.counters?.[0] < 40`)
	link := value[string](p, `location.href`)
	p.quiet()
	p.close()
	again := open(t, first, link, 1100, 800)
	again.until(loaded + ` && carom.picture.counters?.[0] < 40`)
	for _, text := range []string{"much", ""} { // a slider makes its middle of them, 0.5
		for _, setting := range []struct{ text, want string }{{"0.2", "0.2"}, {text, "0.6"}} {
			value[any](again, fmt.Sprintf(`location.hash = "#friction=%s"`, setting.text))
			again.until(fmt.Sprintf(`document.querySelector("input[name=friction]").value === %q`, setting.want))
		}
	}
	again.quiet()
}

// In a low window the viewer keeps the height that its menus need, and the styles of the page move
// nothing in it.
func TestViewerInALowWindow(t *testing.T) {
	p := open(t, chromium.Start(t), site(t)+"/scenes/car.html?painter=canvas", 640, 300)
	p.until(loaded)
	require.GreaterOrEqual(t, value[float64](p, `carom.root.clientHeight`), 298.0, "300 pixels with its border")
	value[any](p, `carom.controls.toggleHelp()`)
	tops := value[[]float64](p, `[...carom.root.querySelectorAll(".carom-columns section")].map((s) => s.offsetTop)`)
	require.Len(t, tops, 3)
	require.Equal(t, tops[0], tops[1], "two columns begin at one height")
	p.quiet()
}

// The keys of a scene drive it, and a dropped document takes its place.
func TestKeysAndFiles(t *testing.T) {
	p := open(t, chromium.Start(t), site(t)+"/scenes/car.html", 1100, 800)
	p.until(loaded + ` && carom.chased && carom.drawing.x?.[carom.chased[0]] !== undefined`)
	before := value[float64](p, `carom.drawing.x[carom.chased[0]]`)
	p.run(chromedp.Focus(".carom-stage", chromedp.ByQuery), chromedp.ActionFunc(input.DispatchKeyEvent(input.KeyRawDown).WithKey("ArrowRight").WithCode("ArrowRight").Do))
	p.until(fmt.Sprintf(`carom.drawing.x[carom.chased[0]] > %g`, before+3))
	p.run(chromedp.ActionFunc(input.DispatchKeyEvent(input.KeyUp).WithKey("ArrowRight").WithCode("ArrowRight").Do))
	value[any](p, `(() => { const data = new DataTransfer(); data.items.add(new File(['{"version":1,"bodies":[]}'], "empty.json"));
		document.querySelector("main").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true})); })()`)
	p.until(`carom.controls.title.textContent === "empty.json" || carom.note.textContent.includes("empty.json")`)
	p.quiet()
}

// The first page plays a film, cut after cut, and loads the program only when somebody reaches for
// the picture. Then the scene can be stopped, dragged and looked into.
func TestFilmGivesWayToTheWorld(t *testing.T) {
	p := open(t, chromium.Start(t), site(t)+"/index.html", 1100, 800)
	p.until(loaded + ` && document.querySelector("#world").classList.contains("film")`)
	p.until(`carom.source.id > 1`) // the second cut
	require.False(t, value[bool](p, `performance.getEntriesByType("resource").some((r) => r.name.endsWith("world.wasm"))`), "the program is loaded")
	p.save("film")
	at := value[[]float64](p, `(() => { const b = document.querySelector("#world").getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()`)
	p.run(chromedp.MouseEvent(input.MouseMoved, at[0], at[1]))
	p.until(`carom.source.worker && carom.hasFrame && carom.source.status.edit && !document.querySelector("#world").classList.contains("film")`)
	value[any](p, `carom.togglePause()`)
	p.until(`carom.source.status.paused`)
	p.quiet()
}

// The poster, which is seen until the first picture, lies above the picture of the world and below
// the controls and messages.
func TestPosterHidesNoControls(t *testing.T) {
	p := open(t, chromium.Start(t), site(t)+"/scenes/car.html?painter=canvas", 1100, 800)
	p.until(loaded)
	value[any](p, `document.querySelectorAll(".poster, .carom-note").forEach((e) => { e.style.pointerEvents = "auto"; })`)
	const inFront = `((e) => { const box = e.getBoundingClientRect(); return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest(%q) !== null; })(carom.%s)`
	require.True(t, value[bool](p, fmt.Sprintf(inFront, ".poster", "stage")))
	for name, element := range map[string]string{".carom-top": "controls.top", ".carom-bar": "controls.bar", ".carom-note": "note"} {
		require.True(t, value[bool](p, fmt.Sprintf(inFront, name, element)), "%s is behind the poster", name)
	}
}

// A film ends in its first cut as in every other: its world there has the number of the world that
// takes its place.
func TestFirstCutGivesWayToTheWorld(t *testing.T) {
	p := open(t, chromium.Start(t), site(t)+"/index.html?painter=canvas", 1100, 800)
	p.until(loaded)
	value[any](p, `(() => { carom.source.id = 0; carom.source.begin(0); document.querySelector("#world").dispatchEvent(new PointerEvent("pointermove")); })()`)
	p.until(`carom.source.worker && carom.hasFrame && carom.source.status.edit`)
	p.quiet()
}

// A page that loses its server says what it cannot load, and loads it when the server is there
// again: the world when somebody asks for a scene, and then the plots by themselves. The server
// ends the connections itself: newer browsers let a lost network be played for the page alone, not
// for its worker.
func TestLostNetworkComesBack(t *testing.T) {
	var lost atomic.Bool
	files := http.FileServer(http.Dir(built))
	address := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if lost.Load() {
			panic(http.ErrAbortHandler)
		}
		files.ServeHTTP(w, r)
	}))
	p := open(t, chromium.Start(t), address+"/index.html?painter=canvas", 1100, 800)
	p.until(loaded)
	lost.Store(true)
	value[any](p, `carom.togglePlots()`)
	p.until(`carom.plots.root.textContent === "The plots could not be loaded."`)
	value[any](p, `document.querySelector("#world").dispatchEvent(new PointerEvent("pointermove"))`) // ends the film
	p.until(`carom.note.textContent === "the worker could not be loaded"`)
	lost.Store(false)
	value[any](p, `document.querySelectorAll(".tabs button")[1].click()`)
	p.until(`carom.hasFrame && carom.picture.head.time > 0.2`)
	p.until(`document.querySelectorAll(".carom-plot canvas").length === 5`)
}

// Who asks the system for less motion gets a picture that stands still until it is asked for,
// without dust and drops, and one that does not look around by itself.
func TestLittleMotion(t *testing.T) {
	calm := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}})
	p := open(t, chromium.Start(t), site(t)+"/scenes/trebuchet.html", 1100, 800, calm)
	p.until(loaded + ` && carom.picture.head.time > 0.2 && !carom.wantsFit`)
	before := value[string](p, `String(carom.camera.view())`)
	p.until(`carom.picture.head.time > 2.5`)
	require.Equal(t, before, value[string](p, `String(carom.camera.view())`))
	require.False(t, value[bool](p, `carom.show.particles`))
	p.quiet()
}

// The picture comes nearer to what moves, until somebody moves it.
func TestPictureLooksAtWhatMoves(t *testing.T) {
	p := open(t, chromium.Start(t), site(t)+"/scenes/trebuchet.html", 1100, 800)
	p.until(loaded)
	value[any](p, `carom.togglePause()`)
	p.until(`carom.source.status.paused`)
	p.beginAnew()
	scale := value[float64](p, `(() => { const c = Object.assign(Object.create(Object.getPrototypeOf(carom.camera)), carom.camera); carom.fitCamera(c, carom.sceneView); return c.scale; })()`)
	value[any](p, `Promise.all([carom.setSpeed(0.25), carom.togglePause()])`) // a page that paints slowly has time to follow
	p.until(fmt.Sprintf(`carom.camera.scale > %g || carom.picture.head.time > 30`, 1.1*scale))
	require.Less(t, value[float64](p, `carom.picture.head.time`), 30.0)
	value[any](p, `(() => { carom.camera.panBy(50, 0); carom.moved(); })()`)
	before := value[string](p, `String(carom.camera.view())`)
	time := value[float64](p, `carom.picture.head.time`)
	p.until(fmt.Sprintf(`carom.picture.head.time > %g`, time+0.5))
	require.Equal(t, before, value[string](p, `String(carom.camera.view())`))
	p.quiet()
}

// A drag on the ground of a scene that takes the pointer digs, where it would move the picture
// otherwise. The ground comes back with an earlier moment.
func TestDigging(t *testing.T) {
	p := open(t, chromium.Start(t), site(t)+"/scenes/dig.html#stones=0", 1100, 800)
	p.until(loaded + ` && carom.takesPoints === true`)
	value[any](p, `carom.togglePause()`)
	p.until(`carom.source.status.paused`)
	p.beginAnew()
	value[any](p, `Promise.all([carom.source.send({ do: "point", down: false }), carom.setSpeed(0.1), carom.togglePause()])`) // the mole never begins
	p.until(`!carom.wantsFit`)
	value[any](p, `carom.moved()`) // the picture stays
	place := func(x, y float64) []float64 {
		return value[[]float64](p, fmt.Sprintf(`(() => { const box = carom.stage.getBoundingClientRect(), c = carom.camera;
			return [(%g - c.x) * c.scale + c.width / 2 + box.left, c.height / 2 - (%g - c.y) * c.scale + box.top]; })()`, x, y))
	}
	const solid = `carom.drawing.bodyAt(0, -6, 0) !== 0`
	p.until(solid)
	camera := value[[]float64](p, `[carom.camera.x, carom.camera.y]`)
	from, to := place(-3, -6), place(3, -6)
	p.run(chromedp.MouseEvent(input.MousePressed, from[0], from[1], chromedp.ButtonLeft))
	for i := range 8 {
		p.run(chromedp.MouseEvent(input.MouseMoved, from[0]+(to[0]-from[0])*float64(i+1)/8, from[1], chromedp.ButtonLeft))
	}
	p.until(`!(` + solid + `)`)
	p.run(chromedp.MouseEvent(input.MouseReleased, to[0], to[1], chromedp.ButtonLeft))
	p.save("control_dig")
	require.Equal(t, camera, value[[]float64](p, `[carom.camera.x, carom.camera.y]`))
	value[any](p, `carom.command({ do: "restore", tick: 0 })`)
	p.until(solid)
	p.quiet()
}
