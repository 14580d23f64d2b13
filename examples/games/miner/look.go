package main

import (
	"fmt"
	"image"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// style is the look of colliders: the ground is drawn tile by tile, below them.
func style(c world.Collider, byState draw.Style) draw.Style {
	if tile, ok := c.UserData().(terrain.Tile); ok {
		return draw.Style{Fill: play.Color(base(tile)), Stroke: play.Color(0x2A1D15), Width: 1}
	}
	if s, ok := c.Body().UserData().(draw.Style); ok {
		return s
	}
	if c.Body().Type() == body.Static {
		return draw.Style{}
	}
	return byState
}

// base is the colour of a tile without its ore.
func base(tile terrain.Tile) uint32 {
	if materials[tile].worth > 0 {
		return materials[earth].color
	}
	return materials[tile].color
}

func box(low, high mgl64.Vec2) []mgl64.Vec2 {
	return []mgl64.Vec2{low, {high[0], low[1]}, high, {low[0], high[1]}}
}

// below draws the sky, the back of the caves and the ground.
func (g *game) below(c *ebitengine.Canvas) {
	view := c.View()
	low, high := view.View()
	g.drawSky(c, low, high)
	cells := image.Rectangle{Min: g.ground.CellAt(low), Max: g.ground.CellAt(high).Add(image.Pt(1, 1))}
	g.drawTiles(c, cells)
	for y := cells.Min.Y; y < cells.Max.Y; y++ {
		for x := cells.Min.X; x < cells.Max.X; x++ {
			g.drawDetails(c, image.Pt(x, y))
		}
	}
	g.drawHut(c)
	for _, at := range g.lamps {
		c.Circle(at, 0.16, play.Glow(0xFFF3C4, 0xFF))
		c.Circle(at, 0.3, play.Glow(0xFFD27A, 0x70))
	}
}

// drawSky draws the air: bright above the meadow, the dark wall of the mine below it.
func (g *game) drawSky(c *ebitengine.Canvas, low, high mgl64.Vec2) {
	c.Polygon(box(low, high), draw.Style{Fill: play.Color(0x4A372C)})
	for x := math.Floor(low[0]); x < high[0]; x++ {
		y := g.mine.surface(x + 0.5)
		if y < high[1] {
			c.Polygon(box(mgl64.Vec2{x - 0.02, y}, mgl64.Vec2{x + 1.02, high[1] + 1}), draw.Style{Fill: play.Color(0x9FD3EC)})
		}
	}
	for i := range 9 { // clouds go slower than the meadow
		x := 11*float64(i) - 44 + 0.5*g.Camera.Center[0]
		y := -4 + 1.7*float64(i*5%4)
		for k := range 3 {
			c.Circle(mgl64.Vec2{x + 1.1*float64(k), y + 0.3*float64(k%2)}, 0.9, play.Glow(0xFFFFFF, 0xB0))
		}
	}
}

// drawDetails draws the remains of a carved tile, edges towards the air, and cracks where the
// player works.
func (g *game) drawDetails(c *ebitengine.Canvas, cell image.Point) {
	tile, low := g.ground.At(cell), g.ground.Corner(cell)
	switch {
	case tile == 0:
		return
	case g.carved[cell]:
		fill := play.Color(base(tile))
		for _, part := range g.ground.Outlines(cell) {
			c.Polygon(part, draw.Style{Fill: fill})
			for i, p := range part { // no background shows at seams
				c.Line(p, part[(i+1)%len(part)], 1, fill)
			}
		}
	default:
		g.drawEdges(c, cell, low)
	}
	if g.pick.works && g.pick.cell == cell {
		middle := low.Add(mgl64.Vec2{0.5, 0.5})
		for i := range 5 {
			sin, cos := math.Sincos(1.3*float64(i) + 0.4)
			c.Line(middle, middle.Add(mgl64.Vec2{cos, sin}.Mul(0.45*g.pick.done)), 2, play.Color(0x1E1512))
		}
	}
}

// drawEdges draws the sides of a whole tile at which there is air, with grass on the meadow.
func (g *game) drawEdges(c *ebitengine.Canvas, cell image.Point, low mgl64.Vec2) {
	const width = 0.07
	high := low.Add(mgl64.Vec2{1, 1})
	for i, step := range [4]image.Point{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		if g.ground.At(cell.Add(step)) != 0 {
			continue
		}
		if i == 0 && high[1] == g.mine.surface(low[0]+0.5) {
			drawGrass(c, mgl64.Vec2{low[0], high[1]})
			continue
		}
		from, to := low, high
		switch i {
		case 0:
			from[1] = high[1] - width
		case 1:
			to[1] = low[1] + width
		case 2:
			from[0] = high[0] - width
		default:
			to[0] = low[0] + width
		}
		c.Polygon(box(from, to), draw.Style{Fill: play.Color(0x3E2A1E)})
	}
}

func drawGrass(c *ebitengine.Canvas, at mgl64.Vec2) {
	c.Polygon(box(at.Sub(mgl64.Vec2{0.02, 0.24}), at.Add(mgl64.Vec2{1.02, 0.05})), draw.Style{Fill: play.Color(0x5FA545)})
	for k := range 4 {
		p := at.Add(mgl64.Vec2{0.08 + 0.25*float64(k), 0})
		c.Polygon([]mgl64.Vec2{p, p.Add(mgl64.Vec2{0.08, 0}), p.Add(mgl64.Vec2{0.1, 0.22})}, draw.Style{Fill: play.Color(0x6FB852)})
	}
}

func drawCrystal(c *ebitengine.Canvas, at mgl64.Vec2, radius, angle float64, hex uint32) {
	points := make([]mgl64.Vec2, 6)
	for i := range points {
		sin, cos := math.Sincos(angle + float64(i)*math.Pi/3)
		points[i] = at.Add(mgl64.Vec2{radius * cos, radius * sin})
	}
	c.Polygon(points, play.Look(hex))
	c.Circle(at.Add(mgl64.Vec2{-0.3 * radius, 0.3 * radius}), 0.25*radius, play.Glow(0xFFFFFF, 0xC0))
}

// drawHut draws the house of the miner, in front of which he begins.
func (g *game) drawHut(c *ebitengine.Canvas) {
	at := mgl64.Vec2{-5, g.mine.surface(0)}
	c.Polygon(box(at, at.Add(mgl64.Vec2{3, 2})), play.Look(play.Wood))
	c.Polygon([]mgl64.Vec2{at.Add(mgl64.Vec2{-0.4, 2}), at.Add(mgl64.Vec2{3.4, 2}), at.Add(mgl64.Vec2{1.5, 3.4})}, play.Look(play.Red))
	c.Polygon(box(at.Add(mgl64.Vec2{1.9, 0}), at.Add(mgl64.Vec2{2.7, 1.4})), play.Look(0x6B4A30))
	c.Polygon(box(at.Add(mgl64.Vec2{0.5, 0.8}), at.Add(mgl64.Vec2{1.3, 1.5})), play.Look(0xFFE9A8))
}

// above draws ore in fallen ground, the player, dust, the darkness and the numbers.
func (g *game) above(c *ebitengine.Canvas) {
	for _, b := range g.loose {
		if b.Valid() {
			drawOre(c, b)
		}
	}
	g.drawPlayer(c)
	for _, b := range g.bombs {
		at := b.body.Position()
		c.Line(at, at.Add(mgl64.Vec2{0.12, 0.34}), 2, play.Color(play.Cream))
		c.Circle(at.Add(mgl64.Vec2{0.12, 0.36}), 0.06+0.05*math.Abs(math.Sin(20*b.left)), play.Glow(0xFFC04A, 0xFF))
	}
	for _, m := range g.dust {
		c.Circle(m.at, 0.07+0.05*m.left, play.Glow(0xA98A6A, uint8(220*min(1, 2*m.left))))
	}
	g.shine(c.Target(), c.View())
	ink := play.Color(0xFFF4DC)
	depth := max(0, g.mine.surface(g.player.Position()[0])-g.player.Position()[1]+0.64)
	c.Label(fmt.Sprintf("%d coins   %.0f m deep", g.coins, depth), ebitengine.TopLeft, 20, ink)
	n := g.World.Counters()
	c.Label(fmt.Sprintf("%.2f ms a tick   %d of %d bodies awake", 1e3*g.cost, n.Awake, n.Bodies-n.Static), ebitengine.TopRight, 14, ink)
	if g.coins >= rich {
		c.Label(fmt.Sprintf("%d coins: you are rich!  R begins anew", g.coins), ebitengine.Middle, 30, ink)
	}
}

// drawOre draws crystals on the parts of a fallen body that are ore.
func drawOre(c *ebitengine.Canvas, b world.Body) {
	p, angle := b.RenderPose()
	turn := mgl64.Rotate2D(angle)
	for x := range b.Colliders() {
		tile, ok := x.UserData().(terrain.Tile)
		form, polygon := x.Shape().(shape.Polygon)
		if !ok || !polygon || materials[tile].worth == 0 {
			continue
		}
		middle := mgl64.Vec2{}
		for _, q := range form.Points() {
			middle = middle.Add(q.Mul(1 / float64(len(form.Points()))))
		}
		drawCrystal(c, p.Add(turn.Mul2x1(middle)), 0.17, angle, materials[tile].color)
	}
}

// drawPlayer draws the helmet with its lamp, feet, the jet and the pick.
func (g *game) drawPlayer(c *ebitengine.Canvas) {
	p, _ := g.player.Body().RenderPose()
	for i := range 2 {
		swing := 0.2 * math.Sin(3*g.strides+math.Pi*float64(i))
		c.Circle(p.Add(mgl64.Vec2{swing, -0.58 + 0.06*math.Abs(swing)}), 0.12, play.Look(0x4A3A5E))
	}
	if g.jets {
		for i, hex := range []uint32{0xE4574C, 0xF2B84B, 0xFFF3C4} {
			r := 0.2 - 0.05*float64(i)
			c.Polygon([]mgl64.Vec2{p.Add(mgl64.Vec2{-g.facing*0.32 - r, -0.4}), p.Add(mgl64.Vec2{-g.facing*0.32 + r, -0.4}), p.Add(mgl64.Vec2{-g.facing * 0.32, -0.6 - 3*r})}, play.Glow(hex, 0xE0))
		}
	}
	c.Polygon(box(p.Add(mgl64.Vec2{-0.34, 0.3}), p.Add(mgl64.Vec2{0.34, 0.42})), play.Look(0xF2D34B))
	c.Circle(p.Add(mgl64.Vec2{0, 0.42}), 0.3, play.Look(0xF2D34B))
	c.Circle(p.Add(mgl64.Vec2{g.facing * 0.2, 0.48}), 0.1, play.Look(0xFFFBE0))
	c.Circle(p.Add(mgl64.Vec2{g.facing * 0.14, 0.16}), 0.06, play.Glow(0x22262E, 0xFF))
	hand, way := p.Add(mgl64.Vec2{g.facing * 0.25, -0.05}), mgl64.Vec2{g.facing * 0.5, 0.55}
	if g.pick.works {
		sin, cos := math.Sincos(0.7 * math.Sin(26*g.World.Time()))
		d := g.pick.strike.Sub(hand)
		if d.Len() > 0.01 {
			d = d.Normalize().Mul(0.75)
		}
		way = mgl64.Vec2{cos*d[0] - sin*d[1], sin*d[0] + cos*d[1]}
	}
	tip := hand.Add(way)
	across := mgl64.Vec2{-way[1], way[0]}.Mul(0.42)
	c.Line(hand, tip, 4, play.Color(0x9A6B3C))
	c.Line(tip.Add(across), tip.Sub(across), 5, play.Color(0xB9C3D0))
}
