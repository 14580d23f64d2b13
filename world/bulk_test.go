package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// bulkParts lists bodies of every type, with up to three colliders.
func bulkParts(n int) (parts []world.BodyParts) {
	for i := range n {
		p := world.BodyParts{Def: body.Def{Type: body.Type(i % 3), Position: mgl64.Vec2{float64(i%30) * 2, float64(i/30) * 2}, Angle: 0.1 * float64(i), LinearVelocity: mgl64.Vec2{1, float64(i % 5)}}}
		for k := range i % 4 {
			p.Colliders = append(p.Colliders, world.ColliderParts{Shape: shape.Box(0.3, 0.2+0.1*float64(k)), Def: world.ColliderDef{Mass: float64(k % 2)}})
		}
		parts = append(parts, p)
	}
	parts[0].Colliders = []world.ColliderParts{{Shape: shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}}}
	parts[0].Def.Type = body.Static
	return parts
}

// Many bodies made together are those made one by one.
func TestCreateBodies(t *testing.T) {
	parts := bulkParts(100)
	one, all := newGravityWorld(t), newGravityWorld(t)
	var want []world.BodyID
	for _, p := range parts {
		b := world.Must(one.CreateBody(p.Def))
		want = append(want, b.ID())
		for _, c := range p.Colliders {
			world.Must(b.Attach(c.Shape, c.Def))
		}
	}
	bodies := world.Must(all.CreateBodies(make([]world.Body, 1, 200), parts))
	require.Len(t, bodies, 101, "they are appended")
	for i, b := range bodies[1:] {
		require.Equal(t, want[i], b.ID())
	}
	require.Equal(t, one.StateDump(), all.StateDump())
	runSeconds(one, 1)
	runSeconds(all, 1)
	require.Equal(t, one.Hash(), all.Hash())
}

// One that cannot be made keeps all others from being made, and the error says where it is.
func TestCreateBodiesIsAllOrNothing(t *testing.T) {
	w := newGravityWorld(t)
	addBoxes(t, w, 5)
	before := w.StateDump()
	for field, spoil := range map[string]func(p *world.BodyParts){
		"Parts[7].Position":              func(p *world.BodyParts) { p.Def.Position[0] = math.NaN() },
		"Parts[7].GravityScale":          func(p *world.BodyParts) { p.Def.GravityScale = 1e30 },
		"Parts[7].Colliders[2].Shape":    func(p *world.BodyParts) { p.Colliders[2].Shape = nil },
		"Parts[7].Colliders[2].Radius":   func(p *world.BodyParts) { p.Colliders[2].Shape = shape.Circle{Radius: -1} },
		"Parts[7].Colliders[2].Density":  func(p *world.BodyParts) { p.Colliders[2].Def.Density = -1 },
		"Parts[7].Colliders[2].Mass":     func(p *world.BodyParts) { p.Colliders[2].Def.Mass = -1 },
		"Parts[7].Colliders[1].Friction": func(p *world.BodyParts) { p.Colliders[1].Def.Material = &shape.Material{Friction: -1} },
	} {
		parts := bulkParts(10)
		spoil(&parts[7])
		bodies, err := w.CreateBodies(nil, parts)
		var fe *geom.FieldError
		require.ErrorAs(t, err, &fe, field)
		require.Equal(t, field, fe.Field)
		require.Empty(t, bodies)
		require.Equal(t, before, w.StateDump(), field)
	}
	// A custom shape that fails only when it is attached.
	fuse := &countdown{}
	parts := bulkParts(5)
	parts[4].Colliders = append(parts[4].Colliders, world.ColliderParts{Shape: fuseShape{fuse, 0}})
	bodies := world.Must(w.CreateBodies(nil, parts))
	for _, b := range bodies {
		require.NoError(t, b.Destroy())
	}
	calls := -fuse.left
	for left := range calls {
		count, hash := w.BodyCount(), w.Hash()
		*fuse = countdown{left: left, armed: true}
		require.Panics(t, func() { _, _ = w.CreateBodies(nil, parts) })
		fuse.armed = false
		require.Equal(t, count, w.BodyCount())
		require.Equal(t, hash, w.Hash())
		w.Validate()
	}
}

// The lists equal the lists of the handles, in the order of Bodies, and of those that are awake.
func TestAppendPosesAndVelocities(t *testing.T) {
	w := newGravityWorld(t)
	bodies := world.Must(w.CreateBodies(nil, bulkParts(100)))
	for i := 3; i < 100; i += 7 {
		require.NoError(t, bodies[i].Destroy())
	}
	for range 5 {
		runSeconds(w, 0.5)
		poses, velocities := w.AppendPoses(make([]world.Pose, 2)), w.AppendVelocities(nil)
		require.Len(t, poses, w.BodyCount()+2)
		awake := map[world.BodyID]bool{}
		i := 0
		for b := range w.Bodies() {
			p, v := poses[i+2], velocities[i]
			cos, sin := b.Rotation()
			require.Equal(t, world.Pose{Body: b.ID(), Position: b.Position(), Cos: cos, Sin: sin}, p)
			require.Equal(t, b.Angle(), p.Angle())
			require.Equal(t, world.Velocity{Body: b.ID(), Linear: b.LinearVelocity(), Angular: b.AngularVelocity()}, v)
			if b.Awake() && b.Type() != body.Static {
				awake[b.ID()] = true
			}
			i++
		}
		awakePoses, awakeVelocities := w.AppendAwakePoses(nil), w.AppendAwakeVelocities(nil)
		require.Len(t, awakePoses, len(awake))
		for i, p := range awakePoses {
			b := w.BodyByID(p.Body)
			require.True(t, awake[p.Body])
			require.Equal(t, b.Position(), p.Position)
			require.Equal(t, p.Body, awakeVelocities[i].Body)
			require.Equal(t, b.LinearVelocity(), awakeVelocities[i].Linear)
			delete(awake, p.Body)
		}
		require.Empty(t, awake)
	}
}

// Poses that are set are those that are read, and one that cannot be set keeps all others as they
// are.
func TestSetPoses(t *testing.T) {
	w := newGravityWorld(t)
	bodies := addBoxes(t, w, 30)
	poses := w.AppendPoses(nil)
	runSeconds(w, 3)
	require.False(t, bodies[0].Awake())
	require.NoError(t, w.SetPoses(poses))
	require.Equal(t, poses, w.AppendPoses(nil))
	require.True(t, bodies[0].Awake())

	before := w.StateDump()
	for field, spoil := range map[string]func(p *world.Pose){
		"Poses[4].Position": func(p *world.Pose) { p.Position[1] = math.Inf(1) },
		"Poses[4].Cos, Sin": func(p *world.Pose) { p.Cos = 2 },
		"Poses[4].Body":     func(p *world.Pose) { p.Body = 12345 },
	} {
		spoiled := append([]world.Pose(nil), poses...)
		spoiled[0].Position = mgl64.Vec2{7, 7}
		spoil(&spoiled[4])
		err := w.SetPoses(spoiled)
		var fe *geom.FieldError
		require.ErrorAs(t, err, &fe)
		require.Equal(t, field, fe.Field)
		require.Equal(t, before, w.StateDump())
	}
	require.Error(t, w.SetPoses([]world.Pose{{Body: w.Ground().ID(), Cos: 1}}))
}

// Once the tables and lists are warm, nothing is allocated.
func TestBulkAllocatesNothing(t *testing.T) {
	w := newGravityWorld(t)
	parts := bulkParts(200)
	bodies := world.Must(w.CreateBodies(nil, parts))
	var poses []world.Pose
	var velocities []world.Velocity
	cycle := func() {
		for _, b := range bodies {
			_ = b.Destroy()
		}
		bodies, _ = w.CreateBodies(bodies[:0], parts)
		poses = w.AppendAwakePoses(w.AppendPoses(poses[:0]))
		velocities = w.AppendAwakeVelocities(w.AppendVelocities(velocities[:0]))
		_ = w.SetPoses(poses)
	}
	for range 5 {
		cycle()
	}
	require.Zero(t, testing.AllocsPerRun(20, cycle))
}

// BenchmarkAttach attaches boxes to a static body that has a number of colliders or more.
func BenchmarkAttach(b *testing.B) {
	for _, n := range []int{0, 16000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			level := levelOf(b, n)
			for b.Loop() {
				world.Must(level.Attach(shape.Box(1, 1), world.ColliderDef{}))
			}
		})
	}
}

func BenchmarkDestroyCollider(b *testing.B) {
	for _, n := range []int{1, 16000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			level := levelOf(b, n)
			for b.Loop() {
				b.StopTimer()
				c := world.Must(level.Attach(shape.Box(1, 1), world.ColliderDef{}))
				b.StartTimer()
				require.NoError(b, c.Destroy())
			}
		})
	}
}

// levelOf returns a static body with n boxes.
func levelOf(t testing.TB, n int) world.Body {
	w := newWorld(t, world.Config{Workers: 1})
	level := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	for range n {
		world.Must(level.Attach(shape.Box(1, 1), world.ColliderDef{}))
	}
	return level
}

// The extents of a static body do not depend on the order in which its colliders come and go. The
// tag invariants compares them with extents that are computed anew.
func TestExtentsOfAddedAndRemovedColliders(t *testing.T) {
	floor := shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}
	kinds := []shape.Support{floor, shape.Circle{Radius: 1}, shape.Segment{B: mgl64.Vec2{2, 0}}, shape.Box(1, 3)}
	w := newWorld(t, world.Config{Workers: 1})
	for order := range 8 * 8 * 8 {
		for remove := range 6 { // the order of removal
			var colliders []world.Collider
			b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
			for code := order; code > 0; code /= 8 {
				colliders = append(colliders, world.Must(b.Attach(kinds[code%4], world.ColliderDef{Sensor: code%8 >= 4})))
			}
			for n := len(colliders); n > 0; n-- {
				i := remove % n
				require.NoError(t, colliders[i].Destroy())
				colliders = append(colliders[:i], colliders[i+1:]...)
				remove /= n
			}
			require.NoError(t, b.Destroy())
		}
	}
}
