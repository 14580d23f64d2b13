package world_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// requireReplays records what a function does in a world, and requires that the replay ends in the
// same state.
func requireReplays(t *testing.T, w *world.World, do func()) *world.World {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, w.Record(&out))
	do()
	require.NoError(t, w.StopRecording())
	p, _ := replayAll(t, out.Bytes())
	t.Cleanup(p.Close)
	require.Empty(t, w.StateHashes().Differences(p.World().StateHashes()))
	return p.World()
}

// A call that the world has refused is refused in the replay too: of handles that never named
// anything, of destroyed ones, and with a number of workers that no world can have.
func TestRefusedCallsReplay(t *testing.T) {
	w := newFloorWorld(t)
	gone := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
	puddle := world.Must(w.CreateArea(world.AreaDef{}))
	requireReplays(t, w, func() {
		for _, id := range []world.BodyID{0, 7, math.MaxUint64} {
			_, err := w.CreateArea(world.AreaDef{Body: w.BodyByID(id), Effects: []area.Effect{area.Gravity{Acceleration: mgl64.Vec2{1, 0}}}})
			require.ErrorIs(t, err, world.ErrDestroyed)
			_, err = w.CreateWeld(w.Ground(), w.BodyByID(id), joint.Weld{})
			require.ErrorIs(t, err, world.ErrDestroyed)
			j := w.JointByID(world.JointID(id))
			_, err = w.CreateGear(j, j, joint.Gear{})
			require.ErrorIs(t, err, world.ErrDestroyed)
		}
		c := w.Config()
		c.SleepTime, c.Workers = 2, -1
		require.ErrorContains(t, w.SetConfig(c), "Workers: -1")
		require.NoError(t, gone.Destroy())
		require.NoError(t, puddle.Destroy())
		require.Panics(t, func() { gone.SetName("late") })
		require.Panics(t, func() { puddle.SetName("late") })
		w.Tick()
	})
}

// A stable world takes new tables in its first tick. The answers of the game's own shapes and
// joints are recorded after it as before.
func TestRecordedStableWorldAnswersAfterItsFirstTick(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, Stable: true})
	requireReplays(t, w, func() {
		addFloor(t, w, world.ColliderDef{})
		early := addBody(t, w, body.Def{Key: 2, Position: mgl64.Vec2{0, 0.6}, Angle: 0.3}, customBox{0.5, 0.4}, world.ColliderDef{})
		other := addBody(t, w, body.Def{Key: 1, Position: mgl64.Vec2{1.5, 1}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
		w.Tick()
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.6}, AngularVelocity: 1}, customBox{0.2, 0.9}, world.ColliderDef{})
		world.Must(w.CreateCustom([]world.Body{early, other}, joint.Custom{Constraint: distanceConstraint{1}}))
		world.Must(w.CreateDistance(w.Ground(), other, joint.Distance{Law: scriptLaw, Length: 1}))
		runTicks(w, 30)
	})
}

// Names and texts of the game need not be UTF-8: a name may be cut in the middle of a rune.
func TestTextsThatAreNotUTF8(t *testing.T) {
	const cut = "Andr\xc3"
	w := newGravityWorld(t)
	replayed := requireReplays(t, w, func() {
		a := addBody(t, w, body.Def{Name: cut, UserData: cut}, shape.Circle{Radius: 1}, world.ColliderDef{UserData: "whole"})
		b := addBody(t, w, body.Def{}, shape.Circle{Radius: 1}, world.ColliderDef{})
		b.SetName(cut + cut)
		world.Must(w.CreateArea(world.AreaDef{Name: cut})).SetName(cut + "2")
		require.Equal(t, cut, a.Name())
		w.Tick()
	})
	file := encoded(t, w, nil)
	read := decoded(t, file, nil)
	for _, copied := range []*world.World{replayed, read} {
		var names []string
		for b := range copied.Bodies() {
			names = append(names, b.Name())
		}
		for a := range copied.Areas() {
			names = append(names, a.Name())
		}
		require.Equal(t, []string{cut, cut + cut, cut + "2"}, names)
	}
	first := firstBody(read)
	require.Equal(t, cut, first.UserData())
	require.Equal(t, "whole", firstCollider(first).UserData())
	require.Equal(t, file, encoded(t, read, nil))
}

func firstBody(w *world.World) (first world.Body) {
	for first = range w.Bodies() {
		break
	}
	return first
}
