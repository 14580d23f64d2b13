package main

import (
	"image"
	"strings"
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// A million tiles with something of each kind; ores are rarer the more they are worth, and another
// seed makes another mine. Chunks agree with single cells.
func TestMine(t *testing.T) {
	counts, other := map[terrain.Tile]int{}, 0
	m := mine{seed}
	for y := bounds.Min.Y; y < bounds.Max.Y; y += 3 {
		for x := bounds.Min.X; x < bounds.Max.X; x += 3 {
			tile := m.tile(image.Pt(x, y))
			counts[tile]++
			if tile != (mine{seed + 1}).tile(image.Pt(x, y)) {
				other++
			}
		}
	}
	all := bounds.Dx() * bounds.Dy() / 9
	t.Log(counts, other)
	require.Greater(t, counts[earth], all/3)
	require.Greater(t, counts[rock], all/20)
	require.Greater(t, counts[0], all/20)
	require.Less(t, counts[0], all/3)
	require.Greater(t, counts[copper], counts[gold])
	require.Greater(t, counts[gold], counts[ruby])
	require.Greater(t, counts[ruby], all/2000)
	require.Greater(t, other, all/10)
	var tiles terrain.Tiles
	require.NoError(t, m.ReadChunk(image.Pt(-2, -3), &tiles))
	require.Equal(t, m.tile(image.Pt(-64+5, -96+7)), tiles[7*terrain.ChunkSide+5])
	require.Equal(t, bedrock, m.tile(image.Pt(bounds.Min.X, -400)))
	require.Zero(t, m.tile(image.Pt(0, 3)))
}

// Who holds Down and X digs himself a way, finds ore and comes out at depth by his own means.
func TestMinerDigs(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 30*60, func(s *ebitengine.Script, frame int) {
		s.Press(ebiten.KeyArrowDown, frame%600 < 240)
		s.Press(ebiten.KeyX, frame%600 >= 240)
		s.Press(ebiten.KeyArrowRight, frame%600 >= 240)
	})
	p := g.player.Position()
	t.Logf("at %.0f, %d coins, %d fallen", p, g.coins, len(g.loose))
	require.Less(t, p[1], g.mine.surface(p[0])-10)
	require.Positive(t, g.coins)
	require.Less(t, g.World.Counters().Colliders, 20000, "what is far away is not loaded")
}

// cave returns a game whose player stands at the bottom of a hall in solid earth.
func cave(t *testing.T) *game {
	t.Helper()
	g := newGame()
	g.World = g.start()
	t.Cleanup(func() { g.World.Close() })
	require.NoError(t, g.player.Teleport(mgl64.Vec2{0, -99.3}))
	g.look()
	require.NoError(t, g.ground.Fill(image.Rect(-60, -150, 60, -60), earth))
	require.NoError(t, g.ground.Fill(image.Rect(-10, -100, 10, -80), 0))
	return g
}

// falls counts bodies and sums up their mass.
func falls(g *game) (n int, mass float64) {
	for _, b := range g.loose {
		if b.Valid() {
			n++
			mass += b.Mass()
		}
	}
	return n, mass
}

// What nothing holds any more falls, with the mass of its tiles, and leaves its place. What is held
// by a corner of the ground, by a large piece, or by bedrock stays.
func TestWhatLosesItsHoldFalls(t *testing.T) {
	g := cave(t)
	block := image.Rect(-3, -90, 3, -87)
	require.NoError(t, g.ground.Fill(block, rock))
	require.NoError(t, g.ground.Fill(image.Rect(0, -89, 1, -88), gold))
	require.NoError(t, g.ground.Fill(image.Rect(0, -87, 1, -80), earth)) // from the ceiling
	g.collapse(block)
	n, _ := falls(g)
	require.Zero(t, n, "it hangs")
	require.NoError(t, g.ground.Set(image.Pt(0, -82), 0))
	g.collapse(image.Rect(0, -82, 1, -81))
	n, mass := falls(g)
	require.Equal(t, 1, n)
	want := 17*materials[rock].density + materials[gold].density + 5*materials[earth].density
	require.InDelta(t, want, mass, 1e-5*want) // colliders have their mass in float32
	require.Zero(t, g.ground.At(image.Pt(0, -89)))
	require.Equal(t, earth, g.ground.At(image.Pt(0, -81)), "the rest of the pillar is held")
	from := g.loose[0].WorldCenter()
	for range 120 {
		g.World.Tick()
	}
	left, fallen := falls(g)
	require.Greater(t, left, 1, "it is heavy, so it broke where it landed")
	require.InDelta(t, want, fallen, 0.02*want)
	for _, b := range g.loose {
		if b.Valid() {
			require.Less(t, b.Position()[1], from[1])
		}
	}
	require.NoError(t, g.ground.Fill(image.Rect(-2, -95, -1, -94), bedrock))
	g.collapse(image.Rect(-2, -95, -1, -94))
	require.Equal(t, bedrock, g.ground.At(image.Pt(-2, -95)), "bedrock holds itself")
}

// A bomb carves round what is near, and what it cuts off falls: no lump stays in the air.
func TestBombCutsOff(t *testing.T) {
	g := cave(t)
	require.NoError(t, g.ground.Fill(image.Rect(-8, -91, -1, -90), earth))
	require.NoError(t, g.ground.Fill(image.Rect(-10, -91, -8, -90), earth)) // a shelf at the wall
	require.NoError(t, g.ground.Fill(image.Rect(-7, -90, -6, -89), copper))
	g.blast(mgl64.Vec2{-6.5, -90.5})
	n, mass := falls(g)
	require.Equal(t, 1, n)
	end := 0.0 // the free end of the shelf
	for _, b := range g.loose {
		for c := range b.Colliders() {
			end += c.Mass() / materials[earth].density
		}
	}
	require.InDelta(t, mass, end*materials[earth].density, 1e-5)
	require.True(t, end > 2 && end < 3.5, "%v", end)
	require.Len(t, g.gems, 1, "ore in a crater is not lost")
	require.NotZero(t, g.ground.At(image.Pt(-10, -91)), "the rest of the shelf holds")
	require.Zero(t, g.ground.At(image.Pt(-2, -91)))
	_, solid := g.World.RayCast(mgl64.Vec2{-1.5, -85}, mgl64.Vec2{0, -14.5}, world.QueryFilter{Ignore: g.loose[0]})
	require.False(t, solid, "nothing is left of the shelf")
	g.blast(mgl64.Vec2{-4, -100})
	g.blast(mgl64.Vec2{0, -100})
	floor := 0
	for x := -10; x < 10; x++ {
		for y := -110; y < -100; y++ {
			floor += len(g.parts(image.Pt(x, y)))
		}
	}
	s := search{g, map[lump]bool{}}
	for x := -10; x < 10; x++ {
		for y := -110; y < -80; y++ {
			for part := range g.parts(image.Pt(x, y)) {
				require.Nil(t, s.from(lump{image.Pt(x, y), part}), "%d, %d", x, y)
			}
		}
	}
	require.Positive(t, floor)
}

// The parts that a bomb leaves of one tile fall one by one, and what it leaves of a tile that is
// held stays there beside them.
func TestPartsOfATileFall(t *testing.T) {
	g := cave(t)
	cut := func(cell image.Point, from, to float64) {
		low := g.ground.Corner(cell)
		require.NoError(t, g.ground.Carve([][]mgl64.Vec2{box(low.Add(mgl64.Vec2{from, -0.1}), low.Add(mgl64.Vec2{to, 1.1}))}))
		g.carved[cell] = true
	}
	alone, edge := image.Pt(0, -90), image.Pt(-10, -90)
	require.NoError(t, g.ground.Set(alone, earth))
	require.NoError(t, g.ground.Set(edge, earth)) // at the wall
	cut(alone, 0.4, 0.5)
	cut(edge, 0.3, 0.4)
	require.Len(t, g.parts(alone), 2)
	g.collapse(image.Rect(-10, -90, 1, -89))
	n, mass := falls(g)
	require.Equal(t, 3, n)
	require.InDelta(t, (0.4+0.5+0.6)*materials[earth].density, mass, 1e-5)
	require.Zero(t, g.ground.At(alone))
	require.Len(t, g.parts(edge), 1, "what the wall holds")
}

// Fallen rock gives way to the pick, and its ore lies there.
func TestPickSplitsWhatHasFallen(t *testing.T) {
	g := cave(t)
	require.NoError(t, g.ground.Fill(image.Rect(1, -100, 3, -98), gold))
	g.loosen([]lump{{image.Pt(1, -100), 0}, {image.Pt(2, -100), 0}, {image.Pt(1, -99), 0}, {image.Pt(2, -99), 0}})
	n, mass := falls(g)
	require.Equal(t, 1, n)
	require.InDelta(t, 4*materials[gold].density, mass, 1e-4)
	for range 40 {
		for c := range g.World.OverlapBox(mgl64.Vec2{-9, -100}, mgl64.Vec2{9, -95}, world.QueryFilter{Ignore: g.player.Body()}) {
			if _, ore := c.UserData().(terrain.Tile); ore {
				g.split(c, c.Body().WorldCenter())
				break
			}
		}
		g.tidy()
		g.World.Tick()
	}
	require.Empty(t, g.loose)
	require.NotEmpty(t, g.gems)
	at := g.gems[0].body.Position()
	require.NoError(t, g.player.Teleport(at.Add(mgl64.Vec2{0, 0.5})))
	g.collect()
	require.GreaterOrEqual(t, g.coins, materials[gold].worth)
}

// The flag -bench measures what it says: the whole mine, and no less than 500 bodies awake.
func TestMeasure(t *testing.T) {
	var out strings.Builder
	measure(&out, 60, 1)
	t.Log(out.String())
	require.Regexp(t, `^1000 x 1000 tiles, \d{3,4} chunks of them solid, \d{5} colliders`, out.String())
	require.Contains(t, out.String(), "60 ticks with at least 501 bodies awake\nfirst round: mean")
}
