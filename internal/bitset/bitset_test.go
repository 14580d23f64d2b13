package bitset

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// members visits s with Next.
func members(s *Set) []int {
	out := []int{}
	for i := s.Next(0); i >= 0; i = s.Next(i + 1) {
		out = append(out, i)
	}
	return out
}

func TestZeroSetIsEmpty(t *testing.T) {
	var s Set
	require.Equal(t, -1, s.Next(0))
	require.Equal(t, -1, s.Next(1000))
	require.Zero(t, s.Cap())
	require.False(t, s.Has(0))
	require.False(t, s.Has(1<<31))
	s.ClearAll()
}

func TestSetBeyondTheCapacityPanics(t *testing.T) {
	var s Set
	s.Grow(65)
	require.Equal(t, 128, s.Cap())
	s.Set(127)
	require.Panics(t, func() { s.Set(128) })
}

func TestGrowKeepsMembersAndAddsNone(t *testing.T) {
	var s Set
	s.Grow(100)
	s.Set(63)
	s.Set(64)
	s.Set(99)
	s.Grow(10)
	require.Equal(t, 128, s.Cap(), "Grow never shrinks")
	s.Grow(100_000)
	require.Equal(t, []int{63, 64, 99}, members(&s))
	s.Grow(100_001)
	s.Grow(199_999) // within the doubled allocation
	require.Equal(t, []int{63, 64, 99}, members(&s))
}

func TestNextWhileClearing(t *testing.T) {
	var s Set
	s.Grow(300)
	for _, i := range []uint32{0, 1, 62, 63, 64, 127, 128, 299} {
		s.Set(i)
	}
	var seen []int
	for i := s.Next(0); i >= 0; i = s.Next(i + 1) {
		s.Words()[i/64] &^= 1 << (i % 64)
		seen = append(seen, i)
	}
	require.Equal(t, []int{0, 1, 62, 63, 64, 127, 128, 299}, seen)
	require.Empty(t, members(&s))
}

// The model is a sorted slice of members found by plain search.
func TestAgainstModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var s, u Set
		model := map[int]bool{}
		other := map[int]bool{}
		size := 1 + rng.IntN(400)
		s.Grow(size)
		u.Grow(1 + rng.IntN(size))
		for range 200 {
			i := rng.IntN(size)
			switch rng.IntN(3) {
			case 0, 1:
				s.Set(uint32(i))
				model[i] = true
			case 2:
				if i < u.Cap() {
					u.Set(uint32(i))
					other[i] = true
				}
			}
		}
		requireSame(t, model, &s)
		for i := range size + 200 {
			require.Equal(t, model[i], s.Has(uint32(i)))
		}

		var union Set
		union.Union(&s)
		union.Union(&u)
		sum := map[int]bool{}
		for i := range size {
			if model[i] || other[i] {
				sum[i] = true
			}
		}
		requireSame(t, sum, &union)
		requireSame(t, model, &s)
		requireSame(t, other, &u)
		s.ClearAll()
		require.Empty(t, members(&s))
	}
}

func TestUnionGrowsTheSmallerSet(t *testing.T) {
	var s, u Set
	u.Grow(1000)
	u.Set(999)
	s.Union(&u)
	require.Equal(t, []int{999}, members(&s))
	s.Union(&Set{})
	require.Equal(t, []int{999}, members(&s))
	require.Len(t, s.Words(), s.Cap()/64)
}

func TestWarmSetDoesNotAllocate(t *testing.T) {
	var s, u Set
	s.Grow(1000)
	u.Grow(1000)
	u.Set(77)
	n := testing.AllocsPerRun(10, func() {
		s.Grow(1000)
		s.Set(5)
		s.Union(&u)
		s.ClearAll()
	})
	require.Zero(t, n)
}

func requireSame(t *testing.T, model map[int]bool, s *Set) {
	t.Helper()
	want := []int{}
	for i := range model {
		want = append(want, i)
	}
	slices.Sort(want)
	require.Equal(t, want, members(s))
}

func BenchmarkIterateSparse(b *testing.B) {
	var s Set
	s.Grow(1 << 16)
	for i := uint32(0); i < 1<<16; i += 97 {
		s.Set(i)
	}
	for b.Loop() {
		for i := s.Next(0); i >= 0; i = s.Next(i + 1) {
		}
	}
}
