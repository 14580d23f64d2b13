package draw

import (
	"image"
	"image/color"
	stddraw "image/draw"
	"math"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
)

// gridPixels is the least distance of two grid lines, in pixels.
const gridPixels = 32

// maxLines bounds the lines of a grid in each direction; a picture cannot show more.
const maxLines = 4096

// maxExactInteger is the largest number up to which all integers are distinct in float64.
// Farther out there are no lines.
const maxExactInteger = 1 << 53

// DrawGrid clears the picture and draws a grid. Its lines are 1, 2 or 5 times a power of
// ten metres apart, the smallest distance that leaves enough pixels between them. The lines
// through the origin are stronger.
func (m *Image) DrawGrid(p *Palette) {
	m.Clear(p.Background)
	step := niceLength(gridPixels / m.Camera.Scale)
	if m.pixels == nil || !(step > 0) || math.IsInf(step, 0) {
		return
	}
	low, high := m.Camera.View()
	for axis := range 2 {
		first, last := math.Ceil(low[axis]/step), math.Floor(high[axis]/step)
		if !(last-first < maxLines) || max(-first, last) >= maxExactInteger {
			continue
		}
		for k := first; k <= last; k++ {
			c := p.Grid
			if k == 0 {
				c = p.Axis
			}
			m.gridLine(axis, k*step, c)
		}
	}
}

// gridLine draws a line of one whole pixel, so that it is crisp, at x = at (axis 0)
// or y = at (axis 1).
func (m *Image) gridLine(axis int, at float64, c color.NRGBA) {
	x, y := m.Camera.ToPixel([2]float64{at, at})
	area := m.pixels.Rect
	if axis == 0 {
		area.Min.X, area.Max.X = int(math.Floor(x)), int(math.Floor(x))+1
	} else {
		area.Min.Y, area.Max.Y = int(math.Floor(y)), int(math.Floor(y))+1
	}
	m.fillRect(area, c)
}

func (m *Image) fillRect(area image.Rectangle, c color.NRGBA) {
	stddraw.Draw(m.pixels, area, image.NewUniform(c), image.Point{}, stddraw.Over)
}

// ScaleBar draws a bar of a round length, about an eighth of the picture, and
// its length, into the lower left corner.
func (m *Image) ScaleBar(c color.NRGBA) {
	if m.pixels == nil {
		return
	}
	length := niceLength(float64(m.Camera.Width) / 12 / m.Camera.Scale)
	pixels := int(math.Round(length * m.Camera.Scale))
	if !(length > 0) || pixels < 4 || pixels > m.Camera.Width {
		return
	}
	const inset, tick = 12, 3
	left, base := inset, m.Camera.Height-inset
	m.fillRect(image.Rect(left, base-1, left+pixels, base), c)
	m.fillRect(image.Rect(left, base-1-tick, left+1, base), c)
	m.fillRect(image.Rect(left+pixels-1, base-1-tick, left+pixels, base), c)
	m.drawText(left+pixels+6, base+2, lengthText(length), c)
}

// Caption writes a line of text into each of the upper corners.
func (m *Image) Caption(left, right string, c color.NRGBA) {
	const inset, baseline = 12, 20
	m.drawText(inset, baseline, left, c)
	width := font.MeasureString(basicfont.Face7x13, right).Ceil()
	m.drawText(m.Camera.Width-inset-width, baseline, right, c)
}

// niceLength returns the least of 1, 2 or 5 times a power of ten that is not
// below x.
func niceLength(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{1, 2, 5} {
		if x <= digit*power*(1+1e-12) {
			return digit * power
		}
	}
	return 10 * power
}

// lengthText writes a round length with its unit.
func lengthText(meters float64) string {
	switch {
	case meters >= 1000:
		return strconv.FormatFloat(meters/1000, 'g', 3, 64) + " km"
	case meters >= 1:
		return strconv.FormatFloat(meters, 'g', 3, 64) + " m"
	case meters >= 0.01:
		return strconv.FormatFloat(meters*100, 'g', 3, 64) + " cm"
	default:
		return strconv.FormatFloat(meters*1000, 'g', 3, 64) + " mm"
	}
}
