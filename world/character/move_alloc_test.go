//go:build !invariants && !race

package character_test

import (
	"testing"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func TestWarmMoveAllocatesNothing(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	stairs(l, 0.29, 0.5, 4)
	for i := range 6 {
		l.crate(5, 0.4, -1-0.5*float64(i), 0.2)
	}
	l.oneWay(shape.Segment{A: mgl64.Vec2{-5, 2}, B: mgl64.Vec2{5, 2}})
	c := l.spawn(character.Def{}, -5, 0.81)
	l.c = nil
	n := 0
	tick := func() {
		n++
		v := c.Velocity()
		v[0], v[1] = 4, v[1]-gravity/60
		if n%120 >= 60 {
			v[0] = -4
		}
		if n%50 == 0 {
			v[1] = 7
		}
		require.NoError(t, c.Move(v))
		l.w.Tick()
	}
	for range 600 {
		tick()
	}
	require.Zero(t, testing.AllocsPerRun(240, tick))
}
