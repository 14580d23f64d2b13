package unionfind

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// flood is the slow twin: the smallest element reachable over the edges.
func flood(n int, edges [][2]uint32) []uint32 {
	root := make([]uint32, n)
	for i := range root {
		root[i] = uint32(i)
	}
	for changed := true; changed; {
		changed = false
		for _, e := range edges {
			least := min(root[e[0]], root[e[1]])
			for _, v := range e {
				if root[v] != least {
					root[v] = least
					changed = true
				}
			}
		}
	}
	return root
}

func TestAgainstFlood(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var f Forest
	for range 300 {
		n := 1 + rng.IntN(60)
		edges := make([][2]uint32, rng.IntN(n+1))
		for i := range edges {
			edges[i] = [2]uint32{uint32(rng.IntN(n)), uint32(rng.IntN(n))}
		}
		want := flood(n, edges)
		for range 3 { // three orders, one result
			rng.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
			f.Reset(n)
			require.Equal(t, n, f.Len())
			sets := n
			for _, e := range edges {
				apart := !f.Same(e[0], e[1])
				require.Equal(t, apart, f.Union(e[0], e[1]))
				require.True(t, f.Same(e[1], e[0]))
				if apart {
					sets--
				}
			}
			roots := 0
			for i := range uint32(n) {
				require.Equal(t, want[i], f.Find(i))
				if f.Find(i) == i {
					roots++
				}
			}
			require.Equal(t, sets, roots)
		}
	}
}

func TestGrowKeepsSets(t *testing.T) {
	var f Forest
	f.Reset(3)
	f.Union(1, 2)
	f.Grow(5)
	f.Grow(2)
	require.Equal(t, 5, f.Len())
	require.Equal(t, uint32(1), f.Find(2))
	require.Equal(t, uint32(4), f.Find(4))
	require.Panics(t, func() { f.Find(5) })
}

func TestLongChainsStayShallow(t *testing.T) {
	const n = 1 << 16
	var f Forest
	f.Reset(n)
	for i := uint32(n - 1); i > 0; i-- {
		f.Union(i, i-1) // each root hangs under the next: one long path
	}
	for range 20 {
		require.Zero(t, f.Find(n-1))
	}
	depth := 0
	for i := uint32(n - 1); f.parent[i] != i; i = f.parent[i] {
		depth++
	}
	require.Equal(t, 1, depth, "twenty halvings flatten a path of 2^16")
}

func TestValidateFindsABrokenOrder(t *testing.T) {
	f := Forest{parent: []uint32{1, 1}}
	require.PanicsWithValue(t, "unionfind: a parent is larger than its child", func() { f.validateAt(0) })
}

func TestResetDoesNotAllocateWhenWarm(t *testing.T) {
	var f Forest
	f.Reset(1000)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		f.Reset(1000)
		f.Union(3, 999)
		f.Find(999)
	}))
}
