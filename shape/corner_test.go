package shape_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A probed corner always has the same number: as the end of the side on its left, as the
// end of the side on its right, and alone. Two corners of a shape have the same number
// by chance once in 32766. The ends of a side never have: there they are 0 and 1.
func TestProbedCornerIDsAreStable(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	corners, collisions := 0, 0
	for range 4 * samples {
		s := mustPolygon(convexRing(r, 3+r.IntN(6)), randomSkin(r))
		exact, probed := mustNew(s), mustNew(rounded{custom{s}})
		if shortestEdge(exact) < 0.01*exact.BoundingRadius {
			continue // a short side counts as round, and both of its corners find it
		}
		names, equal := map[uint32]uint32{}, map[uint32]bool{}
		corner := func(at geom.Vec2) uint32 {
			for i, p := range exact.Points() {
				if p.Distance(at) < 1e-9 {
					return uint32(i)
				}
			}
			t.Fatalf("%v is no corner", at)
			return 0
		}
		for range 200 {
			f := probed.CoreFeature(direction(r))
			require.Equal(t, f.Point, f.IA == f.IB)
			for name, at := range map[uint32]geom.Vec2{f.IA: f.A, f.IB: f.B} {
				i := corner(at)
				if f.IA == 0 && f.IB == 1 {
					equal[i] = true
					continue
				}
				if prev, ok := names[i]; ok {
					require.Equal(t, prev, name)
				}
				names[i] = name
			}
		}
		distinct := map[uint32]bool{}
		for _, name := range names {
			distinct[name] = true
		}
		corners += len(names)
		collisions += len(names) - len(distinct) + len(equal)
	}
	t.Logf("%d of %d have another's name", collisions, corners)
	require.Less(t, collisions, 1+corners/1000)
}

func shortestEdge(c shape.Convex) float64 {
	least, points := math.Inf(1), c.Points()
	for i, p := range points {
		least = min(least, p.Distance(points[(i+1)%len(points)]))
	}
	return least
}

// A flat side that continues in a round one has no corner there: the support point
// moves with the direction.
func TestProbedRoundEndsHaveNoCornerIDs(t *testing.T) {
	stadium := mustNew(custom{shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5}})
	for _, tilt := range []float64{-0.2, -1e-3, 0, 1e-9, 0.1} {
		f := stadium.CoreFeature(geom.Vec2{X: tilt, Y: -1})
		require.False(t, f.Point)
		require.Equal(t, [2]uint32{0, 1}, [2]uint32{f.IA, f.IB})
	}
	f := stadium.CoreFeature(geom.Vec2{X: 1, Y: 0.1})
	require.True(t, f.Point)
	require.Equal(t, [2]uint32{0, 0}, [2]uint32{f.IA, f.IB})
}
