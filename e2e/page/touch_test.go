package page

import (
	"fmt"
	"testing"
	"time"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// A finger builds on a phone of 360 pixels, where everything is within the screen.
func TestBuildByTouch(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	p.save("build_phone")
	require.Equal(t, 360, value[int](p, `document.documentElement.scrollWidth`), "it is wider than the screen")
	p.run(chromedp.Click(`.carom-build-tools button[aria-label^="Box"]`, chromedp.ByQuery))
	dragged(-2, 4, -1.25, 4.5, -0.5, 5, 0.25, 5.5, 1, 6)(p)
	p.until(`build.editor.document.bodies.length === 2`)
	require.Equal(t, "1.5 1", value[string](p, `build.editor.document.bodies[1].colliders[0].halfExtents.join(" ")`))
	p.run(chromedp.Click(`button[aria-label^="properties"]`, chromedp.ByQuery))
	p.until(`getComputedStyle(build.panel.root).display === "block"`)
	p.save("build_phone_panel")
	p.quiet()
}

// Fingers on the buttons of a phone of 360 pixels let a character run and jump at once, and a
// finger that leaves its button lets go.
func TestCharacterByTouch(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	value[any](p, `build.editor.load({ version: 1, world: { gravity: [0, -10] }, bodies: [{ type: "static", colliders: [{ type: "box", halfExtents: [900, 0.5], center: [0, -0.5] }] }], characters: [{ position: [0, 1], run: { speed: 2 } }] })`)
	p.tapButton("play")
	p.until(`build.editor.mode === "play" && !build.source.status.paused && carom.hasFrame`)
	p.save("build_phone_character")
	require.Equal(t, 360, value[int](p, `document.documentElement.scrollWidth`), "it is wider than the screen")
	p.touch(input.TouchStart, `[aria-label="run to the right"]`)
	p.until(`carom.picture.bodies.x[2] > 1`)
	jumped := p.seen(`carom.picture.bodies.y[2] > 1.5`)
	p.touch(input.TouchStart, `[aria-label="run to the right"]`, `[aria-label="jump"]`)
	p.until(`build.heldKeys.held === 6`)
	p.until(jumped)
	p.touch(input.TouchEnd)
	p.until(`build.heldKeys.held === 0`)
	p.touch(input.TouchStart, `[aria-label="run to the left"]`)
	p.until(`build.heldKeys.held === 1`)
	p.touch(input.TouchMove, `.carom-stage`)
	p.until(`build.heldKeys.held === 0`)
	p.touch(input.TouchEnd)
	p.tapButton("stop")
	p.until(`build.editor.mode === "edit"`)
	p.quiet()
}

// A tap counts that follows a quick move of a finger over the picture.
func TestTapAfterQuickMove(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	for _, next := range []struct{ button, mode string }{{"play", "play"}, {"stop", "edit"}, {"play", "play"}} {
		p.touch(input.TouchStart, ".carom-stage")
		p.touch(input.TouchMove, ".carom-build-run")
		p.touch(input.TouchEnd)
		p.tapButton(next.button)
		p.until(`build.editor.mode === "` + next.mode + `"`)
	}
	p.quiet()
}

// touch lets fingers touch the middles of elements, or ends the touch of all.
func (p *tab) touch(kind input.TouchType, elements ...string) {
	p.t.Helper()
	points := []*input.TouchPoint{}
	for i, e := range elements {
		at := value[[]float64](p, fmt.Sprintf(`(() => { const b = document.querySelector(%q).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, e))
		points = append(points, &input.TouchPoint{X: at[0], Y: at[1], ID: float64(i + 1)})
	}
	p.run(chromedp.ActionFunc(input.DispatchTouchEvent(kind, points).Do))
}

// dragged draws with a finger from point to point of the world.
func dragged(xy ...float64) func(p *tab) {
	return func(p *tab) {
		p.t.Helper()
		for i := 0; i < len(xy); i += 2 {
			x, y := p.screen(xy[i], xy[i+1])
			kind := input.TouchMove
			if i == 0 {
				kind = input.TouchStart
			}
			p.run(chromedp.ActionFunc(input.DispatchTouchEvent(kind, []*input.TouchPoint{{X: x, Y: y, ID: 1}}).Do))
		}
		p.run(chromedp.ActionFunc(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}).Do))
	}
}

// tapped taps points of the world, and then a button with a text, unless that is empty.
func tapped(button string, xy ...float64) func(p *tab) {
	return func(p *tab) {
		p.t.Helper()
		for i := 0; i < len(xy); i += 2 {
			p.tapWorld(xy[i], xy[i+1])
		}
		if button != "" {
			p.tapOn(fmt.Sprintf(`[...document.querySelectorAll("button")].find((b) => b.textContent === %q)`, button))
		}
	}
}

func (p *tab) tapAt(x, y float64) {
	p.t.Helper()
	for _, points := range [][]*input.TouchPoint{{{X: x, Y: y, ID: 1}}, {}} {
		kind := input.TouchStart
		if len(points) == 0 {
			kind = input.TouchEnd
		}
		p.run(chromedp.ActionFunc(input.DispatchTouchEvent(kind, points).Do))
	}
}

func (p *tab) tapWorld(x, y float64) {
	p.t.Helper()
	px, py := p.screen(x, y)
	p.tapAt(px, py)
}

// doubleTapWorld taps a point of the world twice, until an expression is true: on a slow machine
// two taps may be too far apart to count as a double tap.
func (p *tab) doubleTapWorld(x, y float64, done string) {
	p.t.Helper()
	for begin := time.Now(); !value[bool](p, done); {
		require.Less(p.t, time.Since(begin), chromium.Timeout, "no double tap was taken")
		p.tapWorld(x, y)
		p.tapWorld(x, y)
	}
}

// tapOn taps the middle of an element, which an expression names, after it has come into view.
func (p *tab) tapOn(element string) {
	p.t.Helper()
	at := value[[]float64](p, fmt.Sprintf(`(() => { const e = %s; e.scrollIntoView({ block: "nearest", inline: "nearest" }); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, element))
	p.tapAt(at[0], at[1])
}

func (p *tab) tapButton(label string) {
	p.t.Helper()
	p.tapOn(fmt.Sprintf(`document.querySelector('button[aria-label^=%q]')`, label))
}
