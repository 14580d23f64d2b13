package terrain_test

import (
	"image"
	"runtime"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const levelSide = 1000

// level is a million tiles: hills, with a cave in every sixth of the ground, of about seven tiles
// each.
func level() []terrain.Tile {
	tiles := make([]terrain.Tile, levelSide*levelSide)
	height := 500
	state := uint32(1)
	random := func(n uint32) uint32 { state = state*1664525 + 1013904223; return (state >> 8) % n }
	for x := range levelSide {
		height += int(random(3)) - 1
		for y := range height {
			tiles[y*levelSide+x] = rock
		}
	}
	for range 12000 {
		x, y := int(random(levelSide-4)), int(random(levelSide-4))
		for i := range 3 {
			tiles[(y+i)*levelSide+x], tiles[(y+i)*levelSide+x+1] = 0, 0
		}
		tiles[y*levelSide+x+2] = 0
	}
	return tiles
}

var everything = image.Rect(0, 0, levelSide, levelSide)

func loadLevel(t testing.TB, tiles []terrain.Tile) (*world.World, *terrain.Terrain) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.SetTiles(everything, tiles))
	return w, ground
}

func BenchmarkLoadMillionTiles(b *testing.B) {
	tiles := level()
	for b.Loop() {
		w, _ := loadLevel(b, tiles)
		b.ReportMetric(float64(w.Counters().Colliders), "colliders")
	}
}

func BenchmarkEditInMillionTiles(b *testing.B) {
	_, ground := loadLevel(b, level())
	i := 0
	for b.Loop() {
		i++
		require.NoError(b, ground.Set(image.Pt(i/2*37%levelSide, 480-i/2*11%200), terrain.Tile(i%2)))
	}
}

// One tick with an edit in it, beside one without.
func BenchmarkTickWithEdit(b *testing.B) {
	for _, edits := range []bool{false, true} {
		b.Run(map[bool]string{false: "still", true: "edited"}[edits], func(b *testing.B) {
			w, ground := loadLevel(b, level())
			for i := range 100 {
				addBody(b, w, body.Def{Position: mgl64.Vec2{5 * float64(i), 700}, NeverSleep: true}, shape.Circle{Radius: 0.5})
			}
			i := 0
			for b.Loop() {
				i++
				if edits {
					require.NoError(b, ground.Set(image.Pt(i/2*37%levelSide, 480-i/2*11%200), terrain.Tile(i%2)))
				}
				w.Tick()
			}
		})
	}
}

// A plain tile costs less than eight bytes, in a level of solid ground and sky.
func TestBytesOfPlainTiles(t *testing.T) {
	tiles := make([]terrain.Tile, levelSide*levelSide)
	for i := range tiles[:len(tiles)*2/3] {
		tiles[i] = rock
	}
	before := heap()
	w, ground := loadLevel(t, tiles)
	bytes := float64(heap()-before) / float64(len(tiles))
	t.Logf("%.2f bytes a tile, %d colliders", bytes, w.Counters().Colliders)
	require.Less(t, bytes, 8.0)
	runtime.KeepAlive(ground)
	runtime.KeepAlive(tiles)
}
