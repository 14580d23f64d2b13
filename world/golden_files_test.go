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

// goldenFiles are the files in testdata/snapshots, which stay for ever: the hash of the state that
// each holds, and of the state 90 ticks later. The latter changes with the motion of its world.
var goldenFiles = []struct {
	name      string
	make      func(t testing.TB) *world.World
	now, in90 uint64
}{
	{"v1/asleep.carom", asleepWorld, 0x1e3e1f152345f825, 0x2d6530a8cea6b435},
	{"v1/heap.carom", heapWorld, 0x8613d2a5448998af, 0x6a10d778de75d9bd},
	{"v1/joints.carom", jointedWorld, 0xc0d429a3b7cfacc0, 0x2404aca5fd11adce},
	{"v1/script0.carom", scriptedWorld(14003), 0xc65c578c957c8e5a, 0xd5f512b684625576},
	{"v1/script1.carom", scriptedWorld(14010), 0x88e69543375b91c8, 0x2c1f456186565648},
	{"v1/script2.carom", scriptedWorld(14021), 0x716ad8c28003e7b5, 0x958eb4b1ab635fa9},
	{"v1/script3.carom", scriptedWorld(14032), 0x364bac0ec97ed7b2, 0x1fc2b7e83cf112e4},
	{"v1/stable.carom", stableWorld(40), 0xff758977e0ef7b54, 0x46398628d77bb659},
	{"v1/unordered.carom", stableWorld(0), 0x68cb4a4acf29256b, 0x331a5333639682ed},
}

// stableWorld is a world that is ordered by its keys, or will be.
func stableWorld(ticks int) func(testing.TB) *world.World {
	return func(t testing.TB) *world.World {
		w := newKeyedLevel(3, 25, true).build(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Stable: true, Workers: 1}, 4)
		runTicks(w.World, ticks)
		return w.World
	}
}

func heapWorld(t testing.TB) *world.World {
	w := newGravityWorld(t)
	addHeap(t, w, 40, 0.2, 3)
	runTicks(w, 50)
	return w
}

// asleepWorld holds stacks that sleep, a ball in the air, one-way platforms and user data of all
// plain types.
func asleepWorld(t testing.TB) *world.World {
	w := newFloorWorld(t)
	for i, data := range []any{nil, true, 1, int8(-2), uint64(1) << 63, float32(0.5), 0.1, "text", []byte{1, 2}, complex(1, 2)} {
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{float64(2 * i), 0.5}, UserData: data}, shape.Box(0.5, 0.5), world.ColliderDef{UserData: data})
		b.SetName(fmt.Sprint("crate ", i))
	}
	runTicks(w, 120)
	platform := addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{4, 3}}, shape.Box(2, 0.1), world.ColliderDef{OneWay: mgl64.Vec2{0, 1}})
	require.True(t, platform.Valid())
	addBody(t, w, body.Def{Position: mgl64.Vec2{4, 4}}, shape.Circle{Radius: 0.4}, world.ColliderDef{})
	addBody(t, w, body.Def{Position: mgl64.Vec2{5, 2.5}, LinearVelocity: mgl64.Vec2{0, 6}}, shape.Circle{Radius: 0.3}, world.ColliderDef{})
	runTicks(w, 20)
	return w
}

// jointedWorld holds a joint of each kind, and a law and a constraint by name.
func jointedWorld(t testing.TB) *world.World {
	w := newFloorWorld(t)
	left, right := mgl64.Vec2{-0.5, 0}, mgl64.Vec2{0.5, 0}
	var joints []world.Joint
	pair := func() (a, b world.Body) {
		at := mgl64.Vec2{float64(len(joints))*4 - 30, 3}
		a = addBody(t, w, body.Def{Position: at, AngularVelocity: 1}, shape.Box(0.5, 0.2), world.ColliderDef{})
		b = addBody(t, w, body.Def{Position: at.Add(mgl64.Vec2{2, 0})}, shape.Transformed(customBox{0.4, 0.2}, 0.3, mgl64.Vec2{0.1, 0}), world.ColliderDef{})
		return a, b
	}
	for _, def := range []joint.Definition{
		&joint.Revolute{LocalAnchorA: right, LocalAnchorB: left, MotorSpeed: 2, MaxMotorTorque: 5, Limit: true, Lower: -1, Upper: 1},
		&joint.Distance{Length: 2, Law: scriptLaw}, &joint.Distance{SpringHertz: 2, MaxLength: 3}, &joint.Prismatic{LocalAxisA: right},
		&joint.Weld{LocalAnchorA: right, LocalAnchorB: left}, &joint.Wheel{LocalAxisA: mgl64.Vec2{0, 1}, SpringHertz: 3},
		&joint.Motor{LinearHertz: 2, MaxVelocityForce: 3}, &joint.Mouse{Base: joint.Base{MaxForce: 50}}, &joint.Angle{Limit: true, Lower: -1, Upper: 1},
		&joint.Pulley{WheelA: mgl64.Vec2{0, 9}, WheelB: mgl64.Vec2{2, 9}}, &joint.Ratchet{Step: 0.5},
		&joint.Groove{LocalGrooveA1: left, LocalGrooveA2: right}, &joint.RotarySpring{Stiffness: 3, Damping: 1}, &joint.Friction{Force: 2, Torque: 1},
		&joint.NoCollision{}, &joint.Custom{Base: joint.Base{UserData: "chain"}, Constraint: distanceConstraint{2.5}},
	} {
		a, b := pair()
		j, err := w.CreateJoint(a, b, def)
		require.NoError(t, err, def.Kind())
		joints = append(joints, j)
	}
	a, b := pair()
	first := world.Must(w.CreateRevolute(w.Ground(), a, joint.Revolute{LocalAnchorA: a.Position()}))
	second := world.Must(w.CreateRevolute(w.Ground(), b, joint.Revolute{LocalAnchorA: b.Position()}))
	world.Must(w.CreateGear(first.Joint, second.Joint, joint.Gear{Ratio: 2}))
	runTicks(w, 40)
	return w
}

func scriptedWorld(seed uint64) func(testing.TB) *world.World {
	return func(t testing.TB) *world.World {
		code := append([]byte{1}, randomOperations(seed, 700)[1:]...)
		s := newScript(t, code, 1, broadphases[seed%3])
		for len(s.code) > 0 {
			s.runOperation()
		}
		return s.w
	}
}

// Golden: files of every version of the format are read, and continue bit for bit on every
// platform.
func TestGoldenSnapshotFiles(t *testing.T) {
	found := world.Must(filepath.Glob("testdata/snapshots/*/*.carom"))
	if !*writeFiles {
		require.Len(t, found, len(goldenFiles), "a file without hashes, or missing")
	}
	for _, g := range goldenFiles {
		t.Run(g.name, func(t *testing.T) {
			path := filepath.Join("testdata", "snapshots", filepath.FromSlash(g.name))
			if _, err := os.Stat(path); *writeFiles && os.IsNotExist(err) {
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
				require.NoError(t, os.WriteFile(path, encoded(t, g.make(t), scriptNames()), 0o666))
			}
			data := world.Must(os.ReadFile(path))
			s := world.Must(world.DecodeSnapshot(bytes.NewReader(data), scriptNames()))
			w := world.Must(s.NewWorld())
			defer w.Close()
			now := w.StateHash()
			runTicks(w, 90)
			require.Equal(t, fmt.Sprintf("%#x, %#x", g.now, g.in90), fmt.Sprintf("%#x, %#x", now, w.StateHash()))
		})
	}
}
