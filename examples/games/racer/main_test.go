package main

import (
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// The cars that drive themselves, and one that keys drive as well as them, go round.
func TestRace(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 90*60, func(s *ebitengine.Script, _ int) {
		me := *g.cars[0]
		me.skill = 0.75
		gas, turn := g.pilot(&me)
		s.Press(ebiten.KeyArrowUp, gas > 0)
		s.Press(ebiten.KeyArrowDown, gas < 0)
		s.Press(ebiten.KeyArrowLeft, turn > 0.25)
		s.Press(ebiten.KeyArrowRight, turn < -0.25)
	})
	for i, c := range g.cars {
		t.Logf("car %d: %d laps, the best in %.1f s", i, c.laps, c.best)
		require.GreaterOrEqual(t, c.laps, 2, "car %d", i)
	}
}
