package simd

import "math"

// Max returns the larger operand as the vector kernels do: y when the two compare equal or not at
// all.
func Max(x, y float32) float32 {
	if x > y {
		return x
	}
	return y
}

// Min returns the smaller operand as the vector kernels do: y when the two compare equal or not at
// all.
func Min(x, y float32) float32 {
	if x < y {
		return x
	}
	return y
}

// Clamp returns x held between -limit and limit.
func Clamp(x, limit float32) float32 { return Max(Min(x, limit), -limit) }

// Rank maps a float to an integer of the same order. Read as integers, the bits of positive floats
// are in order, and the bits of negative floats are in the opposite order. Adding zero turns -0
// into 0.
func Rank(x float32) int32 {
	b := int32(math.Float32bits(float32(x) + 0))
	return b ^ (b >> 31 & math.MaxInt32)
}

// Unrank is the inverse of Rank.
func Unrank(r int32) float32 {
	return math.Float32frombits(uint32(r ^ (r >> 31 & math.MaxInt32)))
}

// Rank64 maps a float64 to an integer of the same order, but for -0 and 0.
func Rank64(x float64) int64 {
	b := int64(math.Float64bits(x))
	return b ^ (b >> 63 & math.MaxInt64)
}

// Unrank64 is the inverse of Rank64.
func Unrank64(r int64) float64 { return math.Float64frombits(uint64(r ^ (r >> 63 & math.MaxInt64))) }
