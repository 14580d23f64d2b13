package world_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var writeFiles = flag.Bool("write-files", false, "write the golden snapshot files of the present version of the format that are missing")

// goldenFiles are the files in testdata/snapshots, which stay for ever: the hash of the state that each holds, and of the state
// 90 ticks later.
var goldenFiles = []struct {
	name      string
	make      func(t testing.TB) *world.World
	now, in90 uint64
}{
	{"v1/asleep.carom", asleepWorld, 0, 0},
	{"v1/heap.carom", heapWorld, 0, 0},
	{"v1/joints.carom", jointedWorld, 0, 0},
	{"v1/script0.carom", scriptedWorld(14003), 0, 0},
	{"v1/script1.carom", scriptedWorld(14010), 0, 0},
	{"v1/script2.carom", scriptedWorld(14021), 0, 0},
	{"v1/script3.carom", scriptedWorld(14032), 0, 0},
}

func heapWorld(t testing.TB) *world.World {
	w := newGravityWorld(t)
	addHeap(t, w, 40, 0.2, 3)
	for range 50 {
		w.Tick()
	}
	return w
}

// asleepWorld holds stacks that sleep, a ball in the air, one-way platforms and user data of all plain types.
func asleepWorld(t testing.TB) *world.World {
	w := newGravityWorld(t)
	addFloor(t, w, world.ColliderDef{})
	for i, data := range []any{nil, true, 1, int8(-2), uint64(1) << 63, float32(0.5), 0.1, "text", []byte{1, 2}, complex(1, 2)} {
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{float64(2 * i), 0.5}, UserData: data}, shape.Box(0.5, 0.5), world.ColliderDef{UserData: data})
		b.SetName(fmt.Sprint("crate ", i))
	}
	for range 120 {
		w.Tick()
	}
	platform := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{4, 3}}, shape.Box(2, 0.1), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}})
	require.True(t, platform.Valid())
	addBody(t, w, body.Def{Position: mgl64.Vec2{4, 4}}, shape.Circle{Radius: 0.4}, world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{5, 2.5}, LinearVelocity: mgl64.Vec2{0, 6}}, shape.Circle{Radius: 0.3}, world.ColliderDef{})
	for range 20 {
		w.Tick()
	}
	return w
}

// jointedWorld holds random joints of all kinds, and laws and constraints by name.
func jointedWorld(t testing.TB) *world.World {
	w := newGravityWorld(t)
	addRandomJoints(t, w, 7, 40)
	a := addBody(t, w, body.Def{Position: mgl64.Vec2{-20, 4}}, shape.Circle{Radius: 0.4}, world.ColliderDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{-22, 4}}, shape.Transformed(customBox{0.4, 0.2}, 0.3, mgl64.Vec2{0.1, 0}), world.ColliderDef{})
	world.Must(w.CreateDistance(a, b, joint.Distance{Length: 2, Law: scriptLaw}))
	world.Must(w.CreateRotarySpring(w.Ground(), b, joint.RotarySpring{Stiffness: 3}))
	for range 40 {
		w.Tick()
	}
	return w
}

func scriptedWorld(seed uint64) func(testing.TB) *world.World {
	return func(t testing.TB) *world.World {
		code := append([]byte{1}, randomOperations(seed, 700)[1:]...)
		s := newScript(t, code, 1, world.BroadphaseKind(seed%3))
		for len(s.code) > 0 {
			s.runOperation()
		}
		return s.w
	}
}

// Golden: files of every version of the format are read, and continue bit for bit on every platform.
func TestGoldenSnapshotFiles(t *testing.T) {
	found, err := filepath.Glob("testdata/snapshots/*/*.carom")
	require.NoError(t, err)
	if !*writeFiles {
		require.Len(t, found, len(goldenFiles), "a file without hashes, or missing")
	}
	for _, g := range goldenFiles {
		path := filepath.Join("testdata", "snapshots", filepath.FromSlash(g.name))
		if _, err := os.Stat(path); *writeFiles && os.IsNotExist(err) {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
			require.NoError(t, os.WriteFile(path, encoded(t, g.make(t), scriptNames()), 0o666))
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		s, err := world.DecodeSnapshot(bytes.NewReader(data), scriptNames())
		require.NoError(t, err, g.name)
		w, err := s.NewWorld()
		require.NoError(t, err)
		now := w.StateHash()
		for range 90 {
			w.Tick()
		}
		require.Equal(t, fmt.Sprintf("{%q, %#x, %#x}", g.name, g.now, g.in90), fmt.Sprintf("{%q, %#x, %#x}", g.name, now, w.StateHash()))
		w.Close()
	}
}
