package main

import (
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// Dolls stay whole and in the room while they fall, are thrown about by a finger and blown up.
func TestDollsStayWhole(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 900, func(s *ebitengine.Script, frame int) {
		playtest.Tap(s, frame, 120, ebiten.KeyN)
		playtest.Tap(s, frame, 90, ebiten.KeyB)
		s.Touch(0.2+0.6*float64(frame%50)/50, 0.9-0.7*float64(frame%70)/70, frame%100 > 20)
		if frame < 60 {
			return
		}
		for j := range g.World.Joints() {
			if _, mouse := j.Mouse(); !mouse {
				require.Less(t, j.LinearSeparation(), 0.35, "frame %d", frame)
			}
		}
		for b := range g.World.Bodies() {
			p := b.Position()
			require.True(t, p[0] > -12 && p[0] < 12 && p[1] > -1.2 && p[1] < 17, "%v", p)
		}
	})
	require.Greater(t, len(g.dolls), 9)
}
