package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

const building = `window.build?.panel.schema !== undefined && carom.drawing !== undefined && carom.camera.width > 1 && carom.documentPicture.shown !== null`

// openBuild opens the editor as on a first visit.
func openBuild(t *testing.T, width, height int64, query string) *tab {
	t.Helper()
	p := open(t, chromium.Start(t), site(t)+"/build.html?painter=canvas"+query, width, height)
	p.until(building)
	return p
}

// screen returns where a point of the world is on the screen.
func (p *tab) screen(x, y float64) (px, py float64) {
	p.t.Helper()
	at := value[[]float64](p, fmt.Sprintf(`(() => { const c = carom.camera, b = carom.stage.getBoundingClientRect(); return [c.toScreenX(%g) + b.left, c.toScreenY(%g) + b.top]; })()`, x, y))
	return at[0], at[1]
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
	p.quiet()
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
	last, steps := value[string](p, documentText), value[int](p, `build.editor.journal.done.length`)
	require.Greater(t, steps, 8)
	for range steps {
		p.press("z", input.ModifierCtrl)
	}
	require.Equal(t, first, value[string](p, documentText))
	for range steps {
		p.press("y", input.ModifierCtrl)
	}
	require.Equal(t, last, value[string](p, documentText))
	p.quiet()
}

// A finger builds on a phone of 360 pixels, where everything is within the screen.
func TestBuildByTouch(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	p.save("build_phone")
	require.Equal(t, 360, value[int](p, `document.documentElement.scrollWidth`), "it is wider than the screen")
	p.run(chromedp.Click(`.carom-build-tools button[aria-label^="Box"]`, chromedp.ByQuery))
	ax, ay := p.screen(-2, 4)
	bx, by := p.screen(1, 6)
	finger := func(kind input.TouchType, x, y float64) {
		points := []*input.TouchPoint{}
		if kind != input.TouchEnd {
			points = append(points, &input.TouchPoint{X: x, Y: y, ID: 1})
		}
		p.run(chromedp.ActionFunc(input.DispatchTouchEvent(kind, points).Do))
	}
	finger(input.TouchStart, ax, ay)
	for i := 1; i <= 4; i++ {
		s := float64(i) / 4
		finger(input.TouchMove, ax+s*(bx-ax), ay+s*(by-ay))
	}
	finger(input.TouchEnd, 0, 0)
	p.until(`build.editor.document.bodies.length === 2`)
	require.Equal(t, "1.5 1", value[string](p, `build.editor.document.bodies[1].colliders[0].halfExtents.join(" ")`))
	p.run(chromedp.Click(`button[aria-label^="properties"]`, chromedp.ByQuery))
	p.until(`getComputedStyle(build.panel.root).display === "block"`)
	p.save("build_phone_panel")
	p.quiet()
}

// A link holds the whole scene: another tab opens it.
func TestBuildLink(t *testing.T) {
	p := openBuild(t, 1280, 800, "&scene=pyramid")
	require.Greater(t, value[int](p, `build.editor.document.bodies.length`), 30)
	link, text := value[string](p, `build.keeper.link()`), value[string](p, documentText)
	require.Less(t, len(link), 20000)
	p.run(chromedp.Navigate("about:blank"), chromedp.Navigate(strings.Replace(link, "build.html#", "build.html?painter=canvas#", 1)))
	p.until(building + ` && build.editor.document.bodies.length > 30`)
	require.Equal(t, text, value[string](p, documentText))
	require.Empty(t, value[string](p, `location.hash`), "the address is short again")
	p.save("build_pyramid")
	p.quiet()
}
