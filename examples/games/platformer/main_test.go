package main

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// Every line of the level is as long as the others.
func TestLevelIsARectangle(t *testing.T) {
	for i, line := range level {
		require.Len(t, line, len(level[0]), "line %d", i)
	}
}

// A program that runs to the right and jumps before walls and holes gets over the first holes.
func TestRunner(t *testing.T) {
	g := newGame()
	far, hold, deaths := 0.0, 0, 0
	playtest.Run(t, g.Game, 90*60, func(s *ebitengine.Script, frame int) {
		p := g.player.Position()
		if p[0] < far-10 && p.Sub(g.home).Len() < 0.5 {
			deaths++
		}
		far = max(far, p[0])
		s.Press(ebiten.KeyArrowRight, true)
		filter := world.QueryFilter{Ignore: g.player.Body()}
		_, ground := g.World.RayCast(p.Add(mgl64.Vec2{0.8, 0}), mgl64.Vec2{0, -1.4}, filter)
		hit, wall := g.World.RayCast(p.Add(mgl64.Vec2{0, -0.4}), mgl64.Vec2{1, 0}, filter)
		if hold--; hold < -2 && g.player.OnFloor() && (!ground || wall && (hit.Collider.Body().Type() == body.Static || g.speed < 1)) {
			hold = 30
		}
		water := g.player.Water(g.lake).Part > 0
		s.Press(ebiten.KeySpace, hold > 0 && !water || water && frame%30 < 25)
	})
	t.Logf("%.0f m, %d coins", far, g.coins)
	require.Greater(t, far, 20.0)
}
