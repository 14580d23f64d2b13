package terrain_test

import (
	"image"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/invariant"
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

// caves is a million samples: ground with round caves.
func caves(t testing.TB, held func(image.Point) bool) (*world.World, *terrain.Density) {
	r := rand.New(rand.NewPCG(1, 2))
	samples := make([]float64, levelSide*levelSide)
	for y := range levelSide {
		for x := range levelSide {
			samples[y*levelSide+x] = max(-1, min(500.3-float64(y), 1))
		}
	}
	for range 3000 {
		center, radius := geom.Vec2{X: levelSide * r.Float64(), Y: levelSide * r.Float64()}, 1.5+3*r.Float64()
		x0, y0 := int(center.X-radius)-1, int(center.Y-radius)-1
		for y := max(0, y0); y < min(levelSide, y0+12); y++ {
			for x := max(0, x0); x < min(levelSide, x0+12); x++ {
				d := geom.Vec2{X: float64(x), Y: float64(y)}.Sub(center).Length() - radius
				samples[y*levelSide+x] = min(samples[y*levelSide+x], max(-1, d))
			}
		}
	}
	w, ground := newDensity(t, gravity(), terrain.DensityDef{Held: held})
	require.NoError(t, ground.SetSamples(everything, samples))
	return w, ground
}

func BenchmarkLoadMillionSamples(b *testing.B) {
	for b.Loop() {
		w, _ := caves(b, bedrock(0))
		b.ReportMetric(float64(w.Counters().Colliders), "colliders")
	}
}

// A dig of three cells, and its filling: in ground that holds everywhere, in ground whose hold is
// looked for, and the same circle carved out of tiles.
func BenchmarkDigInMillionSamples(b *testing.B) {
	at := func(i int) mgl64.Vec2 { return mgl64.Vec2{float64(i * 37 % levelSide), 480 - float64(i*11%200)} }
	for name, held := range map[string]func(image.Point) bool{"holds": nil, "bedrock": bedrock(0)} {
		b.Run(name, func(b *testing.B) {
			_, ground := caves(b, held)
			i := 0
			for b.Loop() {
				i++
				if i%2 == 1 {
					require.NoError(b, ground.DigCircle(at(i/2), 3))
				} else {
					require.NoError(b, ground.FillCircle(at(i/2-1), 3))
				}
			}
		})
	}
	b.Run("carve", func(b *testing.B) {
		_, ground := loadLevel(b, level())
		i := 0
		for b.Loop() {
			i++
			p := at(i / 2)
			if i%2 == 1 {
				require.NoError(b, ground.Carve([][]mgl64.Vec2{disk(p[0], p[1], 3, 32)}))
			} else {
				require.NoError(b, ground.Fill(image.Rect(int(p[0])-4, int(p[1])-4, int(p[0])+5, int(p[1])+5), rock))
			}
		}
	})
}

// A sample costs less than eight bytes, in ground and sky with a thousand caves.
func TestBytesOfSamples(t *testing.T) {
	before := heap()
	w, ground := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{Held: bedrock(0)})
	require.NoError(t, ground.Fill(rectangle(0, 0, 1000, 500)))
	plain := float64(heap()-before) / levelSide / levelSide
	t.Logf("%.3f bytes a sample, %d colliders", plain, w.Counters().Colliders)
	require.Less(t, plain, 2.0)
	runtime.KeepAlive(ground)
}

// Follow and a tick allocate nothing while bodies roll on ground that is there.
func TestWarmFollowDoesNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w, field := newHeights(t, gravity(), terrain.HeightFieldDef{Heights: make([]float64, 500)})
	for i := range 20 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{200 + 2*float64(i), 0.5}, LinearVelocity: mgl64.Vec2{1, 0}, NeverSleep: true}, shape.Circle{Radius: 0.5})
	}
	frame := func() {
		if field.Follow(150, mgl64.Vec2{220, 0}) != nil {
			t.Fatal("follow")
		}
		w.Tick()
	}
	for range 200 {
		frame()
	}
	require.Zero(t, testing.AllocsPerRun(200, frame))
}

// Questions to a height field allocate nothing.
func TestHeightsAnswersDoNotAllocate(t *testing.T) {
	_, field := newHeights(t, world.Config{Workers: 1}, terrain.HeightFieldDef{Heights: make([]float64, 5000)})
	ball := world.ShapeAt(world.Must(shape.New(shape.Circle{Radius: 1})), mgl64.Vec2{20, 0.5}, 0)
	stick := world.ShapeAt(world.Must(shape.New(shape.Ellipse{RX: 2, RY: 1})), mgl64.Vec2{20, 1.5}, 0.1)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		_, ok := field.RayCast(mgl64.Vec2{0, 10}, mgl64.Vec2{4000, -11})
		_, above := field.HeightAt(77.7)
		_, casts := field.ShapeCast(stick, mgl64.Vec2{30, -3})
		_, near := field.Nearest(ball, 5)
		n := 0
		for range field.OverlapShape(ball) {
			n++
		}
		if !ok || !above || !casts || !near || n != 2 {
			t.Fatal("no ground")
		}
	}))
}
