package continuous

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/collision"
	"github.com/carom2d/carom/geom"
)

// An expanded box holds all points within the extent and a slop of the box, however far from the
// origin, although its numbers are rounded. It is hardly larger.
func TestExpandedBoxHoldsTheSlop(t *testing.T) {
	p := &collision.Pipeline{}
	p.Tolerance.Slop = 0.005
	s := New(p)
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		scale := math.Pow(10, 6*r.Float64())
		low := geom.Vec2{X: scale * r.NormFloat64(), Y: scale * r.NormFloat64()}
		if r.IntN(4) == 0 { // far along one axis alone
			low.X *= 1e-6
		}
		box := geom.Box{Min: low, Max: low.Add(geom.Vec2{X: 10 * r.Float64(), Y: 10 * r.Float64()})}
		extent := float32(3 * r.Float64())
		got := s.expandedBox(box, extent)
		margin := float64(extent) + p.Tolerance.Slop
		// Two roundings of a coordinate, and the margin for one of both axes.
		far := math.Max(math.Abs(low.X), math.Abs(box.Max.X)) + math.Max(math.Abs(low.Y), math.Abs(box.Max.Y))
		atMost := margin + (far+margin)/(1<<22)
		for _, d := range []float64{
			box.Min.X - float64(got.MinX), box.Min.Y - float64(got.MinY), float64(got.MaxX) - box.Max.X, float64(got.MaxY) - box.Max.Y,
		} {
			if !(d >= margin-1e-9 && d <= atMost) {
				t.Fatalf("box %v, extent %v: %v is not between %v and %v", box, extent, d, margin, atMost)
			}
		}
	}
}
