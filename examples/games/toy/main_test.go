package main

import (
	"math"
	"testing"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/playtest"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"
)

// The support point is on the curve, and farther along its direction than any other point of it.
func TestSupport(t *testing.T) {
	for _, s := range []superellipse{{1, 1, 2}, {0.6, 0.4, 1.2}, {0.5, 1.5, 2.5}, {1, 0.2, 9}} {
		for i := range 60 {
			sin, cos := math.Sincos(float64(i) * 2 * math.Pi / 60)
			d := mgl64.Vec2{cos, sin}
			p := s.Support(d)
			require.InDelta(t, 1, math.Pow(math.Abs(p[0]/s.a), s.n)+math.Pow(math.Abs(p[1]/s.b), s.n), 1e-9)
			for j := range 200 {
				v, u := math.Sincos(float64(j) * 2 * math.Pi / 200)
				other := mgl64.Vec2{
					math.Copysign(s.a*math.Pow(math.Abs(u), 2/s.n), u), math.Copysign(s.b*math.Pow(math.Abs(v), 2/s.n), v),
				}
				require.LessOrEqual(t, other.Dot(d), p.Dot(d)+1e-9)
			}
		}
	}
}

// New shapes fall into the bowl and stay there.
func TestShapesStayInTheBowl(t *testing.T) {
	g := newGame()
	playtest.Run(t, g.Game, 600, func(s *ebitengine.Script, frame int) {
		s.Press(ebiten.KeyE, frame < 60)
		s.Press(ebiten.KeyN, frame > 60 && frame < 200)
	})
	require.Greater(t, g.next.n, 4.0)
	require.Greater(t, g.count, 35)
	inside := 0
	for b := range g.World.Bodies() {
		if p := b.Position(); math.Abs(p[0]) < 8 && p[1] > -0.5 {
			inside++
		}
	}
	require.GreaterOrEqual(t, inside, g.World.BodyCount()-3)
}
