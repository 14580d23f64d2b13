package draw

import "image/color"

// Palette holds every colour that this package uses. Change a field of
// DefaultPalette or DarkPalette to change a look; Options.Style is for single bodies.
type Palette struct {
	Background color.NRGBA
	Grid       color.NRGBA // the thin lines
	Axis       color.NRGBA // the lines through the origin
	Text       color.NRGBA // words and the scale bar

	Awake     Style // a dynamic body that moves
	Asleep    Style
	Static    Style
	Kinematic Style
	Bullet    Style
	Disabled  Style
	Sensor    Style
	Area      Style // faint: areas lie behind everything

	// Tints are the looks of dynamic bodies by turns, for Options.Tinted: the index of a body's
	// tint is its ID modulo their number.
	Tints []Style

	Contact         Style // a contact point that carries load
	InactiveContact Style // a contact point that does not: near, not touching
	Normal          color.NRGBA
	Box             color.NRGBA
	Center          Style
	Velocity        color.NRGBA
	Joint           color.NRGBA
}

// DefaultPalette is light: warm grey for static bodies, blue for moving ones, sage for
// sleeping ones. Only loads and errors have strong colours.
func DefaultPalette() Palette {
	return Palette{
		Background: rgb(0xF8F7F3),
		Grid:       rgb(0xECEAE4),
		Axis:       rgb(0xDDDAD1),
		Text:       rgb(0x5B6068),

		Awake:     outlined(0x9CC3E0, 0x37658E),
		Asleep:    outlined(0xC3D6BA, 0x688560),
		Static:    outlined(0xD3D2CD, 0x77766F),
		Kinematic: outlined(0xD6C3E3, 0x7B5896),
		Bullet:    outlined(0xF3B394, 0xA9512F),
		Disabled:  outlined(0xEDEBE6, 0xA9A69D),
		Sensor: Style{
			Fill:   color.NRGBA{0xE9, 0xC4, 0x6A, 0x50},
			Stroke: rgb(0xA87E1B),
			Width:  1.2,
			NoMark: true, // it is a coin or a zone
		},

		Area: Style{
			Fill:   color.NRGBA{0x3F, 0x97, 0xB3, 0x2C},
			Stroke: color.NRGBA{0x3F, 0x87, 0xA0, 0xB0},
			Width:  1,
		},

		Tints: []Style{
			outlined(0x9CC3E0, 0x37658E), outlined(0xF2C18D, 0x9A6420), outlined(0xB9D8A8, 0x527A40),
			outlined(0xE6A9A1, 0x9C483D), outlined(0xC7B5E0, 0x6A549A), outlined(0xF3DD8F, 0x9A7F1E),
		},

		Contact:         Style{Fill: rgb(0xC8324A)},
		InactiveContact: Style{Fill: rgb(0xE7A9B2)},
		Normal:          rgb(0x1F8377),
		Box:             rgb(0xB5B2A9),
		Center:          Style{Fill: rgb(0xFFFFFF), Stroke: rgb(0x3A3F45), Width: 1},
		Velocity:        rgb(0xC9601A),
		Joint:           rgb(0x4C4F8F),
	}
}

// DarkPalette has the same meanings on a dark background. Outlines are lighter than their fill.
func DarkPalette() Palette {
	return Palette{
		Background: rgb(0x15181D),
		Grid:       rgb(0x1F242B),
		Axis:       rgb(0x303740),
		Text:       rgb(0xAEB6C1),

		Awake:     outlined(0x356A96, 0x8FC4EC),
		Asleep:    outlined(0x44604A, 0x8FB38C),
		Static:    outlined(0x3D434B, 0x8A929C),
		Kinematic: outlined(0x634A80, 0xBE9FDC),
		Bullet:    outlined(0x9A4E2C, 0xF5A57F),
		Disabled:  outlined(0x22262C, 0x59606A),
		Sensor: Style{
			Fill:   color.NRGBA{0xE9, 0xC4, 0x6A, 0x38},
			Stroke: rgb(0xE0B84F),
			Width:  1.2,
			NoMark: true, // it is a coin or a zone
		},

		Area: Style{
			Fill:   color.NRGBA{0x4F, 0xB4, 0xD4, 0x2C},
			Stroke: color.NRGBA{0x6F, 0xC4, 0xDC, 0xA0},
			Width:  1,
		},

		Tints: []Style{
			outlined(0x356A96, 0x8FC4EC), outlined(0x945F2A, 0xE2A869), outlined(0x47733A, 0x97C986),
			outlined(0x8C453D, 0xE69A8F), outlined(0x624B8C, 0xB7A0E4), outlined(0x867022, 0xDCC566),
		},

		Contact:         Style{Fill: rgb(0xFF6B81)},
		InactiveContact: Style{Fill: rgb(0x8A4A56)},
		Normal:          rgb(0x5FD3C4),
		Box:             rgb(0x5C636D),
		Center:          Style{Fill: rgb(0x15181D), Stroke: rgb(0xE6E9EE), Width: 1},
		Velocity:        rgb(0xF59B52),
		Joint:           rgb(0xB9BCF5),
	}
}

// rgb returns an opaque colour from its hexadecimal notation.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xFF}
}

// outlined returns the style of an opaque body.
func outlined(fill, stroke uint32) Style {
	return Style{Fill: rgb(fill), Stroke: rgb(stroke), Width: 1.2}
}

// styles lists the styles that cover areas, in the order of the GIF palette.
func (p *Palette) styles() []Style {
	return append([]Style{
		p.Awake, p.Asleep, p.Static, p.Kinematic, p.Bullet, p.Disabled, p.Sensor, p.Area,
		p.Contact, p.InactiveContact, p.Center,
	}, p.Tints...)
}

// lineColors lists the colours of lines and words.
func (p *Palette) lineColors() []color.NRGBA {
	return []color.NRGBA{p.Grid, p.Axis, p.Text, p.Normal, p.Box, p.Velocity, p.Joint}
}

// over returns c painted at the given opacity (0 to 1) over the opaque colour under.
func over(under, c color.NRGBA, opacity float64) color.NRGBA {
	a := opacity * float64(c.A) / 255
	mix := func(u, v uint8) uint8 { return uint8(float64(u)*(1-a) + float64(v)*a + 0.5) }
	return color.NRGBA{mix(under.R, c.R), mix(under.G, c.G), mix(under.B, c.B), 0xFF}
}
