package main

import (
	"math"
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// A program that flips when the ball comes plays for a while: it scores, and no ball leaves the table.
func TestProgramPlays(t *testing.T) {
	g := newGame()
	longest, launched := 0, 0
	playtest.Run(t, g.Game, 90*60, func(s *ebitengine.Script, frame int) {
		if !g.ball.Valid() {
			return
		}
		p, v := g.ball.Position(), g.ball.LinearVelocity()
		require.Less(t, math.Abs(p[0]-0.3), 3.4)
		require.Less(t, p[1], 10.4)
		waits := p[0] > 3.05 && p[1] < 0.45
		s.Press(ebiten.KeySpace, waits && frame%90 < 70)
		if waits {
			launched = frame
		}
		longest = max(longest, frame-launched)
		near := p[1] < 1.75 && p[1] > 0.9 && v[1] < 1
		s.Press(ebiten.KeyArrowLeft, near && p[0] < 0.1 && p[0] > -1.4)
		s.Press(ebiten.KeyArrowRight, near && p[0] > -0.1 && p[0] < 1.4)
	})
	t.Logf("score %d, factor %d, %d balls left, the longest lasted %.0f s", g.score, g.factor, g.balls, float64(longest)/60)
	require.Greater(t, g.score, 1500)
	require.Greater(t, longest, 10*60)
}

// A weak launch falls back to the plunger, and a full one reaches the field.
func TestPlunger(t *testing.T) {
	for _, c := range []struct {
		frames int
		field  bool
	}{{6, false}, {70, true}} {
		g := newGame()
		field := false
		playtest.Run(t, g.Game, 300, func(s *ebitengine.Script, frame int) {
			s.Press(ebiten.KeySpace, frame > 10 && frame <= 10+c.frames)
			field = field || g.ball.Position()[0] < 2.9
		})
		require.Equal(t, c.field, field, "%d frames", c.frames)
	}
}
