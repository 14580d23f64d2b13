package draw

import (
	"image/color"

	"github.com/go-gl/mathgl/mgl64"
)

// Style is the look of a shape. A colour with zero alpha is not drawn, so the zero Style is
// invisible.
type Style struct {
	Fill   color.NRGBA
	Stroke color.NRGBA
	Width  float64 // of the outline, in pixels; zero means 1
	NoMark bool    // World draws no line that shows the rotation of a round shape, as of a coin
}

// Drawer draws in world coordinates: metres, y up. Implement it to show a world
// with the graphics of a game. World calls it back to front.
type Drawer interface {
	// Polygon draws a closed outline and its area. The points are borrowed: the next call
	// may overwrite them.
	Polygon(points []mgl64.Vec2, style Style)
	// Circle draws a disc. The radius is in metres.
	Circle(center mgl64.Vec2, radius float64, style Style)
	// Line draws a straight line with round ends, width pixels wide.
	Line(a, b mgl64.Vec2, width float64, c color.NRGBA)
	// Point draws a dot whose radius is in pixels: it keeps its size when the
	// camera zooms.
	Point(p mgl64.Vec2, radius float64, style Style)
	// Text writes one line of text centred at p.
	Text(p mgl64.Vec2, text string, c color.NRGBA)
}
