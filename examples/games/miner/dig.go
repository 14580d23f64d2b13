package main

import (
	"image"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/fracture"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
)

const (
	reach     = 2.3  // m, of the pick
	beat      = 0.22 // s between two strokes at fallen rock
	fuse      = 1.8  // s
	crater    = 2.6  // m
	mostBombs = 3    // at a time
	crumbling = 8.0  // kg: a heavier body breaks when it lands hard
	mostLumps = 700  // fallen bodies: the oldest vanish
)

// pick is the work of the player's pick.
type pick struct {
	cell   image.Point
	done   float64 // 0 to 1, of the cell
	rest   float64 // s until the next stroke at a body
	strike mgl64.Vec2
	works  bool
}

// bomb is a bomb with a burning fuse.
type bomb struct {
	body world.Body
	left float64 // s
}

// gem is ore that lies about.
type gem struct {
	body world.Body
	tile terrain.Tile
}

// aim returns the direction in which the player wants to dig: to the pointer, or by keys.
func (g *game) aim() (mgl64.Vec2, bool) {
	in := g.Input()
	if at, down := in.Pointer(); down {
		if way := at.Sub(g.player.Position()); way.Len() > 0.1 {
			return way.Normalize(), true
		}
	}
	switch down, ahead := in.Held(ebitengine.KeysDown...), in.Held(ebiten.KeyX); {
	case down && ahead:
		return mgl64.Vec2{g.facing * math.Sqrt2 / 2, -math.Sqrt2 / 2}, true
	case down:
		return mgl64.Vec2{0, -1}, true
	case ahead && in.Held(ebiten.KeyArrowUp, ebiten.KeyW):
		return mgl64.Vec2{0, 1}, true
	case ahead:
		return mgl64.Vec2{g.facing, 0}, true
	}
	return mgl64.Vec2{}, false
}

// dig works with the pick for a frame.
func (g *game) dig(dt float64) {
	g.pick.works = false
	way, ok := g.aim()
	if !ok {
		g.pick.done = 0
		return
	}
	hit, ok := g.World.RayCast(g.player.Position(), way.Mul(reach), world.QueryFilter{Ignore: g.player.Body()})
	if !ok {
		g.pick.done = 0
		return
	}
	g.pick.works, g.pick.strike = true, hit.Point
	cell, tile, ok := g.ground.TileOf(hit.Collider, hit.Point)
	if !ok {
		if g.pick.rest -= dt; g.pick.rest <= 0 {
			g.pick.rest = beat
			g.split(hit.Collider, hit.Point)
		}
		return
	}
	if cell != g.pick.cell {
		g.pick.cell, g.pick.done = cell, 0
	}
	if materials[tile].toil == 0 {
		return
	}
	if g.pick.done += dt / materials[tile].toil; g.pick.done >= 1 {
		g.pick.done = 0
		world.Check(g.ground.Set(cell, 0))
		delete(g.carved, cell)
		g.yield(tile, g.ground.Corner(cell).Add(mgl64.Vec2{0.5, 0.5}))
		g.collapse(image.Rectangle{Min: cell, Max: cell.Add(image.Pt(1, 1))})
	}
}

// yield leaves the ore of a tile at a place.
func (g *game) yield(tile terrain.Tile, at mgl64.Vec2) {
	if materials[tile].worth == 0 {
		return
	}
	b := world.Must(g.World.CreateBody(body.Def{Position: at, UserData: play.Look(materials[tile].color)}))
	world.Must(b.Attach(shape.RegularPolygon(6, 0.2), world.ColliderDef{Density: materials[tile].density}))
	g.gems = append(g.gems, gem{b, tile})
}

// split breaks a fallen body at a point. A small body vanishes and leaves its ore.
func (g *game) split(c world.Collider, at mgl64.Vec2) {
	b := c.Body()
	tile, ok := c.UserData().(terrain.Tile)
	if !ok || b.Type() != body.Dynamic {
		return
	}
	if b.Mass() < 2*materials[tile].density {
		world.Check(b.Destroy())
		g.yield(tile, at)
		return
	}
	report, err := fracture.Shatter(b, fracture.Spiral(at, 2, 6), fracture.Def{MinArea: 0.05})
	g.broken(report, err)
}

// crumble makes a heavy body break where it lands. The pieces do not break again.
func (g *game) crumble(b world.Body) {
	world.Must(fracture.BreakOnHit(b, fracture.Breakable{
		Impulse: 4 * b.Mass(),
		Def:     fracture.Def{MinArea: 0.05},
		Seeds:   func(h world.Hit) []mgl64.Vec2 { return fracture.Spiral(h.Position, 6, 7) },
		Broken:  g.broken,
	}))
}

// broken lists the pieces of a body. A body that could not be broken stays whole.
func (g *game) broken(r fracture.Report, err error) {
	if err != nil {
		return
	}
	g.loose = append(g.loose, r.Pieces...)
	for _, f := range r.Vanished {
		g.puff(f.Center, 3)
	}
}

// throw lights a bomb.
func (g *game) throw() {
	if len(g.bombs) == mostBombs {
		return
	}
	b := world.Must(g.World.CreateBody(body.Def{
		Position: g.player.Position().Add(mgl64.Vec2{0, 0.5}), UserData: play.Look(0x2B2F38), AngularDamping: 2,
		LinearVelocity: mgl64.Vec2{g.facing * 5, 4}.Add(g.player.Velocity()),
	}))
	world.Must(b.Attach(shape.Circle{Radius: 0.22}, world.ColliderDef{Density: 3}))
	g.bombs = append(g.bombs, bomb{b, fuse})
}

// burn lets fuses burn down.
func (g *game) burn(dt float64) {
	kept := g.bombs[:0]
	for _, b := range g.bombs {
		if b.left -= dt; b.left > 0 {
			kept = append(kept, b)
			continue
		}
		at := b.body.Position()
		world.Check(b.body.Destroy())
		g.blast(at)
	}
	g.bombs = kept
}

// blast carves a crater. The ore in it is kept, and ground that the crater has cut off falls.
func (g *game) blast(at mgl64.Vec2) {
	outline := make([]mgl64.Vec2, 28)
	for i := range outline {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(len(outline)))
		r := crater * (1 + 0.035*float64(i*7%5-2))
		outline[i] = at.Add(mgl64.Vec2{r * cos, r * sin})
	}
	cells := image.Rectangle{Min: g.ground.CellAt(at.Sub(mgl64.Vec2{crater, crater})), Max: g.ground.CellAt(at.Add(mgl64.Vec2{crater, crater}))}.Inset(-1)
	before := g.tilesIn(cells)
	world.Check(g.ground.Carve([][]mgl64.Vec2{outline}))
	for i, tile := range g.tilesIn(cells) {
		cell := cells.Min.Add(image.Pt(i%cells.Dx(), i/cells.Dx()))
		switch {
		case tile != 0 && !isWhole(g.ground.Outlines(cell)):
			g.carved[cell] = true
		case tile != 0:
		case before[i] == bedrock:
			world.Check(g.ground.Set(cell, bedrock))
		case before[i] != 0:
			g.yield(before[i], g.ground.Corner(cell).Add(mgl64.Vec2{0.5, 0.5}))
			g.puff(g.ground.Corner(cell).Add(mgl64.Vec2{0.5, 0.5}), 2)
		}
	}
	g.collapse(cells)
	world.Check(g.World.Explode(world.Explosion{Point: at, Radius: crater, Falloff: 3, ImpulsePerLength: 5}))
	g.flash, g.flashAt = 1, at
}

// isWhole reports whether a tile is complete.
func isWhole(parts [][]mgl64.Vec2) bool {
	return len(parts) == 1 && len(parts[0]) == 4 && polygon.Region{Outer: parts[0]}.Area() > 1-same
}

func (g *game) tilesIn(cells image.Rectangle) (list []terrain.Tile) {
	for y := cells.Min.Y; y < cells.Max.Y; y++ {
		for x := cells.Min.X; x < cells.Max.X; x++ {
			list = append(list, g.ground.At(image.Pt(x, y)))
		}
	}
	return list
}

// collect picks up the ore that the player touches.
func (g *game) collect() {
	p := g.player.Position()
	kept := g.gems[:0]
	for _, x := range g.gems {
		if x.body.Position().Sub(p).Len() > 0.95 {
			kept = append(kept, x)
			continue
		}
		g.coins += materials[x.tile].worth
		world.Check(x.body.Destroy())
	}
	g.gems = kept
}

// tidy forgets destroyed bodies, and removes the oldest bodies if there are too many.
func (g *game) tidy() {
	kept := g.loose[:0]
	for _, b := range g.loose {
		if b.Valid() {
			kept = append(kept, b)
		}
	}
	for len(kept) > mostLumps {
		world.Check(kept[0].Destroy())
		kept = kept[1:]
	}
	g.loose = kept
}
