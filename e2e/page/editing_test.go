package page

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

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
