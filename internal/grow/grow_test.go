package grow_test

import (
	"testing"
	"unsafe"

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

// The columns of a stage do not overlap, also when the memory grows between them, and the next
// stage gets the same memory.
func TestMemoryCarvesColumns(t *testing.T) {
	var m grow.Memory
	for range 3 {
		m.Fit()
		m.Begin()
		a := grow.Carve[byte](&m, 1)
		b := grow.Carve[[3]uint32](&m, 1000)
		c := grow.Carve[float64](&m, 7)
		require.Empty(t, grow.Carve[byte](&m, 0))
		a[0] = 1
		for i := range b {
			b[i] = [3]uint32{2, 2, 2}
		}
		for i := range c {
			c[i] = 3
		}
		require.Equal(t, byte(1), a[0])
		for i := range b {
			require.Equal(t, [3]uint32{2, 2, 2}, b[i])
		}
		require.Zero(t, uintptr(unsafe.Pointer(&b[0]))%64, "a column begins with a cache line")
	}
	m.Begin()
	a := grow.Carve[uint32](&m, 3000)
	m.Begin()
	b := grow.Carve[byte](&m, 5)
	require.Equal(t, unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]))
	require.Zero(t, testing.AllocsPerRun(10, func() {
		m.Begin()
		grow.Carve[uint32](&m, 3000)
	}))
}

// Memory that a single tick needed is freed. A quarter of slack is kept.
func TestMemoryFits(t *testing.T) {
	var m grow.Memory
	tick := func(bytes int) *byte {
		m.Fit()
		m.Begin()
		return &grow.Carve[byte](&m, bytes)[0]
	}
	tick(1 << 20)
	large := tick(900 << 10)
	for range 100 {
		require.Same(t, large, tick(900<<10))
	}
	for range 100 {
		tick(1 << 10)
	}
	require.NotSame(t, large, tick(1<<10))
}

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
