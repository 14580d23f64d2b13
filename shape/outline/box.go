package outline

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// BoxOf returns a box around an outline. It is exact, except for arcs of less than a revolution and
// for parabolas. An outline without pieces has the empty box.
func BoxOf(pieces []Piece) geom.Box {
	box := geom.EmptyBox()
	for i := range pieces {
		p := &pieces[i]
		lower, upper := p.A.Min(p.B), p.A.Max(p.B)
		switch p.Kind {
		case Arc:
			r := geom.Vec2{
				X: math.Sqrt(float64(p.U.X*p.U.X) + float64(p.V.X*p.V.X)),
				Y: math.Sqrt(float64(p.U.Y*p.U.Y) + float64(p.V.Y*p.V.Y)),
			}
			lower, upper = lower.Min(p.C.Sub(r)), upper.Max(p.C.Add(r))
		case Parabola:
			lower, upper = lower.Min(p.C), upper.Max(p.C)
		}
		box.Min, box.Max = box.Min.Min(lower), box.Max.Max(upper)
	}
	return box
}
