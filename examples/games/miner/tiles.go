package main

import (
	"image"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

const (
	variants = 8  // pictures of each kind of tile
	texel    = 48 // pixels of the side of a picture
)

// atlas has the pictures of tiles. They are drawn once, so that a frame is one list of squares.
type atlas struct {
	image    *ebiten.Image
	vertices []ebiten.Vertex
	indices  []uint16
}

// prepare draws the pictures: a column for each variant, a row for each kind.
func (a *atlas) prepare(random func(x, y int, layer uint64) float64) {
	if a.image != nil {
		return
	}
	view := draw.Camera{
		Center: mgl64.Vec2{variants / 2.0, float64(tileCount) / 2}, Scale: texel, Width: variants * texel, Height: int(tileCount) * texel,
	}
	a.image = ebiten.NewImage(view.Width, view.Height)
	c := ebitengine.NewCanvas()
	c.Begin(a.image, view, 1)
	for tile := earth; tile < tileCount; tile++ {
		for variant := range variants {
			drawTile(c, tile, mgl64.Vec2{float64(variant), float64(tile)}, func(layer uint64) float64 { return random(variant, int(tile), layer) })
		}
	}
	c.End()
}

// drawTile draws a tile: grains of earth, cracks of rock, crystals of ore.
func drawTile(c *ebitengine.Canvas, tile terrain.Tile, low mgl64.Vec2, random func(layer uint64) float64) {
	c.Polygon(box(low, low.Add(mgl64.Vec2{1, 1})), draw.Style{Fill: play.Color(base(tile))})
	place := func(i uint64, rim float64) mgl64.Vec2 {
		return low.Add(mgl64.Vec2{rim + (1-2*rim)*random(20+i), rim + (1-2*rim)*random(30+i)})
	}
	switch {
	case materials[tile].worth > 0:
		for i := range uint64(3) {
			drawCrystal(c, place(i, 0.22), 0.13+0.08*random(40+i), 6*random(50+i), materials[tile].color)
		}
	case tile == rock:
		for i := range uint64(2) {
			a := place(i, 0.2)
			c.Line(a, a.Add(mgl64.Vec2{0.35*random(40+i) - 0.17, 0.3*random(50+i) - 0.15}), 2, play.Color(0x596270))
		}
		c.Line(low.Add(mgl64.Vec2{0.08, 0.9}), low.Add(mgl64.Vec2{0.6, 0.9}), 2, play.Color(0x8D96A3))
	case tile == earth:
		for i := range uint64(4) {
			c.Circle(place(i, 0.12), 0.04+0.06*random(40+i), play.Glow([]uint32{0x714A2E, 0xA0744E}[i%2], 0xFF))
		}
	}
}

// add puts a tile on the list of squares. They overlap a little, so no background shows at seams.
func (a *atlas) add(view *draw.Camera, low mgl64.Vec2, tile terrain.Tile, variant int) {
	const overlap, rim = 0.01, 1.0
	left, bottom := view.ToPixel(low.Sub(mgl64.Vec2{overlap, overlap}))
	right, top := view.ToPixel(low.Add(mgl64.Vec2{1 + overlap, 1 + overlap}))
	x, y := float32(variant*texel), float32((int(tileCount)-1-int(tile))*texel)
	first := uint16(len(a.vertices))
	for _, corner := range [4][4]float32{
		{float32(left), float32(top), x + rim, y + rim}, {float32(right), float32(top), x + texel - rim, y + rim},
		{float32(right), float32(bottom), x + texel - rim, y + texel - rim}, {float32(left), float32(bottom), x + rim, y + texel - rim},
	} {
		a.vertices = append(a.vertices, ebiten.Vertex{
			DstX: corner[0], DstY: corner[1], SrcX: corner[2], SrcY: corner[3], ColorR: 1, ColorG: 1, ColorB: 1, ColorA: 1,
		})
	}
	a.indices = append(a.indices, first, first+1, first+2, first, first+2, first+3)
}

// flush draws the squares.
func (a *atlas) flush(target *ebiten.Image) {
	target.DrawTriangles(a.vertices, a.indices, a.image, &ebiten.DrawTrianglesOptions{Filter: ebiten.FilterLinear})
	a.vertices, a.indices = a.vertices[:0], a.indices[:0]
}

// mostSquares is the number of squares that 16-bit indices can address.
const mostSquares = 1 << 14

// drawTiles draws the whole tiles of a rectangle of cells.
func (g *game) drawTiles(c *ebitengine.Canvas, cells image.Rectangle) {
	g.atlas.prepare(g.mine.random)
	target, view := c.Target(), c.View()
	for y := cells.Min.Y; y < cells.Max.Y; y++ {
		for x := cells.Min.X; x < cells.Max.X; x++ {
			cell := image.Pt(x, y)
			if tile := g.ground.At(cell); tile != 0 && !g.carved[cell] {
				g.atlas.add(&view, g.ground.Corner(cell), tile, int(variants*g.mine.random(x, y, 10)))
			}
			if len(g.atlas.vertices) > 3*mostSquares {
				g.atlas.flush(target)
			}
		}
	}
	g.atlas.flush(target)
}
