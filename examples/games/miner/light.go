package main

import (
	"math"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

const (
	lampReach = 9.0  // m
	headReach = 11.0 // m, of the lamp on the player's helmet
	wallDepth = 1.4  // m: the depth to which light enters walls
	lightStep = 4    // pixels of the screen for one of the light
	rings     = 5    // of a lamp: the colours between are interpolated
)

// light is a picture of the brightness of each place. The screen is multiplied by it.
type light struct {
	image    *ebiten.Image
	white    *ebiten.Image
	view     draw.Camera
	polygon  []mgl64.Vec2
	vertices []ebiten.Vertex
	indices  []uint16
}

// tint is the strength of a light in red, green and blue.
type tint [3]float32

var (
	dark     = tint{0.1, 0.105, 0.15}
	daylight = tint{0.93, 0.925, 0.89}
	lampTint = tint{1.0, 0.78, 0.46}
	headTint = tint{0.95, 0.92, 0.82}
	fireTint = tint{1.6, 1.0, 0.5}
)

// begin makes the picture for a screen, all dark.
func (l *light) begin(width, height int, view draw.Camera) {
	if l.white == nil {
		l.white = ebiten.NewImage(3, 3)
		l.white.Fill(white{})
	}
	width, height = (width+lightStep-1)/lightStep, (height+lightStep-1)/lightStep
	if l.image == nil || l.image.Bounds().Dx() != width || l.image.Bounds().Dy() != height {
		l.image = ebiten.NewImage(width, height)
	}
	l.view = view
	l.image.Fill(dark)
}

// white and tint are colours of package image/color.
type white struct{}

func (white) RGBA() (r, g, b, a uint32) { return 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF }

// RGBA makes a tint a color.Color.
func (t tint) RGBA() (r, g, b, a uint32) {
	return uint32(t[0] * 0xFFFF), uint32(t[1] * 0xFFFF), uint32(t[2] * 0xFFFF), 0xFFFF
}

// vertex adds a corner with a share of a tint.
func (l *light) vertex(at mgl64.Vec2, t tint, share float64) {
	x, y := l.view.ToPixel(at)
	s := float32(share)
	l.vertices = append(l.vertices, ebiten.Vertex{
		DstX: float32(x) / lightStep, DstY: float32(y) / lightStep, SrcX: 1, SrcY: 1,
		ColorR: t[0] * s, ColorG: t[1] * s, ColorB: t[2] * s, ColorA: 1,
	})
}

// flush adds the triangles to the picture.
func (l *light) flush() {
	l.image.DrawTriangles(l.vertices, l.indices, l.white, &ebiten.DrawTrianglesOptions{
		Blend: ebiten.BlendLighter, ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha,
	})
	l.vertices, l.indices = l.vertices[:0], l.indices[:0]
}

// lamp adds the light of a lamp: its visibility polygon in rings that fade, and a rim that goes
// into the walls.
func (l *light) lamp(w *world.World, at mgl64.Vec2, radius float64, t tint, filter world.QueryFilter) {
	l.polygon = w.AppendVisibility(l.polygon[:0], at, radius, filter)
	n := len(l.polygon)
	if n < 3 || n*(rings+2) > math.MaxUint16 {
		return
	}
	share := func(d float64) float64 { return max(0, 1-d/radius) * max(0, 1-d/radius) }
	for _, p := range l.polygon {
		way := p.Sub(at)
		d := way.Len()
		for k := range rings + 1 {
			part := float64(k) / rings
			l.vertex(at.Add(way.Mul(part)), t, share(part*d))
		}
		if d > 0 {
			way = way.Mul((d + wallDepth) / d)
		}
		l.vertex(at.Add(way), t, 0)
	}
	const each = rings + 2
	for i := range n {
		a, b := uint16(i*each), uint16((i+1)%n*each)
		for k := range uint16(each - 1) {
			l.indices = append(l.indices, a+k, a+k+1, b+k, a+k+1, b+k+1, b+k)
		}
	}
	l.flush()
}

// sky adds daylight above a surface, which fades below it.
func (l *light) sky(from, to float64, surface func(x float64) float64) {
	const fades, top = 4.5, 60.0
	columns := uint16(0)
	for x := math.Floor(from); x <= to+1; x++ {
		y := surface(x)
		l.vertex(mgl64.Vec2{x, y + top}, daylight, 1)
		l.vertex(mgl64.Vec2{x, y}, daylight, 1)
		l.vertex(mgl64.Vec2{x, y - fades}, daylight, 0)
		columns++
	}
	for i := uint16(0); i+1 < columns; i++ {
		for k := range uint16(2) {
			a, b := 3*i+k, 3*(i+1)+k
			l.indices = append(l.indices, a, a+1, b, a+1, b+1, b)
		}
	}
	l.flush()
}

// darken multiplies a screen by the light.
func (l *light) darken(target *ebiten.Image) {
	o := &ebiten.DrawImageOptions{Filter: ebiten.FilterLinear, Blend: ebiten.Blend{
		BlendFactorSourceRGB: ebiten.BlendFactorDestinationColor, BlendFactorSourceAlpha: ebiten.BlendFactorZero,
		BlendFactorDestinationRGB: ebiten.BlendFactorZero, BlendFactorDestinationAlpha: ebiten.BlendFactorOne,
		BlendOperationRGB: ebiten.BlendOperationAdd, BlendOperationAlpha: ebiten.BlendOperationAdd,
	}}
	o.GeoM.Scale(lightStep, lightStep)
	target.DrawImage(l.image, o)
}

// shine adds all lights: the sky, lamps, the player's lamp, fuses and blasts.
func (g *game) shine(target *ebiten.Image, view draw.Camera) {
	size := target.Bounds()
	g.light.begin(size.Dx(), size.Dy(), view)
	low, high := view.View()
	g.light.sky(low[0], high[0], g.mine.surface)
	own := world.QueryFilter{Ignore: g.player.Body()}
	p, _ := g.player.Body().RenderPose()
	g.light.lamp(g.World, p.Add(mgl64.Vec2{0, 0.35}), headReach, headTint, own)
	for _, at := range g.lamps {
		if at[0] > low[0]-lampReach && at[0] < high[0]+lampReach && at[1] > low[1]-lampReach && at[1] < high[1]+lampReach {
			g.light.lamp(g.World, at, lampReach, lampTint, own)
		}
	}
	for _, b := range g.bombs {
		g.light.lamp(g.World, b.body.Position(), 3, fireTint, world.QueryFilter{Ignore: b.body})
	}
	if g.flash > 0 {
		fire := tint{fireTint[0] * float32(g.flash), fireTint[1] * float32(g.flash), fireTint[2] * float32(g.flash)}
		g.light.lamp(g.World, g.flashAt, 2*headReach, fire, own)
	}
	g.light.darken(target)
}
