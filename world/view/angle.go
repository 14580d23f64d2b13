package view

import "math"

// atanTerms is the number of terms of atanSeries.
const atanTerms = 9

// atanSeries approximates atan(u) for |u| <= 1 by u * P(u^2). It is the series in Chebyshev
// polynomials of odd degree, atan(u) = 2 sum over k of (-1)^k q^(2k+1) / (2k+1) T_(2k+1)(u) with q
// = sqrt(2)-1, cut after the first terms. The first term left out bounds the error: 2 q^19 / 19 =
// 6e-9.
var atanSeries = func() (series [atanTerms]float64) {
	// Coefficients of T_n by powers of u: T_(n+1) = 2 u T_n - T_(n-1).
	const degrees = 2 * atanTerms
	before, now := [degrees + 1]float64{0: 1}, [degrees + 1]float64{1: 1}
	q := math.Sqrt2 - 1
	power, sign := q, 1.0
	for n := 1; n < degrees; n++ {
		if n%2 == 1 {
			weight := float64(float64(2*float64(sign*power)) / float64(n))
			for k := range series {
				series[k] += float64(weight * now[2*k+1])
			}
			power, sign = float64(power*float64(q*q)), -sign
		}
		var next [degrees + 1]float64
		for i := range degrees {
			next[i+1] = float64(2 * now[i])
		}
		for i := range next {
			next[i] -= before[i]
		}
		before, now = now, next
	}
	return series
}()

// turns returns the angle of a direction, of which 2^32 is a whole turn.
//
// With u = (|s|-|c|) / (|s|+|c|) the angle of (|c|, |s|) is pi/4 + atan(u), for tan(pi/4 + x) = (1
// + tan x) / (1 - tan x).
func turns(c, s float64) uint32 {
	const perRadian = (1 << 32) / (2 * math.Pi)
	a, b := math.Abs(c), math.Abs(s)
	u := (b - a) / (b + a)
	p := &atanSeries
	v := float64(u * u)
	w := float64(v * v)
	// In pairs, so that the products do not wait for one another.
	low := float64(p[1]*v) + p[0] + float64(float64(float64(p[3]*v)+p[2])*w)
	high := float64(p[5]*v) + p[4] + float64(float64(float64(p[7]*v)+p[6])*w) + float64(float64(p[8]*w)*w)
	// From the y axis the angle of (|c|, |s|) is not negative, so that signs choose the quadrant
	// without a branch.
	angle := math.Pi/4 - float64(u*(low+float64(high*float64(w*w))))
	angle = math.Copysign(math.Pi/2-math.Copysign(angle, c), s)
	// Adding 1.5 * 2^52 rounds to a whole number, which is then in the low bits.
	return uint32(math.Float64bits(float64(angle*perRadian) + 0x1.8p52))
}
