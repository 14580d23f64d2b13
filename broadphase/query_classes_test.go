package broadphase

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// A query of some classes finds the proxies of these classes that a query of all finds, in every
// implementation.
func TestQueriesOfClassesMatch(t *testing.T) {
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
			var want [classes][]uint32
			b.Query(AllClasses, box, mask, func(id uint32) bool { want[class[id]] = append(want[class[id]], id); return true })
			for among := range AllClasses + 1 {
				var few, got []uint32
				for c := range Class(classes) {
					if among.has(c) {
						few = append(few, want[c]...)
					}
				}
				slices.Sort(few)
				b.QueryClasses(among, box, mask, func(id uint32) bool { got = append(got, id); return true })
				slices.Sort(got)
				require.Equal(t, few, got, name)
				got = nil
				b.Query(among, box, mask, func(id uint32) bool { got = append(got, id); return true })
				slices.Sort(got)
				require.Equal(t, few, got, name)
			}
		}
	}
}

// AppendAmong finds in ranges of IDs what QueryClasses finds, and leaves a stale tree as it is.
func TestAppendAmongMatchesQueryClasses(t *testing.T) {
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
			if i < classes {
				require.Equal(t, name == "tree", b.Stale(class), name)
			}
			b.QueryClasses(1<<class, box, ^uint64(0), func(id uint32) bool { want = append(want, id); return true })
			require.False(t, b.Stale(class), name)
			slices.Sort(want)
			require.Equal(t, want, got, name)
		}
	}
}
