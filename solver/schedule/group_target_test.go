package schedule

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Many workers get smaller groups, so that each has several; few keep those that fill their cache.
func TestManyWorkersGetSmallerGroups(t *testing.T) {
	require.Equal(t, 256, groupTarget(3000, 1, maxGroupBodies))
	require.Equal(t, 256, groupTarget(3000, 2, maxGroupBodies))
	require.Equal(t, 128, groupTarget(3000, 8, maxGroupBodies))
	require.Equal(t, maxGroupBodies, groupTarget(22_000, 2, maxGroupBodies))
	require.Equal(t, 22_000/48, groupTarget(22_000, 8, maxGroupBodies))
	require.Equal(t, 22_000/96, groupTarget(22_000, 16, maxGroupBodies))
	require.Equal(t, 8, groupTarget(22_000, 16, 8))
}
