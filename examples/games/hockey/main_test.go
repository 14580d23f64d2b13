package main

import (
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// A match against the program: both sessions see the same, and goals fall.
func TestMatchAgainstTheProgram(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 40*60, func(s *ebitengine.Script, frame int) {
		wish := g.me.program(0)
		s.Press(ebiten.KeyArrowLeft, wish.X < -20)
		s.Press(ebiten.KeyArrowRight, wish.X > 20)
		s.Press(ebiten.KeyArrowUp, wish.Y > 20)
		s.Press(ebiten.KeyArrowDown, wish.Y < -20)
		x := g.me.puck.Position()
		require.True(t, x[0] > -length-0.4 && x[0] < length+0.4 && x[1] > -width && x[1] < width, "%v", x)
	})
	require.False(t, g.me.drift || g.other.drift)
	require.InDelta(t, 2400, float64(g.me.session.Tick()), 20)
	require.Positive(t, g.me.score[0]+g.me.score[1])
	t.Log(g.me.score, g.me.session.Counters().Rollbacks)
}
