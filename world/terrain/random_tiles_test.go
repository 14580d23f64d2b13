package terrain_test

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Random tiles are as smooth as one box: tiles of all shapes, turned over in any way, and tiles
// with outlines of their own, below the flat tops of a level and below the surface of a slope.
func TestRandomTilesAreNotFelt(t *testing.T) {
	for seed := range long.Pick[uint64](40, 5000) {
		newRandomLevel(t, seed).slide(t)
	}
}

// randomLevel is ground of random tiles with a straight surface, and the body that slides on it.
type randomLevel struct {
	w         *world.World
	along, up mgl64.Vec2
	seed      uint64
	length    float64 // of the way, m
	b         world.Body
	speed     float64
}

const halfWidth = 30 // tiles

func newRandomLevel(t *testing.T, seed uint64) *randomLevel {
	r := rand.New(rand.NewPCG(seed, 77))
	side := []float64{0.25, 0.5, 1, 2}[r.IntN(4)]
	l := &randomLevel{along: mgl64.Vec2{1, 0}, up: mgl64.Vec2{0, 1}, seed: seed, length: halfWidth * side}
	rise, angle := 0, 0.0
	if seed%2 == 1 {
		const c = math.Sqrt2 / 2
		l.along, l.up, l.length, rise, angle = mgl64.Vec2{c, c}, mgl64.Vec2{-c, c}, math.Sqrt2*l.length, 1, math.Pi/4
	}
	l.w = newWorld(t, world.Config{Gravity: l.up.Mul(-10), Workers: 1})
	kinds := randomKinds(r)
	ground := world.Must(terrain.New(l.w, terrain.Def{Side: side, Kinds: kinds}))
	tops := []terrain.Tile{slopeTile}
	if rise == 0 {
		tops = flatTops(t, ground, r, side, len(kinds))
	}
	below := make([]terrain.Tile, 1+r.IntN(5))
	for i := range below {
		below[i] = terrain.Tile(r.IntN(len(kinds) + 1))
	}
	for x := -halfWidth; x < halfWidth; x++ {
		for depth := range 3 {
			tile := below[r.IntN(len(below))]
			if depth == 0 {
				tile = tops[r.IntN(len(tops))]
			}
			require.NoError(t, ground.Set(image.Pt(x, rise*(x+1)-1-depth), tile))
		}
	}
	size := min(math.Exp(2*r.Float64()-1.6), l.length/4)
	s := randomSlider(r, size)
	l.length -= 2 * size
	l.speed = []float64{-1, 1}[r.IntN(2)] * []float64{1, 3, 5, 10, 20, 30}[r.IntN(6)]
	height := s.height
	if rise == 1 {
		height += side / 64 * math.Sqrt2 / 2 // of the surface over the corners of the tiles below
	}
	l.b = addBody(t, l.w, body.Def{Position: l.along.Mul(-math.Copysign(l.length, l.speed)).Add(l.up.Mul(height)),
		Angle: angle + s.angle, LinearVelocity: l.along.Mul(l.speed), LockRotation: s.upright, NeverSleep: true}, s.shape)
	return l
}

// slopeTile is the rising slope of randomKinds.
const slopeTile = 1 + 8*terrain.Tile(terrain.Slope)

// randomKinds are the shapes of tiles turned over in all ways, and wedges, steps and pairs of both
// with flat tops.
func randomKinds(r *rand.Rand) []terrain.Kind {
	var kinds []terrain.Kind
	for form := terrain.Full; form <= terrain.SlopeHigh; form++ {
		for flip := range terrain.Flip(8) {
			kinds = append(kinds, terrain.Kind{Shape: form, Flip: flip})
		}
	}
	for range 12 {
		d, m := 0.05+0.95*r.Float64(), 0.05+0.9*r.Float64()
		kinds = append(kinds, terrain.Kind{Outlines: [][][]mgl64.Vec2{
			{{{0, 1}, {m, 1 - d}, {1, 1}}},
			{{{0, 1 - d}, {1, 1 - d}, {1, 1}, {0, 1}}},
			{{{0, 1 - d}, {m, 1 - 0.9*d*r.Float64()}, {m, 1}, {0, 1}}, {{m, 1 - d}, {1, 1 - 0.9*d}, {1, 1}, {m, 1}}},
			{{{0, 1}, {m / 2, 1 - d}, {m, 1}}, {{m, 1}, {0.5 + m/2, 1 - d}, {1, 1}}},
		}[r.IntN(4)]})
	}
	for i := range kinds {
		kinds[i].Collider = world.ColliderDef{Material: &shape.Material{}}
	}
	return kinds
}

// flatTops returns a few tiles whose tops are flat and as wide as the cell.
func flatTops(t *testing.T, ground *terrain.Terrain, r *rand.Rand, side float64, kinds int) []terrain.Tile {
	var flat []terrain.Tile
	for tile := terrain.Tile(1); int(tile) <= kinds; tile++ {
		require.NoError(t, ground.Set(image.Pt(0, 0), tile))
		width := 0.0
		for _, outline := range ground.Outlines(image.Pt(0, 0)) {
			for i, p := range outline {
				if q := outline[(i+1)%len(outline)]; min(p[1], q[1]) > (1-1e-9)*side {
					width += math.Abs(p[0] - q[0])
				}
			}
		}
		if width > (1-1e-9)*side {
			flat = append(flat, tile)
		}
	}
	require.NoError(t, ground.Set(image.Pt(0, 0), 0))
	r.Shuffle(len(flat), func(i, j int) { flat[i], flat[j] = flat[j], flat[i] })
	return flat[:1+r.IntN(4)]
}

// slider is a shape that slides on level ground. An upright one may not turn: it would topple or
// roll.
type slider struct {
	shape         shape.Support
	height, angle float64
	upright       bool
}

func randomSlider(r *rand.Rand, size float64) slider {
	polygon := func(points ...mgl64.Vec2) shape.Support {
		for i := range points {
			points[i] = points[i].Mul(size)
		}
		return world.Must(shape.NewPolygon(points, 0))
	}
	if n := 5 + r.IntN(20); n <= 12 {
		lowest := -math.Pi/2 - math.Pi/float64(n) // a corner there puts a side below
		return slider{shape.RegularPolygon(n, size), size * math.Cos(math.Pi/float64(n)), lowest, false}
	}
	return []slider{
		{shape.Box(size, size), size, 0, false},
		{shape.Box(size, size/3), size / 3, 0, false},
		{shape.Box(size/3, size), size, 0, true},
		{shape.Circle{Radius: size}, size, 0, true},
		{shape.Ellipse{RX: size, RY: size / 2}, size / 2, 0, true},
		{shape.Capsule{A: mgl64.Vec2{-size, 0}, B: mgl64.Vec2{size, 0}, Radius: size / 2}, size / 2, 0, false},
		{shape.Capsule{A: mgl64.Vec2{0, -size}, B: mgl64.Vec2{0, size}, Radius: size / 2}, 1.5 * size, 0, true},
		{shape.RoundedBox(size, size/2, size/5), 0.7 * size, 0, false},
		{polygon(mgl64.Vec2{-1, -0.5}, mgl64.Vec2{1, -0.5}, mgl64.Vec2{0, 1}), size / 2, 0, false},
		{polygon(mgl64.Vec2{-0.5, -0.3}, mgl64.Vec2{0.5, -0.3}, mgl64.Vec2{1, 0.3}, mgl64.Vec2{-1, 0.3}), 0.3 * size, 0, false},
		{polygon(mgl64.Vec2{-1, -0.3}, mgl64.Vec2{1, -0.3}, mgl64.Vec2{0.5, 0.3}, mgl64.Vec2{-0.5, 0.3}), 0.3 * size, 0, false},
		{polygon(mgl64.Vec2{-0.5, -0.3}, mgl64.Vec2{0.5, -0.3}, mgl64.Vec2{1, -0.28}, mgl64.Vec2{1, 0.3}, mgl64.Vec2{-1, 0.3}, mgl64.Vec2{-1, -0.28}), 0.3 * size, 0, false},
	}[r.IntN(12)]
}

// slide lets the body slide to the other end. It may not rise, sink or lose speed.
func (l *randomLevel) slide(t *testing.T) {
	start := l.b.Position().Dot(l.up)
	for l.b.Position().Dot(l.along)*math.Copysign(1, l.speed) < l.length && l.w.Ticks() < long.Pick[uint64](300, 1500) {
		l.w.Tick()
		require.InDelta(t, start, l.b.Position().Dot(l.up), 1e-3, "level %d, tick %d", l.seed, l.w.Ticks())
		require.InDelta(t, l.speed, l.b.LinearVelocity().Dot(l.along), 1e-3*math.Abs(l.speed), "level %d, tick %d", l.seed, l.w.Ticks())
	}
	l.w.Close()
}
