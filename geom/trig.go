package geom

import "math"

// SinCos returns the sine and cosine of x (radians) with the same bits on every platform. Each is
// within 0.85 units in the last place of the exact value for every finite x, however large, so the
// error is at most 1e-16. The largest error among a million arguments, compared with 300-bit
// arithmetic, is 0.76 units. Both lie in [-1, 1]. NaN and infinities give NaN; -0 keeps its sign in
// the sine.
//
// Method: subtract the nearest multiple of pi/2, keeping the remainder in two
// float64, then sum the Taylor series on [-pi/4, pi/4]. The first omitted terms
// are below 2^-63 of the sine and 2^-58 of the cosine.
func SinCos(x float64) (sin, cos float64) {
	ax := math.Abs(x)
	if !(ax <= math.MaxFloat64) {
		return math.NaN(), math.NaN()
	}
	if ax < 0x1p-27 {
		return x, 1 // the next terms are below a quarter of the last place
	}
	if ax <= math.Pi/4 {
		return sinKernel(x, 0), cosKernel(x, 0, x)
	}
	quadrant, r, tail := reduce(ax)
	s := sinKernel(r, tail)
	c := cosKernel(r, tail, s)
	switch quadrant {
	case 1:
		s, c = c, -s
	case 2:
		s, c = -s, -c
	case 3:
		s, c = -c, s
	}
	if x < 0 {
		s = -s
	}
	return s, c
}

// sinKernel returns sin(r + tail) for |r| <= pi/4 and a tail below the last place
// of r: the Taylor series to r^17 in Horner form. The large term r is added last,
// so only its rounding counts fully.
func sinKernel(r, tail float64) float64 {
	z := float64(r * r)
	p := 1.0 / 355687428096000
	p = float64(p*z) - 1.0/1307674368000
	p = float64(p*z) + 1.0/6227020800
	p = float64(p*z) - 1.0/39916800
	p = float64(p*z) + 1.0/362880
	p = float64(p*z) - 1.0/5040
	p = float64(p*z) + 1.0/120
	p = float64(p*z) - 1.0/6
	// sin(r + tail) = sin r + tail cos r, and cos r is 1 - z/2 closely enough.
	return r + (float64(float64(r*z)*p) + float64(tail*(1-float64(0.5*z))))
}

// cosKernel returns cos(r + tail) in the same way, from the series to r^16. The
// two large terms 1 - z/2 are split off so that the rounding error of their
// difference is recovered. It needs s = sin(r + tail) for the tail:
// cos(r + tail) = cos r - tail sin r.
//
// Errors at the worst place, r near pi/4, in units in the last place of the result:
// 0.5 by the last sum, 0.25 by rounding z, 0.08 by the small terms and the series.
func cosKernel(r, tail, s float64) float64 {
	z := float64(r * r)
	p := 1.0 / 20922789888000
	p = float64(p*z) - 1.0/87178291200
	p = float64(p*z) + 1.0/479001600
	p = float64(p*z) - 1.0/3628800
	p = float64(p*z) + 1.0/40320
	p = float64(p*z) - 1.0/720
	p = float64(p*z) + 1.0/24
	half := float64(0.5 * z)
	w := 1 - half
	return w + (((1 - w) - half) + (float64(float64(z*z)*p) - float64(tail*s)))
}
