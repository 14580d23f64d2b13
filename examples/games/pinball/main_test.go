package main

import (
	"math"
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// A program that flips when the ball comes plays games that differ by how far it pulls the plunger:
// it scores, and no ball leaves the table.
func TestProgramPlays(t *testing.T) {
	total, longest := 0, 0
	for _, pull := range []int{40, 49, 55} {
		score, last := playAlone(t, pull)
		t.Logf("pull of %d frames: score %d, the longest ball lasted %.0f s", pull, score, float64(last)/60)
		require.Positive(t, score)
		total, longest = total+score, max(longest, last)
	}
	require.Greater(t, total, 1500)
	require.Greater(t, longest, 10*60)
}

// playAlone plays for a minute and a half, and returns the score and how many frames a ball lasted.
func playAlone(t *testing.T, pull int) (score, longest int) {
	g := newGame()
	launched := 0
	playtest.Run(t, g.Game, 90*60, func(s *ebitengine.Script, frame int) {
		if !g.ball.Valid() {
			return
		}
		p, v := g.ball.Position(), g.ball.LinearVelocity()
		require.Less(t, math.Abs(p[0]-0.3), 3.4)
		require.Less(t, p[1], 10.4)
		waits := p[0] > 3.05 && p[1] < 0.45
		s.Press(ebiten.KeySpace, waits && frame%90 < pull)
		if waits {
			launched = frame
		}
		longest = max(longest, frame-launched)
		near := p[1] < 1.75 && p[1] > 0.9 && v[1] < 1 && frame%30 < 20 // a flipper that is held up holds the ball
		s.Press(ebiten.KeyArrowLeft, near && p[0] < 0.1 && p[0] > -1.4)
		s.Press(ebiten.KeyArrowRight, near && p[0] > -0.1 && p[0] < 1.4)
	})
	return g.score, longest
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
