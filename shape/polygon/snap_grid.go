package polygon

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// snapGrid is the square grid to which an operation rounds its points. Its points are pairs of
// integers of at most 2^gridBits, kept as float64 so that the predicates of package geom
// apply to them as they are.
//
// unit is a power of two and no smaller than the last place of any coordinate, and origin is a
// multiple of it. So a point of the lattice has exact coordinates in the world: segments that do
// not cross on the lattice do not cross in the result.
type snapGrid struct {
	origin geom.Vec2
	unit   float64 // metres
}

// gridBits leaves room for the rounding of crossings in 128 bits: see crossingNumerator.
const gridBits = 40

// newSnapGrid returns the finest grid for points within a box.
func newSnapGrid(box geom.Box) snapGrid {
	if !box.Valid() {
		return snapGrid{unit: 1}
	}
	extents, farthest := box.Extents(), box.Min.Abs().Max(box.Max.Abs())
	_, size := math.Frexp(2 * max(extents.X, extents.Y))
	_, place := math.Frexp(max(farthest.X, farthest.Y, 0x1p-900))
	exponent := max(size-gridBits, place-53)
	unit := math.Ldexp(1, exponent)
	// The multiple of a power of two above the size keeps the points below 2^gridBits.
	step := math.Ldexp(1, max(size, exponent))
	center := box.Center()
	origin := geom.Vec2{X: math.Floor(float64(center.X/step) + 0.5), Y: math.Floor(float64(center.Y/step) + 0.5)}
	return snapGrid{origin.Mul(step), unit}
}

// round returns the point of the lattice nearest to p.
func (l snapGrid) round(p geom.Vec2) geom.Vec2 {
	return geom.Vec2{
		X: math.Floor(float64((p.X-l.origin.X)/l.unit) + 0.5),
		Y: math.Floor(float64((p.Y-l.origin.Y)/l.unit) + 0.5),
	}
}

// world returns the coordinates of a point of the lattice, without rounding.
func (l snapGrid) world(q geom.Vec2) geom.Vec2 { return l.origin.MulAdd(l.unit, q) }
