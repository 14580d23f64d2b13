package main

import (
	"math"
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// loader is a program that loads containers, one after the other.
type loader struct {
	g   *game
	box int
}

func (l *loader) frame(s *ebitengine.Script, frame int) {
	g := l.g
	if l.box < 0 {
		return
	}
	box, magnet, trolley := g.boxes[l.box].Position(), g.magnet.Position(), g.trolley.Position()[0]
	held := g.load.Valid()
	calm := math.Abs(magnet[0]-trolley) < 0.25 && g.magnet.LinearVelocity().Len() < 0.8
	x := box[0]
	if held {
		x = []float64{4.8, 7, 9.2}[l.box%3]
	}
	there := math.Abs(trolley-x) < 0.15
	space, up, down := false, false, false
	high := magnet[1] > 5.5
	switch {
	case !held && !g.on && there && magnet[1] < box[1]+1.6:
		space = true
	case !held && there && calm:
		down = true
	case !held && !there:
		up = magnet[1] < 4
	case held && !there:
		up = !high
	case held && there && calm:
		down = true
		if math.Abs(g.boxes[l.box].LinearVelocity()[1]) < 0.3 && box[1] < g.barge.Position()[1]+2.6 && frame%20 == 0 && magnet[1] < 3.5 {
			space = true
			l.box--
		}
	}
	move := held && !high || down && there
	s.Press(ebiten.KeyArrowUp, up)
	s.Press(ebiten.KeyArrowDown, down)
	s.Press(ebiten.KeyArrowLeft, !move && trolley > x+0.1)
	s.Press(ebiten.KeyArrowRight, !move && trolley < x-0.1)
	s.Press(ebiten.KeySpace, space && frame%2 == 0)
}

// All containers can be loaded, and the barge carries them without turning over.
func TestLoaderLoadsTheBarge(t *testing.T) {
	g := newGame()
	l := &loader{g: g, box: 5}
	most := 0.0
	playtest.Run(t, g.Game, 4*60*60, func(s *ebitengine.Script, frame int) {
		l.frame(s, frame)
		most = max(most, math.Abs(g.barge.Angle()))
	})
	t.Logf("%d on board, the barge leaned by %.0f degrees at most", g.loaded(), most*180/math.Pi)
	require.GreaterOrEqual(t, g.loaded(), 4)
	require.Less(t, most, 0.6)
}
