package broadphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// intBox is a Box32 whose sides are mapped to integers in the same order. In the nodes of a tree
// integers are faster than floats. Minimum and maximum are one instruction each. An overlap test of
// integers needs no branch, but four comparisons of floats are four unpredictable branches.
type intBox struct{ minX, minY, maxX, maxY int32 }

// emptyIntBox overlaps nothing and is the neutral element of union.
var emptyIntBox = intBox{math.MaxInt32, math.MaxInt32, math.MinInt32, math.MinInt32}

// rank maps a float to an integer. Read as integers, the bits of positive floats are in
// order, and the bits of negative floats are in the opposite order. Adding zero turns -0 into 0.
func rank(x float32) int32 {
	b := int32(math.Float32bits(float32(x) + 0))
	return b ^ (b >> 31 & math.MaxInt32)
}

// unrank is the inverse of rank.
func unrank(r int32) float32 {
	return math.Float32frombits(uint32(r ^ (r >> 31 & math.MaxInt32)))
}

// rankBox maps a box.
func rankBox(b geom.Box32) intBox {
	return intBox{rank(b.MinX), rank(b.MinY), rank(b.MaxX), rank(b.MaxY)}
}

// box32 maps back. emptyIntBox becomes an inverted box of NaNs.
func (b *intBox) box32() geom.Box32 {
	return geom.Box32{MinX: unrank(b.minX), MinY: unrank(b.minY), MaxX: unrank(b.maxX), MaxY: unrank(b.maxY)}
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
	w, h := unrank(b.maxX)-unrank(b.minX), unrank(b.maxY)-unrank(b.minY)
	if s := w + h; s < maxHalfPerimeter {
		return s
	}
	return maxHalfPerimeter
}

const maxHalfPerimeter = 1e30
