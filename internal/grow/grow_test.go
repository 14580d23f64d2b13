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
