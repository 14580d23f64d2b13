package svg

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units holds the absolute units of lengths, in user units: an inch has 96.
var units = map[string]float64{
	"": 1, "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96.0 / 72, "pc": 96.0 / 6,
}

// defaultFontSize is the size of a font, in user units, of an element that names none.
const defaultFontSize = 16

// length reads a length attribute of an element, in user units. A missing or automatic length is 0.
func (d *Drawing) length(e *element, name string) (float64, error) {
	if e.automatic(name) {
		return 0, nil
	}
	x, err := parseLength(attribute(e.attrs, name), d.whole(name), func() (float64, error) { return fontSize(e.attrs, e.up) })
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return x, nil
}

// whole returns the length of which a percentage in an attribute is a part: the width of the
// drawing, its height, or for radii their quadratic mean.
func (d *Drawing) whole(name string) float64 {
	switch name {
	case "x", "x1", "x2", "cx", "width", "rx":
		return d.width
	case "y", "y1", "y2", "cy", "height", "ry":
		return d.height
	}
	return math.Sqrt((float64(d.width*d.width) + float64(d.height*d.height)) / 2)
}

// parseLength reads a number with a unit. A percentage is a part of whole, which is 0 where the
// drawing has no size.
func parseLength(text string, whole float64, em func() (float64, error)) (float64, error) {
	text = strings.TrimSpace(text)
	n := numberLength(text)
	x, err := strconv.ParseFloat(text[:n], 64)
	unit := strings.ToLower(text[n:])
	factor, ok := units[unit]
	switch {
	case err != nil:
	case unit == "%" && whole == 0:
		return 0, fmt.Errorf("%w: length %.20q is a part of a drawing without a viewBox", ErrFormat, text)
	case unit == "%":
		factor, ok = whole/100, true
	case unit == "em", unit == "ex":
		if factor, err = em(); err != nil {
			return 0, err
		}
		if ok = true; unit == "ex" {
			factor /= 2
		}
	}
	x = float64(x * factor)
	if ok && !(math.Abs(x) <= maxNumber) {
		return 0, fmt.Errorf("%w: length %.20q: want at most %g user units", ErrFormat, text, float64(maxNumber))
	}
	if !ok || err != nil {
		return 0, fmt.Errorf("%w: length %.20q: want a number alone or with px, mm, cm, Q, in, pt, pc, em, ex or %%", ErrFormat, text)
	}
	return x, nil
}

// styled returns a property of a style attribute.
func styled(attrs []xml.Attr, property string) (text string) {
	for rule := range strings.SplitSeq(attribute(attrs, "style"), ";") {
		if name, value, _ := strings.Cut(rule, ":"); strings.TrimSpace(name) == property {
			text = value
		}
	}
	return text
}

// fontSize returns the size of the font of an element with attributes: its own, or else its
// group's.
func fontSize(attrs []xml.Attr, up *group) (float64, error) {
	outer, err := up.fontSize()
	if err != nil {
		return 0, err
	}
	text := styled(attrs, "font-size")
	if text == "" {
		text = attribute(attrs, "font-size")
	}
	if text == "" {
		return outer, nil
	}
	size, err := parseLength(text, outer, func() (float64, error) { return outer, nil })
	if err != nil {
		return 0, fmt.Errorf("font-size: %w", err)
	}
	return size, nil
}

// fontSize returns the size of the font of a group, and keeps it for the elements of the group.
func (g *group) fontSize() (size float64, err error) {
	if g == nil {
		return defaultFontSize, nil
	}
	if !g.sized {
		g.font, err = fontSize(g.attrs, g.up)
		g.sized = err == nil
	}
	return g.font, err
}
