package grow_test

import (
	"testing"

	"github.com/carom2d/carom/internal/grow"
	"github.com/stretchr/testify/require"
)

// fill empties the list and fills it with n elements again.
func fill(s []int, shrinker *grow.Shrinker, n int) []int {
	s = grow.Empty(s, shrinker)
	for range n {
		s = append(s, n)
	}
	return s
}

func TestShrinkerFreesPeakOfOneTick(t *testing.T) {
	var shrinker grow.Shrinker
	s := fill(nil, &shrinker, 10_000)
	for range 10 {
		s = fill(s, &shrinker, 7)
	}
	require.Less(t, cap(s), 300)
	require.Equal(t, []int{7, 7, 7, 7, 7, 7, 7}, s)
}

func TestShrinkerKeepsUsedCapacity(t *testing.T) {
	var shrinker grow.Shrinker
	s := fill(nil, &shrinker, 10_000)
	before := cap(s)
	for i := range 1000 {
		s = fill(s, &shrinker, 3100+i)
	}
	require.Equal(t, before, cap(s), "a quarter is in use")

	shrinker, s = grow.Shrinker{}, fill(nil, &shrinker, 200)
	before = cap(s)
	for range 1000 {
		s = fill(s, &shrinker, 0)
	}
	require.Equal(t, before, cap(s), "the gain would be too small")
}

// A list that fills up now and then is not reallocated for ever.
func TestShrinkerBacksOff(t *testing.T) {
	var shrinker grow.Shrinker
	var s []int
	grown := 0
	for i := range 100_000 {
		n, before := 0, cap(s)
		if i%100 == 0 {
			n = 10_000
		}
		s = fill(s, &shrinker, n)
		if cap(s) > before {
			grown = i
		}
	}
	require.Less(t, grown, 1000, "kept from some tick on")
	require.GreaterOrEqual(t, cap(s), 10_000)
}

func TestShouldShrink(t *testing.T) {
	var shrinker grow.Shrinker
	shrinks := 0
	for i := range 1000 {
		used := 0
		if i == 0 {
			used = 5000
		}
		if shrinker.ShouldShrink(used, 5000) {
			shrinks++
		}
	}
	require.Positive(t, shrinks)
	require.Less(t, shrinks, 9, "at growing intervals")
	for range 1000 {
		require.False(t, shrinker.ShouldShrink(1300, 5000))
	}
}

func TestResizeDiscard(t *testing.T) {
	s := make([]int, 3, 10)
	require.Equal(t, 10, cap(grow.ResizeDiscard(s, 9)), "within the capacity it is the same")
	s = grow.ResizeDiscard(s, 16_000)
	require.Len(t, s, 16_000)
	require.GreaterOrEqual(t, cap(s), 18_000, "a slice that has grown once gets a reserve")
	s = grow.ResizeDiscard([]int(nil), 16_000)
	require.Len(t, s, 16_000)
	require.Less(t, cap(s), 18_000)
	require.Empty(t, grow.ResizeDiscard([]int(nil), 0))
}
