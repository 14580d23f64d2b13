package page

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const building = `window.build?.opened && build.panel.schema !== undefined && carom.drawing !== undefined && carom.camera.width > 1 && carom.documentPicture.shown !== null`

// openBuild opens the editor as on a first visit.
func openBuild(t *testing.T, width, height int64, query string) *tab {
	t.Helper()
	p := open(t, chromium.Start(t), site(t)+"/build.html?painter=canvas"+query, width, height)
	p.until(building)
	return p
}

// screen waits until the canvas has the size of the stage, and returns where a point of the world
// is on the screen.
func (p *tab) screen(x, y float64) (px, py float64) {
	p.t.Helper()
	at := value[[]float64](p, fmt.Sprintf(`(async () => { const c = carom.camera, { stage } = carom;
		while (c.width !== stage.clientWidth || c.height !== stage.clientHeight) await new Promise(requestAnimationFrame);
		const b = stage.getBoundingClientRect(); return [c.toScreenX(%g) + b.left, c.toScreenY(%g) + b.top]; })()`, x, y))
	return at[0], at[1]
}

// sees waits until the camera has come to rest with a point of the world in its picture: on a slow
// machine it is on its way for seconds.
func (p *tab) sees(x, y float64) {
	p.t.Helper()
	p.until(fmt.Sprintf(`(() => { const c = carom.camera, box = carom.stage.getBoundingClientRect(), px = c.toScreenX(%g), py = c.toScreenY(%g);
		const frame = carom.frameRequest, camera = [c.x, c.y, c.scale].join(), was = window.cameraWas;
		if (was?.frame !== frame) window.cameraWas = { frame, camera };
		return px > 0 && py > 0 && px < box.width && py < box.height && was !== undefined && was.frame !== frame && was.camera === camera; })()`, x, y))
}

func (p *tab) clickWorld(x, y float64) {
	px, py := p.screen(x, y)
	p.run(chromedp.MouseClickXY(px, py))
}

// dragWorld drags the mouse from a point of the world to another.
func (p *tab) dragWorld(fromX, fromY, toX, toY float64) {
	ax, ay := p.screen(fromX, fromY)
	bx, by := p.screen(toX, toY)
	p.run(chromedp.MouseEvent(input.MousePressed, ax, ay, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for i := 1; i <= 4; i++ {
		s := float64(i) / 4
		p.run(chromedp.MouseEvent(input.MouseMoved, ax+s*(bx-ax), ay+s*(by-ay), chromedp.ButtonLeft))
	}
	p.run(chromedp.MouseEvent(input.MouseReleased, bx, by, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

func (p *tab) press(keys string, modifiers ...input.Modifier) {
	p.run(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// typeInto types a value into a field of the panel of properties.
func (p *tab) typeInto(pointer, text string) {
	field := `[data-pointer="` + pointer + `"]`
	p.run(chromedp.Focus(field, chromedp.ByQuery), chromedp.Evaluate(`document.activeElement.select()`, nil))
	p.press(text)
	p.press(kb.Enter)
}

// pickJoint takes the joint tool, and a kind by the keys of its menu.
func (p *tab) pickJoint(label string) {
	p.press("j")
	p.run(chromedp.Focus(`.carom-build-options select:has(option[value="revolute"])`, chromedp.ByQuery))
	p.press(label)
	p.run(chromedp.Focus(".carom-stage", chromedp.ByQuery))
}

const documentText = `JSON.stringify(build.editor.document)`

// drawCar draws a car by mouse and keys: a chassis, two wheels, an axle each, and a motor.
func (p *tab) drawCar() {
	p.press("r")
	p.dragWorld(-1.5, 0.75, 1.5, 1.5)
	p.press("o")
	p.dragWorld(-1, 0.75, -0.5, 0.75)
	p.dragWorld(1, 0.75, 1.5, 0.75)
	p.pickJoint("wh")
	p.clickWorld(0, 1.25)
	p.clickWorld(-1, 0.75)
	p.clickWorld(0, 1.25)
	p.clickWorld(1, 0.75)
	p.typeInto("/joints/1/maxMotorTorque", "40")
	p.typeInto("/joints/1/motorSpeed", "-10")
}

// A character is drawn on a floor, runs to the right as long as the arrow key is held, jumps, and
// is kept where it has come to.
func TestCharacterIsDriven(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	p.run(chromedp.Evaluate(`build.editor.load({ version: 1, world: { gravity: [0, -10] }, bodies: [{ type: "static", colliders: [{ type: "box", halfExtents: [900, 0.5], center: [0, -0.5] }] }] })`, nil))
	p.press("u")
	p.run(chromedp.Evaluate(`build.editor.setting("purpose", "character")`, nil))
	p.dragWorld(-2, 0.5, -2, 2)
	p.press("v")
	require.Equal(t, "1 body, 0 joints, 1 character, 1 selected", value[string](p, `document.querySelector(".carom-build-status").textContent`))
	p.typeInto("/characters/0/name", "hero")
	p.typeInto("/characters/0/jump/height", "2")
	p.save("build_character")
	p.press(" ")
	p.until(`build.editor.mode === "play" && !build.source.status.paused`)
	const place = `(() => { const b = carom.picture.bodies; return [b.x[2], b.y[2]]; })()`
	hold := func(key string, down bool) {
		kind := map[bool]string{true: "keydown", false: "keyup"}[down]
		p.run(chromedp.Evaluate(fmt.Sprintf(`document.dispatchEvent(new KeyboardEvent(%q, { key: %q, bubbles: true, cancelable: true }))`, kind, key), nil))
	}
	hold("ArrowRight", true)
	p.until(`carom.picture.bodies.x[2] > 1`)
	hold("ArrowRight", false)
	jumped := p.seen(`carom.picture.bodies.y[2] > 2.5`)
	hold("ArrowUp", true)
	p.until(jumped)
	p.save("build_character_jumps")
	hold("ArrowUp", false)
	p.until(`carom.picture.bodies.y[2] < 1.3`)
	require.Greater(t, value[[]float64](p, place)[0], 1.0)
	p.press("K", input.ModifierShift)
	p.until(`build.editor.mode === "edit" && build.editor.document.characters?.[0].position[0] > 1`)
	require.Equal(t, "hero", value[string](p, `build.editor.document.characters[0].name`))
	require.Equal(t, 2.0, value[float64](p, `build.editor.document.characters[0].jump.height`))
	require.Empty(t, value[[]any](p, `build.editor.errors`))
}

// A car is built from nothing by mouse and keyboard, saved, found again, driven and undone.
func TestCarIsBuilt(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	began := time.Now()
	before := value[string](p, documentText)
	p.drawCar()
	p.save("build_car")
	require.Equal(t, "4 bodies, 2 joints, 1 selected", value[string](p, `document.querySelector(".carom-build-status").textContent`))
	require.Equal(t, "wheel -10 40 box", value[string](p, `(() => { const d = build.editor.document, j = d.joints[1]; return [j.type, j.motorSpeed, j.maxMotorTorque, j.a].join(" "); })()`))
	car := value[string](p, documentText)
	p.press("s", input.ModifierCtrl)
	p.until(`carom.note.textContent.includes("saved")`)
	p.run(chromedp.Reload())
	p.until(building + ` && build.editor.document.joints?.length === 2`)
	require.Equal(t, car, value[string](p, documentText), "the browser keeps what was built")

	p.press(" ")
	p.until(`build.editor.mode === "play" && carom.hasFrame && carom.picture.head.time > 0.5`)
	p.until(`carom.drawing.x[2] > 1`)
	p.save("build_play")
	t.Logf("a car in %.1f s", time.Since(began).Seconds())
	p.press(kb.Escape)
	p.until(`build.editor.mode === "edit"`)
	require.Equal(t, car, value[string](p, documentText), "to stop is to return")
	require.NotEqual(t, before, car)

	p.run(chromedp.Click(`button[aria-label="copy as Go"]`, chromedp.ByQuery))
	p.until(`document.querySelector("textarea.carom-build-code") !== null`)
	p.save("build_go")
	program := value[string](p, `document.querySelector("textarea.carom-build-code").value`)
	require.Equal(t, ranByCommand(t, car), ranInGo(t, program), "ten seconds of the document and of the program")
	p.quiet()
}

var hashes = regexp.MustCompile(`(?m)(?:^hash +|state )([0-9a-f]{16})$`)

// ranByCommand runs a document and returns the hash of the world at its end.
func ranByCommand(t *testing.T, document string) string {
	t.Helper()
	dir := t.TempDir()
	carom, file, recording := filepath.Join(dir, "carom"), filepath.Join(dir, "car.json"), filepath.Join(dir, "car.rec")
	require.NoError(t, os.WriteFile(file, []byte(document), 0o644))
	run(t, "go", "build", "-o", carom, "./cmd/carom")
	run(t, carom, "run", file, "-record", recording)
	return hashIn(t, run(t, carom, "replay", recording))
}

// ranInGo compiles a program as if it stood in the engine's module, and runs it.
func ranInGo(t *testing.T, program string) string {
	t.Helper()
	dir := t.TempDir()
	source, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(source, []byte(program), 0o644))
	place, err := filepath.Abs(filepath.Join(root, "cmd", "taken_home", "main.go"))
	require.NoError(t, err)
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{place: source}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, text, 0o644))
	return hashIn(t, run(t, "go", "run", "-overlay", overlay, "./cmd/taken_home"))
}

// run runs a program in the folder of the engine's module and returns what it prints.
func run(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

func hashIn(t *testing.T, printed string) string {
	t.Helper()
	found := hashes.FindStringSubmatch(printed)
	require.NotNil(t, found, printed)
	return found[1]
}

// What was done is undone by keys until nothing is left, and done again.
func TestBuildIsUndone(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	first := value[string](p, documentText)
	p.drawCar()
	p.press("v")
	p.dragWorld(0, 1.25, 2, 3)
	p.press("d", input.ModifierCtrl)
	p.press(kb.Delete)
	p.press("a", input.ModifierCtrl)
	p.press("g", input.ModifierCtrl)
	p.requireUndone(first, 8)
	p.quiet()
}

// A link holds the whole scene: another tab opens it.
func TestBuildLink(t *testing.T) {
	p := openBuild(t, 1280, 800, "&scene=pyramid")
	require.Greater(t, value[int](p, `build.editor.document.bodies.length`), 30)
	link, text := value[string](p, `build.keeper.link()`), value[string](p, documentText)
	require.Less(t, len(link), 20000)
	value[any](p, `build.keeper.keepDraft()`)
	p.run(chromedp.Navigate("about:blank"), chromedp.Navigate(strings.Replace(link, "build.html#", "build.html?painter=canvas#", 1)))
	p.until(building + ` && build.editor.document.bodies.length > 30`)
	require.Equal(t, text, value[string](p, documentText))
	require.Empty(t, value[string](p, `location.hash`), "the address is short again")
	require.Equal(t, []string{"pyramid"}, value[[]string](p, `build.keeper.shelf.scenes().then((all) => all.map((s) => s.name))`), "what was edited before is kept")
	p.save("build_pyramid")
	p.quiet()
}

// A link without a whole scene opens the editor, which says so for some seconds.
func TestDamagedLinkIsTold(t *testing.T) {
	p := openBuild(t, 1280, 800, "#scene=AAAA")
	require.True(t, value[bool](p, `carom.note.classList.contains("carom-shown")`))
	require.Equal(t, "This link does not hold a whole scene.", value[string](p, `carom.note.textContent`))
	require.Len(t, value[[]any](p, `build.editor.document.bodies`), 1)
}

// unnamed lists what has no name for those who do not see it, ids that stand twice, and texts with
// too little contrast.
const unnamed = `(() => { const out = [], seen = new Set();
const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";
for (const e of document.querySelectorAll("[id]")) { if (seen.has(e.id)) out.push("twice: " + e.id); seen.add(e.id); }
for (const e of document.querySelectorAll("button, a, input, select, textarea, summary, [role=toolbar], aside, dialog, .carom-stage")) {
  if (!shown(e)) continue;
  const labels = [...(e.labels ?? [])].map((l) => l.textContent).join(""), by = e.getAttribute("aria-labelledby");
  const inside = ["BUTTON", "A", "SUMMARY"].includes(e.tagName) ? e.textContent : "";
  const name = e.getAttribute("aria-label") || by && document.getElementById(by)?.textContent || labels || inside;
  if (!name?.trim()) out.push("no name: " + e.outerHTML.slice(0, 120));
}
for (const e of document.querySelectorAll("div[aria-label]:not([role]), span[aria-label]:not([role])")) out.push("a name, but no role: " + e.outerHTML.slice(0, 120));
const known = {}, rgb = (text) => known[text] ??= pixel(text), pixel = (text) => { const c = document.createElement("canvas").getContext("2d"); c.fillStyle = text; c.fillRect(0, 0, 1, 1); return [...c.getImageData(0, 0, 1, 1).data]; };
const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
const paper = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 250) return c; } return [255, 255, 255]; };
for (const e of document.querySelectorAll("main *")) {
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || !shown(e) || e.closest(":disabled, option, .carom-note")) continue;
  const a = light(rgb(getComputedStyle(e).color)), b = light(paper(e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) out.push("contrast " + ratio.toFixed(2) + ": " + e.outerHTML.slice(0, 120));
}
return out; })()`

// Everything has a name, and can be reached and done by keys alone.
func TestBuildWithoutPointer(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	p.run(chromedp.Focus(".carom-stage", chromedp.ByQuery))
	p.press("r")
	p.press(kb.Enter)
	p.press(kb.ArrowUp)
	p.press("o")
	p.press(kb.Enter)
	p.press("p")
	p.press(kb.Enter)
	p.until(`build.editor.document.bodies.length === 4`)
	p.press("[")
	require.Equal(t, []string{"/bodies/2"}, value[[]string](p, `build.editor.selection`))
	p.press("j")
	p.press(kb.Enter)
	require.Equal(t, "revolute circle", value[string](p, `build.editor.document.joints[0].type + " " + build.editor.document.joints[0].b`), "one body is joined to the ground")
	p.press("e")
	require.True(t, value[bool](p, `build.panel.root.contains(document.activeElement)`))
	for _, looks := range []string{"light", "dark"} {
		value[any](p, `document.documentElement.dataset.theme === "`+looks+`" || document.querySelector("#theme").click()`)
		p.save("build_keys_" + looks)
		require.Empty(t, value[[]string](p, unnamed), looks)
		p.run(chromedp.Focus(".carom-stage", chromedp.ByQuery))
		p.press("?")
		p.until(`document.querySelector("dialog").open`)
		p.save("build_help_" + looks)
		require.Empty(t, value[[]string](p, unnamed), looks)
		p.press(kb.Escape)
		p.until(`!document.querySelector("dialog").open`)
	}
	p.quiet()
}

// manyBodies is a document of 2000 boxes.
const manyBodies = `({ version: 1, bodies: Array.from({ length: 2000 }, (_, i) => ({ position: [i % 50, Math.floor(i / 50)], colliders: [{ type: "box", halfExtents: [0.4, 0.4] }] })) })`

// Of 2000 bodies one is dragged: nothing but its place is made anew, and a picture takes a part of
// a frame's time.
func TestBuildOfManyBodies(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	value[any](p, `(() => { build.editor.begin(`+manyBodies+`); carom.fit(); })()`)
	p.until(`carom.documentPicture.bodySlots === 2001`)
	structure := value[float64](p, `carom.documentPicture.structure`)
	value[any](p, `(() => { window.spent = []; const draw = carom.drawDocument.bind(carom);
		carom.drawDocument = (now) => { const from = performance.now(); draw(now); spent.push(performance.now() - from); }; })()`)
	for i := range 2 {
		x := float64(i)
		p.dragWorld(20+x, 20, 20.5+x, 20.5)
		p.press(kb.Escape) // its handles would lie over its neighbours
	}
	p.until(`spent.length > 10`)
	require.Equal(t, 2, value[int](p, `build.editor.journal.done.length`))
	require.Equal(t, structure, value[float64](p, `carom.documentPicture.structure`), "a drag builds no shapes anew")
	t.Logf("a picture of 2000 bodies on the canvas: median %.1f ms", value[float64](p, `spent.sort((a, b) => a - b)[spent.length >> 1]`))
	p.save("build_many")
	p.quiet()
}

// A mechanism is grouped, copied, painted ground goes below it, and errors stand at their fields.
func TestBuildTools(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	p.press("d")
	ax, ay := p.screen(-3, 3)
	p.run(chromedp.MouseEvent(input.MousePressed, ax, ay, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for _, corner := range [][2]float64{{-1, 3}, {-1, 4}, {-2, 3.2}, {-3, 4}, {-3, 3.1}} {
		x, y := p.screen(corner[0], corner[1])
		p.run(chromedp.MouseEvent(input.MouseMoved, x, y, chromedp.ButtonLeft))
	}
	p.run(chromedp.MouseEvent(input.MouseReleased, ax, ay, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.until(`build.editor.document.bodies.length === 2`)
	require.Greater(t, value[int](p, `build.editor.document.bodies[1].colliders.length`), 1, "a shape with a dent has several parts")

	p.press("b")
	p.dragWorld(2, 2, 5, 3)
	p.until(`build.editor.document.bodies.length === 3 && build.editor.document.bodies[2].chains[0].closed`)
	points := value[int](p, `build.editor.document.bodies[2].chains[0].points.length`)
	value[any](p, `build.optionRows.erase.input.click()`)
	p.clickWorld(3.5, 2.5)
	p.until(fmt.Sprintf(`build.editor.document.bodies[2].chains.reduce((n, c) => n + c.points.length, 0) !== %d`, points))

	p.press("c")
	p.clickWorld(-8, 2)
	p.clickWorld(-6, 3)
	p.clickWorld(-4, 2)
	p.press(kb.Enter)
	p.until(`build.editor.document.bodies.length === 4`)
	require.Equal(t, "1,-1", value[string](p, `(() => { const [a, b] = build.editor.document.bodies[3].chains[0].points; return [Math.sign(a[0]), Math.sign(a[0] - b[0]) * -1].join(); })()`), "ground runs from right to left")

	p.press("v")
	p.clickWorld(-2.5, 3.1)
	p.until(`build.editor.selection[0] === "/bodies/1"`)
	p.typeInto("/bodies/1/linearVelocity", "1e9")
	p.until(`build.editor.errors.length === 1 && document.querySelector('[data-pointer="/bodies/1/linearVelocity"]').getAttribute("aria-invalid") === "true"`)
	p.save("build_error")
	p.press("z", input.ModifierCtrl)
	p.until(`build.editor.errors.length === 0`)

	p.press(" ")
	p.until(`build.editor.mode === "play" && carom.picture.head?.time > 0.3`)
	value[any](p, `build.editor.select(["/bodies/1"])`)
	p.typeInto("/bodies/1/linearVelocity", "4")
	p.until(`carom.drawing.x[2] > -1`)
	fell := value[float64](p, `carom.drawing.y[2]`)
	p.run(chromedp.Click(`.carom-build-run button[title^="the present"]`, chromedp.ByQuery))
	p.until(fmt.Sprintf(`build.editor.mode === "edit" && build.editor.document.bodies[1].position[1] < %g`, fell+1))
	p.press("z", input.ModifierCtrl)
	p.until(`build.editor.document.bodies[1].position[1] > 3`)
	p.save("build_tools")
	p.quiet()
}
