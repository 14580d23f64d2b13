package broadphase

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// QueryClass finds the proxies that Query finds, class by class, in every implementation.
func TestQueryClassMatchesQuery(t *testing.T) {
	for name, b := range map[string]Broadphase{"tree": NewTree(), "sweep": NewSweep(), "brute": NewBrute()} {
		r := rand.New(rand.NewPCG(7, 9))
		class := map[uint32]Class{}
		unitBox := func() geom.Box32 {
			x, y := r.Float64()*20, r.Float64()*20
			return geom.Box{Min: geom.Vec2{X: x, Y: y}, Max: geom.Vec2{X: x + 1, Y: y + 1}}.ToBox32()
		}
		for id := range uint32(300) {
			class[id] = Class(r.IntN(classes))
			b.Insert(Proxy{ID: id, Class: class[id], Category: 1 << r.IntN(3), Box: unitBox()})
		}
		for range 100 {
			box, mask := unitBox(), uint64(1+r.IntN(7))
			var want, got [classes][]uint32
			b.Query(box, mask, func(id uint32) bool { want[class[id]] = append(want[class[id]], id); return true })
			for c := range Class(classes) {
				b.QueryClass(c, box, mask, func(id uint32) bool { got[c] = append(got[c], id); return true })
				slices.Sort(want[c])
				slices.Sort(got[c])
				require.Equal(t, want[c], got[c], name)
			}
		}
	}
}

// The first queries of the Moving class go through the boxes of a dirty tree, later ones through
// the tree. All find what a loop over all proxies finds, pending proxies as well.
func TestQueriesOfADirtyTreeMatchBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 10))
	tree, brute := NewTree(), NewBrute()
	randomBox := func(size float64) geom.Box32 {
		x, y := r.Float64()*20, r.Float64()*20
		if r.IntN(50) == 0 {
			x = math.Inf(-1)
		}
		return geom.Box{Min: geom.Vec2{X: x, Y: y}, Max: geom.Vec2{X: max(x, 0) + size, Y: y + size}}.ToBox32()
	}
	insert := func(id uint32) {
		p := Proxy{ID: id, Class: Class(r.IntN(classes)), Category: 1 << r.IntN(3), Box: randomBox(1)}
		tree.Insert(p)
		brute.Insert(p)
	}
	for id := range uint32(200) {
		insert(id)
	}
	tree.ensureAllFresh()
	found := 0
	for id := uint32(200); id < 240; id++ {
		ids, boxes := make([]uint32, 100), make([]geom.Box32, 100)
		for i := range ids {
			ids[i], boxes[i] = uint32(i), randomBox(1)
		}
		tree.Update(ids, boxes)
		brute.Update(ids, boxes)
		insert(id)
		tree.Remove(id - 100)
		brute.Remove(id - 100)
		require.True(t, tree.dirty[Moving].Load())
		for i := range maxScans + 2 {
			box, mask := randomBox(4), uint64(1+r.IntN(7))
			var want, got []uint32
			brute.QueryClass(Moving, box, mask, func(id uint32) bool { want = append(want, id); return true })
			tree.QueryClass(Moving, box, mask, func(id uint32) bool { got = append(got, id); return true })
			slices.Sort(got)
			slices.Sort(want)
			require.Equal(t, want, got)
			require.Equal(t, i < maxScans, tree.dirty[Moving].Load(), "query %d", i)
			found += len(got)
		}
		tree.QueryClass(Moving, geom.Box32{MinX: float32(math.NaN())}, 7, func(uint32) bool { panic("found something") })
	}
	require.Greater(t, found, 300)
}
