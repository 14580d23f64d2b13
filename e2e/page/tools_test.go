package page

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// twoCrates is a document of two crates.
const twoCrates = `({ version: 1, world: { gravity: [0, -10] }, bodies: [-2, 2].map((x) => ({ position: [x, 4], colliders: [{ type: "box", halfExtents: [0.75, 0.75] }] })) })`

// toolUse is a tool of the editor, how a finger and how keys make something with it in twoCrates,
// and what then is true.
type toolUse struct {
	name           string
	finger         func(p *tab)
	fingerDone     string
	keys, keysDone string
}

var toolUses = []toolUse{
	{name: "select", finger: selectByFinger, fingerDone: `build.editor.selection.length === 0`, keys: "]m]", keysDone: `build.editor.selection.length === 2`},
	{name: "hand", finger: dragged(0, 1, 1, 1), fingerDone: `carom.camera.x < cameraBefore.x`, keys: kb.ArrowRight, keysDone: `carom.camera.x > cameraBefore.x`},
	{name: "box", finger: dragged(-1, 1, 1, 2), fingerDone: made("box", `halfExtents.join() === "1,0.5"`), keys: kb.Enter, keysDone: made("box", "halfExtents[0] === 0.5")},
	{name: "circle", finger: dragged(0, 1, 0, 2), fingerDone: made("circle", "radius === 1"), keys: kb.Enter, keysDone: made("circle", "radius === 0.5")},
	{name: "capsule", finger: dragged(-1, 1, 1, 1), fingerDone: made("capsule", "b[0] === 1"), keys: kb.Enter, keysDone: made("capsule", "b[0] === 0.5")},
	{name: "polygon", finger: tapped("Done", -1, 0.5, 1, 0.5, 0, 2), fingerDone: made("polygon", "points.length === 3"), keys: kb.Enter, keysDone: made("polygon", "points.length === 3")},
	{name: "freehand", finger: dragged(-1, 0.5, 1, 0.5, 1, 2, 0, 1, -1, 2, -1, 0.6), fingerDone: made("polygon", "points.length > 2"), keys: kb.Enter, keysDone: made("polygon", "points.length > 3")},
	{name: "chain", finger: tapped("Done", -3, 1, 0, 0.5, 3, 1), fingerDone: `build.editor.document.bodies[2]?.chains[0].points.length === 3`, keys: kb.Enter, keysDone: `build.editor.document.bodies[2]?.chains[0].points.length === 2`},
	{name: "brush", finger: dragged(-3, 1, 3, 1), fingerDone: `build.editor.document.bodies[2]?.chains[0].closed`, keys: kb.Enter, keysDone: `build.editor.document.bodies[2]?.chains[0].closed`},
	{name: "joint", finger: tapped("", -2, 4, 2, 4), fingerDone: `build.editor.document.joints?.length === 1`, keys: kb.Enter, keysDone: `build.editor.document.joints?.length === 1`},
}

// made is true when a third body has a collider of a kind.
func made(kind, also string) string {
	return fmt.Sprintf(`(() => { const c = build.editor.document.bodies[2]?.colliders[0]; return c?.type === %q && c.%s; })()`, kind, also)
}

// choose takes a value of a menu, as the menu of a phone does.
func (p *tab) choose(option, text string) {
	p.t.Helper()
	value[any](p, fmt.Sprintf(`(() => { const menu = build.optionRows[%q].input; menu.value = %q; menu.dispatchEvent(new Event("change")); })()`, option, text))
}

// selectByFinger selects one crate, adds the other, moves both, makes them a group, copies and
// deletes them, takes all of these steps back, takes one out of the group, and selects what a frame
// holds, then nothing.
func selectByFinger(p *tab) {
	p.t.Helper()
	selects := func(pointers string) {
		p.t.Helper()
		p.until(fmt.Sprintf(`build.editor.selection.join(" ") === %q`, pointers))
	}
	p.tapWorld(-2, 4)
	selects("/bodies/0")
	p.tapOn(`build.optionRows.add.input`)
	p.until(`build.editor.settings.add`)
	p.tapWorld(2, 4)
	selects("/bodies/0 /bodies/1")
	p.tapOn(`build.optionRows.add.input`)
	p.until(`!build.editor.settings.add`)
	dragged(-2.25, 4.25, -2.25, 5, -2.25, 6.25)(p)
	p.until(`build.editor.document.bodies.map((b) => b.position[1]).join(" ") === "6 6"`)
	p.choose("arrange", "group")
	p.choose("arrange", "duplicate")
	require.Equal(p.t, 4, value[int](p, `build.editor.document.bodies.length`))
	p.choose("arrange", "delete")
	for i := range 4 {
		p.tapButton("undo")
		p.until(fmt.Sprintf(`build.editor.journal.undone.length === %d`, i+1))
	}
	require.True(p.t, value[bool](p, `build.undoButton.disabled`), "all is taken back")
	for i := range 2 {
		p.tapButton("redo")
		p.until(fmt.Sprintf(`build.editor.journal.done.length === %d`, i+1))
	}
	p.tapWorld(0, 1)
	selects("")
	p.tapWorld(-2, 6)
	selects("/bodies/0 /bodies/1") // a group, as a whole
	p.tapWorld(0, 1)
	selects("")
	p.doubleTapWorld(-2, 6, `build.editor.selection.join(" ") === "/bodies/0"`)
	p.tapWorld(0, 1)
	selects("")
	dragged(-3.5, 4.5, 0, 6, 3.5, 7.5)(p)
	selects("/bodies/0 /bodies/1")
	p.tapWorld(0, 1)
}

// begin opens a document with no past, all of it and the ground below in the picture.
func (p *tab) begin(document string) {
	p.t.Helper()
	value[any](p, `(() => { build.editor.setting("add", false); build.editor.begin(`+document+`); carom.camera.fit([-4, 0, 4, 8], { left: 8, right: 8, top: 8, bottom: 8 });
		window.cameraBefore = { x: carom.camera.x, scale: carom.camera.scale }; })()`)
}

// Each tool works by a finger, on a phone of 360 pixels, and each by keys. The page's buttons are
// the list of tools, so none is forgotten.
func TestEveryToolByTouchAndKeys(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	names := []string{}
	for _, use := range toolUses {
		names = append(names, use.name)
	}
	require.Equal(t, value[[]string](p, `[...build.toolButtons.keys()]`), names, "the tools of the page")
	for i, use := range toolUses {
		button := fmt.Sprintf(`[...build.toolButtons.values()][%d]`, i)
		p.begin(twoCrates)
		p.tapOn(button)
		p.until(fmt.Sprintf(`carom.toolName === %q`, use.name))
		use.finger(p)
		p.until(use.fingerDone)
		p.save("build_touch_" + use.name)
		p.begin(twoCrates)
		if use.name == "joint" {
			value[any](p, `build.editor.select(["/bodies/0", "/bodies/1"])`)
		}
		p.run(chromedp.Focus(".carom-stage", chromedp.ByQuery))
		p.press(value[string](p, button+`.getAttribute("aria-label").match(/\((.)\)/)[1].toLowerCase()`))
		p.until(fmt.Sprintf(`carom.toolName === %q`, use.name))
		p.press(use.keys)
		p.until(use.keysDone)
	}
	p.quiet()
}

// A joint of every kind is made by two taps, and a gear by taps on two hinges.
func TestEveryJointByTouch(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	kinds := value[[]string](p, `[...build.optionRows.joint.input.options].map((o) => o.value)`)
	require.Greater(t, len(kinds), 10)
	for _, kind := range kinds {
		p.begin(twoCrates)
		p.tapButton("Joint")
		if kind == "gear" {
			p.choose("joint", "revolute")
			tapped("", -2, 4, -2, 1, 2, 4, 2, 1)(p)
			require.Equal(t, 2, value[int](p, `build.editor.document.joints.length`))
		}
		p.choose("joint", kind)
		if kind == "gear" {
			tapped("", -2, 1, 2, 1)(p)
		} else {
			tapped("", -2, 4, 2, 4)(p)
		}
		p.until(fmt.Sprintf(`build.editor.document.joints?.at(-1).type === %q`, kind))
		require.Empty(t, value[[]any](p, `build.editor.engine.check(build.editor.document)`), kind)
	}
	p.quiet()
}

// withHandles are things whose handles are of every kind: the document and what is selected in it.
const withHandles = `(() => {
	const shape = (collider) => [{ version: 1, bodies: [{ type: "static", position: [0, 3], angle: 0.2, colliders: [collider] }] }, "/bodies/0"];
	const joint = (more) => [{ version: 1, bodies: [-2, 2].map((x) => ({ name: x < 0 ? "left" : "right", position: [x, 3], colliders: [{ type: "circle", radius: 0.5 }] })),
		joints: [{ a: "left", b: "right", localAnchorA: [1, 0.2], localAnchorB: [-1, 0], ...more }] }, "/joints/0"];
	const motor = { motorSpeed: 5, maxMotorTorque: 10 }, free = { localAnchorA: undefined, localAnchorB: undefined }, slide = { localAxisA: [1, 0.2], limit: true, lower: -1, upper: 2 };
	return [
		shape({ type: "circle", radius: 1 }), shape({ type: "box", halfExtents: [1, 0.5] }), shape({ type: "ellipse", radii: [1, 0.5] }),
		shape({ type: "halfEllipse", radii: [1, 0.5] }), shape({ type: "sector", radius: 1, sweep: 2 }),
		shape({ type: "polygon", points: [[-1, 0], [1, 0], [0, 1.5]] }), shape({ type: "capsule", a: [-1, 0], b: [1, 0], radius: 0.2 }),
		shape({ type: "segment", a: [-1, 0], b: [1, 0] }), shape({ type: "halfPlane", normal: [0, 1], point: [0, 0.5] }),
		[{ version: 1, bodies: [{ type: "static", position: [0, 2], chains: [{ points: [[-2, 0], [0, 1], [2, 0]] }] }] }, "/bodies/0"],
		[{ version: 1, areas: [{ position: [0, 3], shape: { type: "box", halfExtents: [1, 1] }, effects: [{ type: "damping", linear: 1 }] }] }, "/areas/0"],
		joint({ type: "revolute", limit: true, lower: -0.5, upper: 0.8, springHertz: 3, ...motor }), joint({ type: "prismatic", motorSpeed: 2, maxMotorForce: 10, ...slide }),
		joint({ type: "wheel", springHertz: 3, ...slide, ...motor }), joint({ type: "distance", length: 2, minLength: 1, maxLength: 3, springHertz: 2 }),
		joint({ type: "weld", linearHertz: 4, angularHertz: 6 }), joint({ type: "pulley", wheelA: [-1, 6], wheelB: [1, 6] }), joint({ ...free, type: "angle", limit: true, lower: -0.5, upper: 0.8, ...motor }),
		joint({ type: "motor", maxVelocityForce: 10, velocity: [3, 2], maxVelocityTorque: 10, angularVelocity: 5 }), joint({ ...free, type: "rotarySpring", stiffness: 20 }), joint({ ...free, type: "ratchet" }),
		joint({ type: "mouse", localAnchorA: undefined, localTargetA: [1, 0] }),
	];
})()`

// Each handle of shapes, joints and the selection is dragged by a finger, and taken back.
func TestEveryHandleByTouch(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	value[any](p, `(async () => { window.handlesOf = (await import("./js/editor/handles.js")).handlesOf;
		window.handles = () => handlesOf(build.editor.document, build.editor.selection, 1 / carom.camera.scale);
		window.things = `+withHandles+`; })()`)
	kinds := map[string]bool{}
	for i := range value[int](p, `things.length`) {
		p.begin(fmt.Sprintf(`things[%d][0]`, i))
		require.Empty(t, value[[]any](p, `build.editor.engine.check(build.editor.document)`), "thing %d", i)
		value[any](p, fmt.Sprintf(`(() => { build.editor.select([things[%d][1]]); carom.camera.fit([-7, -4, 7, 10]); })()`, i))
		for j := range value[int](p, `handles().length`) {
			what := fmt.Sprintf("handle %d of thing %d", j, i)
			begun := value[string](p, documentText)
			from := value[[]float64](p, fmt.Sprintf(`handles()[%d].point`, j))
			dragged(from[0], from[1], from[0]+0.3, from[1]+0.2, from[0]+0.7, from[1]+0.45)(p)
			p.until(`build.editor.journal.done.length === 1`)
			require.NotEqual(t, begun, value[string](p, documentText), what)
			require.Empty(t, value[[]any](p, `build.editor.engine.check(build.editor.document)`), what)
			kinds[value[string](p, fmt.Sprintf(`handles()[%d].kind`, j))] = true
			p.tapButton("undo")
			p.until(`build.editor.journal.done.length === 0`)
			require.Equal(t, begun, value[string](p, documentText), what)
		}
	}
	require.Len(t, kinds, 9)
	p.quiet()
}

// A world is built, run, kept, saved, reloaded and taken back by a finger alone.
func TestRunByTouch(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	p.begin(twoCrates)
	p.tapButton("play")
	p.until(`build.editor.mode === "play" && carom.hasFrame && carom.picture.head.time > 0.2`)
	dragged(-2, 3, -2, 4, -1, 5)(p)
	p.tapOn(`build.keepButton`)
	p.until(`build.editor.mode === "edit" && build.editor.document.bodies[1].position[1] < 4`)
	p.tapButton("save in this browser")
	p.until(`carom.note.textContent.includes("saved")`)
	kept := value[string](p, documentText)
	p.run(chromedp.Reload())
	p.until(building + ` && build.editor.document.bodies.length === 2`)
	require.Equal(t, kept, value[string](p, documentText))
	for _, dialog := range []string{"open", "copy as Go", "keys"} {
		p.tapButton(dialog)
		p.until(`document.querySelector("dialog").open`)
		p.tapOn(`document.querySelector("dialog header button")`)
		p.until(`!document.querySelector("dialog").open`)
	}
	p.tapWorld(2, 3)
	p.tapButton("properties")
	p.until(`getComputedStyle(build.panel.root).display === "block"`)
	p.tapButton("new scene")
	p.until(`!build.editor.document.bodies?.length`)
	p.quiet()
}
