package grow_test

import (
	"testing"

	"github.com/carom2d/carom/internal/grow"
	"github.com/stretchr/testify/require"
)

// fill empties the list and fills it with n elements again.
func fill(s []int, tide *grow.Tide, n int) []int {
	s = grow.Empty(s, tide)
	for range n {
		s = append(s, n)
	}
	return s
}

func TestTideGivesBackWhatOneTickNeeded(t *testing.T) {
	var tide grow.Tide
	s := fill(nil, &tide, 10_000)
	for range 10 {
		s = fill(s, &tide, 7)
	}
	require.Less(t, cap(s), 300)
	require.Equal(t, []int{7, 7, 7, 7, 7, 7, 7}, s)
}

func TestTideKeepsWhatIsUsed(t *testing.T) {
	var tide grow.Tide
	s := fill(nil, &tide, 10_000)
	before := cap(s)
	for i := range 1000 {
		s = fill(s, &tide, 3100+i)
	}
	require.Equal(t, before, cap(s), "a quarter is in use")

	tide, s = grow.Tide{}, fill(nil, &tide, 200)
	before = cap(s)
	for range 1000 {
		s = fill(s, &tide, 0)
	}
	require.Equal(t, before, cap(s), "so little is not worth it")
}

// A list that fills up every so many ticks is not made anew for ever.
func TestTideLearnsPatience(t *testing.T) {
	var tide grow.Tide
	var s []int
	grown := 0
	for i := range 100_000 {
		n, before := 0, cap(s)
		if i%100 == 0 {
			n = 10_000
		}
		s = fill(s, &tide, n)
		if cap(s) > before {
			grown = i
		}
	}
	require.Less(t, grown, 1000, "kept from some tick on")
	require.GreaterOrEqual(t, cap(s), 10_000)
}

func TestTideOfColumns(t *testing.T) {
	var tide grow.Tide
	ebbs := 0
	for i := range 1000 {
		used := 0
		if i == 0 {
			used = 5000
		}
		if tide.Ebbs(used, 5000) {
			ebbs++
		}
	}
	require.Positive(t, ebbs)
	require.Less(t, ebbs, 9, "ever more seldom")
	for range 1000 {
		require.False(t, tide.Ebbs(1300, 5000))
	}
}

func TestRoom(t *testing.T) {
	s := make([]int, 3, 10)
	require.Equal(t, 10, cap(grow.Room(s, 9)), "within the capacity it is the same")
	s = grow.Room(s, 16_000)
	require.Len(t, s, 16_000)
	require.GreaterOrEqual(t, cap(s), 18_000, "what has grown will again")
	s = grow.Room([]int(nil), 16_000)
	require.Len(t, s, 16_000)
	require.Less(t, cap(s), 18_000)
	require.Empty(t, grow.Room([]int(nil), 0))
}
