package broadphase

import (
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

// AppendAmong finds in ranges of IDs what QueryClass finds, and leaves a stale tree as it is.
func TestAppendAmongMatchesQueryClass(t *testing.T) {
	for name, b := range map[string]Broadphase{"tree": NewTree(), "sweep": NewSweep(), "brute": NewBrute()} {
		r := rand.New(rand.NewPCG(8, 9))
		unitBox := func() geom.Box32 {
			x, y := r.Float64()*20, r.Float64()*20
			return geom.Box{Min: geom.Vec2{X: x, Y: y}, Max: geom.Vec2{X: x + 1, Y: y + 1}}.ToBox32()
		}
		const n = 300
		var ids []uint32
		var boxes []geom.Box32
		for id := range uint32(n) {
			b.Insert(Proxy{ID: id, Class: Class(r.IntN(classes)), Category: uint64(r.IntN(3)), Box: unitBox()})
			ids, boxes = append(ids, id), append(boxes, unitBox())
		}
		b.Update(ids, boxes)
		require.Equal(t, name == "tree", b.Stale(Moving), name)
		for i := range 100 {
			box, class := unitBox(), Class(i%classes)
			var got, want []uint32
			for lo := 0; lo < n; lo += 70 {
				got = b.AppendAmong(got, lo, min(lo+70, n), class, box)
			}
			if i < 3 {
				require.Equal(t, name == "tree", b.Stale(class), name)
			}
			b.QueryClass(class, box, ^uint64(0), func(id uint32) bool { want = append(want, id); return true })
			require.False(t, b.Stale(class), name)
			slices.Sort(want)
			require.Equal(t, want, got, name)
		}
	}
}
