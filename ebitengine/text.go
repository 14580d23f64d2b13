package ebitengine

import (
	"image/color"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
	"golang.org/x/image/font"
)

// Place is the position of a label on the screen.
type Place uint8

// The places of labels: the middle of the upper and lower edge, the upper corners, and the middle.
const (
	Top Place = iota
	Bottom
	TopLeft
	TopRight
	Middle
)

// Shares of the free space around a text that lie before the text.
const (
	atStart = 0.0
	centred = 0.5
	atEnd   = 1.0
)

// lineSpacing is the distance of two lines over the size of the text.
const lineSpacing = 1.35

// Text writes one line of text centred at p.
func (c *Canvas) Text(p mgl64.Vec2, words string, color color.NRGBA) { c.TextSize(p, words, 13, color) }

// TextSize writes text centred at p, of a size in pixels.
func (c *Canvas) TextSize(p mgl64.Vec2, words string, size float64, color color.NRGBA) {
	x, y := c.view.ToPixel(p)
	c.write(words, anchor{x, y, centred, centred}, size, color)
}

// Label writes text at a place of the screen, of a size in pixels. Lines end at line breaks.
func (c *Canvas) Label(words string, place Place, size float64, color color.NRGBA) {
	width, height, margin := float64(c.view.Width), float64(c.view.Height), 10*c.ratio
	switch place {
	case Top:
		c.write(words, anchor{width / 2, margin, centred, atStart}, size, color)
	case Bottom:
		c.write(words, anchor{width / 2, height - margin, centred, atEnd}, size, color)
	case TopLeft:
		c.write(words, anchor{margin, margin, atStart, atStart}, size, color)
	case TopRight:
		c.write(words, anchor{width - margin, margin, atEnd, atStart}, size, color)
	default:
		c.write(words, anchor{width / 2, height / 2, centred, centred}, size, color)
	}
}

// anchor is a point, in pixels, with words around it. The share across of their width lies to the
// left of the point, and the share down of their height lies above it.
type anchor struct{ x, y, across, down float64 }

func (c *Canvas) write(words string, at anchor, size float64, color color.NRGBA) {
	if words == "" || color.A == 0 || !(math.Abs(at.x) < farAway && math.Abs(at.y) < farAway) {
		return
	}
	c.flush()
	size *= c.ratio
	lines := strings.Split(words, "\n")
	letters := lettersOf(size)
	// Text too wide for a phone is made smaller.
	if widest, room := widest(letters, lines), float64(c.view.Width)*0.96; widest > room {
		size *= room / widest
		letters = lettersOf(size)
	}
	ascent, descent := letters.extent()
	height := ascent + descent + size*lineSpacing*float64(len(lines)-1)
	base := at.y - height*at.down + ascent
	for i, line := range lines {
		width := fraction(font.MeasureString(letters.face, line))
		c.writeLine(letters, line, at.x-width*at.across, base+size*lineSpacing*float64(i), color)
	}
}

func widest(letters *letters, lines []string) float64 {
	w := 0.0
	for _, line := range lines {
		w = max(w, fraction(font.MeasureString(letters.face, line)))
	}
	return w
}

// writeLine draws letters from a point of the base line on. Each letter begins at a whole pixel, so
// it is as sharp as its picture.
func (c *Canvas) writeLine(letters *letters, line string, x, base float64, color color.NRGBA) {
	o := &ebiten.DrawImageOptions{}
	o.ColorScale.ScaleWithColor(color)
	before := rune(-1)
	for _, r := range line {
		if before >= 0 {
			x += fraction(letters.face.Kern(before, r))
		}
		l := letters.of(r)
		if l.picture != nil {
			o.GeoM.Reset()
			o.GeoM.Translate(math.Round(x)+float64(l.left), math.Round(base)+float64(l.top))
			c.target.DrawImage(l.picture, o)
		}
		x += l.advance
		before = r
	}
}
