package ebitengine

import (
	"bytes"
	"image/color"
	"sync"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"golang.org/x/image/font/gofont/goregular"
)

// source is the font of all text.
var source = sync.OnceValue(func() *text.GoTextFaceSource {
	s, err := text.NewGoTextFaceSource(bytes.NewReader(goregular.TTF))
	if err != nil {
		panic(err) // the font is part of the program
	}
	return s
})

// Place is where on the screen a label stands.
type Place uint8

// The places of labels: the middle of the upper and lower edge, the upper corners, and the middle.
const (
	Top Place = iota
	Bottom
	TopLeft
	TopRight
	Middle
)

// Text writes one line of text centred at p.
func (c *Canvas) Text(p mgl64.Vec2, words string, color color.NRGBA) { c.TextSize(p, words, 13, color) }

// TextSize writes text centred at p, of a size in pixels.
func (c *Canvas) TextSize(p mgl64.Vec2, words string, size float64, color color.NRGBA) {
	x, y := c.view.ToPixel(p)
	c.write(words, x, y, size, text.AlignCenter, text.AlignCenter, color)
}

// Label writes text at a place of the screen, of a size in pixels. Lines end at line breaks.
func (c *Canvas) Label(words string, place Place, size float64, color color.NRGBA) {
	width, height, margin := float64(c.view.Width), float64(c.view.Height), 10*c.ratio
	switch place {
	case Top:
		c.write(words, width/2, margin, size, text.AlignCenter, text.AlignStart, color)
	case Bottom:
		c.write(words, width/2, height-margin, size, text.AlignCenter, text.AlignEnd, color)
	case TopLeft:
		c.write(words, margin, margin, size, text.AlignStart, text.AlignStart, color)
	case TopRight:
		c.write(words, width-margin, margin, size, text.AlignEnd, text.AlignStart, color)
	default:
		c.write(words, width/2, height/2, size, text.AlignCenter, text.AlignCenter, color)
	}
}

func (c *Canvas) write(words string, x, y, size float64, primary, secondary text.Align, color color.NRGBA) {
	if words == "" || color.A == 0 {
		return
	}
	c.flush()
	face := &text.GoTextFace{Source: source(), Size: size * c.ratio}
	o := &text.DrawOptions{}
	o.PrimaryAlign, o.SecondaryAlign = primary, secondary
	o.LineSpacing = face.Size * 1.35
	o.Filter = ebiten.FilterLinear
	// Text too wide for a phone is made smaller.
	if width, _ := text.Measure(words, face, o.LineSpacing); width > float64(c.view.Width)*0.96 {
		face.Size *= float64(c.view.Width) * 0.96 / width
	}
	o.GeoM.Translate(x, y)
	o.ColorScale.ScaleWithColor(color)
	text.Draw(c.target, words, face, o)
}
