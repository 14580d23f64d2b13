package broadphase

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// fillAll fills all implementations with the same random boxes.
func fillAll(seed uint64, n int) []Broadphase {
	impls := allBroadphases()
	for _, b := range impls {
		r := rand.New(rand.NewPCG(10, seed))
		for id := range uint32(n) {
			b.Insert(Proxy{id, Class(r.IntN(classes)), 1 << r.IntN(4), randomBox(r, 20, 0.2, 2)})
		}
	}
	return impls
}

// TestRayCastClipsToNearest: a visitor that shortens the cast to each hit ends with the nearest
// one, and a Tree visits few others.
func TestRayCastClipsToNearest(t *testing.T) {
	impls := fillAll(1, 1500)
	r := rand.New(rand.NewPCG(10, 2))
	visits := 0
	for range 300 {
		ray := geom.Ray{
			Origin:      geom.Vec2{X: 40*r.Float64() - 20, Y: 40*r.Float64() - 20},
			Translation: geom.Vec2{X: 60*r.Float64() - 30, Y: 60*r.Float64() - 30},
		}
		swept := makeSweptRay(ray, 0.1, 1, 5)
		want := noHit
		for _, box := range impls[0].Boxes() {
			want = min(want, swept.hitFraction(box, 1)) // of any category
		}
		nearest := make([]float64, len(impls))
		for i, b := range impls {
			nearest[i] = noHit
			b.RayCast(ray, 0.1, 1, 5, func(id uint32, limit float64) float64 {
				if i == 0 {
					visits++
				}
				at := swept.hitFraction(b.Box(id), 1)
				require.LessOrEqual(t, at, limit)
				nearest[i] = min(nearest[i], at)
				return min(limit, at)
			})
			require.GreaterOrEqual(t, nearest[i], want)
			require.Equal(t, nearest[0], nearest[i])
		}
	}
	require.Less(t, visits, 300*4, "one or two per tree, of which there are three")
}

// TestRayCastLimits: all kinds of results of a visitor, and of first limits.
func TestRayCastLimits(t *testing.T) {
	for _, b := range allBroadphases() {
		t.Run(fmt.Sprintf("%T", b), func(t *testing.T) {
			for id := range uint32(20) {
				x := float32(id)
				b.Insert(Proxy{id, Class(id % 3), 1, geom.Box32{MinX: x, MaxX: x + 0.5, MaxY: 1}})
			}
			ray := geom.Ray{Origin: geom.Vec2{X: -1, Y: 0.5}, Translation: geom.Vec2{X: 20}}
			count := func(first float64, answer func(limit float64) float64) int {
				n := 0
				b.RayCast(ray, 0, first, 1, func(_ uint32, limit float64) float64 {
					n++
					require.LessOrEqual(t, limit, first)
					return answer(limit)
				})
				return n
			}
			keep := func(limit float64) float64 { return limit }
			require.Equal(t, 20, count(1, keep))
			require.Equal(t, 10, count(0.5, keep))
			require.Equal(t, 20, count(2, keep))
			require.Equal(t, 0, count(0, keep))
			require.Equal(t, 0, count(-1, keep))
			require.Equal(t, 1, count(1, func(float64) float64 { return -1 }))
			require.Equal(t, 20, count(1, func(float64) float64 { return 5 }), "a larger limit has no effect")
			n := 0
			b.Query(AllClasses, geom.Box32{MaxX: 30, MaxY: 1}, 1, func(uint32) bool { n++; return n < 7 })
			require.Equal(t, 7, n)
			b.Query(AllClasses, geom.Box32{MaxX: 30, MaxY: 1}, 2, func(uint32) bool { t.Error("wrong category"); return true })
			nan := float32(math.NaN())
			b.Query(AllClasses, geom.Box32{MinX: 0, MaxX: nan, MaxY: 1}, 1, func(uint32) bool { t.Error("overlaps NaN"); return true })
			started := 0
			inside := geom.Ray{Origin: geom.Vec2{X: 3.25, Y: 0.5}, Translation: geom.Vec2{X: 1e-3}}
			b.RayCast(inside, 0, 0, 1, func(id uint32, limit float64) float64 {
				require.Equal(t, uint32(3), id)
				started++
				return limit
			})
			require.Equal(t, 1, started, "a ray meets at fraction zero the box that it begins in")
			b.RayCast(geom.Ray{Origin: geom.Vec2{X: 3.25, Y: 0.5}}, 0.1, 1, 1, func(id uint32, limit float64) float64 {
				require.Equal(t, uint32(3), id)
				started++
				return limit
			})
			require.Equal(t, 2, started, "so does a ray of length zero")
		})
	}
}

// TestConcurrentQueries: many goroutines may query at once.
func TestConcurrentQueries(t *testing.T) {
	for _, b := range fillAll(3, 400) {
		want := queryHits(b, geom.Box32{MinX: -5, MinY: -5, MaxX: 5, MaxY: 5}, 7)
		require.NotEmpty(t, want)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for range 20 {
					if got := queryHits(b, geom.Box32{MinX: -5, MinY: -5, MaxX: 5, MaxY: 5}, 7); !slices.Equal(got, want) {
						t.Errorf("%T finds %d of %d", b, len(got), len(want))
					}
					b.RayCast(geom.Ray{Translation: geom.Vec2{X: 20, Y: 3}}, 0.1, 1, 7, func(_ uint32, limit float64) float64 { return limit })
				}
			})
		}
		wait.Wait()
	}
}

// TestWarmStepDoesNotAllocate: once warm, nothing allocates: steps in which all, some,
// few or no boxes move and some are inserted and removed, and queries.
func TestWarmStepDoesNotAllocate(t *testing.T) {
	for _, every := range []int{1, 7, 40} {
		for _, b := range allBroadphases() {
			name := fmt.Sprintf("%T, one in %d", b, every)
			s := newBoxCloud(300)
			s.fill(b)
			var pairs []Pair
			nextID := uint32(0)
			step := func() {
				s.step(every)
				b.Update(s.ids, s.newBoxes)
				for range 3 {
					nextID = (nextID + 13) % 300
					b.Remove(nextID)
					b.Insert(Proxy{ID: nextID, Class: Moving, Category: 1, Box: s.boxes[nextID]})
				}
				pairs = b.Pairs(pairs[:0])
				pairs = b.Pairs(pairs[:0])
			}
			for range 40 {
				step()
			}
			require.Zero(t, testing.AllocsPerRun(10, step), name)
			found := 0
			visit := func(uint32) bool { found++; return true }
			onHit := func(_ uint32, limit float64) float64 { found++; return limit }
			require.Zero(t, testing.AllocsPerRun(10, func() {
				b.Query(AllClasses, geom.Box32{MinX: -3, MinY: -3, MaxX: 3, MaxY: 3}, 1, visit)
				b.RayCast(geom.Ray{Translation: geom.Vec2{X: 9, Y: 2}}, 0.1, 1, 1, onHit)
				b.BoxCast(geom.Box32{MaxX: 1, MaxY: 1}, geom.Vec2{X: 9, Y: 2}, 1, 1, onHit)
			}), name)
			require.NotZero(t, found)
		}
	}
}

// A search for a category does not look below nodes that hold none of it. Their
// children are replaced by a leaf that does not exist: a search that goes there
// finds it.
func TestCategoriesPruneTheTree(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0))
	tree := NewTree()
	want := 0
	for id := range uint32(2000) {
		category := uint64(1)
		if r.IntN(50) == 0 {
			category = 2
			want++
		}
		x, y := float32(100*r.Float64()), float32(100*r.Float64())
		tree.Insert(Proxy{ID: id, Class: Moving, Category: category, Box: geom.Box32{MinX: x, MinY: y, MaxX: x + 1, MaxY: y + 1}})
	}
	tree.Query(AllClasses, geom.Box32{}, 2, func(uint32) bool { return true }) // links the pending proxies
	const fakeID = 1 << 20
	everything := geom.Box32{MaxX: 200, MaxY: 200}
	pruned := 0
	for i := range tree.nodes {
		n := &tree.nodes[i]
		if i < classes || n.weight == 0 || (n.mask[0]|n.mask[1])&2 != 0 {
			continue
		}
		for s := range 2 {
			n.box[s], n.mask[s], n.child[s] = rankBox(everything), ^uint64(0), leafRef(fakeID)
		}
		pruned++
	}
	require.Greater(t, pruned, 1000)
	seen := map[uint32]int{}
	onHit := func(id uint32, limit float64) float64 { seen[id]++; return limit }
	tree.Query(AllClasses, everything, 2, func(id uint32) bool { seen[id]++; return true })
	require.Len(t, seen, want)
	for range 50 {
		from := geom.Vec2{X: 100 * r.Float64(), Y: -1}
		tree.RayCast(geom.Ray{Origin: from, Translation: geom.Vec2{X: 10, Y: 200}}, 0.5, 1, 2, onHit)
		tree.BoxCast(geom.Box32{MaxX: 2, MaxY: 2}, geom.Vec2{X: 100, Y: 200 * r.Float64()}, 1, 2, onHit)
	}
	require.NotContains(t, seen, uint32(fakeID))
	tree.Query(AllClasses, everything, 1, func(id uint32) bool { seen[id]++; return true })
	require.Contains(t, seen, uint32(fakeID), "the fake leaf is found without pruning")
}

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

func TestCirclesOverlapMatchesDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	overlapping, disjoint := 0, 0
	for range 10000 {
		between := geom.Vec2{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1}
		reach := 2 * r.Float64()
		distance := math.Hypot(between.X, between.Y)
		if math.Abs(distance-reach) < 1e-12 {
			continue // rounding decides
		}
		require.Equal(t, distance < reach, CirclesOverlap(between, reach), "%v, %v", between, reach)
		if distance < reach {
			overlapping++
		} else {
			disjoint++
		}
	}
	require.Greater(t, overlapping, 2000)
	require.Greater(t, disjoint, 2000)
}

func TestCirclesOverlapAtBounds(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name    string
		between geom.Vec2
		reach   float64
		want    bool
	}{
		{"one point in common", geom.Vec2{X: 3, Y: 4}, 5, true},
		{"apart by one rounding", geom.Vec2{X: 3, Y: 4}, math.Nextafter(5, 0), false},
		{"two points in one place", geom.Vec2{}, 0, true},
		{"an infinite circle", geom.Vec2{X: 1e30, Y: -1e30}, inf, true},
		{"two infinite circles, infinitely far", geom.Vec2{X: inf}, inf, true},
		{"infinitely far", geom.Vec2{X: inf}, 1, false},
	} {
		require.Equal(t, c.want, CirclesOverlap(c.between, c.reach), c.name)
	}
}
