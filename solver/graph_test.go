package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/joint"
	"github.com/stretchr/testify/require"
)

// bodyStore is a store of dynamic and static bodies, for tests of colours.
func bodyStore(dynamic, static int) *state.Bodies {
	b := state.NewBodies()
	for range dynamic {
		b.State[b.Row(b.Add(state.Awake, geom.IdentityTransform))].Flags = state.FlagDynamic
	}
	for range static {
		b.Meta[b.Add(state.Inactive, geom.IdentityTransform)].Type = body.Static
	}
	return b
}

// Random links and unlinks of contacts and joints keep every promise of a colour.
func TestColorsStayValid(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	b := bodyStore(30, 4)
	var c state.Contacts
	j := state.NewJoints()
	s := New()
	var contacts []state.ContactSlot
	var joints []state.JointSlot
	pair := func() (uint32, uint32) {
		x := uint32(1 + r.IntN(30))
		y := uint32(r.IntN(35))
		for y == x {
			y = uint32(r.IntN(35))
		}
		if r.IntN(2) == 0 {
			return y, x
		}
		return x, y
	}
	for range 4000 {
		switch k := r.IntN(7); {
		case k < 3:
			x, y := pair()
			slot := c.Add(state.ContactPair{BodyA: x, BodyB: y})
			s.LinkContact(&c, slot, b)
			contacts = append(contacts, slot)
		case k == 3:
			x, y := pair()
			slot := j.AddRevolute(b, state.BodySlot(x), state.BodySlot(y), &joint.Revolute{})
			s.LinkJoint(j, slot, b)
			joints = append(joints, slot)
		case k < 6 && len(contacts) > 0:
			i := r.IntN(len(contacts))
			s.UnlinkContact(&c, contacts[i], b)
			c.Remove(contacts[i])
			contacts[i] = contacts[len(contacts)-1]
			contacts = contacts[:len(contacts)-1]
		case len(joints) > 0:
			i := r.IntN(len(joints))
			s.UnlinkJoint(j, joints[i], b)
			j.Remove(b, joints[i])
			joints[i] = joints[len(joints)-1]
			joints = joints[:len(joints)-1]
		}
		s.Validate(&c, j, b)
	}
	require.NotZero(t, s.constraints[overflow].Len(), "thirty bodies with so many contacts must overflow")
	for _, slot := range contacts {
		s.UnlinkContact(&c, slot, b)
	}
	for _, slot := range joints {
		s.UnlinkJoint(j, slot, b)
	}
	s.Validate(&c, j, b)
	require.Zero(t, s.Colors())
}

func TestValidateDetectsSharedBody(t *testing.T) {
	b := bodyStore(3, 0)
	var c state.Contacts
	s := New()
	first := c.Add(state.ContactPair{BodyA: 1, BodyB: 2})
	second := c.Add(state.ContactPair{BodyA: 2, BodyB: 3})
	s.LinkContact(&c, first, b)
	s.LinkContact(&c, second, b)
	s.Validate(&c, nil, b)
	require.NotEqual(t, c.Meta[first].Color, c.Meta[second].Color)
	c.Pair[c.Rows[first]].BodyB = 3
	require.Panics(t, func() { s.Validate(&c, nil, b) })
}

// A chain needs two colours, and contacts with a static body take none of the lower colours.
func TestColorCountIsSmall(t *testing.T) {
	b := bodyStore(100, 1)
	var c state.Contacts
	s := New()
	for i := uint32(1); i < 100; i++ {
		s.LinkContact(&c, c.Add(state.ContactPair{BodyA: i, BodyB: i + 1}), b)
	}
	require.Equal(t, 2, s.Colors())
	for i := uint32(1); i <= 100; i++ {
		slot := c.Add(state.ContactPair{BodyA: 101, BodyB: i})
		s.LinkContact(&c, slot, b)
		require.EqualValues(t, colorCount-1, c.Meta[slot].Color)
	}
	require.Equal(t, 3, s.Colors())
}

func TestLinkMisusePanics(t *testing.T) {
	b := bodyStore(1, 2)
	var c state.Contacts
	s := New()
	slot := c.Add(state.ContactPair{BodyA: 1, BodyB: 2})
	require.PanicsWithValue(t, "solver: the contact is not linked", func() { s.UnlinkContact(&c, slot, b) })
	s.LinkContact(&c, slot, b)
	require.PanicsWithValue(t, "solver: the contact is linked already", func() { s.LinkContact(&c, slot, b) })
	dead := c.Add(state.ContactPair{BodyA: 2, BodyB: 3})
	require.PanicsWithValue(t, "solver: a constraint needs a dynamic body", func() { s.LinkContact(&c, dead, b) })
	j := state.NewJoints()
	js := j.AddRevolute(b, 1, 2, &joint.Revolute{})
	require.PanicsWithValue(t, "solver: the joint is not linked", func() { s.UnlinkJoint(j, js, b) })
	s.LinkJoint(j, js, b)
	require.PanicsWithValue(t, "solver: the joint is linked already", func() { s.LinkJoint(j, js, b) })
}
