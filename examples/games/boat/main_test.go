package main

import (
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// The boat floats upright, and at full speed arrives with some of its load.
func TestVoyage(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 240, nil)
	require.InDelta(t, 0, g.boat.Angle(), 0.15)
	require.InDelta(t, 0, g.boat.Position()[1], 0.5, "it floats")
	require.Equal(t, crates, g.aboard())
	playtest.Run(t, g.Game, 60*60, func(s *ebitengine.Script, _ int) {
		s.Press(ebiten.KeyArrowRight, !g.home)
		s.Press(ebiten.KeyArrowUp, g.boat.Angle() < -0.15)
	})
	t.Logf("%d crates after %.0f s", g.aboard(), g.time)
	require.True(t, g.home)
	require.Greater(t, g.aboard(), 2)
}
