package draw

import "image/color"

// colourTable is the fixed palette of a GIF: every colour of a Palette, the
// mixtures that anti-aliasing makes of neighbours, and a coarse cube for
// anything else. Its last entry is transparent.
type colourTable struct {
	colours color.Palette
	known   map[[3]uint8]uint8 // look-ups so far; only a cache, never walked
}

// cube is the number of levels per channel of the coarse cube.
const cube = 4

// newColourTable builds the table. Single colours come first, then the mixtures
// in order of how much of a picture they cover; what does not fit is left out.
func newColourTable(p *Palette) *colourTable {
	t := &colourTable{known: make(map[[3]uint8]uint8)}
	t.add(p.Background)
	for _, s := range p.styles() {
		t.add(over(p.Background, s.Fill, 1))
		t.add(over(p.Background, s.Stroke, 1))
	}
	for _, c := range p.inks() {
		t.add(over(p.Background, c, 1))
	}
	for level := range cube * cube * cube {
		t.add(color.NRGBA{channel(level), channel(level / cube), channel(level / cube / cube), 0xFF})
	}
	for _, opacity := range []float64{0.5, 0.25, 0.75} {
		for _, s := range p.styles() {
			t.add(over(p.Background, s.Fill, opacity))
			t.add(over(p.Background, s.Stroke, opacity))
			t.add(over(s.Fill, s.Stroke, opacity))
		}
		for _, c := range p.inks() {
			t.add(over(p.Background, c, opacity))
		}
	}
	t.colours = append(t.colours, color.NRGBA{})
	t.known = make(map[[3]uint8]uint8)
	return t
}

// channel returns the intensity of a level of the cube.
func channel(level int) uint8 { return uint8(level % cube * 255 / (cube - 1)) }

// add appends a colour that is new, and drops it when only the clear entry's
// place is left.
func (t *colourTable) add(c color.NRGBA) {
	c.A = 0xFF
	key := [3]uint8{c.R, c.G, c.B}
	if _, ok := t.known[key]; ok || len(t.colours) == 255 {
		return
	}
	t.known[key] = uint8(len(t.colours))
	t.colours = append(t.colours, c)
}

// clear returns the index of the transparent entry.
func (t *colourTable) clear() uint8 { return uint8(len(t.colours) - 1) }

// nearest returns the index of the opaque colour at the least distance. Green
// counts double against red because the eye is most sensitive to it.
func (t *colourTable) nearest(rgb [3]uint8) uint8 {
	if k, ok := t.known[rgb]; ok {
		return k
	}
	best, index := int(^uint(0)>>1), 0
	for i, c := range t.colours[:len(t.colours)-1] {
		c := c.(color.NRGBA)
		dr, dg, db := int(c.R)-int(rgb[0]), int(c.G)-int(rgb[1]), int(c.B)-int(rgb[2])
		if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < best {
			best, index = d, i
		}
	}
	t.known[rgb] = uint8(index)
	return uint8(index)
}
