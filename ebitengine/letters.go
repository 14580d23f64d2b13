package ebitengine

import (
	"image"
	"image/draw"
	"math"
	"sync"

	"github.com/hajimehoshi/ebiten/v2"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// letters are the pictures of the letters that were written in one size. A library for all scripts
// of the world would be as large in a browser as the rest of a game. The labels of a game are
// Latin, one letter after another.
type letters struct {
	face     font.Face
	pictures map[rune]letter
}

// letter is a white picture. Its upper left corner lies left and top pixels from the point of the
// base line at which the letter begins. The next letter begins advance pixels farther.
type letter struct {
	picture   *ebiten.Image // nil for a space
	left, top int
	advance   float64
}

// regular is the font of all text.
var regular = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
})

// sizes holds letters by their size in quarters of a pixel. Ebitengine draws on one goroutine, so
// sizes needs no lock.
var sizes = map[int]*letters{}

// mostSizes bounds the sizes that are kept. A game shows fewer at a time. Text in a window that is
// being resized has a new size in each frame.
const mostSizes = 32

// lettersOf returns the letters of a size in pixels.
func lettersOf(size float64) *letters {
	quarters := max(int(math.Round(size*4)), 1)
	if l, ok := sizes[quarters]; ok {
		return l
	}
	if len(sizes) == mostSizes {
		clear(sizes)
	}
	face, err := opentype.NewFace(regular(), &opentype.FaceOptions{Size: float64(quarters) / 4, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // no option is unusual
	}
	l := &letters{face: face, pictures: map[rune]letter{}}
	sizes[quarters] = l
	return l
}

// extent returns how far letters reach above and below the base line, in pixels.
func (l *letters) extent() (ascent, descent float64) {
	m := l.face.Metrics()
	return fraction(m.Ascent), fraction(m.Descent)
}

// of returns a letter, which is drawn at its first use. For a letter that the font lacks it returns
// the font's box.
func (l *letters) of(r rune) letter {
	if known, ok := l.pictures[r]; ok {
		return known
	}
	bounds, mask, at, advance, _ := l.face.Glyph(fixed.Point26_6{}, r)
	drawn := letter{left: bounds.Min.X, top: bounds.Min.Y, advance: fraction(advance)}
	if !bounds.Empty() {
		white := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
		draw.DrawMask(white, white.Bounds(), image.White, image.Point{}, mask, at, draw.Src)
		drawn.picture = ebiten.NewImageFromImage(white)
	}
	l.pictures[r] = drawn
	return drawn
}

func fraction(v fixed.Int26_6) float64 { return float64(v) / 64 }
