package terrain_test

import (
	"bytes"
	"fmt"
	"image"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

// A level of letters, a hole dug under a crate, and the tile that a ray hits.
func Example() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ground := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{
		{Number: 100},
		{Shape: terrain.Slope},
		{Shape: terrain.Slope, Flip: terrain.FlipX},
	}}))
	letters := map[rune]terrain.Tile{'#': 1, '/': 2, '\\': 3}
	rows := []string{
		"                ",
		"    /##\\        ",
		"################",
	}
	for i, row := range rows {
		for x, letter := range row {
			world.Check(ground.Set(image.Pt(x, len(rows)-1-i), letters[letter]))
		}
	}
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{6, 2.5}}))
	world.Must(crate.Attach(shape.Box(0.4, 0.4), world.ColliderDef{}))
	for range 120 {
		w.Tick()
	}
	fmt.Printf("the crate sleeps at %.1f m\n", crate.Position()[1])
	world.Check(ground.Fill(image.Rect(5, 1, 7, 2), 0))
	for range 120 {
		w.Tick()
	}
	fmt.Printf("and then at %.1f m\n", crate.Position()[1])
	hit, _ := w.RayCast(mgl64.Vec2{10.5, 5}, mgl64.Vec2{0, -10}, world.QueryFilter{})
	cell, tile, _ := ground.TileOf(hit.Collider, hit.Point)
	fmt.Println("the ray hits", cell, "with number", ground.Kind(tile).Number)
	// Output:
	// the crate sleeps at 2.4 m
	// and then at 1.4 m
	// the ray hits (10,0) with number 100
}

// hills is an endless source of hills.
type hills struct{}

func (hills) ReadChunk(at image.Point, tiles *terrain.Tiles) error {
	for i := range tiles {
		x, y := at.X*terrain.ChunkSide+i%terrain.ChunkSide, at.Y*terrain.ChunkSide+i/terrain.ChunkSide
		if y < x*x%7 {
			tiles[i] = 1
		}
	}
	return nil
}

// An endless level: chunks come with the player.
func ExampleTerrain_Focus() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	ground := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{{}}, Source: hills{}}))
	for x := 0.0; x < 1000; x += 10 {
		world.Check(ground.Focus(50, mgl64.Vec2{x, 10}))
		w.Tick()
	}
	loaded, solid := ground.LoadedChunks()
	fmt.Println(loaded, "chunks are loaded, ground is in", solid)
	// Output:
	// 19 chunks are loaded, ground is in 14
}

// A bomb makes a crater. What is left of a tile is there to be drawn.
func ExampleTerrain_Carve() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ground := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{{}}}))
	world.Check(ground.Fill(image.Rect(-10, -4, 10, 0), 1))
	crater := []mgl64.Vec2{{-1.5, 0}, {0, -1.5}, {1.5, 0}, {0, 1.5}}
	world.Check(ground.Carve([][]mgl64.Vec2{crater}))
	fmt.Println(ground.Outlines(image.Pt(1, -1)))
	// Output: [[[1 -1] [2 -1] [2 0] [1.5 0] [1 -0.5]]]
}

// A tower of smooth ground is dug through, and falls.
func ExampleDensity_DigCircle() {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	ground := world.Must(terrain.NewDensity(w, terrain.DensityDef{
		Size:     0.5,
		Collider: world.ColliderDef{Density: 2},
		Held:     func(sample image.Point) bool { return sample.Y <= -4 },
	}))
	world.Check(ground.Fill([]mgl64.Vec2{{-20, -3}, {20, -3}, {20, 0}, {-20, 0}}))
	world.Check(ground.Fill([]mgl64.Vec2{{-1, -1}, {1, -1}, {1, 8}, {-1, 8}}))
	world.Check(ground.DigCircle(mgl64.Vec2{0, 1.5}, 1.5))
	for _, piece := range ground.Loosened() {
		fmt.Printf("%.1f m^2 come loose at height %.1f, %.1f kg\n", piece.Area, piece.Center[1], piece.Body.Mass())
	}
	// Output: 10.1 m^2 come loose at height 5.5, 20.2 kg
}

// Ground that is filled bridges a gap.
func ExampleDensity_Fill() {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	ground := world.Must(terrain.NewDensity(w, terrain.DensityDef{}))
	world.Check(ground.FillCircle(mgl64.Vec2{-8, 0}, 5))
	world.Check(ground.FillCircle(mgl64.Vec2{8, 0}, 5))
	world.Check(ground.Fill([]mgl64.Vec2{{-8, 0}, {8, 0}, {8, 2}, {-8, 2}}))
	hit, _ := w.RayCast(mgl64.Vec2{0, 9}, mgl64.Vec2{0, -20}, world.QueryFilter{})
	fmt.Println(hit.Point, ground.Has(hit.Collider))
	// Output: [0 2] true
}

// Ten kilometres of hills, on which a ball rolls. A ray over all of it needs no colliders.
func ExampleHeightField() {
	heights := make([]float64, 10_001)
	for i := range heights {
		heights[i] = float64(i % 100 * (100 - i%100) / 100)
	}
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	hills := world.Must(terrain.NewHeightField(w, terrain.HeightFieldDef{Heights: heights}))
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{520, 20}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
	for range 600 {
		world.Check(hills.Follow(0))
		w.Tick()
	}
	fmt.Println(hills.Loaded(), "of", hills.Len()-1, "segments are in the world")
	hit, _ := hills.RayCast(mgl64.Vec2{-10, 24.5}, mgl64.Vec2{20_000, 0})
	fmt.Printf("the ray hits segment %d at x = %.1f\n", hit.Segment, hit.Point[0])
	world.Check(hills.Raise(519, []float64{1, 2, 1}))
	y, _ := hills.HeightAt(520)
	fmt.Printf("the ground at 520 m is %.0f m high\n", y)
	// Output:
	// 32 of 10000 segments are in the world
	// the ray hits segment 49 at x = 49.5
	// the ground at 520 m is 18 m high
}

// What a ball that is thrown over a kilometre of hills meets, and the ground nearest to a kite.
func ExampleHeightField_ShapeCast() {
	heights := make([]float64, 1001)
	for i := range heights {
		heights[i] = float64(i % 100 * (100 - i%100) / 100)
	}
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	hills := world.Must(terrain.NewHeightField(w, terrain.HeightFieldDef{Heights: heights}))
	ball := world.ShapeAt(world.Must(shape.New(shape.Circle{Radius: 0.5})), mgl64.Vec2{0, 30}, 0)
	hit, _ := hills.ShapeCast(ball, mgl64.Vec2{1000, -30})
	fmt.Printf("segment %d after %.0f m\n", hit.Segment, 1000*hit.Fraction)
	near, _ := hills.Nearest(world.PointAt(mgl64.Vec2{300, 10}), 50)
	fmt.Printf("%.2f m to segment %d\n", near.Distance, near.Segment)
	// Output:
	// segment 149 after 150 m
	// 7.78 m to segment 294
}

// A world with a terrain is written to a file without the bodies of the terrain, which is made anew
// from its tiles.
func ExampleTerrain_Fork() {
	tiles, level := make([]terrain.Tile, 20*4), image.Rect(-10, -4, 10, 0)
	for i := range tiles {
		tiles[i] = 1
	}
	def := terrain.Def{Kinds: make([]terrain.Kind, 1)}
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	ground := world.Must(terrain.New(w, def))
	world.Check(ground.SetTiles(level, tiles))
	crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{3, 0.5}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))

	fork := world.Must(w.Fork())
	world.Check(ground.Fork(fork).Destroy())
	var snapshot world.Snapshot
	world.Check(fork.Save(&snapshot))
	var file bytes.Buffer
	world.Check(snapshot.Encode(&file, nil))

	read := world.Must(world.Must(world.DecodeSnapshot(&file, nil)).NewWorld())
	again := world.Must(terrain.New(read, def))
	world.Check(again.SetTiles(level, tiles))
	for read.Time() < 2 {
		read.Tick()
	}
	crate = read.BodyByID(crate.ID())
	fmt.Printf("%d bodies before, %d after; the crate lies at %.1f m\n", w.BodyCount(), read.BodyCount(), crate.Position()[1])
	// Output: 3 bodies before, 3 after; the crate lies at 0.5 m
}
