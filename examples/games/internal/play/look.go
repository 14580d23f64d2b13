package play

import (
	"image/color"

	"github.com/carom2d/carom/world/draw"
)

// Color returns an opaque colour from its hexadecimal notation.
func Color(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xFF}
}

// Look returns the style of a shape of one colour, with a darker outline.
func Look(hex uint32) draw.Style {
	c := Color(hex)
	dark := func(v uint8) uint8 { return uint8(float64(v) * 0.62) }
	return draw.Style{Fill: c, Stroke: color.NRGBA{dark(c.R), dark(c.G), dark(c.B), 0xFF}, Width: 1.6}
}

// Glow returns the style of a shape that is half transparent.
func Glow(hex uint32, alpha uint8) draw.Style {
	c := Color(hex)
	c.A = alpha
	return draw.Style{Fill: c}
}

// Colors of things that look alike in all games.
const (
	Wood   = 0xC98F55
	Stone  = 0x8C97A3
	Gold   = 0xF2B84B
	Red    = 0xE4574C
	Green  = 0x62B36B
	Blue   = 0x4C8FD0
	Violet = 0x9B72CF
	Cream  = 0xF4EBDD
)

// Dark returns a palette for a night, on a background of one colour.
func Dark(background uint32) *draw.Palette {
	p := draw.DefaultPalette()
	p.Background = Color(background)
	p.Text = Color(0xE6ECF5)
	p.Awake, p.Asleep = Look(Blue), Look(0x6E8398)
	p.Static, p.Kinematic = Look(0x4A5568), Look(Violet)
	p.Bullet = Look(Red)
	p.Velocity = Color(Gold)
	p.Joint, p.Box = Color(0xC9D6E8), Color(0x77869A)
	return &p
}

// Light returns a palette for a day, on a background of one colour.
func Light(background uint32) *draw.Palette {
	p := draw.DefaultPalette()
	p.Background = Color(background)
	p.Text = Color(0x2E3A48)
	p.Static = Look(0x8A9A7B)
	p.Awake, p.Asleep = Look(Blue), Look(0x8FA6B8)
	return &p
}
