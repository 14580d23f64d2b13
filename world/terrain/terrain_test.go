package terrain_test

import (
	"errors"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/why"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const dt = 1.0 / 60

// The tiles of the tests, in the order of testKinds.
const (
	rock terrain.Tile = 1 + iota
	ice               // another material
	ore               // collides as rock does
	deck              // one-way
	half
	slope     // rises to the right
	slopeDown // falls to the right
	low
	high
	lens // an outline of its own
	numTiles
)

func testKinds() []terrain.Kind {
	smooth := world.ColliderDef{Material: &shape.Material{}}
	with := func(k terrain.Kind) terrain.Kind { k.Collider = smooth; return k }
	oneWay := smooth
	oneWay.OneWay = mgl64.Vec2{0, 1}
	return []terrain.Kind{
		with(terrain.Kind{Number: 7}),
		{Collider: world.ColliderDef{Material: &shape.Material{SlipLeft: 1, SlipRight: 1}}},
		with(terrain.Kind{Number: 8}),
		{Collider: oneWay},
		with(terrain.Kind{Shape: terrain.Half}),
		with(terrain.Kind{Shape: terrain.Slope}),
		with(terrain.Kind{Shape: terrain.Slope, Flip: terrain.FlipX}),
		with(terrain.Kind{Shape: terrain.SlopeLow}),
		with(terrain.Kind{Shape: terrain.SlopeHigh}),
		with(terrain.Kind{Outlines: [][]mgl64.Vec2{{{0, 0}, {1, 0}, {0.5, 1}}, {{0, 0.5}, {0.2, 0.5}, {0, 1}}}}),
	}
}

func newTerrain(t testing.TB, config world.Config) (*world.World, *terrain.Terrain) {
	t.Helper()
	w := newWorld(t, config)
	ground := world.Must(terrain.New(w, terrain.Def{Kinds: testKinds()}))
	return w, ground
}

// Level ground of tiles is as smooth as one box: inside blocks, across the borders of blocks and
// chunks, whether the tiles are merged or not, and where they are of several kinds. A slow body
// goes a part of the way, over the border of a chunk.
func TestSeamsAreNotFelt(t *testing.T) {
	grounds := map[string]func(x int) terrain.Tile{
		"one kind":    func(int) terrain.Tile { return rock },
		"two kinds":   func(x int) terrain.Tile { return rock + terrain.Tile(x&1) },
		"one-way":     func(int) terrain.Tile { return deck },
		"deck, rock":  func(x int) terrain.Tile { return [2]terrain.Tile{rock, deck}[x&1] },
		"halves":      func(int) terrain.Tile { return half },
		"over slopes": func(x int) terrain.Tile { return [2]terrain.Tile{slope, slopeDown}[x&1] },
	}
	for name, tileAt := range grounds {
		for _, s := range slidingShapes() {
			for _, speed := range []float64{1, 5, 10, 30} {
				t.Run(fmt.Sprintf("%s/%s/%v", name, s.name, speed), func(t *testing.T) {
					w, ground := newTerrain(t, gravity())
					surface := 0.0
					for x := -50; x < 50; x++ {
						require.NoError(t, ground.Set(image.Pt(x, -1), tileAt(x)))
						switch tileAt(x) {
						case half:
							surface = -0.5
						case slope, slopeDown: // roofs of the ground below, turned over
							require.NoError(t, ground.Set(image.Pt(x, -1), rock))
							require.NoError(t, ground.Set(image.Pt(x, -2), tileAt(x)))
						}
					}
					slideOnLevel(t, w, s, surface, speed)
				})
			}
		}
	}
}

// A long slope of tiles is one slope: what slides down gets the acceleration of a straight plane.
func TestSlopesAreStraight(t *testing.T) {
	for _, s := range slidingShapes() {
		for _, steep := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/%v", s.name, steep), func(t *testing.T) {
				w, ground := newTerrain(t, gravity())
				angle := math.Atan(0.5)
				if steep {
					angle = math.Pi / 4
				}
				for x := -2; x < 70; x++ {
					top := image.Pt(x, x)
					tile := slope
					if !steep {
						top.Y, tile = x>>1, low+terrain.Tile(x&1)
					}
					require.NoError(t, ground.Set(top, tile))
					require.NoError(t, ground.Fill(image.Rect(x, top.Y-4, x+1, top.Y), rock))
				}
				sin, cos := math.Sincos(angle)
				at := 60 / cos
				height := s.height + sin/64 // slopes reach that far out of their cells
				start := mgl64.Vec2{at*cos - sin*height, at*sin + cos*height}
				b := addBody(t, w, body.Def{Position: start, Angle: angle, NeverSleep: true}, s.shape)
				high, low := 0.0, 0.0
				for range 160 {
					w.Tick()
					off := b.Position().Sub(start).Dot(mgl64.Vec2{-sin, cos})
					high, low = max(high, off), min(low, off)
				}
				want := 10 * sin * 160 * dt
				require.InDelta(t, want, -b.LinearVelocity().Dot(mgl64.Vec2{cos, sin}), 2e-4*want)
				require.Less(t, high, 1e-4)
				require.Greater(t, low, -1e-3)
			})
		}
	}
}

// A body that slides over tiles does not feel the sides of tiles that lie below the surface and are
// open to the air there: in a notch of the underside, below a slope that is one tile thick, in the
// gap between a slope and another slope below, and between wedges that meet at their tips. Hulls
// with shallow bows and large ellipses do not feel the ends of small tiles either.
func TestSidesBelowTheSurfaceAreNotFelt(t *testing.T) {
	const flipped = terrain.FlipY
	smooth := world.ColliderDef{Material: &shape.Material{}}
	kinds := []terrain.Kind{{Shape: terrain.SlopeHigh, Flip: flipped, Collider: smooth}, {Shape: terrain.Slope, Flip: flipped, Collider: smooth},
		{Shape: terrain.Slope, Collider: smooth}, {Shape: terrain.SlopeLow, Flip: flipped, Collider: smooth}, {Shape: terrain.SlopeHigh, Flip: terrain.FlipX, Collider: smooth},
		{Outlines: [][]mgl64.Vec2{{{0, 1}, {0.2, 0.4}, {0.4, 1}}, {{0.4, 1}, {0.7, 0.4}, {1, 1}}}, Collider: smooth}}
	box, capsule := shape.Box(0.5, 0.5), shape.Capsule{A: mgl64.Vec2{-0.75, 0}, B: mgl64.Vec2{0.75, 0}, Radius: 0.375}
	hull := world.Must(shape.NewPolygon([]mgl64.Vec2{{-0.3, -0.2}, {0.3, -0.2}, {0.6, -0.19}, {0.6, 0.2}, {-0.6, 0.2}, {-0.6, -0.19}}, 0))
	for _, c := range []struct {
		name    string
		side    float64
		slope   bool
		shape   shape.Support
		height  float64
		speed   float64
		surface []terrain.Tile
		ground  []terrain.Tile
	}{
		{"notch", 0.25, false, box, 0.5, 3, []terrain.Tile{1, 2}, []terrain.Tile{0}},
		{"bare slope", 1, true, capsule, 0.375, 10, []terrain.Tile{3}, []terrain.Tile{0}},
		{"slope over slopes", 1, true, shape.Box(0.75, 0.75), 0.75, 3, []terrain.Tile{3}, []terrain.Tile{3, 4}},
		{"tips", 0.25, false, shape.RegularPolygon(6, 0.56), 0.56 * math.Cos(math.Pi/6), 1, []terrain.Tile{6}, []terrain.Tile{0}},
		{"hull", 0.25, false, hull, 0.2, 5, []terrain.Tile{6}, []terrain.Tile{0}},
		{"ellipse", 0.25, false, shape.Ellipse{RX: 1.6, RY: 0.8}, 0.8, 3, []terrain.Tile{6}, []terrain.Tile{0}},
		{"small tiles", 0.25, true, shape.RegularPolygon(6, 0.3), 0.3 * math.Cos(math.Pi/6), 20, []terrain.Tile{3}, []terrain.Tile{3, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			along, up, angle := mgl64.Vec2{1, 0}, mgl64.Vec2{0, 1}, 0.0
			height := c.height
			if c.slope {
				along, up, angle = mgl64.Vec2{math.Sqrt2 / 2, math.Sqrt2 / 2}, mgl64.Vec2{-math.Sqrt2 / 2, math.Sqrt2 / 2}, math.Pi/4
				height += c.side / 64 * math.Sqrt2 / 2
			}
			w := newWorld(t, world.Config{Gravity: up.Mul(-10), Workers: 1})
			ground := world.Must(terrain.New(w, terrain.Def{Side: c.side, Kinds: kinds}))
			r := rand.New(rand.NewPCG(1, 2))
			for x := -40; x < 40; x++ {
				top := image.Pt(x, -1)
				if c.slope {
					top.Y = x
				}
				require.NoError(t, ground.Set(top, c.surface[x&(len(c.surface)-1)]))
				for y := 1; y < 3; y++ {
					require.NoError(t, ground.Set(top.Sub(image.Pt(0, y)), c.ground[r.IntN(len(c.ground))]))
				}
			}
			for _, speed := range []float64{c.speed, -c.speed} {
				start := up.Mul(height).Sub(along.Mul(math.Copysign(34*c.side/along[0], speed)))
				b := addBody(t, w, body.Def{Position: start, Angle: angle, LinearVelocity: along.Mul(speed), NeverSleep: true}, c.shape)
				for range int(60 * 68 * c.side / along[0] / math.Abs(speed)) {
					w.Tick()
					require.InDelta(t, height, b.Position().Dot(up), 1e-3)
					require.InDelta(t, speed, b.LinearVelocity().Dot(along), 1e-3*c.speed)
				}
				require.NoError(t, b.Destroy())
			}
		})
	}
}

// Slopes that are turned over in any way do not stick out of level ground beside them: what slides
// to the end of the ground leaves it, on the first slope down, without a bump.
func TestTurnedSlopesDoNotStickOut(t *testing.T) {
	for _, form := range []terrain.Shape{terrain.Slope, terrain.SlopeLow, terrain.SlopeHigh} {
		for flip := range terrain.Flip(8) {
			kind := terrain.Kind{Shape: form, Flip: flip, Collider: world.ColliderDef{Material: &shape.Material{}}}
			w := newWorld(t, gravity())
			ground := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{kind, {Collider: kind.Collider}}}))
			require.NoError(t, ground.Fill(image.Rect(-4, -1, 4, 0), 2))
			require.NoError(t, ground.Set(image.Pt(0, -1), 1))
			for _, part := range ground.Outlines(image.Pt(0, -1)) {
				for _, p := range part {
					require.True(t, p[1] >= -1 && p[1] <= 0, "%v %v %v", form, flip, p)
				}
			}
		}
	}
	w := newWorld(t, gravity())
	smooth := world.ColliderDef{Material: &shape.Material{}}
	ground := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{{Collider: smooth},
		{Shape: terrain.Slope, Flip: terrain.Transpose | terrain.FlipY, Collider: smooth}}}))
	require.NoError(t, ground.Fill(image.Rect(-8, -1, 0, 0), 1))
	require.NoError(t, ground.Set(image.Pt(0, -1), 2))
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{-6, 0.5}, LinearVelocity: mgl64.Vec2{5, 0}}, shape.Box(0.5, 0.5))
	for b.Position()[0] < -0.1 {
		w.Tick()
		require.InDelta(t, 5, b.LinearVelocity()[0], 1e-3)
		require.InDelta(t, 0.5, b.Position()[1], 1e-3)
	}
}

// A body jumps up through a deck between rocks and stands on it.
func TestDeckBesideRockIsOneWay(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(-10, 0, 10, 1), rock))
	require.NoError(t, ground.Fill(image.Rect(-1, 0, 2, 1), deck))
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{0.5, -2}, LinearVelocity: mgl64.Vec2{0, 10}}, shape.Box(0.4, 0.4))
	top := 0.0
	for range 180 {
		w.Tick()
		top = max(top, b.Position()[1])
	}
	require.Greater(t, top, 2.5)
	require.InDelta(t, 1.4, b.Position()[1], 0.02)
	under := addBody(t, w, body.Def{Position: mgl64.Vec2{-5, -2}, LinearVelocity: mgl64.Vec2{0, 10}}, shape.Box(0.4, 0.4))
	for range 30 {
		w.Tick()
		require.Less(t, under.Position()[1], -0.39)
	}
}

// An edit wakes what lay on it, and contacts of bodies elsewhere stay.
func TestEditWakesWhatLayOnIt(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(-20, -5, 20, 0), rock))
	var bodies []world.Body
	for _, x := range []float64{-18.5, 2.5, 12.5} {
		bodies = append(bodies, addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0.5}}, shape.Box(0.5, 0.5)))
	}
	runTicks(w, 120)
	requireSecondWakes(t, w, bodies, 2, func() error { return ground.Set(image.Pt(2, -1), 0) })
	// A tile that collides as before changes nothing in the world.
	before := w.Hash()
	require.NoError(t, ground.Set(image.Pt(12, -1), ore))
	require.Equal(t, before, w.Hash())
	require.Equal(t, uint64(8), ground.Kind(ground.At(image.Pt(12, -1))).Number)
}

// model is a terrain as a map.
type model map[image.Point]terrain.Tile

// After any edits a point is in a collider exactly where the tiles say so, the collider names
// the tile, and the terrain holds no other colliders than a new one of the same tiles.
func TestRandomEditsAgainstModel(t *testing.T) {
	for seed := range long.Pick[uint64](4, 100) {
		r := rand.New(rand.NewPCG(seed, 3))
		w, ground := newTerrain(t, world.Config{Workers: 1})
		tiles := model{}
		point := func() image.Point { return image.Pt(r.IntN(100)-50, r.IntN(80)-40) }
		for step := range 120 {
			tile := terrain.Tile(r.IntN(int(numTiles)))
			if r.IntN(3) > 0 {
				tile = terrain.Tile(r.IntN(3))
			}
			area := image.Rectangle{Min: point()}
			area.Max = area.Min.Add(image.Pt(1, 1))
			if step%4 == 0 {
				area.Max = area.Min.Add(image.Pt(1+r.IntN(70), 1+r.IntN(50)))
			}
			require.NoError(t, ground.Fill(area, tile))
			for y := area.Min.Y; y < area.Max.Y; y++ {
				for x := area.Min.X; x < area.Max.X; x++ {
					tiles[image.Pt(x, y)] = tile
				}
			}
		}
		checkModel(t, r, w, ground, tiles)
		_, again := newTerrain(t, world.Config{Workers: 1})
		box := image.Rect(-64, -64, 128, 128)
		var list []terrain.Tile
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				list = append(list, tiles[image.Pt(x, y)])
			}
		}
		require.NoError(t, again.SetTiles(box, list))
		require.Equal(t, again.World().Counters().Colliders, w.Counters().Colliders)
		require.NoError(t, ground.Destroy())
		require.Zero(t, w.Counters().Colliders)
		require.Equal(t, 0, w.BodyCount())
	}
}

func checkModel(t *testing.T, r *rand.Rand, w *world.World, ground *terrain.Terrain, tiles model) {
	t.Helper()
	for range 3000 {
		p := mgl64.Vec2{140*r.Float64() - 70, 120*r.Float64() - 60}
		cell := ground.CellAt(p)
		if math.Abs(p[0]-float64(cell.X)-0.5) > 0.5-1.0/64 {
			continue // a slope beside the cell may reach so far
		}
		tile := tiles[cell]
		require.Equal(t, tile, ground.At(cell))
		found := false
		for c := range w.OverlapPoint(p, world.QueryFilter{}) {
			got, gotTile, ok := ground.TileOf(c, p)
			require.True(t, ok)
			require.Equal(t, cell, got)
			require.Equal(t, tile, gotTile)
			found = true
		}
		switch tile {
		case 0:
			require.False(t, found, "%v", p)
		case rock, ice, ore, deck:
			require.True(t, found, "%v", p)
		case half:
			require.Equal(t, p[1]-float64(cell.Y) <= 0.5, found, "%v", p)
		case slope:
			require.Equal(t, p[1]-float64(cell.Y) <= p[0]-float64(cell.X)+1.0/64, found, "%v", p)
		}
	}
}

// A hit on the border of cells names the cell that the collider is made of.
func TestTileOfHit(t *testing.T) {
	w, ground := newTerrain(t, world.Config{Workers: 1})
	require.NoError(t, ground.Fill(image.Rect(0, 0, 40, 3), rock))
	require.NoError(t, ground.Set(image.Pt(21, 2), ice))
	hit, ok := w.RayCast(mgl64.Vec2{21.5, 10}, mgl64.Vec2{0, -20}, world.QueryFilter{})
	require.True(t, ok)
	cell, tile, ok := ground.TileOf(hit.Collider, hit.Point)
	require.True(t, ok)
	require.Equal(t, image.Pt(21, 2), cell)
	require.Equal(t, ice, tile)
	other := addBody(t, w, body.Def{}, shape.Circle{Radius: 1})
	for c := range other.Colliders() {
		_, _, ok = ground.TileOf(c, mgl64.Vec2{})
		require.False(t, ok)
	}
}

// A body of another world that has the number of a body of the ground was taken for the ground.
func TestCollidersOfOtherWorldsAreNoGround(t *testing.T) {
	w, tiles := newTerrain(t, world.Config{Workers: 1})
	require.NoError(t, tiles.Fill(image.Rect(0, 0, 3, 3), rock))
	smooth := world.Must(terrain.NewDensity(w, terrain.DensityDef{Origin: mgl64.Vec2{100, 0}}))
	require.NoError(t, smooth.FillCircle(mgl64.Vec2{110, 0}, 3))
	hills := world.Must(terrain.NewHeightField(w, terrain.HeightFieldDef{Origin: mgl64.Vec2{-100, 0}, Heights: []float64{0, 1, 2}}))
	require.NoError(t, hills.Follow(5, mgl64.Vec2{-99, 0}))
	other := world.Must(w.Fork())
	defer other.Close()
	is := func(c world.Collider) (list [3]bool) {
		_, _, list[0] = tiles.TileOf(c, mgl64.Vec2{1, 1})
		list[1] = smooth.Has(c)
		_, list[2] = hills.SegmentOf(c)
		return list
	}
	var own [3]bool
	for b := range w.Bodies() {
		for c := range b.Colliders() {
			for i, found := range is(c) {
				own[i] = own[i] || found
			}
			require.Equal(t, [3]bool{}, is(other.ColliderByID(c.ID())))
		}
	}
	require.Equal(t, [3]bool{true, true, true}, own)
	require.Equal(t, [3]bool{}, is(world.Collider{}))
}

// A point outside of all cells, or of no place, has a cell at the border on every platform.
func TestCellOfNoPlace(t *testing.T) {
	_, ground := newTerrain(t, world.Config{Workers: 1})
	require.Equal(t, image.Pt(-1<<28, 1<<28), ground.CellAt(mgl64.Vec2{math.NaN(), math.Inf(1)}))
	require.Equal(t, image.Pt(-1<<28, -1<<28), ground.CellAt(mgl64.Vec2{math.Inf(-1), -1e300}))
}

// Worlds and terrains that are restored, and forks, go on as the one that was saved.
func TestRollback(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(-30, -10, 30, 0), rock))
	for i := range 12 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{2*float64(i) - 11, 1}}, shape.Box(0.4, 0.4))
	}
	runTicks(w, 20)
	requireRollback[terrain.State](t, w, ground, func(t testing.TB, w *world.World, ground *terrain.Terrain) uint64 {
		require.Equal(t, rock, ground.At(image.Pt(-30, -1)))
		for i := range 60 {
			w.Tick()
			if i%5 == 0 {
				require.NoError(t, ground.Set(image.Pt(i-30, -1), 0))
				require.NoError(t, ground.Set(image.Pt(i-30, 3), slope))
			}
			if i == 40 {
				require.NoError(t, ground.Fill(image.Rect(-32, -32, 0, 32), 0))
			}
		}
		return w.StateHash()
	})
}

// A refused call changes nothing.
func TestRefusedCalls(t *testing.T) {
	w, ground := newTerrain(t, world.Config{Workers: 1})
	require.NoError(t, ground.Set(image.Pt(1, 1), rock))
	for _, err := range []error{
		ground.Set(image.Pt(0, 0), numTiles),
		ground.Set(image.Pt(1<<30, 0), rock),
		ground.Set(image.Pt(0, math.MinInt32), rock),
		ground.SetTiles(image.Rect(0, 0, 2, 2), make([]terrain.Tile, 3)),
		ground.SetTiles(image.Rect(0, 0, 2, 1), []terrain.Tile{rock, 99}),
		ground.Fill(image.Rect(-20000, -20000, 20000, 20000), rock),
		ground.Fill(image.Rect(-20000, -20000, 20000, 20000), 0),
		ground.Carve([][]mgl64.Vec2{{{-1e6, -1e6}, {1e6, -1e6}, {0, 1e6}}}),
	} {
		var field *geom.FieldError
		require.ErrorAs(t, err, &field)
	}
	require.NoError(t, ground.Fill(image.Rectangle{}, rock))
	require.Equal(t, terrain.Tile(0), ground.At(image.Pt(0, 0)))
	require.Equal(t, 1, w.BodyCount())
	for name, def := range map[string]terrain.Def{
		"Side":                       {Side: -1},
		"Origin":                     {Origin: mgl64.Vec2{math.NaN(), 0}},
		"Kinds[0].Shape":             {Kinds: []terrain.Kind{{Shape: 99}}},
		"Kinds[1].Flip":              {Kinds: []terrain.Kind{{}, {Flip: 8}}},
		"Kinds[0].Outlines[0][1]":    {Kinds: []terrain.Kind{{Outlines: [][]mgl64.Vec2{{{0, 0}, {2, 0}, {0, 1}}}}}},
		"Kinds[0].Collider.Friction": {Kinds: []terrain.Kind{{Collider: world.ColliderDef{Material: &shape.Material{Friction: -1}}}}},
	} {
		_, err := terrain.New(w, def)
		require.ErrorContains(t, err, name)
		var field *geom.FieldError
		require.True(t, errors.As(err, &field), name)
	}
}

// What a contact, a sensor and Why name leads to the tile.
func TestTileOfWhatIsNamed(t *testing.T) {
	w, ground := newTerrain(t, gravity())
	require.NoError(t, ground.Fill(image.Rect(-40, -3, 40, 0), rock))
	require.NoError(t, ground.Set(image.Pt(5, -1), ice))
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{5.5, 0.3}}, shape.Circle{Radius: 0.3})
	eye := world.Must(w.CreateBody(body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-10.5, -1.5}}))
	sensor := world.Must(eye.Attach(shape.Circle{Radius: 0.2}, world.ColliderDef{Sensor: true}))
	runTicks(w, 5)
	check := func(c world.Collider, at mgl64.Vec2, cell image.Point, tile terrain.Tile) {
		t.Helper()
		gotCell, gotTile, ok := ground.TileOf(c, at)
		require.True(t, ok)
		require.Equal(t, []any{cell, tile}, []any{gotCell, gotTile})
	}
	seen := slices.Collect(sensor.Overlaps())
	require.Len(t, seen, 1)
	check(seen[0], eye.Position(), image.Pt(-11, -2), rock)
	contacts := slices.Collect(b.Contacts())
	require.Len(t, contacts, 1)
	for _, p := range contacts[0].Points() {
		of, ball := contacts[0].ColliderA, contacts[0].ColliderB
		if of.Body() == b {
			of, ball = ball, of
		}
		check(of, p.Position, image.Pt(5, -1), ice)
		require.Equal(t, why.Touching, w.Why(ball, of).Reason)
		report := ground.Why(of, ball)
		require.Equal(t, why.Touching, report.Reason)
		require.Equal(t, []any{image.Pt(5, -1), ice}, []any{report.Cell, report.Tile})
		require.Regexp(t, `^tile 2 at \(5,-1\): they touch, `, report.String())
		require.Panics(t, func() { ground.Why(ball, of) })
		far := shape.OffsetBox(0.2, 0.2, mgl64.Vec2{-8, 2}, 0)
		pair := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, 3}}, shape.Compound{Parts: []shape.Support{far, shape.OffsetBox(0.2, 0.2, mgl64.Vec2{5.5, 0}, 0)}})
		for c := range pair.Colliders() {
			require.Equal(t, image.Pt(5, -1), ground.Why(of, c).Cell)
		}
	}
}
