package geom

import "math"

// Orient returns the side of the directed line from a to b on which the point c lies:
// positive to the left, negative to the right, zero exactly on the line. The sign is always
// the sign of the exact answer for the given coordinates. The value is close to twice the
// signed area of the triangle abc and may round to the largest or the smallest float64 of
// its sign. Coordinates must be finite; otherwise the result is NaN.
func Orient(a, b, c Vec2) float64 { return TurnSign(a, b, a, c) }

// TurnSign compares the directions of two segments. It is positive when cd turns left of
// ab, negative when it turns right, and zero when they are exactly parallel or one of them
// has no length. Sign, value and NaN are as in Orient.
//
// The rounded determinant and a bound on its error decide almost every call (the filter of
// Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997). The rest are summed without error.
func TurnSign(a, b, c, d Vec2) float64 {
	left := float64((b.X - a.X) * (d.Y - c.Y))
	right := float64((b.Y - a.Y) * (d.X - c.X))
	det := left - right
	sum := math.Abs(left) + math.Abs(right)
	if sum > filterFloor && math.Abs(det) > float64(filterBound*sum) {
		return det
	}
	return crossExact(a, b, c, d)
}

// With u = 2^-53, each rounded difference is off by a factor 1+u at most, so a
// rounded product of two of them is off by (1+u)^3: its error is below
// (3u + 4u^2) |product|, measured by the rounded product. The sign of left-right
// survives the last subtraction, and the rounding of the sum and of the bound
// costs another 2u of the bound. 4u covers all of it.
const filterBound = 4.0 / (1 << 53)

// Below this the products may have underflow errors, up to 2^-1075 each, which must be
// small compared with the bound.
const filterFloor = 0x1p-960
