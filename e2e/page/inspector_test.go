package page

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// inspected builds examples/inspect, once.
var inspected = sync.OnceValues(func() (string, error) {
	program := filepath.Join(scratch, "inspect")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "./inspect")
	build.Dir = filepath.Join(root, "examples")
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("examples/inspect: %w\n%s", err, text)
	}
	return program, nil
})

// attach starts examples/inspect, a program of its own process, and opens its page, which draws on
// a canvas: sixty frames a second of WebGL in software are all that a busy machine can do.
func attach(t *testing.T, args ...string) *tab {
	t.Helper()
	return attachBy(t, "?painter=canvas", args...)
}

// attachBy is attach with a query of the page's address.
func attachBy(t *testing.T, query string, args ...string) *tab {
	t.Helper()
	require.NoError(t, os.MkdirAll(pictures, 0o755))
	program, err := inspected()
	require.NoError(t, err)
	address := freeAddress(t)
	running := exec.Command(program, append(args, "-http", address)...)
	require.NoError(t, running.Start())
	t.Cleanup(func() {
		_ = running.Process.Kill()
		_ = running.Wait()
	})
	page := "http://" + address + "/"
	require.Eventually(t, func() bool {
		answer, err := http.Get(page)
		if err != nil {
			return false
		}
		_ = answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	}, chromium.Timeout, 50*time.Millisecond)

	p := open(t, chromium.Start(t), page+query, 1100, 760)
	p.until(`window.carom?.hasFrame && carom.picture.head.time > 1`)
	return p
}

// freeAddress returns an address on which a server can listen. Its port is none of those that
// systems give to whoever connects: one of these may be gone before the server begins.
func freeAddress(t *testing.T) string {
	t.Helper()
	for port := 20000; port < 30000; port++ {
		address := fmt.Sprintf("localhost:%d", port)
		listener, err := net.Listen("tcp", address)
		if err != nil {
			continue
		}
		require.NoError(t, listener.Close())
		return address
	}
	t.Fatal("no port is free")
	return ""
}

// The page shows the world of the program, pauses and steps it.
func TestInspector(t *testing.T) {
	p := attachBy(t, "")
	value[any](p, `carom.togglePause()`)
	p.until(`carom.source.status.paused`)
	ticks := value[float64](p, `carom.picture.head.ticks`)
	value[any](p, `carom.step(1)`)
	p.until(fmt.Sprintf(`carom.picture.head.ticks > %g`, ticks))
	p.save("inspector")
	value[any](p, `carom.togglePause()`)
	p.until(`!carom.source.status.paused`)
	p.quiet()
}

// A page that takes longer for a frame than the program shows what the program does now: what it
// asks is answered after the few frames that were under way.
func TestSlowPageKeepsUp(t *testing.T) {
	p := attach(t)
	value[any](p, `(() => { const take = carom.source.listener.frame;
window.taken = 0;
carom.source.listener.frame = (buffer) => {
	for (const begun = performance.now(); performance.now() - begun < 50;);
	taken++;
	take(buffer);
}; })()`)
	p.until(`taken > 40`)
	frames := value[float64](p, `(async () => { const before = taken; await carom.source.send({ do: "pick", x: 0, y: 0 }); return taken - before; })()`)
	require.LessOrEqual(t, frames, 10.0)
}

// selectSeeSaw selects a body by its name and keeps what the program then tells about it.
const selectSeeSaw = `(() => { const show = carom.panel.show.bind(carom.panel);
carom.panel.show = (message, editable) => { window.told = message; show(message, editable); };
const [slot] = [...carom.picture.names].find(([, name]) => name === "see-saw");
carom.select([slot, carom.picture.bodies.generation[slot]]); })()`

const namesKnown = `[...carom.picture.names].some(([, name]) => name === "see-saw")`

// A number that a person types into the panel of a body is the number of the body in the program.
func TestNumbersAreEdited(t *testing.T) {
	p := attach(t)
	value[any](p, `carom.setLayer("names", true)`)
	p.until(namesKnown)
	value[any](p, selectSeeSaw)
	p.until(`window.told?.settings?.LinearDamping === 0 && carom.panel.fields.get("LinearDamping")?.disabled === false`)
	value[any](p, `(() => { const input = carom.panel.fields.get("LinearDamping"); input.closest("details").open = true; input.focus(); input.select(); })()`)
	p.run(chromedp.KeyEvent("0.75"))
	p.save("inspector_edit")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until(`told.settings.LinearDamping === 0.75 && Number(carom.panel.fields.get("LinearDamping").value) === 0.75`)
	require.Contains(t, value[string](p, refusalOf(`{do: "set", body: carom.selected, field: "LinearDamping", value: -1}`)), "LinearDamping", "a bad number changes nothing")
	p.until(`told.settings.LinearDamping === 0.75`)
	p.quiet()
}

// Without inspect.Edit the fields are shut, and the program refuses what a page sends all the same.
func TestNothingIsEditedWithoutLeave(t *testing.T) {
	p := attach(t, "-watch")
	value[any](p, `carom.setLayer("names", true)`)
	p.until(namesKnown)
	value[any](p, selectSeeSaw)
	p.until(`window.told?.settings?.LinearDamping === 0 && carom.panel.fields.get("LinearDamping")?.disabled === true`)
	for _, command := range []string{
		`{do: "set", body: carom.selected, field: "LinearDamping", value: 0.5}`, `{do: "pause"}`, `{do: "grab", body: carom.selected, x: 0, y: 1.5}`,
	} {
		require.NotEmpty(t, value[string](p, refusalOf(command)), command)
	}
	ticks := value[float64](p, `carom.picture.head.ticks`)
	p.until(fmt.Sprintf(`carom.picture.head.ticks > %g && told.settings.LinearDamping === 0`, ticks+60))
	p.save("inspector_watch")
	p.quiet()
}

// refusalOf is an expression for why a command was refused, and "" if it was not.
func refusalOf(command string) string {
	return `carom.source.send(` + command + `).then(() => "", (e) => e.message)`
}

// The editor works on the running game: a crate is placed, a limit turned by its handle, a property
// changed, things are deleted and come back; what was changed is a patch of the game's document.
func TestEditorAttaches(t *testing.T) {
	p := attach(t)
	p.run(chromedp.Click(`button[aria-label="edit the scene document"]`, chromedp.ByQuery))
	p.until(`window.build?.opened && build.panel.schema && carom.hasFrame && carom.picture.head.time > 1`)
	require.Equal(t, "20 bodies, 20 joints", value[string](p, `document.querySelector(".carom-build-status").textContent`))
	p.press(" ")
	p.until(`carom.source.status.paused`)

	p.sees(-12, 9)
	p.press("r")
	p.dragWorld(-12, 9, -11, 10)
	p.until(synced + ` && build.editor.document.bodies.length === 21 && carom.picture.bodies.generation[build.editor.ids.bodies[20][0]] === build.editor.ids.bodies[20][1]`)
	p.press("v")
	p.typeInto("/bodies/20/angularVelocity", "2")
	p.until(synced + ` && build.editor.document.bodies[20].angularVelocity === 2`)

	value[any](p, `build.editor.select(["/joints/0"])`)
	const upper = `import("/js/editor/handles.js").then(({ handlesOf }) => handlesOf(build.editor.document, build.editor.selection, carom.pixel).find((h) => h.label === "upper").point)`
	at := value[[]float64](p, upper)
	p.dragWorld(at[0], at[1], at[0]-0.5, at[1]+0.5)
	p.until(synced + ` && build.editor.document.joints[0].upper !== 0.4`)
	turned := value[float64](p, `build.editor.document.joints[0].upper`)
	p.save("attach")

	p.run(chromedp.Click(`button[title^="what was changed"]`, chromedp.ByQuery))
	p.until(`document.querySelector("textarea.carom-build-code") !== null`)
	p.save("attach_patch")
	require.JSONEq(t, fmt.Sprintf(`[{"op": "add", "path": "/bodies/-", "value": {"position": [-11.5, 9.5], "colliders": [{"type": "box", "halfExtents": [0.5, 0.5]}], "angularVelocity": 2}},
		{"op": "replace", "path": "/joints/0/upper", "value": %v}]`, turned), value[string](p, `document.querySelector("textarea.carom-build-code").value`))
	p.press(kb.Escape)
	p.until(`!document.querySelector("dialog").open`)

	for range 3 {
		p.press("z", input.ModifierCtrl)
		p.until(synced)
	}
	p.until(`build.editor.document.bodies.length === 20`)
	require.Equal(t, "[]", value[string](p, `build.editor.patch().then(JSON.stringify)`), "all is taken back")

	value[any](p, `build.editor.select(["/bodies/5"])`)
	p.press(kb.Delete)
	p.until(synced + ` && build.editor.document.bodies.length === 19 && build.editor.document.joints.length === 18`)
	p.press("z", input.ModifierCtrl)
	p.until(synced + ` && build.editor.document.bodies.length === 20`)
	require.Equal(t, 20, value[int](p, `build.editor.document.joints.length`))
	p.run(chromedp.Focus(".carom-stage", chromedp.ByQuery)) // the dialog gave the focus back to its button
	p.press(" ")
	p.until(`!carom.source.status.paused`)
	p.quiet()
}

const synced = `build.editor.syncing === null && build.editor.told === build.editor.document`

// Gears, chains, materials, settings of the world and characters change in the running game too,
// and come back by undo.
func TestAttachChangesEverything(t *testing.T) {
	p := attach(t)
	value[any](p, `location.hash = "edit=playground"`)
	p.until(`window.build?.opened && build.panel.schema && carom.hasFrame && carom.picture.head.time > 1`)
	first := value[string](p, `JSON.stringify({ ...build.editor.document, bodies: build.editor.document.bodies.map(({ name, chains, colliders }) => ({ name, chains, colliders })) })`)
	steps := 0
	edit := func(does, seen string) {
		value[any](p, does)
		p.until(synced + " && " + seen)
		steps++
	}
	p.typeInto("/world/gravity", "3")
	p.until(synced + ` && build.editor.document.world.gravity[0] === 3`)
	steps++
	edit(`build.panel.addMaterial()`, `build.editor.document.materials.length === 1`)
	edit(`build.editor.setField("/bodies/1/colliders/0/material", "material")`, `build.editor.document.bodies[1].colliders[0].material === "material"`)
	edit(`build.editor.setField("/materials/0/name", "ice")`, `build.editor.document.bodies[1].colliders[0].material === "ice"`)
	edit(`build.editor.setField("/materials/0/friction", 0)`, `build.editor.document.materials[0].friction === 0`)
	edit(`build.editor.setField("/bodies/0/chains/0/points/0", [14, 10])`, `build.editor.document.bodies[0].chains[0].points[0][1] === 10`)
	edit(`build.editor.select(["/bodies/1"]), build.editor.setting("attach", true), build.editor.addShapes([{ type: "circle", radius: 0.4 }], [0, 2.5])`, `build.editor.document.bodies[1].colliders.length === 2`)
	value[any](p, `build.editor.setting("attach", false), build.editor.setting("purpose", "character")`)
	edit(`build.editor.addShapes([{ type: "capsule", a: [0, -0.4], b: [0, 0.4], radius: 0.4 }], [3, 4])`, `build.editor.document.characters.length === 1 && build.editor.ids.characters.length === 1`)
	p.until(`build.editor.document.characters[0].position[1] < 3 && build.editor.characterAt(build.editor.document.characters[0].position) === "/characters/0"`) // it falls, and is where it is seen
	joints := value[int](p, `build.editor.document.joints.length`)
	edit(`build.editor.addThing("joints", { type: "gear", first: 0, second: 1, ratio: 1 })`, fmt.Sprintf(`build.editor.document.joints.length === %d`, joints+1))
	edit(fmt.Sprintf(`build.editor.setField("/joints/%d/ratio", -2)`, joints), fmt.Sprintf(`build.editor.document.joints[%d].ratio === -2`, joints))
	edit(`build.editor.setField("/joints/0/upper", 0.3)`, `build.editor.document.joints[0].upper === 0.3`)
	p.save("attach_all")
	patch := value[string](p, `build.editor.patch().then(JSON.stringify)`)
	for _, part := range []string{`"path":"/world/gravity"`, `"path":"/materials"`, `"name":"ice"`, `"path":"/bodies/0/chains/0/points"`, `"path":"/bodies/1/colliders/-"`, `"path":"/characters"`, `"type":"gear"`, `"path":"/joints/0/upper"`} {
		require.Contains(t, patch, part)
	}
	for range steps {
		p.press("z", input.ModifierCtrl)
		p.until(synced)
	}
	require.Equal(t, first, value[string](p, `JSON.stringify({ ...build.editor.document, bodies: build.editor.document.bodies.map(({ name, chains, colliders }) => ({ name, chains, colliders })) })`))
	require.Equal(t, "[]", value[string](p, `build.editor.patch().then(JSON.stringify)`), "all is taken back")
	p.quiet()
}

// What the game refuses is taken back, and the page says why.
func TestRefusedEditIsTakenBack(t *testing.T) {
	p := attach(t)
	value[any](p, `location.hash = "edit=playground"`)
	p.until(`window.build?.opened && carom.hasFrame`)
	before := value[string](p, `JSON.stringify(build.editor.document.world)`)
	value[any](p, `build.editor.setField("/world/stable", true)`)
	p.until(`carom.note.textContent.includes("cannot change once the world exists")`)
	p.until(synced)
	require.Equal(t, before, value[string](p, `JSON.stringify(build.editor.document.world)`))
	require.Equal(t, 0, value[int](p, `build.editor.journal.done.length`))
	p.quiet()
}
