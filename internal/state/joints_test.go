package state

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Random calls of Add, Remove, Sleep and Wake keep the table and the bodies' lists valid,
// and every joint keeps its definition.
func TestStoreAgainstModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	b := NewBodies()
	for range 12 {
		b.Add(Awake, geom.IdentityTransform)
	}
	s := NewJoints()
	model := map[JointSlot]float64{}
	var slots []JointSlot
	for range 3000 {
		switch r.IntN(5) {
		case 0, 1:
			x := r.Float64()
			a := BodySlot(r.IntN(13))
			c := (a + 1 + BodySlot(r.IntN(12))) % 13
			slot := s.AddRevolute(b, a, c, &joint.Revolute{TargetAngle: x})
			model[slot] = x
			slots = append(slots, slot)
		case 2:
			if len(slots) > 0 {
				i := r.IntN(len(slots))
				id := s.Meta[slots[i]].ID
				s.Remove(b, slots[i])
				require.False(t, s.Alive(id))
				delete(model, slots[i])
				slots[i] = slots[len(slots)-1]
				slots = slots[:len(slots)-1]
			}
		case 3:
			if len(slots) > 0 {
				s.Sleep(slots[r.IntN(len(slots))])
			}
		case 4:
			if len(slots) > 0 {
				s.Wake(slots[r.IntN(len(slots))])
			}
		}
		s.Validate(b)
		require.Equal(t, len(model), s.Len())
	}
	require.Greater(t, s.Len(), 100)
	for slot, x := range model {
		require.Equal(t, x, s.Revolute(slot).TargetAngle)
	}
	for _, slot := range slots {
		s.Remove(b, slot)
	}
	s.Validate(b)
	for i := range b.Meta {
		require.EqualValues(t, None, b.Meta[i].FirstJoint)
	}
}

func TestValidateDetectsBrokenList(t *testing.T) {
	b := NewBodies()
	x, y := b.Add(Awake, geom.IdentityTransform), b.Add(Awake, geom.IdentityTransform)
	s := NewJoints()
	s.AddRevolute(b, x, y, &joint.Revolute{})
	s.Validate(b)
	b.Meta[x].FirstJoint = None
	require.Panics(t, func() { s.Validate(b) })
}

func TestConnected(t *testing.T) {
	b := NewBodies()
	x, y, z := b.Add(Awake, geom.IdentityTransform), b.Add(Awake, geom.IdentityTransform), b.Add(Awake, geom.IdentityTransform)
	s := NewJoints()
	j := s.AddRevolute(b, x, y, &joint.Revolute{})
	s.AddRevolute(b, y, z, &joint.Revolute{Base: joint.Base{CollideConnected: true}})
	require.True(t, s.Connected(b, x, y))
	require.True(t, s.Connected(b, y, x))
	require.False(t, s.Connected(b, y, z))
	require.False(t, s.Connected(b, x, z))
	s.EditRevolute(b, j, &joint.Revolute{Base: joint.Base{Disabled: true}})
	require.False(t, s.Connected(b, x, y), "a disabled joint forbids nothing")
}

// Anchors are given from the body's origin; when the centre of mass moves, the anchor
// stays where it was on the body.
func TestRecenterBody(t *testing.T) {
	b := NewBodies()
	x := b.Add(Awake, geom.Transform{P: geom.Vec2{X: 1}, R: geom.RotFromAngle(1)})
	s := NewJoints()
	j := s.AddRevolute(b, Ground, x, &joint.Revolute{LocalAnchorA: mgl64.Vec2{3, 4}, LocalAnchorB: mgl64.Vec2{1, 2}})
	before := s.RevoluteSeparation(b, j)
	row := b.Row(x)
	origin := b.Origin(x)
	b.Meta[x].LocalCenter = geom.Vec2{X: 0.3, Y: -0.2}
	b.Pose[row] = PoseOf(origin, b.Meta[x].LocalCenter)
	s.RecenterBody(b, x)
	after := s.RevoluteSeparation(b, j)
	require.InDelta(t, before.X, after.X, 1e-14)
	require.InDelta(t, before.Y, after.Y, 1e-14)
}

func TestWrongKindPanics(t *testing.T) {
	b := NewBodies()
	x := b.Add(Awake, geom.IdentityTransform)
	s := NewJoints()
	j := s.AddRevolute(b, Ground, x, &joint.Revolute{})
	s.Link[s.Row(j)].Kind = joint.NoKind
	require.PanicsWithValue(t, "joint: use of a joint as one of another kind", func() { s.Revolute(j) })
}

func TestUnwrap(t *testing.T) {
	for _, c := range [][3]float64{
		{3, -3, 3 - 2*math.Pi}, {-3, 3, -3 + 2*math.Pi}, {0.1, 20 * math.Pi, 0.1 + 20*math.Pi}, {1, 1, 1},
	} {
		require.InDelta(t, c[2], Unwrap(c[0], c[1]), 1e-12)
	}
}

// Kinds without a geometry have records of their own form.
func TestKindsOfGenericJointsHaveGeometries(t *testing.T) {
	for kind := joint.NoKind; kind < JointKinds; kind++ {
		switch kind {
		case joint.NoKind, joint.KindRevolute, joint.KindGear, joint.KindCustom, JointCompanion:
			require.Equal(t, GeometryNone, GeometryOf(kind), "%v", kind)
		default:
			require.NotEqual(t, GeometryNone, GeometryOf(kind), "%v", kind)
		}
	}
}

// A gear holds the bodies of its two joints, each once: the bodies B first.
func TestGearBodies(t *testing.T) {
	for _, test := range []struct {
		first, second [2]BodySlot // bodies A and B
		want          []BodySlot
	}{
		{[2]BodySlot{1, 2}, [2]BodySlot{3, 4}, []BodySlot{2, 4, 1, 3}},
		{[2]BodySlot{1, 2}, [2]BodySlot{1, 4}, []BodySlot{2, 4, 1}},
		{[2]BodySlot{Ground, 2}, [2]BodySlot{Ground, 4}, []BodySlot{2, 4, Ground}},
		{[2]BodySlot{1, 2}, [2]BodySlot{2, 4}, []BodySlot{2, 4, 1}},
		{[2]BodySlot{4, 2}, [2]BodySlot{3, 4}, []BodySlot{2, 4, 3}},
		{[2]BodySlot{4, 2}, [2]BodySlot{2, 4}, []BodySlot{2, 4}},
		{[2]BodySlot{1, 2}, [2]BodySlot{3, 2}, nil},
	} {
		b, s := NewBodies(), NewJoints()
		for range 4 {
			b.Add(Awake, geom.IdentityTransform)
		}
		first := s.AddRevolute(b, test.first[0], test.first[1], &joint.Revolute{})
		second := s.AddRevolute(b, test.second[0], test.second[1], &joint.Revolute{})
		require.Equal(t, test.want, s.GearBodies(first, second), "%v and %v", test.first, test.second)
	}
}
