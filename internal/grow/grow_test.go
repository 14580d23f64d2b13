package grow_test

import (
	"testing"

	"github.com/carom2d/carom/internal/grow"
	"github.com/stretchr/testify/require"
)

func TestAppendKeepsElements(t *testing.T) {
	var s []int
	for i := range 10_000 {
		s = grow.Append(s, i)
		require.LessOrEqual(t, cap(s), len(s)+len(s)/8+40)
	}
	for i, v := range s {
		require.Equal(t, i, v)
	}
}

func TestResize(t *testing.T) {
	s := grow.Resize([]int{1, 2, 3}[:2], 3)
	require.Equal(t, []int{1, 2, 3}, s, "within the capacity nothing moves")
	s = grow.Resize(s, 100)
	require.Len(t, s, 100)
	require.Equal(t, []int{1, 2, 3, 0}, s[:4])
	require.Len(t, grow.Resize(s, 5), 5)
	require.Empty(t, grow.Resize([]int(nil), 0))
}
