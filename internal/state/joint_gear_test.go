package state

import (
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/stretchr/testify/require"
)

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
