package world_test

import (
	"bytes"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var stableConfig = world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: true, Workers: 1}

// Snapshots, files and forks of before the first tick and of later continue a stable world bit for
// bit. Handles of before the first tick are valid after it, and again when the world is back.
func TestStableWorldsAreSavedAndContinued(t *testing.T) {
	level := newKeyedLevel(5, 40, true)
	w := level.build(t, stableConfig, 3)
	var begin, later world.Snapshot
	require.NoError(t, w.Save(&begin))
	var want []uint64
	for tick := range 60 {
		if tick == 25 {
			require.NoError(t, w.Save(&later))
		}
		level.play(t, w, tick)
		w.Tick()
		want = append(want, w.StateHash())
	}
	continues := func(name string, other *world.World, from int) {
		k := &keyedWorld{World: other, bodies: map[uint64]world.Body{}, colliders: map[world.Collider]string{}, joints: map[int]world.Joint{}}
		for b := range other.Bodies() {
			k.bodies[b.Key()] = b
		}
		for tick := from; tick < len(want); tick++ {
			level.play(t, k, tick)
			other.Tick()
			require.Equal(t, want[tick], other.StateHash(), "%s, tick %d", name, tick)
		}
	}
	for from, s := range map[int]*world.Snapshot{0: &begin, 25: &later} {
		require.NoError(t, w.Restore(s))
		for key, b := range w.bodies {
			if found, ok := w.BodyByKey(key); ok {
				require.Equal(t, b, found)
			}
		}
		fork := world.Must(w.Fork())
		defer fork.Close()
		continues("fork", fork, from)
		file := encoded(t, w.World, scriptNames())
		read := world.Must(world.DecodeSnapshot(bytes.NewReader(file), scriptNames()))
		loaded := world.Must(read.NewWorld())
		defer loaded.Close()
		require.Equal(t, file, encoded(t, loaded, scriptNames()))
		continues("file", loaded, from)
		continues("restored", w.World, from)
	}
}

// A view of before the first tick answers for the handles of then, also after it.
func TestViewsOfStableWorlds(t *testing.T) {
	w := newKeyedLevel(6, 30, true).build(t, stableConfig, 2)
	before := w.View()
	w.Tick()
	after := w.View()
	for _, b := range w.bodies {
		_, _, existed := before.Pose(b)
		require.True(t, existed)
		p, angle, exists := after.Pose(b)
		require.True(t, exists)
		require.Equal(t, b.Position(), p)
		require.Equal(t, b.Angle(), angle)
	}
	for c := range w.colliders {
		b, ok := before.BodyOf(c)
		require.True(t, ok && b == c.Body())
		b, ok = after.BodyOf(c)
		require.True(t, ok && b == c.Body())
	}
	for _, c := range w.Tables().AppendAwakeCenters(nil) {
		b := w.BodyByID(world.BodyID(1<<32 | uint64(c.Slot)))
		require.Equal(t, b.WorldCenter(), c.Position)
	}
	islands := w.Tables().AppendIslands(nil)
	for _, b := range w.bodies {
		alone := b.Type() != body.Dynamic || !b.Enabled()
		require.Equal(t, alone, islands[uint32(b.ID())] == tools.NoIsland)
	}
	before.Release()
	after.Release()
}

// Handles keep their values: what events and iterators yield is what Create returned.
func TestHandlesOfStableWorldsStay(t *testing.T) {
	w := newWorld(t, stableConfig)
	high := addBody(t, w, body.Def{Key: 9, Position: mgl64.Vec2{0, 3}, UserData: "high"}, shape.Box(1, 1), world.ColliderDef{})
	low := addBody(t, w, body.Def{Key: 2, UserData: "low"}, shape.Box(1, 1), world.ColliderDef{})
	gone := addBody(t, w, body.Def{Key: 5}, shape.Box(1, 1), world.ColliderDef{})
	last := addBody(t, w, body.Def{UserData: "none"}, shape.Box(1, 1), world.ColliderDef{})
	require.NoError(t, gone.Destroy())
	collider := firstCollider(high)
	order := func() (list []any) {
		for b := range w.Bodies() {
			list = append(list, b.UserData())
		}
		return list
	}
	require.Equal(t, []any{"high", "low", "none"}, order())
	w.Tick()
	require.Equal(t, []any{"low", "high", "none"}, order())
	require.Equal(t, high, collider.Body())
	require.Equal(t, collider, firstCollider(high))
	require.True(t, low.Valid() && last.Valid())
	require.False(t, gone.Valid())
	require.Equal(t, high, w.BodyByID(high.ID()))
	next := addBody(t, w, body.Def{Key: 1}, shape.Box(1, 1), world.ColliderDef{})
	require.NotEqual(t, gone.ID(), next.ID())
	require.NoError(t, high.Destroy())
	again := addBody(t, w, body.Def{Key: 9}, shape.Box(1, 1), world.ColliderDef{})
	require.NotEqual(t, high, again)
	require.False(t, high.Valid())
	w.Tick()
	w.Validate()
}

func TestKeysAreUniqueInStableWorlds(t *testing.T) {
	w := newWorld(t, stableConfig)
	first := world.Must(w.CreateBody(body.Def{Key: 7}))
	require.Equal(t, uint64(7), first.Key())
	require.Equal(t, uint64(7), first.Def().Key)
	first.SetName("seven")
	first.SetUserData(3)
	require.Equal(t, uint64(7), first.Key(), "a name takes no key away")
	requireKeyError := func(err error, field string) {
		t.Helper()
		var fe *geom.FieldError
		require.ErrorAs(t, err, &fe)
		require.ErrorIs(t, err, world.ErrDuplicateKey)
		require.Equal(t, field, fe.Field)
		require.Equal(t, uint64(7), fe.Value)
	}
	_, err := w.CreateBody(body.Def{Key: 7})
	requireKeyError(err, "Key")
	_, err = w.CreateBodies(nil, []world.BodyParts{{Def: body.Def{Key: 8}}, {Def: body.Def{Key: 7}}})
	requireKeyError(err, "Parts[1].Key")
	require.NoError(t, first.Destroy())
	_, err = w.CreateBodies(nil, []world.BodyParts{{Def: body.Def{Key: 7}}, {}, {}, {Def: body.Def{Key: 7}}})
	requireKeyError(err, "Parts[3].Key")
	require.Zero(t, w.BodyCount())
	again := world.Must(w.CreateBody(body.Def{Key: 7}))
	found, ok := w.BodyByKey(7)
	require.True(t, ok && found == again)
	_, ok = w.BodyByKey(0)
	require.False(t, ok)

	plain := newWorld(t, world.Config{})
	one, two := world.Must(plain.CreateBody(body.Def{Key: 7})), world.Must(plain.CreateBody(body.Def{Key: 7}))
	found, ok = plain.BodyByKey(7)
	require.True(t, ok && found == one && two.Key() == 7)
	_, ok = plain.BodyByKey(8)
	require.False(t, ok)
}

// Whether a world is stable is fixed, and a world takes snapshots only of its kind.
func TestStableIsFixed(t *testing.T) {
	w, plain := newWorld(t, stableConfig), newWorld(t, world.Config{})
	c := w.Config()
	c.Stable = false
	var fe *geom.FieldError
	require.ErrorAs(t, w.SetConfig(c), &fe)
	require.Equal(t, "Stable", fe.Field)
	require.ErrorIs(t, fe, world.ErrFixed)
	var s world.Snapshot
	require.NoError(t, w.Save(&s))
	require.ErrorAs(t, plain.Restore(&s), &fe)
	require.Equal(t, "Stable", fe.Field)
	require.ErrorIs(t, fe, world.ErrForeign)
}
