package polygon

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// coast is a loop of n points around a centre, as rough as its points are far from each other.
func coast(r *rand.Rand, n int, center geom.Vec2, size float64) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, n)
	for i := range loop {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(n))
		d := size * (1 + 2*math.Pi/float64(n)*(r.Float64()-0.5))
		loop[i] = mgl64.Vec2{center.X + d*cos, center.Y + d*sin}
	}
	return loop
}

// BenchmarkUnion: two coasts of n/2 points each, which cross about n/2 times.
func BenchmarkUnion(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(71, 9))
			p := [][]mgl64.Vec2{coast(r, n/2, geom.Vec2{}, 10)}
			q := [][]mgl64.Vec2{coast(r, n/2, geom.Vec2{}, 10)}
			b.ReportAllocs()
			for b.Loop() {
				_, err := Union(p, q, EvenOdd)
				require.NoError(b, err)
			}
		})
	}
}
