package page

import (
	"fmt"
	"testing"

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

// Fingers on the buttons of a phone of 360 pixels let a character run and jump at once, and a
// finger that leaves its button lets go.
func TestCharacterByTouch(t *testing.T) {
	p := openBuild(t, 360, 740, "")
	value[any](p, `build.editor.load({ version: 1, world: { gravity: [0, -10] }, bodies: [{ type: "static", colliders: [{ type: "box", halfExtents: [30, 0.5], center: [0, -0.5] }] }], characters: [{ position: [0, 1], run: { speed: 2 } }] })`)
	p.tap(`button[aria-label^="play"]`)
	p.until(`build.editor.mode === "play" && !build.source.status.paused && carom.hasFrame`)
	p.save("build_phone_character")
	require.Equal(t, 360, value[int](p, `document.documentElement.scrollWidth`), "it is wider than the screen")
	p.touch(input.TouchStart, `[aria-label="run to the right"]`)
	p.until(`carom.picture.bodies.x[2] > 1`)
	p.touch(input.TouchStart, `[aria-label="run to the right"]`, `[aria-label="jump"]`)
	p.until(`carom.picture.bodies.y[2] > 1.5 && build.heldKeys.held === 6`)
	p.touch(input.TouchEnd)
	p.until(`build.heldKeys.held === 0`)
	p.touch(input.TouchStart, `[aria-label="run to the left"]`)
	p.until(`build.heldKeys.held === 1`)
	p.touch(input.TouchMove, `.carom-stage`)
	p.until(`build.heldKeys.held === 0`)
	p.touch(input.TouchEnd)
	p.tap(`button[aria-label^="stop"]`)
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
		p.tap(`button[aria-label^="` + next.button + `"]`)
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

func (p *tab) tap(element string) {
	p.touch(input.TouchStart, element)
	p.touch(input.TouchEnd)
}
