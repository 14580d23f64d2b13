package polygon

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// winding returns how often the loops wind around p, which lies on none of them.
func winding(loops [][]mgl64.Vec2, p geom.Vec2) int {
	n := 0
	for _, loop := range loops {
		for i := range loop {
			a, b := geom.From(loop[i]), geom.From(loop[(i+1)%len(loop)])
			switch {
			case a.Y <= p.Y && p.Y < b.Y && geom.Orient(a, b, p) > 0:
				n++
			case b.Y <= p.Y && p.Y < a.Y && geom.Orient(a, b, p) < 0:
				n--
			}
		}
	}
	return n
}

func randomTiles(r *rand.Rand) (TileGrid, []bool) {
	w, h := r.IntN(9), r.IntN(9)
	cells := make([]bool, w*h)
	density := r.Float64()
	for i := range cells {
		cells[i] = r.Float64() < density
	}
	t := TileGrid{Width: w, Height: h, Size: 0.25 + r.Float64(), Origin: mgl64.Vec2{r.Float64() * 1e3, -1e3}}
	t.Solid = func(x, y int) bool { return cells[y*w+x] }
	return t, cells
}

func TestOutlineTilesWindsOnceAroundSolidTiles(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	holes := 0
	for range 2000 * rounds {
		tiles, cells := randomTiles(r)
		loops := must.Get(OutlineTiles(tiles))
		for y := -1; y <= tiles.Height; y++ {
			for x := -1; x <= tiles.Width; x++ {
				want := 0
				if x >= 0 && y >= 0 && x < tiles.Width && y < tiles.Height && cells[y*tiles.Width+x] {
					want = 1
				}
				middle := geom.From(tiles.corner(x, y)).Lerp(geom.From(tiles.corner(x+1, y+1)), 0.5)
				require.Equal(t, want, winding(loops, middle), "tile %d %d", x, y)
			}
		}
		for _, loop := range loops {
			requireTileLoop(t, tiles, loop)
			if doubleArea(loop).Sign() < 0 {
				holes++
			}
		}
		require.Equal(t, borderLength(tiles), length(tiles, loops))
	}
	require.Greater(t, holes, 300)
}

// requireTileLoop proves that a loop starts lowest and leftmost and turns by a
// right angle at every point.
func requireTileLoop(t *testing.T, tiles TileGrid, loop []mgl64.Vec2) {
	t.Helper()
	n := len(loop)
	require.GreaterOrEqual(t, n, 4)
	for i, p := range loop {
		q, s := loop[(i+1)%n], loop[(i+2)%n]
		if (p[0] == q[0]) == (p[1] == q[1]) || (p[0] == q[0]) == (q[0] == s[0]) {
			t.Fatalf("%v to %v is not along an axis, or there is no turn", p, q)
		}
		require.False(t, p[1] < loop[0][1] || p[1] == loop[0][1] && p[0] < loop[0][0], "%v should be first in %v", p, loop)
	}
}

// borderLength counts the sides between a solid and an empty tile.
func borderLength(t TileGrid) int {
	solid := func(x, y int) bool { return x >= 0 && y >= 0 && x < t.Width && y < t.Height && t.Solid(x, y) }
	n := 0
	for y := 0; y <= t.Height; y++ {
		for x := 0; x <= t.Width; x++ {
			if solid(x, y) != solid(x-1, y) {
				n++
			}
			if solid(x, y) != solid(x, y-1) {
				n++
			}
		}
	}
	return n
}

// length returns the length of the loops in sides of a tile.
func length(t TileGrid, loops [][]mgl64.Vec2) int {
	sum := 0.0
	for _, loop := range loops {
		for i, p := range loop {
			sum += loop[(i+1)%len(loop)].Sub(p).Len()
		}
	}
	return int(math.Round(sum / t.Size))
}

func TestOutlineTilesJoinsSolidTilesAtCorners(t *testing.T) {
	tilesOf := func(rows ...string) TileGrid {
		return TileGrid{Width: len(rows[0]), Height: len(rows), Solid: func(x, y int) bool { return rows[len(rows)-1-y][x] == '#' }}
	}
	loops := must.Get(OutlineTiles(tilesOf(
		".#",
		"#.")))
	require.Equal(t, [][]mgl64.Vec2{{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 1}, {0, 1}}}, loops)
	loops = must.Get(OutlineTiles(tilesOf(
		"#.",
		".#")))
	require.Equal(t, [][]mgl64.Vec2{{{1, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {0, 1}, {1, 1}}}, loops)
	// A hole that touches the outside at a corner stays a hole.
	loops = must.Get(OutlineTiles(tilesOf(
		"###",
		"#.#",
		".##")))
	require.Len(t, loops, 2)
	require.Negative(t, doubleArea(loops[1]).Sign())
}

// The outline of every map can be cut up again, corners that touch included.
func TestOutlineTilesDecomposes(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	sharedCorners := 0
	for range 1000 * rounds {
		tiles, _ := randomTiles(r)
		loops := must.Get(OutlineTiles(tiles))
		for _, o := range regionsOf(loops) {
			parts, err := Decompose(o.outer, o.holes...)
			require.NoError(t, err, "%v", o)
			requirePartition(t, o, parts)
			seen := map[mgl64.Vec2]bool{}
			for _, loop := range o.loops() {
				for _, p := range loop {
					if seen[p] {
						sharedCorners++
					}
					seen[p] = true
				}
			}
		}
	}
	require.Greater(t, sharedCorners, 300)
}

// regionsOf gives each hole to the outer loop around it, the smallest if several.
func regionsOf(loops [][]mgl64.Vec2) []outline {
	var list []outline
	for _, loop := range loops {
		if doubleArea(loop).Sign() > 0 {
			list = append(list, outline{outer: loop})
		}
	}
	for _, hole := range loops {
		if doubleArea(hole).Sign() > 0 {
			continue
		}
		// The tile below the first edge of a hole is solid and belongs to its island.
		p := geom.From(hole[0]).Lerp(geom.From(hole[1]), 0.5)
		best := -1
		for i, o := range list {
			in := outline{outer: o.outer}.contains(geom.Vec2{X: p.X, Y: math.Nextafter(p.Y, -1e9)})
			if in && (best < 0 || doubleArea(o.outer).Cmp(doubleArea(list[best].outer)) < 0) {
				best = i
			}
		}
		list[best].holes = append(list[best].holes, hole)
	}
	return list
}

func TestOutlineTilesErrors(t *testing.T) {
	full := func(int, int) bool { return true }
	for _, c := range []struct {
		tiles TileGrid
		field string
		err   error
	}{
		{TileGrid{Width: -1, Height: 2, Solid: full}, "Width", geom.ErrNegative},
		{TileGrid{Width: 1, Height: -2, Solid: full}, "Height", geom.ErrNegative},
		{TileGrid{Width: 1 << 30, Height: 2, Solid: full}, "Width", geom.ErrOutOfRange},
		{TileGrid{Width: 1 << 20, Height: 1 << 20, Solid: full}, "Height", geom.ErrOutOfRange},
		{TileGrid{Width: 1, Height: 1, Size: -1, Solid: full}, "Size", geom.ErrNotPositive},
		{TileGrid{Width: 1, Height: 1, Size: math.NaN(), Solid: full}, "Size", geom.ErrNotFinite},
		{TileGrid{Width: 1, Height: 1, Origin: mgl64.Vec2{0, math.Inf(1)}, Solid: full}, "Origin", geom.ErrNotFinite},
		{TileGrid{Width: 1000, Height: 1, Size: 1e10, Solid: full}, "Origin", geom.ErrOutOfRange},
	} {
		_, err := OutlineTiles(c.tiles)
		require.ErrorIs(t, err, c.err)
		require.ErrorContains(t, err, c.field)
	}
	require.PanicsWithValue(t, "polygon: OutlineTiles of tiles without Solid", func() { _, _ = OutlineTiles(TileGrid{}) })
	loops := must.Get(OutlineTiles(TileGrid{Solid: full}))
	require.Empty(t, loops)
}

func BenchmarkOutlineTiles(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	cells := make([]bool, 256*256)
	for i := range cells {
		cells[i] = r.IntN(3) > 0
	}
	tiles := TileGrid{Width: 256, Height: 256, Solid: func(x, y int) bool { return cells[y*256+x] }}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = OutlineTiles(tiles)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(cells)), "ns/tile")
}
