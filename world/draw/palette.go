package draw

import "image/color"

// Palette holds every colour that this package uses. Change a field of
// DefaultPalette to change a look.
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

		Awake:     outlined(0x9CC3E0, 0x4A7BA6),
		Asleep:    outlined(0xC9D5C3, 0x87A07F),
		Static:    outlined(0xD3D2CD, 0x93928C),
		Kinematic: outlined(0xD6C3E3, 0x8E6DA8),
		Bullet:    outlined(0xF0B79F, 0xB8613F),
		Disabled:  outlined(0xEDEBE6, 0xC4C1B9),
		Sensor: Style{
			Fill:   color.NRGBA{0xE9, 0xC4, 0x6A, 0x50},
			Stroke: rgb(0xC79A2E),
			Width:  1.2,
		},

		Area: Style{
			Fill:   color.NRGBA{0x6F, 0xA8, 0xB8, 0x1C},
			Stroke: color.NRGBA{0x6F, 0xA8, 0xB8, 0x90},
			Width:  1,
		},

		Contact:         Style{Fill: rgb(0xC8324A)},
		InactiveContact: Style{Fill: rgb(0xE7A9B2)},
		Normal:          rgb(0x2A9D8F),
		Box:             rgb(0xB5B2A9),
		Center:          Style{Fill: rgb(0xFFFFFF), Stroke: rgb(0x3A3F45), Width: 1},
		Velocity:        rgb(0xE07A2F),
		Joint:           rgb(0x4C4F8F),
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
	return []Style{
		p.Awake, p.Asleep, p.Static, p.Kinematic, p.Bullet, p.Disabled, p.Sensor, p.Area,
		p.Contact, p.InactiveContact, p.Center,
	}
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
