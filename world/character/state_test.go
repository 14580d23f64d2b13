package character_test

import (
	"bytes"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A tick that runs again after a snapshot of the tick before gives the same bits: a character that
// is moved first sees those that are moved after it where they are, not where they went before the
// snapshot was restored.
func TestTickOfTwoCharactersRunsAgain(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	behind := l.spawn(character.Def{}, 0, 0.81)
	ahead := l.spawn(character.Def{}, 0.61, 0.81)
	l.c = nil
	l.before = func() {
		require.NoError(t, behind.Move(mgl64.Vec2{8, behind.Velocity()[1] - gravity/60}))
		require.NoError(t, ahead.Move(mgl64.Vec2{4, ahead.Velocity()[1] - gravity/60}))
	}
	l.run(0.5)
	for range 10 {
		var saved world.Snapshot
		world.Check(l.w.Save(&saved))
		states := [2]character.State{behind.State(), ahead.State()}
		l.w.Tick()
		want := [2]mgl64.Vec2{behind.Position(), ahead.Position()}
		world.Check(l.w.Restore(&saved))
		world.Check(behind.SetState(states[0]))
		world.Check(ahead.SetState(states[1]))
		l.w.Tick()
		require.Equal(t, want, [2]mgl64.Vec2{behind.Position(), ahead.Position()})
	}
}

// A world with a character is written to a file and read again, and both go on alike.
func TestCharacterOfAFile(t *testing.T) {
	l := newLevel(t, 60)
	l.box(-50, -1, 50, 0)
	l.crate(2, 1, 0.3, 0.3)
	c := l.spawn(character.Def{}, 0, 0.81)
	config := l.w.Config()
	config.BeforeTick = nil
	require.NoError(t, l.w.SetConfig(config))
	var saved world.Snapshot
	world.Check(l.w.Save(&saved))
	names := &world.Names{}
	character.Register(names)
	var file bytes.Buffer
	require.NoError(t, saved.Encode(&file, names))
	read := world.Must(world.DecodeSnapshot(&file, names))
	w := world.Must(read.NewWorld())
	defer w.Close()
	b := w.BodyByID(c.Body().ID())
	for own := range b.Colliders() {
		_, ok := character.Of(own)
		require.False(t, ok, "before Restore")
	}
	again := world.Must(character.Restore(b, c.Def(), c.State()))
	owner, ok := character.Of(again.Collider())
	require.True(t, ok)
	require.Same(t, again, owner)
	for range 120 {
		require.NoError(t, c.Move(mgl64.Vec2{3, c.Velocity()[1] - gravity/60}))
		require.NoError(t, again.Move(mgl64.Vec2{3, again.Velocity()[1] - gravity/60}))
		l.w.Tick()
		w.Tick()
		require.Equal(t, l.w.StateHash(), w.StateHash())
	}
}

// A restored character has its extent before its first Move, and so as much of it is in the water.
func TestRestoredCharacterIsInTheWater(t *testing.T) {
	l := newLevel(t, 60)
	lake := pool(l, area.Fluid{Density: 100})
	c := l.spawn(character.Def{Up: mgl64.Vec2{1, 1}}, 0, 0.1)
	l.run(0.1)
	want := c.Water(lake)
	require.Greater(t, want.Part, 0.1)
	again := world.Must(character.Restore(c.Body(), c.Def(), c.State()))
	require.Equal(t, want, again.Water(lake))
}

// A character whose body carries a magnet for coins is restored with its own shape.
func TestRestoredCharacterHasItsOwnCollider(t *testing.T) {
	l := newLevel(t, 60)
	c := l.spawn(character.Def{}, 0, 1)
	world.Must(c.Body().Attach(shape.Circle{Radius: 3}, world.ColliderDef{Sensor: true}))
	again := world.Must(character.Restore(c.Body(), c.Def(), c.State()))
	require.Equal(t, c.Collider(), again.Collider())
	require.Equal(t, c.Def().Shape, again.Def().Shape)
}
