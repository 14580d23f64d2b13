package broadphase

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
)

// A mirror answers as the original did at the copy, on many goroutines, while the original
// changes. The mirrors of the harness show that a copy brought up to date is a new copy.
func TestMirrorKeepsItsAnswers(t *testing.T) {
	for _, b := range allBroadphases() {
		r := rand.New(rand.NewPCG(3, 3))
		for id := range uint32(500) {
			b.Insert(Proxy{id, Class(id % classes), 1 + uint64(id%3), randomBox(r, 8, 0.1, 2)})
		}
		ask := func(b Queries, k int) []uint32 {
			box := geom.Box32{MinX: float32(k%8) - 4, MinY: float32(k/8) - 4, MaxX: float32(k%8) - 2, MaxY: float32(k/8) - 3}
			return queryHits(b, box, 1)
		}
		want := make([][]uint32, 64)
		for k := range want {
			want[k] = ask(b, k)
		}
		var m Mirror
		m.Copy(b)
		var readers sync.WaitGroup
		got := make([][][]uint32, 3)
		for g := range got {
			got[g] = make([][]uint32, len(want))
			readers.Go(func() {
				for k := range want {
					got[g][k] = ask(m.Queries(), k)
				}
			})
		}
		for id := range uint32(500) {
			b.Move(id, randomBox(r, 8, 0.1, 2))
		}
		b.Remove(7)
		readers.Wait()
		for g := range got {
			require.Equal(t, want, got[g], "%T", b)
		}
		require.NotEqual(t, want[9], ask(b, 9))
		m.Copy(b)
		for k := range want {
			require.Equal(t, ask(b, k), ask(m.Queries(), k), "%T", b)
		}
		m.tree.validateNodes()
	}
}

func TestMirrorOfAnotherBroadphase(t *testing.T) {
	tree, sweep := NewTree(), NewSweep()
	tree.Insert(Proxy{0, Moving, 1, geom.Box32{MaxX: 1, MaxY: 1}})
	tree.Insert(Proxy{2, Moving, 1, geom.Box32{MaxX: 1, MaxY: 1}})
	sweep.Insert(Proxy{0, Moving, 1, geom.Box32{MinX: 5, MaxX: 6, MaxY: 1}})
	var m Mirror
	m.Copy(tree)
	m.Copy(sweep)
	require.Empty(t, queryHits(m.Queries(), geom.Box32{MaxX: 1, MaxY: 1}, 1))
	require.Equal(t, []uint32{0}, queryHits(m.Queries(), geom.Box32{MaxX: 5, MaxY: 1}, 1))
	var none struct{ Broadphase }
	require.PanicsWithValue(t, "broadphase: a copy of a struct { broadphase.Broadphase }, which is not of this package", func() { m.Copy(none) })
}

func TestMirrorDoesNotAllocate(t *testing.T) {
	s := newBoxCloud(2000)
	tree := NewTree()
	s.fill(tree)
	var m Mirror
	ask := func() {
		m.Queries().Query(AllClasses, geom.Box32{MaxX: 1, MaxY: 1}, 1, func(uint32) bool { return true })
	}
	for range 3 {
		m.Copy(tree)
		ask()
	}
	require.Zero(t, testing.AllocsPerRun(20, func() {
		s.step(1)
		tree.Update(s.ids, s.newBoxes)
		m.Copy(tree)
		ask()
	}))
}
