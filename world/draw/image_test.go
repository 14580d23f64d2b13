package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var (
	white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	black = color.NRGBA{0, 0, 0, 0xFF}
	none  color.NRGBA
)

// whiteImage returns a white picture of 20 pixels per metre with the origin in its middle.
func whiteImage(width, height int) *Image {
	m := NewImage(Camera{Scale: 20, Width: width, Height: height})
	m.Clear(white)
	return m
}

// inkedArea returns how many pixels of black a white picture holds, in square metres.
func inkedArea(m *Image) float64 {
	sum := 0.0
	for i := 0; i < len(m.RGBA().Pix); i += 4 {
		sum += float64(255-m.RGBA().Pix[i]) / 255
	}
	return sum / (m.Camera.Scale * m.Camera.Scale)
}

func (m *Image) at(p mgl64.Vec2) color.RGBA {
	x, y := m.Camera.ToPixel(p)
	return m.RGBA().RGBAAt(int(x), int(y))
}

func TestDiscArea(t *testing.T) {
	for _, radius := range []float64{0.5, 1, 3, 7.3, 20} {
		m := whiteImage(900, 900)
		m.Circle(mgl64.Vec2{0.513, -0.257}, radius, Style{Fill: black})
		area := math.Pi * radius * radius
		require.InEpsilon(t, area, inkedArea(m), 0.01, "radius %v", radius)
	}
}

func TestPolygonArea(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		// A triangle anywhere in the picture, however thin, in either winding.
		var p [3]mgl64.Vec2
		for i := range p {
			p[i] = mgl64.Vec2{r.Float64()*18 - 9, r.Float64()*18 - 9}
		}
		u, v := p[1].Sub(p[0]), p[2].Sub(p[0])
		area := math.Abs(u[0]*v[1]-u[1]*v[0]) / 2
		m := whiteImage(400, 400)
		m.Polygon(p[:], Style{Fill: black})
		// Blending rounds down to eight bits: up to 1/255 of every pixel that an
		// edge crosses, and an edge crosses at most 1.5 pixels per pixel of length.
		border := (u.Len() + v.Len() + u.Sub(v).Len()) / m.Camera.Scale
		require.InDelta(t, area, inkedArea(m), 1.5*border/255+0.001)
	}
}

func TestEdgesAreAntiAliased(t *testing.T) {
	m := whiteImage(40, 40)
	// From pixel 10.25 to 20.5, row 5 to 6: a quarter is missing at the left end.
	m.Polygon([]mgl64.Vec2{{-9.75 / 20, 14.0 / 20}, {0.5 / 20, 14.0 / 20}, {0.5 / 20, 15.0 / 20}, {-9.75 / 20, 15.0 / 20}}, Style{Fill: black})
	row := func(x int) int { return int(m.RGBA().RGBAAt(x, 5).R) }
	require.Equal(t, 255, row(9))
	require.InDelta(t, 64, row(10), 2)
	require.Equal(t, 0, row(11))
	require.Equal(t, 0, row(19))
	require.InDelta(t, 127, row(20), 2)
	require.Equal(t, 255, row(21))
}

func TestStrokeLiesInsideShape(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		size := mgl64.Vec2{1 + 7*r.Float64(), 1 + 7*r.Float64()}
		width := 1 + 4*r.Float64() // pixels
		m := whiteImage(400, 400)
		m.Polygon([]mgl64.Vec2{{-size[0], -size[1]}, {size[0], -size[1]}, {size[0], size[1]}, {-size[0], size[1]}},
			Style{Stroke: black, Width: width})
		w := width / m.Camera.Scale
		ring := 4*size[0]*size[1] - 4*(size[0]-w)*(size[1]-w)
		require.InDelta(t, ring, inkedArea(m), 0.01*ring)
		require.Equal(t, uint8(255), m.at(mgl64.Vec2{}).R, "the middle stays empty")
	}
	m := whiteImage(400, 400)
	m.Circle(mgl64.Vec2{}, 8, Style{Stroke: black, Width: 4})
	require.InEpsilon(t, math.Pi*(64-7.8*7.8), inkedArea(m), 0.01)
}

// TestStrokeOfShortSide draws the outline of a slope of package terrain, whose upper side is a
// 64th of a tile long.
func TestStrokeOfShortSide(t *testing.T) {
	for scale := 10.0; scale <= 90; scale += 5 {
		m := NewImage(Camera{Center: mgl64.Vec2{0.5, 0.5}, Scale: scale, Width: 100, Height: 100})
		m.Clear(color.NRGBA{255, 255, 255, 255})
		m.Polygon([]mgl64.Vec2{{-1.0 / 64, 0}, {1, 0}, {1, 1}, {63.0 / 64, 1}}, Style{Stroke: black})
		// The inset is a right triangle with two equal sides, each shorter by 2 + sqrt 2 pixels
		// than in the triangle of the three long sides.
		inset := 65.0/64 - (2+math.Sqrt2)/scale
		ring := 33.0/64 - inset*inset/2
		require.InDelta(t, ring, inkedArea(m), 0.02*ring, "%g pixels", scale)
	}
}

func TestStrokeFillsTinyShape(t *testing.T) {
	m := whiteImage(40, 40)
	m.Circle(mgl64.Vec2{}, 0.05, Style{Stroke: black, Width: 5}) // radius 1 pixel
	// Nine pixels share an area of pi pixels, each rounded by up to 2/255.
	require.InEpsilon(t, math.Pi*0.05*0.05, inkedArea(m), 9*2/255.0/math.Pi)
}

func TestLineWidth(t *testing.T) {
	for _, width := range []float64{0, 1, 3.5} {
		m := whiteImage(400, 400)
		m.Line(mgl64.Vec2{-7, -3}, mgl64.Vec2{5, 6}, width, black)
		w := strokeWidth(width) / m.Camera.Scale
		require.InEpsilon(t, w*(15+w), inkedArea(m), 0.02)
	}
}

func TestPointSizeIsInPixels(t *testing.T) {
	for _, scale := range []float64{1, 20, 3000} {
		m := NewImage(Camera{Scale: scale, Width: 60, Height: 60})
		m.Clear(white)
		m.Point(mgl64.Vec2{}, 5, Style{Fill: black})
		require.InEpsilon(t, math.Pi*25, inkedArea(m)*scale*scale, 0.01)
	}
}

func TestNonConvexOutlineIsStroked(t *testing.T) {
	m := whiteImage(400, 400)
	corner := []mgl64.Vec2{{0, 0}, {8, 0}, {8, 8}, {6, 8}, {6, 2}, {0, 2}}
	m.Polygon(corner, Style{Stroke: black, Width: 2})
	require.Equal(t, uint8(0), m.at(mgl64.Vec2{6, 5}).R)
	require.Equal(t, uint8(255), m.at(mgl64.Vec2{3, 5}).R, "outside the corner")
	require.Equal(t, uint8(255), m.at(mgl64.Vec2{7, 5}).R, "inside the corner")
}

func TestTranslucentFillIsPaintedOnce(t *testing.T) {
	m := whiteImage(40, 40)
	m.Circle(mgl64.Vec2{}, 0.8, Style{Fill: color.NRGBA{0, 0, 0, 0x80}})
	require.InDelta(t, 127, int(m.at(mgl64.Vec2{}).R), 1)
}

func TestFarGeometryIsClippedExactly(t *testing.T) {
	// A half plane with corners at a million kilometres still ends on the pixel, and so it does
	// where the rounding of the corners is larger than the picture.
	for _, far := range []float64{1e9, 1e20, 1e300} {
		m := whiteImage(200, 200)
		m.Polygon([]mgl64.Vec2{{-far, -far}, {far, -far}, {far, 1.25}, {-far, 1.25}}, Style{Fill: black})
		require.InDelta(t, (5+1.25)*10, inkedArea(m), 1e-3)
		m = whiteImage(20, 200)
		m.Polygon([]mgl64.Vec2{{-far, -far}, {far, -far / 3}, {0.3 * far, far}, {-far, far / 7}}, Style{Fill: black, Stroke: black})
		require.InDelta(t, 10, inkedArea(m), 1e-3)
	}

	m := whiteImage(200, 200)
	m.Circle(mgl64.Vec2{0, -1e6}, 1e6, Style{Fill: black})
	require.InDelta(t, 50, inkedArea(m), 0.1)
}

func TestNonFiniteGeometryIsSkipped(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	m := whiteImage(40, 40)
	style := Style{Fill: black, Stroke: black}
	m.Polygon(nil, style)
	m.Polygon([]mgl64.Vec2{{0, 0}, {nan, 0}, {0, 1}}, style)
	m.Polygon([]mgl64.Vec2{{0, 0}, {inf, 0}, {0, 1}}, style)
	m.Circle(mgl64.Vec2{}, nan, style)
	m.Circle(mgl64.Vec2{}, inf, style)
	m.Circle(mgl64.Vec2{inf, 0}, 1, style)
	m.Circle(mgl64.Vec2{}, 0, style)
	m.Line(mgl64.Vec2{nan, 0}, mgl64.Vec2{}, 1, black)
	m.Point(mgl64.Vec2{-inf, 0}, 3, style)
	m.Text(mgl64.Vec2{nan, 0}, "nowhere", black)
	m.Text(mgl64.Vec2{1e300, 0}, "far away", black)
	m.Polygon([]mgl64.Vec2{{-1, -1}, {1, -1}, {0, 1}}, Style{})
	require.Zero(t, inkedArea(m))

	var zero Image
	zero.Clear(black)
	zero.Circle(mgl64.Vec2{}, 1, style)
	zero.Text(mgl64.Vec2{}, "nothing", black)
	zero.DrawGrid(&Palette{})
	zero.ScaleBar(black)
}

func TestDrawingIsDeterministic(t *testing.T) {
	picture := func(m *Image) []uint8 {
		p := DefaultPalette()
		m.DrawGrid(&p)
		m.Circle(mgl64.Vec2{1, 1}, 3, p.Awake)
		m.Polygon([]mgl64.Vec2{{-5, -4}, {2, -4}, {0, 1}}, p.Sensor)
		m.Text(mgl64.Vec2{0, 3}, "twice", p.Text)
		m.ScaleBar(p.Text)
		return bytes.Clone(m.RGBA().Pix)
	}
	m := whiteImage(300, 200)
	first := picture(m)
	require.Equal(t, first, picture(m), "scratch left over from the first")
	require.Equal(t, first, picture(whiteImage(300, 200)))
}

func TestEncodePNG(t *testing.T) {
	m := whiteImage(30, 20)
	m.Circle(mgl64.Vec2{}, 0.4, Style{Fill: black})
	var file bytes.Buffer
	require.NoError(t, m.EncodePNG(&file))
	decoded, err := png.Decode(&file)
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 30, 20), decoded.Bounds())
	for y := range 20 {
		for x := range 30 {
			require.Equal(t, color.RGBAModel.Convert(m.RGBA().At(x, y)), color.RGBAModel.Convert(decoded.At(x, y)))
		}
	}
}
