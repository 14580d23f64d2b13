package page

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// unreachable lists what a finger on a small screen does not reach: what is outside of the screen
// or of the bar with the options, and targets below 24 pixels, of which a label is a part.
const unreachable = `(() => { const out = [], bar = build.options.getBoundingClientRect();
const shown = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";
const name = (e) => e.outerHTML.slice(0, 120), outside = (r, o) => r.left < o.left - 0.5 || r.right > o.right + 0.5;
for (const e of document.querySelectorAll("body *")) {
  if (shown(e) && e.getBoundingClientRect().width > 1 && outside(e.getBoundingClientRect(), { left: 0, right: innerWidth })) out.push("wider than the screen: " + name(e));
}
for (const e of build.options.querySelectorAll("label, input, select")) {
  const r = e.getBoundingClientRect();
  if (shown(e) && (outside(r, bar) || r.top < bar.top || r.bottom > bar.bottom)) out.push("cut off: " + name(e));
}
for (const e of document.querySelectorAll("button, a, input, select, textarea, summary")) {
  const fits = (o) => o && o.width >= 24 && o.height >= 24;
  if (shown(e) && !fits(e.getBoundingClientRect()) && !fits(e.labels?.[0]?.getBoundingClientRect())) out.push("a small target: " + name(e));
}
return out; })()`

// everyThing is a document with things of all lists and with long names.
const everyThing = `({ version: 1, world: { gravity: [0, -10] }, materials: [{ name: "a long name of a material that somebody has given", friction: 0.2 }], bodies: [
	{ name: "cars/a crate with a long name that does not end so soon", position: [-2, 4], colliders: [{ type: "box", halfExtents: [0.75, 0.75] }, { type: "polygon", points: [[1, 1], [2, 1], [2, 2]] }] },
	{ name: "wheel", position: [2, 4], colliders: [{ type: "circle", radius: 1 }] }],
	joints: [{ type: "wheel", a: "wheel", b: "cars/a crate with a long name that does not end so soon", localAxisA: [0, 1], springHertz: 4, maxMotorTorque: 10, limit: true, lower: -1, upper: 1 }],
	areas: [{ name: "water", shape: { type: "box", halfExtents: [5, 2] }, effects: [{ type: "fluid", density: 1, linearDrag: 1, surface: [[-5, 2], [5, 2]] }] }], characters: [{ name: "hero", position: [0, 6] }] })`

// unfold opens all sections of the panel.
const unfold = `(() => { for (let i = 0; i < 3; i++) for (const d of build.panel.root.querySelectorAll("details:not([open])")) { d.open = true; d.dispatchEvent(new Event("toggle")); } })()`

// On the smallest screen all bars, panels and dialogs are within it, and each control is large
// enough for a finger.
func TestEditorFitsTheSmallestScreen(t *testing.T) {
	p := openBuild(t, 320, 568, "")
	fits := func(what string) {
		t.Helper()
		require.Empty(t, value[[]string](p, unreachable), what)
	}
	p.begin(everyThing)
	height := value[float64](p, `carom.stage.clientHeight`)
	for _, use := range toolUses {
		value[any](p, fmt.Sprintf(`build.viewer.setTool(%q)`, use.name))
		fits("the tool " + use.name)
	}
	value[any](p, `build.viewer.setTool("select")`)
	p.tapButton("properties")
	for _, things := range []string{`"/bodies/0"`, `"/joints/0"`, `"/areas/0"`, `"/characters/0"`, `"/bodies/0", "/bodies/1"`, ``} {
		value[any](p, `build.panel.root.scrollTop = 1000`)
		value[any](p, `build.editor.select([`+things+`])`)
		require.Zero(t, value[float64](p, `build.panel.root.scrollTop`), "the panel begins with the title of %s", things)
		value[any](p, unfold)
		fits("the panel of " + things)
	}
	p.tapButton("close the properties")
	require.Equal(t, height, value[float64](p, `carom.stage.clientHeight`), "the picture stays, whatever the bars have to say")
	for _, dialog := range []string{"open", "copy as Go", "keys"} {
		p.tapButton(dialog)
		p.until(`document.querySelector("dialog").open`)
		fits("the dialog " + dialog)
		p.tapOn(`document.querySelector("dialog header button")`)
	}
	value[any](p, `build.editor.setField("/bodies/0/linearVelocity", [1e9, 0])`)
	p.until(`build.editor.errors.length === 1`)
	fits("an error")
	p.tapOn(`build.errorButton`)
	p.until(`(() => { const e = build.panel.root.querySelector(".carom-build-field .carom-build-error:not(:empty)"), r = build.panel.root.getBoundingClientRect();
		return e !== null && e.getBoundingClientRect().bottom <= r.bottom; })()`)
	p.tapButton("close the properties")
	p.tapButton("undo")
	p.tapButton("play")
	p.until(`build.editor.mode === "play" && !build.source.status.paused && carom.hasFrame`)
	fits("a world that runs")
	p.quiet()
}

// On a phone that lies on its side all tools are in sight, also while a character is led, and the
// picture has more than a third of the height.
func TestEditorFitsALowScreen(t *testing.T) {
	for _, width := range []int64{640, 760, 844} {
		p := openBuild(t, width, 360, "")
		p.begin(everyThing)
		for _, mode := range []string{"edit", "play"} {
			if mode == "play" {
				p.tapButton("play")
			}
			p.until(`build.editor.mode === "` + mode + `"`)
			require.Empty(t, value[[]string](p, unreachable), "%d", width)
			require.Empty(t, value[[]string](p, `[...document.querySelectorAll(".carom-build-tools button, .carom-build-run button")].filter((b) => b.getClientRects().length > 0)
				.filter((b) => { const r = b.getBoundingClientRect(), o = b.closest(".carom-build-run, .carom-build-tools").getBoundingClientRect(); return r.bottom > Math.min(innerHeight, o.bottom) || r.right > o.right + 0.5; }).map((b) => b.outerHTML)`), "%d", width)
			require.Greater(t, value[float64](p, `carom.stage.clientHeight`), 150.0, "%d", width)
			p.save(fmt.Sprintf("build_low_%d_%s", width, mode))
		}
		p.quiet()
		p.close()
	}
}

// A finger builds a crate on the smallest screen, turns it by its handle, and takes both back.
func TestBodyIsTurnedByTouch(t *testing.T) {
	p := openBuild(t, 360, 640, "")
	p.begin(`{ version: 1, world: { gravity: [0, -10] } }`)
	begun := value[string](p, documentText)
	p.tapButton("Box")
	dragged(-1, 3, 1, 4)(p)
	p.until(`build.editor.document.bodies?.length === 1`)
	p.tapButton("Select")
	p.until(`carom.toolName === "select" && build.editor.selection.length === 1`)
	handle := value[[]float64](p, `(() => { const { handles } = carom.tool.around(); return handles.find((h) => h.kind === "turn").point; })()`)
	dragged(handle[0], handle[1], -1, 4, -1.5, 3.5)(p) // from above to the left
	p.until(`Math.abs(build.editor.document.bodies[0].angle - Math.PI / 2) < 1e-5`)
	p.run(chromedp.ActionFunc(chromedp.WaitVisible(`button[aria-label^="undo"]:not(:disabled)`, chromedp.ByQuery).Do))
	p.tapButton("undo")
	p.until(`build.editor.document.bodies[0].angle === undefined`)
	p.tapButton("undo")
	require.Equal(t, begun, value[string](p, documentText))
	p.quiet()
}
