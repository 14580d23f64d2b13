package main

import (
	"image"
	"math"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
)

// The kinds of tiles. Tile 0 is air.
const (
	earth terrain.Tile = 1 + iota
	rock
	copper
	gold
	ruby
	bedrock
	tileCount
)

// material holds the properties of a kind of tile.
type material struct {
	density float64 // kg/m^2 of falling ground
	toil    float64 // s with the pick; 0 for never
	worth   int     // coins; 0 for tiles without ore
	color   uint32
}

var materials = [tileCount]material{
	earth:   {density: 1.5, toil: 0.16, color: 0x8A5E3C},
	rock:    {density: 2.6, toil: 0.5, color: 0x727A86},
	copper:  {density: 4, toil: 0.3, worth: 1, color: 0xE08A4A},
	gold:    {density: 9, toil: 0.4, worth: 5, color: 0xF4CB4E},
	ruby:    {density: 4, toil: 0.5, worth: 20, color: 0xE8486A},
	bedrock: {color: 0x343A46},
}

// The cells of the mine: 1000 by 1000.
var bounds = image.Rect(-500, -1000, 500, 0)

// mine is the undug ground: a terrain.Source. Each cell is a function of the seed and its place, so
// chunks come in any order.
type mine struct{ seed uint64 }

// kinds are the kinds of the terrain's tiles. All of them collide alike, so tiles of different
// kinds are one collider.
func kinds() []terrain.Kind {
	list := make([]terrain.Kind, tileCount-1)
	for i := range list {
		list[i].Collider = world.ColliderDef{Material: &shape.Material{Friction: 0.7}}
	}
	return list
}

func (m mine) ReadChunk(at image.Point, tiles *terrain.Tiles) error {
	first := at.Mul(terrain.ChunkSide)
	for i := range tiles {
		tiles[i] = m.tile(first.Add(image.Pt(i%terrain.ChunkSide, i/terrain.ChunkSide)))
	}
	return nil
}

// tile returns the tile of a cell. The shares of rock and caves grow with the depth, and so does
// the worth of ores.
func (m mine) tile(cell image.Point) terrain.Tile {
	if !cell.In(bounds) {
		return 0
	}
	if cell.X < bounds.Min.X+2 || cell.X >= bounds.Max.X-2 || cell.Y < bounds.Min.Y+2 {
		return bedrock
	}
	x, y := float64(cell.X), float64(cell.Y)
	depth := m.surface(x+0.5) - y
	if depth <= 0 {
		return 0
	}
	deep := min(depth/1000, 1)
	cave := float64(0.65*m.noise(x/16, y/9, 1)) + float64(0.35*m.noise(x/5, y/4, 2))
	tunnel := math.Abs(m.noise(x/26, y/14, 3) - 0.5)
	switch {
	case depth > 5 && (cave > 0.7-float64(0.06*deep) || tunnel < 0.022):
		return 0
	case depth > 250 && m.noise(x/2.2, y/2.2, 6) > 0.93-float64(0.05*deep):
		return ruby
	case depth > 40 && m.noise(x/2.4, y/2.4, 5) > 0.92-float64(0.06*deep):
		return gold
	case depth > 3 && m.noise(x/2.8, y/2.2, 4) > 0.88:
		return copper
	case m.noise(x/11, y/7, 7) > 0.66-float64(0.25*deep):
		return rock
	}
	return earth
}

// surface returns the height of the meadow. It is level where the player begins.
func (m mine) surface(x float64) float64 {
	hills := float64(9*m.noise(x/40, 0, 8)) + float64(3*m.noise(x/9, 0, 9))
	return -14 + math.Floor(float64(hills*min(1, max(0, (math.Abs(x)-6)/20))))
}

// noise returns a smooth random number from 0 to 1 for a place in a layer: the corners of a grid
// have random numbers, and places in between are interpolated.
func (m mine) noise(x, y float64, layer uint64) float64 {
	left, low := math.Floor(x), math.Floor(y)
	u, v := ease(x-left), ease(y-low)
	i, j := int(left), int(low)
	bottom := mix(m.random(i, j, layer), m.random(i+1, j, layer), u)
	top := mix(m.random(i, j+1, layer), m.random(i+1, j+1, layer), u)
	return mix(bottom, top, v)
}

func ease(t float64) float64 { return t * t * (3 - float64(2*t)) }

func mix(a, b, t float64) float64 { return a + float64(t*(b-a)) }

// random returns a number from 0 to 1 for a cell, by the finalizer of SplitMix64.
func (m mine) random(x, y int, layer uint64) float64 {
	h := m.seed + uint64(x)*0x9E3779B97F4A7C15 + uint64(y)*0xC2B2AE3D27D4EB4F + layer*0x165667B19E3779F9
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return float64((h^h>>31)>>11) / (1 << 53)
}
