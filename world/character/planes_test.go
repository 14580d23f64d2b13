package character

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

// dykstra finds the nearest point of all planes by projecting on one after the other.
func dykstra(s *planeSet, wish geom.Vec2) geom.Vec2 {
	x := wish
	var correction [maxPlanes]geom.Vec2
	for range 20000 {
		for i := range s.count {
			p := &s.planes[i]
			y := x.Add(correction[i])
			z := y.MulAdd(max(0, p.offset-p.normal.Dot(y)), p.normal)
			correction[i], x = y.Sub(z), z
		}
	}
	return x
}

func TestNearestDisplacementAgainstProjections(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	feasible := 0
	for range 300 {
		var s planeSet
		s.reset(math.Inf(1))
		for range 1 + rng.IntN(5) {
			a := 2 * math.Pi * rng.Float64()
			s.add(plane{normal: geom.Vec2{X: math.Cos(a), Y: math.Sin(a)}, offset: rng.Float64() - 0.7})
		}
		wish := geom.Vec2{X: 4 * (rng.Float64() - 0.5), Y: 4 * (rng.Float64() - 0.5)}
		x, ok := s.nearest(wish)
		want := dykstra(&s, wish)
		if !ok {
			require.False(t, s.admits(want))
			continue
		}
		feasible++
		require.True(t, s.admits(x))
		require.InDelta(t, want.Distance(wish), x.Distance(wish), 1e-4)
	}
	require.Greater(t, feasible, 200)
}

// Where there is no room the softest planes give way, by as little as possible.
func TestRelaxedPlanesGiveWayBySoftness(t *testing.T) {
	up, down := geom.Vec2{Y: 1}, geom.Vec2{Y: -1}
	for _, c := range []struct {
		above, below compliance
		want         float64
	}{{staticPlane, kinematicPlane, 0.1}, {kinematicPlane, staticPlane, -0.2}, {dynamicPlane, kinematicPlane, -0.2}, {staticPlane, staticPlane, -0.05}, {dynamicPlane, dynamicPlane, -0.05}} {
		var s planeSet
		s.reset(math.Inf(1))
		s.add(plane{normal: up, offset: 0.1, compliance: c.above}) // at least 0.1 up
		s.add(plane{normal: down, offset: 0.2, compliance: c.below})
		x := s.relaxed(geom.Vec2{}, 1)
		require.InDelta(t, c.want, x.Y, 1e-9, "%+v", c)
		require.Zero(t, x.X)
	}
}

// A crate that leans by a hair presses a character against a wall: the character stays where it is
// and does not pop up along the crate to save micrometres of overlap.
func TestLeaningCrateLiftsNobodyBesideWall(t *testing.T) {
	for _, lean := range []float64{0, 1e-5, 4e-4, 1e-2, 3e-2} {
		var s planeSet
		s.reset(0.016)
		s.add(plane{normal: geom.Vec2{X: -1}, compliance: staticPlane})
		s.add(plane{normal: geom.Vec2{X: math.Cos(lean), Y: math.Sin(lean)}, offset: 0.0107, compliance: dynamicPlane})
		require.Less(t, s.relaxed(geom.Vec2{}, 0.0214).Length(), 1e-9, "leans by %v", lean)
	}
}

func TestSamePlanesCountOnce(t *testing.T) {
	var s planeSet
	s.reset(1)
	for i := range 40 {
		s.add(plane{normal: geom.Vec2{X: 1}, offset: float64(i)})
	}
	require.Equal(t, 1, s.count)
	require.Equal(t, 39.0, s.planes[0].offset)
}
