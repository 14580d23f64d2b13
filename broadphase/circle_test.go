package broadphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/stretchr/testify/require"
)

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
