package schedule

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// Groups are made without a look at the islands that sleep.
func TestGroupsLeaveSleepingIslandsAlone(t *testing.T) {
	bodies, islands := shuffledBodies(rand.New(rand.NewPCG(7, 8)), 2000)
	for _, b := range append([]state.BodySlot(nil), bodies.Slots[:bodies.Awake()]...) {
		if islands.Of(b) != state.None && islands.Of(b)%10 != 0 {
			bodies.MoveTo(b, state.Asleep)
		}
	}
	var constraints [ColorCount]Constraints
	o := NewOrder(&constraints)
	o.SetMaxGroupBodies(200)
	in := Input{Bodies: bodies, Contacts: &state.Contacts{}, Islands: islands, Memory: new(grow.Memory)}
	o.Build(in, nil)
	require.Greater(t, o.Groups(), 1)
	require.LessOrEqual(t, len(o.grouping.assigned), bodies.Awake())
	require.Positive(t, bodies.AsleepEnd()-bodies.Awake())
	const mark = -77
	sleeping := map[uint32]bool{}
	for _, b := range bodies.Slots[bodies.Awake():bodies.AsleepEnd()] {
		sleeping[islands.Of(b)] = true
		o.grouping.groupOfIsland[islands.Of(b)] = mark
	}
	before := append([]islandGroup(nil), o.grouping.assigned...)
	for range 3 {
		o.MarkChanged()
		o.Build(in, nil)
	}
	require.Equal(t, before, o.grouping.assigned)
	for i := range sleeping {
		require.EqualValues(t, mark, o.grouping.groupOfIsland[i])
	}
	o.Restored()
	o.Build(in, nil)
	require.Equal(t, before, o.grouping.assigned)
	for i := range sleeping {
		require.EqualValues(t, noIndex, o.grouping.groupOfIsland[i])
	}
}
