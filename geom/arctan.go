package geom

import (
	"math"

	"github.com/carom2d/carom/internal/arctan"
)

// Atan2 returns the angle of the vector (x, y) in [-pi, pi] with the same bits on every platform.
// It is within 0.85 units in the last place of the exact value, so the error is at most 4e-16. The
// largest error among a million arguments, compared with 300-bit arithmetic, is 0.74 units. Signed
// zeros follow math.Atan2: Atan2(0, 0) is zero, Atan2(0, -1) is pi, Atan2(-0, -1) is -pi.
// Infinities count as equal to each other and larger than all other numbers. NaN gives NaN.
//
// Method: the arctangent of the smaller over the larger component, in two parts,
// then taken from 0, pi/2 or pi. The parts are added with one full rounding.
func Atan2(y, x float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	lo, hi := min(ax, ay), max(ax, ay)
	if lo != lo || hi != hi {
		return math.NaN()
	}
	a, tail := 0.0, 0.0
	if hi != 0 {
		a, tail = arctanParts(quotient(lo, hi))
	}
	base, baseTail := 0.0, 0.0
	if math.Signbit(x) {
		base, baseTail = math.Pi, arctan.PiRoundoff
	}
	if ay > ax {
		base, baseTail = math.Pi/2, arctan.PiRoundoff/2
	}
	if (ay > ax) != math.Signbit(x) {
		a, tail = -a, -tail
	}
	// base is zero or larger than a, so the next line computes the rounding error of
	// the sum exactly (Dekker, 1971).
	sum := base + a
	sumError := (base - sum) + a
	return math.Copysign(sum+(sumError+(baseTail+tail)), y)
}

// quotient returns lo/hi for 0 <= lo <= hi, hi > 0, and the rounding error of that
// division, which makes the quotient exact when it is added.
func quotient(lo, hi float64) (t, remainder float64) {
	if hi > math.MaxFloat64 {
		if lo > math.MaxFloat64 {
			return 1, 0
		}
		return 0, 0
	}
	t = lo / hi
	if t < 0x1p-30 {
		return t, 0 // the arctangent of t rounds to t or its neighbour
	}
	if hi < 0x1p-900 {
		lo *= 0x1p200 // so that no product below underflows
		hi *= 0x1p200
	}
	// The remainder lo - t hi, with t and hi cut into halves whose products are
	// exact (Dekker, 1971).
	const upper = ^uint64(1<<27 - 1)
	t1 := math.Float64frombits(math.Float64bits(t) & upper)
	h1 := math.Float64frombits(math.Float64bits(hi) & upper)
	t2, h2 := t-t1, hi-h1
	remainder = lo - float64(t1*h1)
	remainder -= float64(t1 * h2)
	remainder -= float64(t2 * h1)
	remainder -= float64(t2 * h2)
	return t, remainder / hi
}

// arctanParts returns the arctangent of t + remainder, t in [0, 1], as a sum of two parts, the
// second of which is at most 1/31. From t = 1/8 on it subtracts the nearest angle of a table, so
// the Taylor series to u^17 is used for |u| < 1/8 only. The first omitted term of the series is
// below 2^-58 of u. Below 1/8 no angle is subtracted, because the rounding errors of the
// subtraction would be too large for a small result: at their worst, just above 5/32, they are a
// quarter of the last place.
func arctanParts(t, remainder float64) (a, tail float64) {
	if t < 0.125 {
		return t, remainder + arctanTail(t)
	}
	k := math.Floor(float64(t*16) + 0.5)
	c := float64(k / 16) // a product to the compiler, which would fuse it below
	u := ((t - c) + remainder) / (1 + float64(t*c))
	angle := &arctan.Table[int(k)]
	return angle[0], u + (arctanTail(u) + angle[1])
}

// arctanTail returns atan(u) - u.
func arctanTail(u float64) float64 {
	z := float64(u * u)
	p := 1.0 / 17
	p = float64(p*z) - 1.0/15
	p = float64(p*z) + 1.0/13
	p = float64(p*z) - 1.0/11
	p = float64(p*z) + 1.0/9
	p = float64(p*z) - 1.0/7
	p = float64(p*z) + 1.0/5
	p = float64(p*z) - 1.0/3
	return float64(float64(u*z) * p)
}
