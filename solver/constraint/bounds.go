package constraint

// Inverse returns 1/x, and 0 unless x is positive.
func Inverse(x float32) float32 {
	if x > 0 {
		return 1 / x
	}
	return 0
}

// FlushTiny returns an impulse to keep until the next tick, N s or N m s, or zero for a faded
// impulse. A soft impulse falls by a factor in each sub-step, and processors take a hundred times
// as long for subnormal numbers.
func FlushTiny(j float32) float32 {
	const least = 1e-30
	if j < least && j > -least {
		return 0
	}
	return j
}
