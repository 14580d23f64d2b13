package draw

import "image/color"

// colorTable is the fixed palette of a GIF: every colour of a Palette, the
// mixtures that anti-aliasing makes of neighbours, and a coarse cube for
// anything else. Its last entry is transparent.
type colorTable struct {
	colors color.Palette
	cache  map[[3]uint8]uint8 // look-ups so far; only a cache, never walked
}

// cubeLevels is the number of levels per channel of the coarse cube.
const cubeLevels = 4

// newColorTable builds the table. Single colours come first, then the mixtures by the area
// that they cover in a picture. Colours that do not fit are left out.
func newColorTable(p *Palette) *colorTable {
	t := &colorTable{cache: make(map[[3]uint8]uint8)}
	t.add(p.Background)
	for _, s := range p.styles() {
		t.add(over(p.Background, s.Fill, 1))
		t.add(over(p.Background, s.Stroke, 1))
	}
	for _, c := range p.lineColors() {
		t.add(over(p.Background, c, 1))
	}
	for level := range cubeLevels * cubeLevels * cubeLevels {
		t.add(color.NRGBA{channel(level), channel(level / cubeLevels), channel(level / cubeLevels / cubeLevels), 0xFF})
	}
	for _, opacity := range []float64{0.5, 0.25, 0.75} {
		for _, s := range p.styles() {
			t.add(over(p.Background, s.Fill, opacity))
			t.add(over(p.Background, s.Stroke, opacity))
			t.add(over(s.Fill, s.Stroke, opacity))
		}
		for _, c := range p.lineColors() {
			t.add(over(p.Background, c, opacity))
		}
	}
	t.colors = append(t.colors, color.NRGBA{})
	t.cache = make(map[[3]uint8]uint8)
	return t
}

// channel returns the intensity of a level of the cube.
func channel(level int) uint8 { return uint8(level % cubeLevels * 255 / (cubeLevels - 1)) }

// add appends a colour that is new. It drops the colour when only the transparent entry is
// left.
func (t *colorTable) add(c color.NRGBA) {
	c.A = 0xFF
	key := [3]uint8{c.R, c.G, c.B}
	if _, ok := t.cache[key]; ok || len(t.colors) == 255 {
		return
	}
	t.cache[key] = uint8(len(t.colors))
	t.colors = append(t.colors, c)
}

// transparent returns the index of the transparent entry.
func (t *colorTable) transparent() uint8 { return uint8(len(t.colors) - 1) }

// nearest returns the index of the opaque colour at the least distance. Green
// counts double against red because the eye is most sensitive to it.
func (t *colorTable) nearest(rgb [3]uint8) uint8 {
	if k, ok := t.cache[rgb]; ok {
		return k
	}
	best, index := int(^uint(0)>>1), 0
	for i, c := range t.colors[:len(t.colors)-1] {
		c := c.(color.NRGBA)
		dr, dg, db := int(c.R)-int(rgb[0]), int(c.G)-int(rgb[1]), int(c.B)-int(rgb[2])
		if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < best {
			best, index = d, i
		}
	}
	t.cache[rgb] = uint8(index)
	return uint8(index)
}
