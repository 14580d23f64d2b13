package schedule

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// Groups that are kept while nothing changes are those that a new order makes, after any change.
func TestGroupsStayAsLongAsTheyFollow(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	bodies, islands := shuffledBodies(rng, 600)
	contacts := &state.Contacts{}
	var constraints [ColorCount]Constraints
	o := NewOrder(&constraints)
	o.SetMaxGroupBodies(40)
	in := Input{Bodies: bodies, Contacts: contacts, Islands: islands, Memory: new(grow.Memory)}
	var dynamic []state.BodySlot
	for _, b := range bodies.Slots[:bodies.Awake()] {
		if islands.Of(b) != state.None {
			dynamic = append(dynamic, b)
			bodies.State[bodies.Row(b)].Flags = state.FlagDynamic
		}
	}
	kinematic := bodies.Add(state.Awake, bodies.Pose[0])
	pick := func() state.BodySlot { return dynamic[rng.IntN(len(dynamic))] }
	changes := []func(){
		func() {},
		func() { islands.Link(pick(), pick()) },
		func() {
			b := pick()
			islands.Remove(b)
			islands.Add(b)
		},
		func() { bodies.MoveTo(pick(), state.Partition(rng.IntN(2))) },
		func() {
			order := slices.Clone(bodies.Slots[:bodies.Awake()])
			slices.Reverse(order)
			bodies.Arrange(order)
		},
		func() { o.SetMaxGroupBodies(30 + rng.IntN(20)) },
		func() { // what LinkContact does: the island of the other body must leave its group
			slot := contacts.Add(state.ContactPair{BodyA: uint32(kinematic), BodyB: uint32(pick())})
			contacts.Meta[slot].Edges[0].Next = bodies.Meta[kinematic].FirstContact
			bodies.Meta[kinematic].FirstContact = uint32(slot) << 1
			contacts.Meta[slot].Color, contacts.Colors[contacts.Row(slot)] = 1, 1
			constraints[1].Contacts = append(constraints[1].Contacts, slot)
			o.MarkChanged()
		},
	}
	for range 400 {
		if rng.IntN(2) == 0 {
			changes[rng.IntN(len(changes))]()
		}
		o.Build(in, nil)
		fresh := NewOrder(&constraints)
		fresh.SetMaxGroupBodies(o.grouping.maxBodies)
		fresh.Build(in, nil)
		require.Equal(t, fresh.grouping.groups, o.grouping.groups)
		require.Equal(t, fresh.grouping.runs, o.grouping.runs)
		require.Equal(t, fresh.grouping.assigned, o.grouping.assigned)
		require.Equal(t, fresh.grouping.groupOfIsland, o.grouping.groupOfIsland[:islands.Cap()])
		require.Equal(t, fresh.sort.contactOrder, o.sort.contactOrder)
	}
	const mark = -77
	o.grouping.groups[0].bodies = mark
	o.Build(in, nil)
	require.EqualValues(t, mark, o.grouping.groups[0].bodies, "they are not made anew without a change")
	o.MarkChanged()
	o.Build(in, nil)
	require.NotEqualValues(t, mark, o.grouping.groups[0].bodies)
}
