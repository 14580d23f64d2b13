package main

import (
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// Who does nothing crashes.
func TestFallBreaksTheShip(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 900, nil)
	require.True(t, g.lost)
	require.False(t, g.ship.Valid())
	playtest.Run(t, g.Game, 2, func(s *ebitengine.Script, _ int) { s.Press(ebiten.KeyR, true) })
	require.True(t, g.ship.Valid(), "begun anew")
}

// There is fuel enough to land for who steers to the pad and brakes.
func TestShipCanLand(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 60*60, func(s *ebitengine.Script, _ int) {
		if !g.ship.Valid() || g.home {
			return
		}
		p, v := g.ship.Position(), g.ship.LinearVelocity()
		toPad := g.padFrom + 3 - p[0]
		wish := min(max(0.25*toPad, -6), 6)           // m/s across
		lean := min(max(0.25*(v[0]-wish), -0.5), 0.5) // rad
		turn := 3*(lean-g.ship.Angle()) - 1.5*g.ship.AngularVelocity()
		s.Press(ebiten.KeyArrowLeft, turn > 0.15)
		s.Press(ebiten.KeyArrowRight, turn < -0.15)
		height := p[1] - g.padHeight() - 1.4
		down := -0.6 - 0.12*max(height, 0)
		if toPad > 4 || toPad < -4 {
			down = 0.15 * (g.padHeight() + 14 - p[1])
		}
		s.Press(ebiten.KeyArrowUp, v[1] < down)
	})
	require.True(t, g.home, "lost %v, at %v of %v", g.lost, g.fuel, g.padFrom)
	t.Logf("%.0f %% of the fuel is left", g.fuel)
}
