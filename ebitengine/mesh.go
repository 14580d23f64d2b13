package ebitengine

import (
	"image/color"
	"math"

	"github.com/carom2d/carom/world/draw"
	"github.com/hajimehoshi/ebiten/v2"
)

// mesh collects triangles in pixels. Edges are smooth because every border is a strip, one pixel
// wide, across which the colour fades. So no pass over the whole screen is needed, and thousands of
// shapes are one call to the graphics library.
type mesh struct {
	vertices []ebiten.Vertex
	indices  []uint16
	outline  []pixel // scratch: the polygon that is drawn, clockwise on the screen
	miters   []pixel // scratch: the inward offset at each corner for a strip one pixel wide
	depth    float32 // the inward distance that fits everywhere, pixels
}

// pixel is a point of the screen.
type pixel struct{ x, y float32 }

// maxVertices is the number of vertices that 16-bit indices can address.
const maxVertices = math.MaxUint16

// room reports whether n more vertices fit.
func (m *mesh) room(n int) bool { return len(m.vertices)+n <= maxVertices }

func (m *mesh) reset() { m.vertices, m.indices = m.vertices[:0], m.indices[:0] }

// rings is the largest number of vertices per corner of a convex polygon.
const rings = 7

// half is half the width of a fading strip, in pixels.
const half = 0.5

// convex adds the convex polygon in outline, filled, with an outline inside of it that is width
// pixels wide.
func (m *mesh) convex(style draw.Style, width float32) {
	if len(m.outline) < 3 || !m.prepare() {
		return
	}
	fill := toColor(style.Fill)
	switch {
	case style.Fill.A == 0:
	case style.Stroke.A == 0:
		inner := m.ring(half, fill)
		m.fan(inner)
		m.strip(m.ring(-half, rgba{}), inner)
	default: // the stroke covers the edge of the fill
		m.fan(m.ring(half, fill))
	}
	m.stroke(style, width)
}

// border adds the edge of a polygon whose area has been added already, and its outline.
func (m *mesh) border(style draw.Style, width float32) {
	if len(m.outline) < 3 || !m.prepare() {
		return
	}
	if style.Fill.A != 0 && style.Stroke.A == 0 {
		m.strip(m.ring(-half, rgba{}), m.ring(0, toColor(style.Fill)))
	}
	m.stroke(style, width)
}

func (m *mesh) stroke(style draw.Style, width float32) {
	if style.Stroke.A == 0 {
		return
	}
	c := toColor(style.Stroke)
	outer, inner := m.ring(half, c), m.ring(max(width-half, half), c)
	m.strip(m.ring(-half, rgba{}), outer)
	m.strip(outer, inner)
	m.strip(inner, m.ring(max(width+half, 2*half), rgba{}))
}

// maxMiter bounds the length of a corner, in widths of the strip. A longer corner is cut short.
const maxMiter = 3

// prepare drops corners that coincide and finds the inward offset at each corner. It reports
// whether an area is left.
func (m *mesh) prepare() bool {
	kept := m.outline[:0]
	for _, p := range m.outline {
		if n := len(kept); n > 0 && near(kept[n-1], p) {
			continue
		}
		kept = append(kept, p)
	}
	for len(kept) > 1 && near(kept[0], kept[len(kept)-1]) {
		kept = kept[:len(kept)-1]
	}
	m.outline = kept
	if len(kept) < 3 {
		return false
	}
	area, border := float32(0), float32(0)
	for i, p := range kept {
		q := kept[(i+1)%len(kept)]
		area += (p.x-kept[0].x)*(q.y-kept[0].y) - (p.y-kept[0].y)*(q.x-kept[0].x)
		border += float32(math.Hypot(float64(q.x-p.x), float64(q.y-p.y)))
	}
	// The area is at most the length of the border times the radius of the largest circle inside.
	m.depth = max(area, -area) / 2 / border
	side := float32(1) // of the inside: to the right of each edge on a screen whose y points down
	if area < 0 {
		side = -1
	}
	m.miters = m.miters[:0]
	for i, p := range kept {
		before, after := kept[(i+len(kept)-1)%len(kept)], kept[(i+1)%len(kept)]
		a, b := direction(before, p), direction(p, after)
		n := pixel{-side * (a.y + b.y), side * (a.x + b.x)} // the sum of both normals
		length := n.x*n.x + n.y*n.y                         // 2 + 2 cos of the turn
		scale := float32(maxMiter)
		if length > 1e-6 {
			scale = min(2/length, maxMiter/float32(math.Sqrt(float64(length))))
		}
		m.miters = append(m.miters, pixel{n.x * scale, n.y * scale})
	}
	return true
}

// near reports whether two corners are too close to have a direction between them.
func near(a, b pixel) bool {
	return (a.x-b.x)*(a.x-b.x)+(a.y-b.y)*(a.y-b.y) < 1e-4
}

func direction(from, to pixel) pixel {
	x, y := to.x-from.x, to.y-from.y
	l := float32(math.Hypot(float64(x), float64(y)))
	return pixel{x / l, y / l}
}

// ring adds the outline moved inward by a number of pixels, and returns its first vertex.
func (m *mesh) ring(inward float32, c rgba) uint16 {
	first := uint16(len(m.vertices))
	inward = min(inward, m.depth)
	for i, p := range m.outline {
		m.vertex(p.x+inward*m.miters[i].x, p.y+inward*m.miters[i].y, c)
	}
	return first
}

// fan fills a ring.
func (m *mesh) fan(first uint16) {
	for i := uint16(2); i < uint16(len(m.outline)); i++ {
		m.indices = append(m.indices, first, first+i-1, first+i)
	}
}

// strip fills the area between two rings.
func (m *mesh) strip(a, b uint16) {
	n := uint16(len(m.outline))
	for i := range n {
		j := (i + 1) % n
		m.indices = append(m.indices, a+i, a+j, b+j, a+i, b+j, b+i)
	}
}

func (m *mesh) vertex(x, y float32, c rgba) {
	m.vertices = append(m.vertices, ebiten.Vertex{
		DstX: x, DstY: y, SrcX: 1, SrcY: 1,
		ColorR: c.r, ColorG: c.g, ColorB: c.b, ColorA: c.a,
	})
}

// rgba is a colour whose parts are multiplied by its opacity, each up to 1.
type rgba struct{ r, g, b, a float32 }

func toColor(c color.NRGBA) rgba {
	a := float32(c.A) / 255
	return rgba{float32(c.R) / 255 * a, float32(c.G) / 255 * a, float32(c.B) / 255 * a, a}
}

// disc sets the outline to a circle, with so many corners that no edge is off by a tenth of a
// pixel.
func (m *mesh) disc(x, y, radius float64) {
	m.outline = m.outline[:0]
	n := discCorners(radius)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		m.outline = append(m.outline, pixel{float32(x + radius*cos), float32(y + radius*sin)})
	}
}

// discCorners is pi over the angle whose versine is a tenth of a pixel.
func discCorners(radius float64) int {
	if radius < 1 {
		return 8
	}
	return min(max(int(math.Ceil(math.Pi/math.Acos(1-0.1/radius))), 8), 512)
}

// line sets the outline to a straight line of a width with round ends.
func (m *mesh) line(a, b [2]float64, width float64) {
	m.outline = m.outline[:0]
	along := math.Atan2(b[1]-a[1], b[0]-a[0])
	r := width / 2
	n := max(discCorners(r)/2, 2)
	if width < 2 {
		n = 1
	}
	for end, p := range [2][2]float64{b, a} {
		for i := range n + 1 {
			sin, cos := math.Sincos(along - math.Pi/2 + math.Pi*(float64(i)/float64(n)+float64(end)))
			m.outline = append(m.outline, pixel{float32(p[0] + r*cos), float32(p[1] + r*sin)})
		}
	}
}
