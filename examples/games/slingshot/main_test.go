package main

import (
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

func alive(g *game) int {
	n := 0
	for _, f := range g.fellows {
		if f.Valid() {
			n++
		}
	}
	return n
}

// The tower stands until it is hit, and five stones, thrown ever higher, can end fellows.
func TestStonesBringTheTowerDown(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 180, nil)
	require.Equal(t, 4, alive(g))
	require.Zero(t, g.World.Counters().Awake, "the tower stands still")
	playtest.Run(t, g.Game, 1500, func(s *ebitengine.Script, frame int) {
		s.Press(ebiten.KeyArrowUp, frame%300 > 150 && frame%300 < 160)
		playtest.Tap(s, frame, 300, ebiten.KeySpace)
	})
	require.Zero(t, g.left)
	require.Less(t, alive(g), 4)
	t.Log(alive(g), "are left")
}

// A finger draws the sling and lets go.
func TestSlingByFinger(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 60, func(s *ebitengine.Script, frame int) {
		view := g.View()
		x, y := view.ToPixel(fork.Add(g.pull))
		switch {
		case frame == 10:
			s.Touch(x/960, y/600, true)
		case frame == 20:
			s.Touch(x/960-0.1, y/600, true)
		case frame == 30:
			s.Touch(0, 0, false)
		}
	})
	require.True(t, g.stone.Valid())
	require.Equal(t, stones-1, g.left)
	require.Greater(t, g.stone.LinearVelocity()[0], 10.0)
}
