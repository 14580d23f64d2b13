package ebitengine

import (
	"image/color"
	"strings"

	"github.com/carom2d/carom/world/draw"
	"github.com/hajimehoshi/ebiten/v2"
)

// button is a disc on the screen that presses a key.
type button struct {
	key    ebiten.Key
	center [2]float64 // pixels
	radius float64
}

// Sizes of buttons, in the display's own pixels.
const (
	buttonRadius = 34.0
	buttonGap    = 14.0
	buttonBottom = 30.0 // above the line of help
)

// contains reports whether a point hits or nearly hits the button, because fingers are wide.
func (b button) contains(at [2]float64) bool {
	x, y := at[0]-b.center[0], at[1]-b.center[1]
	r := b.radius * 1.2
	return x*x+y*y <= r*r
}

// buttons returns where the buttons are on the screen.
func (g *Game) buttons() []button {
	ratio := g.pixelRatio()
	radius, step := buttonRadius*ratio, (2*buttonRadius+buttonGap)*ratio
	y := float64(g.view.Height) - radius - buttonBottom*ratio
	list := g.input.buttons[:0]
	for n, key := range g.Left {
		list = append(list, button{key, [2]float64{buttonGap*ratio + radius + float64(n)*step, y}, radius})
	}
	for n, key := range g.Right {
		list = append(list, button{key, [2]float64{float64(g.view.Width) - buttonGap*ratio - radius - float64(n)*step, y}, radius})
	}
	return list
}

func (g *Game) drawButtons(p *draw.Palette) {
	if !g.input.touched {
		return
	}
	for _, b := range g.buttons() {
		fill := faded(p.Text, 0x30)
		if g.input.Held(b.key) {
			fill.A = 0x80
		}
		at := g.view.ToWorld(b.center[0], b.center[1])
		g.canvas.Point(at, b.radius/g.pixelRatio(), draw.Style{Fill: fill, Stroke: faded(p.Text, 0x90), Width: 1.5})
		g.canvas.TextSize(at, keyLabel(b.key), 22, p.Text)
	}
}

func keyLabel(key ebiten.Key) string {
	switch key {
	case ebiten.KeyArrowLeft:
		return "◄"
	case ebiten.KeyArrowRight:
		return "►"
	case ebiten.KeyArrowUp:
		return "▲"
	case ebiten.KeyArrowDown:
		return "▼"
	case ebiten.KeySpace:
		return "●"
	}
	return strings.TrimPrefix(key.String(), "Key")
}

// faded returns a colour with another opacity.
func faded(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}
