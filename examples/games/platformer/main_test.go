package main

import (
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// The importer knows all that the file asks for, and what the game needs is there.
func TestLevelIsWhole(t *testing.T) {
	g := newGame()
	g.World = g.start()
	defer g.World.Close()
	require.Empty(t, g.level.Warnings)
	classes := map[string]int{}
	for _, o := range g.level.Objects {
		classes[o.Class]++
	}
	require.Equal(t, map[string]int{"": 2, "coin": 16, "crate": 4, "lift": 1, "water": 1, "spikes": 9}, classes)
	require.Equal(t, mgl64.Vec2{80, 15}, g.size)
	for i, at := range []mgl64.Vec2{g.home, g.lower, g.upper} { // pixels from above become metres from below
		require.InDeltaSlice(t, []float64{3.5, 3.7, 46, 1, 61, 3.8}[2*i:2*i+2], at[:], 1e-12)
	}
	require.Len(t, g.tiles, 1, "all rock is connected")
}

// A program that runs to the right and jumps before walls and holes comes to the flag, so a person
// can.
func TestRunner(t *testing.T) {
	g := newGame()
	far, hold, deaths, across := 0.0, 0, 0, false
	playtest.Run(t, g.Game, 30*60, func(s *ebitengine.Script, frame int) {
		p := g.player.Position()
		if p[0] < far-10 && p.Sub(g.home).Len() < 0.5 {
			deaths++
		}
		far = max(far, p[0])
		switch hold--; {
		case g.player.OnFloor() && hold > 0 && hold < 25: // landed: the key goes up
			hold = 0
		case g.player.OnFloor() && hold < 0:
			hold, across = g.ahead()
		}
		// Who has jumped on something comes down before the next spikes.
		s.Press(ebiten.KeyArrowRight, across || g.player.OnFloor() || !g.spiked(0, 2.2))
		water := g.player.Water(g.lake).Part > 0
		s.Press(ebiten.KeySpace, hold > 0 && !water || water && frame%30 < 25)
	})
	t.Logf("%.0f m, %d coins, %d deaths", far, g.coins, deaths)
	require.True(t, g.wins, "ends at %.1f", g.player.Position())
}

// spiked reports whether spikes lie below the way from one distance before the player to another.
func (g *game) spiked(from, to float64) bool {
	p := g.player.Position()
	return slices.ContainsFunc(g.spikes, func(s mgl64.Vec2) bool {
		d := s.Sub(p)
		return d[0] > from && d[0] < to && d[1] < 0 && d[1] > -5
	})
}

// ahead returns for how many frames a runner holds the key of a jump over what lies before him,
// none where the way is free, and whether he jumps across something.
func (g *game) ahead() (frames int, across bool) {
	p, filter := g.player.Position(), world.QueryFilter{Ignore: g.player.Body()}
	if hit, wall := g.World.RayCast(p.Add(mgl64.Vec2{0, -0.4}), mgl64.Vec2{1, 0}, filter); wall {
		if hit.Collider.Body().Type() == body.Static || g.player.Velocity()[0] < 1 {
			return 30, false
		}
		return 0, false
	}
	_, ground := g.World.RayCast(p.Add(mgl64.Vec2{0.8, 0}), mgl64.Vec2{0, -4}, filter)
	if !ground || g.spiked(0.3, 1.3) {
		return 30, true
	}
	return 0, false
}
