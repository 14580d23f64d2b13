package simd

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
