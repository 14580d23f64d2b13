package continuous

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// The tree finds the boxes that a loop over all finds, also after changes, with boxes that are
// alike, empty, without an end or a thousand kilometres out.
func TestSweepTreeAgainstLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	randomBox := func() geom.Box {
		switch r.IntN(20) {
		case 0:
			return geom.EmptyBox()
		case 1:
			return geom.Box{Min: geom.Vec2{X: math.Inf(-1), Y: -1}, Max: geom.Vec2{X: math.Inf(1), Y: 1}}
		case 2:
			return geom.Box{Min: geom.Vec2{X: 1e6, Y: 1e6}, Max: geom.Vec2{X: 1e6 + 1, Y: 1e6 + 1}}
		}
		at := geom.Vec2{X: float64(r.IntN(30)), Y: float64(r.IntN(30))}
		return geom.Box{Min: at, Max: at.Add(geom.Vec2{X: float64(r.IntN(4)), Y: float64(r.IntN(4))})}
	}
	var tree sweepTree
	found := 0
	for range 300 {
		tree.reset()
		boxes := make([]geom.Box, r.IntN(60))
		for i := range boxes {
			boxes[i] = randomBox()
			tree.add(boxes[i])
		}
		tree.build()
		for range 10 {
			probe := randomBox()
			var want []int32
			for i, b := range boxes {
				if b.Overlaps(probe) {
					want = append(want, int32(i))
				}
			}
			got := tree.appendOverlaps(nil, probe)
			slices.Sort(got)
			require.Equal(t, want, got)
			found += len(got)
			if len(boxes) > 0 {
				i := r.IntN(len(boxes))
				boxes[i] = randomBox()
				tree.update(i, boxes[i])
			}
		}
	}
	require.Greater(t, found, 1000)
}

// Half of the leaves come before the median, whatever order they were in.
func TestSelectMedian(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	for n := 2; n < 200; n++ {
		leaves := make([]sweepLeaf, n)
		for i, item := range r.Perm(n) {
			leaves[i] = sweepLeaf{center: [2]float64{float64(r.IntN(1 + n/3)), 0}, item: int32(item)}
		}
		sorted := slices.Clone(leaves)
		slices.SortFunc(sorted, func(a, b sweepLeaf) int {
			if a.before(&b, 0) {
				return -1
			}
			return 1
		})
		k := r.IntN(n)
		selectMedian(leaves, k, 0)
		require.Equal(t, sorted[k], leaves[k])
		byItem := func(a, b sweepLeaf) int { return int(a.item - b.item) }
		slices.SortFunc(sorted[:k], byItem)
		slices.SortFunc(leaves[:k], byItem)
		require.Equal(t, sorted[:k], leaves[:k])
	}
}

// The queue gives the earliest of all times and knows who hits whom, as a list of both does.
func TestBulletQueueAgainstList(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	var q bulletQueue
	for range 100 {
		n := 1 + r.IntN(30)
		times, targets := make([]float64, n), make([]int, n)
		q.reset(n)
		for i := range n {
			times[i], targets[i] = noHit, -1
		}
		for range 200 {
			i := r.IntN(n)
			times[i], targets[i] = float64(r.IntN(13))/8, r.IntN(n+1)-1
			q.set(i, times[i], targets[i])
			first := -1
			for k, time := range times {
				if time <= 1 && (first < 0 || time < times[first]) {
					first = k
				}
			}
			require.Equal(t, first, q.first())
			target := r.IntN(n)
			var want []int32
			for k := range n {
				if targets[k] == target {
					want = append(want, int32(k))
				}
			}
			got := q.appendHitters(nil, target)
			slices.Sort(got)
			require.Equal(t, want, got)
		}
	}
}
