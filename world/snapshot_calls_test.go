package world_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A file that is written after any call can be read. A world that lives from file to file, one
// after every operation, does what one does that was never saved.
func TestFileAfterEveryOperation(t *testing.T) {
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			workers, broad := 1+int(seed%3), broadphases[seed%5%3]
			code := randomOperations(seed+25000, 700)
			want := newScript(t, code, workers, broad).traceOf()
			s, names := newScript(t, code, workers, broad), scriptNames()
			var got []string
			for len(s.code) > 0 {
				s.runOperation()
				got = append(got, s.fingerprint())
				s.liveFromFile(names)
			}
			s.tick(3)
			requireSameTrace(t, want, append(got, s.fingerprint()), "from file to file")
		})
	}
}

// liveFromFile puts what a file of the world holds in the place of its state. A world with a law
// that has no name has no file.
func (s *script) liveFromFile(names *world.Names) {
	var saved world.Snapshot
	require.NoError(s, s.w.Save(&saved))
	var file bytes.Buffer
	if err := saved.Encode(&file, names); err != nil {
		require.ErrorIs(s, err, world.ErrNoName)
		return
	}
	read := world.Must(world.DecodeSnapshot(&file, names))
	require.NoError(s, s.w.Restore(read))
}

// A world can be saved to a file and read after a call of every method that changes it.
func TestFileAfterEveryMethod(t *testing.T) {
	for _, name := range methodsThatChange(t) {
		w := newWatchedWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -5}})
		runTicks(w.World, 3)
		w.callMethod(t, name)
		var saved world.Snapshot
		require.NoError(t, w.Save(&saved))
		names := &world.Names{Partial: true}
		names.Value("shape", watchedShape{&w.run}).Value("constraint", pointConstraint{})
		read := decodedAgain(t, &saved, names, name)
		require.Equal(t, w.StateHashes(), read.StateHashes(), name)
	}
}

// A body in an area, a visitor of a sensor and what it touches are gone from their lists only after
// the next tick.
func TestFileAfterADestroyedMember(t *testing.T) {
	w := newFloorWorld(t)
	box := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	addBody(t, w, body.Def{Type: body.Static}, shape.Circle{Radius: 2}, world.ColliderDef{Sensor: true})
	world.Must(w.CreateArea(world.AreaDef{Shape: shape.Circle{Radius: 3}}))
	runTicks(w, 5)
	require.NoError(t, box.Destroy())
	requireFileContinues(t, w)
}

// A body that sleeps on a kinematic body at rest, which never sleeps.
func TestFileOfASleeperOnAKinematicBody(t *testing.T) {
	w := newGravityWorld(t)
	addBody(t, w, body.Def{Type: body.Kinematic}, shape.Box(5, 0.5), world.ColliderDef{})
	box := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	runTicks(w, 120)
	require.False(t, box.Awake())
	requireFileContinues(t, w)
}

// A light body under a far heavier one has a joint without rigid lines, such as the joint that
// drags it. The file was refused.
func TestFileOfALoadedBodyWithoutRigidJoints(t *testing.T) {
	for _, kind := range []joint.Kind{joint.KindMouse, joint.KindRatchet, joint.KindMotor, joint.KindRotarySpring} {
		w := newFloorWorld(t)
		light := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.1}}, shape.Box(0.5, 0.1), world.ColliderDef{Mass: 1})
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.3, 0.3), world.ColliderDef{Mass: 100})
		world.Must(w.CreateJoint(w.Ground(), light, kind.New()))
		runTicks(w, 30)
		requireFileContinues(t, w)
	}
}

// requireFileContinues requires that a world read from a file does in the next ticks what the world
// itself does.
func requireFileContinues(t *testing.T, w *world.World) {
	t.Helper()
	var saved world.Snapshot
	require.NoError(t, w.Save(&saved))
	read := decodedAgain(t, &saved, nil, "")
	for range 10 {
		require.Equal(t, w.StateHashes(), read.StateHashes())
		require.Equal(t, len(w.Events().AreaEnds), len(read.Events().AreaEnds))
		require.Equal(t, len(w.Events().SensorEnds), len(read.Events().SensorEnds))
		w.Tick()
		read.Tick()
	}
}

// decodedAgain returns the world that the file of a snapshot holds.
func decodedAgain(t *testing.T, saved *world.Snapshot, names *world.Names, what string) *world.World {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, saved.Encode(&file, names), what)
	read, err := world.DecodeSnapshot(&file, names)
	require.NoError(t, err, what)
	w, err := read.NewWorld()
	require.NoError(t, err, what)
	t.Cleanup(w.Close)
	return w
}

// A loaded body that becomes kinematic is no part of the system that bears the loads any more.
func TestALoadedBodyBecomesKinematic(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 2})
	w.ParallelizeAlways()
	addFloor(t, w, world.ColliderDef{})
	var light []world.Body
	for i := range 4 {
		x := float64(4 * i)
		light = append(light, addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{}))
		addBody(t, w, body.Def{Position: mgl64.Vec2{x, 2}}, shape.Box(1, 1), world.ColliderDef{Density: 200})
	}
	runTicks(w, 25)
	for _, b := range light[1:] {
		require.NoError(t, b.SetType(body.Kinematic))
		w.Tick()
	}
	w.Validate()
}
