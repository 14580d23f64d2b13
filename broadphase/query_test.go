package broadphase

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/geom"
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
