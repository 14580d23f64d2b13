package character_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// The same bits on every platform: slopes, steps, a wheel, a lift, crates and a jump.
func TestGoldenCharacter(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	stairs(l, 0.29, 0.4, 4)
	l.static(polygon(t, mgl64.Vec2{-10, 0}, mgl64.Vec2{-6, 0}, mgl64.Vec2{-10, 3}))
	addBody(l.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-3, 0}, AngularVelocity: 1}, shape.RegularPolygon(6, 0.6), world.ColliderDef{})
	lift := addBody(l.w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{4, 2}}, shape.Box(1, 0.1), world.ColliderDef{})
	for i := range 5 {
		l.crate(4+3*float64(i), 0.4, -4.5+0.5*float64(i), 2)
	}
	c := l.spawn(character.Def{}, -8, 3)
	hash := uint64(0)
	n := 0
	l.before = func() {
		n++
		require.NoError(t, lift.MoveTo(mgl64.Vec2{4, 2 + math.Mod(float64(n), 90)/60}, 0))
		l.speed = 4
		if n%240 >= 140 {
			l.speed = -3.5
		}
		if n%75 == 0 && c.OnFloor() {
			l.jump = 6
		}
	}
	l.after = func() { hash = hash*1099511628211 ^ l.w.Hash() }
	l.run(20)
	require.Equal(t, uint64(0x4f651f4298204a9f), hash, "%#x", hash)
}

func TestRestoredCharacterGoesOn(t *testing.T) {
	play := func(restore bool) mgl64.Vec2 {
		l := newLevel(t, 60)
		addBody(l.w, body.Def{Type: body.Kinematic, AngularVelocity: -0.3, LinearVelocity: mgl64.Vec2{1, 0}}, shape.Box(6, 0.2), world.ColliderDef{})
		c := l.spawn(character.Def{StepHeight: 0.2}, 1, 1.1)
		l.run(1)
		require.NoError(t, c.SetShape(crouched()))
		if restore {
			again := world.Must(character.Restore(c.Body(), character.Def{StepHeight: 0.2}, c.State()))
			require.Equal(t, c.Def(), again.Def())
			of, ok := character.Of(c.Collider())
			require.True(t, ok)
			require.Same(t, again, of)
			l.c = again
		}
		l.speed = 1
		l.run(1)
		return c.Position()
	}
	require.Equal(t, play(false), play(true))
	l := newLevel(t, 60)
	_, err := character.Restore(l.crate(1, 1, 0, 0), character.Def{}, character.State{Up: mgl64.Vec2{0, 1}})
	require.Error(t, err)
}
