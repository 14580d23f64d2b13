package broadphase

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
)

// intBox is a Box32 whose sides are mapped to integers in the same order. In the nodes of a tree
// integers are faster than floats. Minimum and maximum are one instruction each. An overlap test of
// integers needs no branch, but four comparisons of floats are four unpredictable branches.
type intBox struct{ minX, minY, maxX, maxY int32 }

// emptyIntBox overlaps nothing and is the neutral element of union.
var emptyIntBox = intBox{math.MaxInt32, math.MaxInt32, math.MinInt32, math.MinInt32}

// rankBox maps a box.
func rankBox(b geom.Box32) intBox {
	return intBox{simd.Rank(b.MinX), simd.Rank(b.MinY), simd.Rank(b.MaxX), simd.Rank(b.MaxY)}
}

// box32 maps back. emptyIntBox becomes an inverted box of NaNs.
func (b *intBox) box32() geom.Box32 {
	return geom.Box32{MinX: simd.Unrank(b.minX), MinY: simd.Unrank(b.minY), MaxX: simd.Unrank(b.maxX), MaxY: simd.Unrank(b.maxY)}
}

// union returns the smallest box around both.
func (b *intBox) union(c *intBox) intBox {
	return intBox{min(b.minX, c.minX), min(b.minY, c.minY), max(b.maxX, c.maxX), max(b.maxY, c.maxY)}
}

// overlapSign returns a number that is negative when the boxes share no point, and not
// negative when they do.
func (b *intBox) overlapSign(c *intBox) int64 {
	return (int64(b.maxX) - int64(c.minX)) | (int64(c.maxX) - int64(b.minX)) |
		(int64(b.maxY) - int64(c.minY)) | (int64(c.maxY) - int64(b.minY))
}

// halfPerimeter is the cost of a box in the surface-area heuristic. The probability that a
// query meets the box is proportional to it. It is bounded, so that infinite boxes compare
// and sums stay finite.
func (b *intBox) halfPerimeter() float32 {
	w, h := simd.Unrank(b.maxX)-simd.Unrank(b.minX), simd.Unrank(b.maxY)-simd.Unrank(b.minY)
	if s := w + h; s < maxHalfPerimeter {
		return s
	}
	return maxHalfPerimeter
}

const maxHalfPerimeter = 1e30
