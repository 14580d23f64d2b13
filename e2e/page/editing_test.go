package page

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// randomInputs is the number of the things that TestRandomInputIsTakenBack does.
const randomInputs = 200

// Undo and Backspace take back the last point of what is being drawn, not the last step of the
// document and not the selection.
func TestDrawingIsTakenBackByPoints(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	p.press("r")
	p.press(kb.Enter)
	bodies := value[int](p, `build.editor.document.bodies.length`)
	p.press("p")
	for _, x := range []float64{-6, -5, -4, -3} {
		p.clickWorld(x, 3)
	}
	points := func(want int) {
		t.Helper()
		require.Equal(t, want, value[int](p, `carom.tool.points.length`))
		require.Equal(t, bodies, value[int](p, `build.editor.document.bodies.length`))
	}
	points(4)
	p.press("z", input.ModifierCtrl)
	points(3)
	p.press(kb.Backspace)
	points(2)
	p.run(chromedp.Click(`button[aria-label^="undo"]`, chromedp.ByQuery))
	points(1)
	p.press("z", input.ModifierCtrl)
	points(0)
	p.press("z", input.ModifierCtrl)
	require.Equal(t, bodies-1, value[int](p, `build.editor.document.bodies.length`), "then the document")

	p.press("j")
	hint := value[string](p, `build.hint.textContent`)
	p.clickWorld(0, -0.5)
	require.NotEqual(t, hint, value[string](p, `build.hint.textContent`), "the hint asks for the second click")
	p.press("z", input.ModifierCtrl)
	require.Equal(t, hint, value[string](p, `build.hint.textContent`))
	p.quiet()
}

// randomInput does one of the things that keys and the mouse do to a document.
func (p *tab) randomInput(r *rand.Rand) {
	p.t.Helper()
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	keys := [][]string{
		{pick("r", "o", "u", "p", "c", "b"), kb.Enter, "v"}, {pick("r", "o"), kb.Enter, "v"}, {"j", kb.Enter, "v"}, {kb.Delete}, {"m", "]", "m"}, {pick("[", "]")},
		{pick(kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.ArrowDown)}, {pick(",", ".")},
	}
	controls := []string{"d", "g", "x", "v", "a", "z", "y"}
	switch i := r.IntN(len(keys) + len(controls) + 1); {
	case i < len(keys):
		for _, key := range keys[i] {
			p.press(key)
		}
	case i < len(keys)+len(controls):
		p.press(controls[i-len(keys)], input.ModifierCtrl)
	default:
		x, y := 10*r.Float64()-5, 6*r.Float64()-1
		p.dragWorld(x, y, x+r.Float64(), y+1)
	}
}

// requireUndone takes back all steps of the document, more than least, until it is the first
// document, and does them again.
func (p *tab) requireUndone(first string, least int) {
	p.t.Helper()
	last, steps := value[string](p, documentText), value[int](p, `build.editor.journal.done.length`)
	require.Greater(p.t, steps, least)
	for range steps {
		p.press("z", input.ModifierCtrl)
	}
	require.Equal(p.t, first, value[string](p, documentText))
	for range steps {
		p.press("y", input.ModifierCtrl)
	}
	require.Equal(p.t, last, value[string](p, documentText))
}

// Random input is taken back by the key of undo until the first document is there, and done again.
func TestRandomInputIsTakenBack(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	first, r := value[string](p, documentText), rand.New(rand.NewPCG(32, 0))
	for range randomInputs {
		p.randomInput(r)
	}
	p.requireUndone(first, randomInputs/4)
	require.Empty(t, value[[]any](p, `build.editor.engine.check(build.editor.document)`))
	p.quiet()
}

// The name of a scene goes and comes back with its document.
func TestNameIsUndoneWithItsScene(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	name := func(want string) {
		t.Helper()
		require.Equal(t, want, value[string](p, `build.nameInput.value`))
		require.Equal(t, want, value[string](p, `build.keeper.name`))
	}
	p.run(chromedp.Focus(".carom-build-name", chromedp.ByQuery), chromedp.Evaluate(`document.activeElement.select()`, nil))
	p.press("my car")
	p.press(kb.Enter)
	name("my car")
	p.run(chromedp.Click(`button[aria-label="new scene"]`, chromedp.ByQuery), chromedp.Focus(".carom-stage", chromedp.ByQuery))
	name("scene")
	p.press("z", input.ModifierCtrl)
	name("my car")
	p.press("y", input.ModifierCtrl)
	name("scene")
	p.quiet()
}

// A name that another body has gets a number: joints keep their bodies.
func TestTakenNameGetsANumber(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	value[any](p, `(() => { const body = (name, x) => ({ name, position: [x, 2], colliders: [{ type: "circle", radius: 0.5 }] });
		build.editor.begin({ version: 1, bodies: [body("wheel", -2), body("hub", 2)], joints: [{ type: "distance", a: "wheel", b: "hub", length: 4 }] }); build.editor.select(["/bodies/1"]); })()`)
	p.typeInto("/bodies/1/name", "wheel")
	require.Equal(t, "wheel 2 wheel wheel 2", value[string](p, `[build.editor.document.bodies[1].name, build.editor.document.joints[0].a, build.editor.document.joints[0].b].join(" ")`))
	require.Empty(t, value[[]any](p, `build.editor.engine.check(build.editor.document)`))
	p.until(`document.querySelector('[data-pointer="/bodies/1/name"]').value === "wheel 2" || document.activeElement.dataset.pointer === "/bodies/1/name"`)
	p.quiet()
}

// A document that the page cannot draw is refused with the engine's words; what is edited stays,
// and so does the picture. A document with other errors opens.
func TestBrokenDocumentIsRefused(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	first := value[string](p, documentText)
	dropText := func(text string) {
		value[any](p, fmt.Sprintf(`(() => { carom.say(""); const data = new DataTransfer(); data.items.add(new File([%q], "dropped.json"));
			document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()`, text))
	}
	for _, broken := range []struct{ text, says string }{
		{`{ "version": 1, "bodies": [{ "colliders": [{ "type": "box" }] }] }`, "/bodies/0/colliders/0/halfExtents is missing"},
		{`{ "version": 1, "bodies": [{ "colliders": [{ "radius": 1 }] }] }`, "/bodies/0/colliders/0"},
		{`{ "version": 1, "bodies": [null] }`, "bodies"}, {`{ "version": 1, "bodies": 5 }`, "bodies"},
		{`{ "version": 1, "areas": [{ "effects": [null] }] }`, "/areas/0/effects/0"},
	} {
		dropText(broken.text)
		p.until(fmt.Sprintf(`carom.note.textContent.includes(%q)`, broken.says))
		require.Equal(t, first, value[string](p, documentText))
	}
	dropText(`{ "version": 1, "bodies": [{ "angle": 1e300, "colliders": [{ "type": "circle", "radius": 1 }] }] }`)
	p.until(`build.editor.document.bodies[0].angle === 1e300 && build.editor.errors.length === 1`)

	value[any](p, `build.editor.select(["/bodies/0"])`)
	p.typeInto("/bodies/0/colliders/0/radius", kb.Backspace)
	p.until(`document.querySelector('[data-pointer="/bodies/0/colliders/0/radius"]').getAttribute("aria-invalid") === "true"`)
	require.Equal(t, 1.0, value[float64](p, `build.editor.document.bodies[0].colliders[0].radius`), "a size that must be there stays")
	p.quiet()
}

// Escape leads from a field back to the picture, which shows that it has the focus.
func TestEscapeLeadsBackToThePicture(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	p.run(chromedp.Focus(".carom-stage", chromedp.ByQuery))
	p.press("]")
	p.press("e")
	require.Equal(t, "/bodies/0/name", value[string](p, `document.activeElement.dataset.pointer`))
	p.press(kb.Escape)
	require.True(t, value[bool](p, `document.activeElement === carom.stage && carom.stage.matches(":focus-visible") && getComputedStyle(carom.stage).outlineStyle === "solid"`))
	require.Equal(t, []string{"/bodies/0"}, value[[]string](p, `build.editor.selection`), "the selection stays")
	p.quiet()
}

// A body's own mass can be taken away again, and an empty field shows the engine's default.
func TestOwnMassIsTakenAway(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	value[any](p, `(() => { build.editor.begin({ version: 1, bodies: [{ name: "stone", position: [0, 2], colliders: [{ type: "circle", radius: 0.5 }] }] }); build.editor.select(["/bodies/0"]); })()`)
	mass := `JSON.stringify(build.editor.document.bodies[0].mass ?? null)`
	require.Equal(t, "1", value[string](p, `build.panel.content.querySelector('[data-pointer="/bodies/0/colliders/0/density"]').placeholder`))
	value[any](p, unfold)
	p.typeInto("/bodies/0/mass/mass", "3")
	require.Equal(t, `{"mass":3}`, value[string](p, mass))
	remove := `[...build.panel.content.querySelectorAll("button")].find((b) => b.textContent === "Take the mass of the shapes")`
	value[any](p, unfold)
	value[any](p, remove+`.click()`)
	require.Equal(t, `null`, value[string](p, mass))
	require.Empty(t, value[[]any](p, `build.editor.engine.check(build.editor.document)`))
	value[any](p, unfold)
	require.False(t, value[bool](p, `!!`+remove))
	p.press("z", input.ModifierCtrl)
	require.Equal(t, `{"mass":3}`, value[string](p, mass))
	p.quiet()
}

// The panel of a running world changes properties. What adds and removes things waits until the
// world has stopped, because pointers of the document lead into the running world.
func TestRunningWorldKeepsItsThings(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	value[any](p, `(() => { build.editor.begin({ version: 1, bodies: [{ name: "stone", position: [0, 2], colliders: [{ type: "circle", radius: 0.5 }] }],
		areas: [{ shape: { type: "circle", radius: 1 }, effects: [{ type: "wind", velocity: [1, 0] }] }] }); build.editor.select(["/areas/0"]); })()`)
	enabled := `[...build.panel.content.querySelectorAll(".carom-text, select[aria-label='add an effect']")].map((e) => !e.disabled).join()`
	require.Equal(t, "true,true,true", value[string](p, enabled))
	before := value[string](p, documentText)
	p.press(" ")
	p.until(`build.editor.mode === "play"`)
	require.Equal(t, "false,false,false", value[string](p, enabled))
	value[any](p, `[...build.panel.content.querySelectorAll(".carom-text")].forEach((e) => e.click())`)
	require.Equal(t, before, value[string](p, documentText))
	value[any](p, `build.editor.select(["/bodies/0"])`)
	require.NotContains(t, value[string](p, enabled), "true")
	p.press(kb.Escape)
	p.until(`build.editor.mode === "edit"`)
	require.NotContains(t, value[string](p, enabled), "false")
	p.quiet()
}

// A number that the browser cannot read, and an emptied name that joints need, change nothing.
func TestUnreadableNumberChangesNothing(t *testing.T) {
	p := openBuild(t, 1280, 800, "")
	value[any](p, `(() => { build.editor.begin({ version: 1, bodies: [{ name: "stone", position: [3, 2], colliders: [{ type: "circle", radius: 0.5 }] }],
		joints: [{ type: "revolute", b: "stone", localAnchorA: [3, 2] }] }); build.editor.select(["/bodies/0"]); })()`)
	before := value[string](p, documentText)
	p.typeInto("/bodies/0/position", "1e400")
	p.typeInto("/bodies/0/name", kb.Backspace)
	for _, pointer := range []string{"/bodies/0/position", "/bodies/0/name"} {
		require.Equal(t, "true", value[string](p, `document.querySelector('[data-pointer="`+pointer+`"]').getAttribute("aria-invalid")`), pointer)
	}
	require.Equal(t, before, value[string](p, documentText))
	p.quiet()
}
