package geom

import "math"

// SinCos returns the sine and cosine of x (radians) with the same bits on
// every platform. The error is below 1.2e-16 absolute for |x| up to 1e5 and grows
// in proportion to |x| beyond, where the reduction by pi/2 loses digits; NaN
// and infinities give NaN.
//
// Method: reduce by the nearest multiple of pi/2 held in three parts
// (Cody and Waite, 1980), then the minimax-like Taylor tails on [-pi/4, pi/4],
// whose first omitted term is below 2^-55.
func SinCos(x float64) (sin, cos float64) {
	k := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	r := x - float64(k*piOver2a)
	r -= float64(k * piOver2b)
	r -= float64(k * piOver2c)
	s, c := sinKernel(r), cosKernel(r)
	switch int64(math.Mod(k, 4)+4) & 3 {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	default:
		return -c, s
	}
}

// pi/2 split so that k times each of the first two parts is exact for |k| < 2^20.
const (
	piOver2a = 1.57079632673412561417e+00 // first 33 bits
	piOver2b = 6.07710050630396597660e-11 // next 33 bits
	piOver2c = 2.02226624879595063154e-21 // the rest
)

// sinKernel is the odd Taylor series to r^17, Horner form, products rounded.
func sinKernel(r float64) float64 {
	z := float64(r * r)
	p := 1.0 / 355687428096000
	p = float64(p*z) - 1.0/1307674368000
	p = float64(p*z) + 1.0/6227020800
	p = float64(p*z) - 1.0/39916800
	p = float64(p*z) + 1.0/362880
	p = float64(p*z) - 1.0/5040
	p = float64(p*z) + 1.0/120
	p = float64(p*z) - 1.0/6
	return r + float64(float64(r*z)*p)
}

// cosKernel is the even Taylor series to r^16, with 1 - z/2 split off so that
// its rounding error is recovered.
func cosKernel(r float64) float64 {
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
	return w + (((1 - w) - half) + float64(float64(z*z)*p))
}

// Atan2 returns the angle of the vector (x, y) in (-pi, pi] with the same bits
// on every platform; its error is below 4.5e-16. Signed zeros follow math.Atan2:
// Atan2(0, 0) is zero, Atan2(-0, -1) is -pi. NaN gives NaN.
func Atan2(y, x float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	lo, hi := min(ax, ay), max(ax, ay)
	if lo != lo || hi != hi {
		return math.NaN()
	}
	var a float64
	switch {
	case hi == 0:
	case math.IsInf(lo, 1):
		a = math.Pi / 4
	default:
		a = atanUnit(lo / hi)
	}
	if ay > ax {
		a = math.Pi/2 - a
	}
	if math.Signbit(x) {
		a = math.Pi - a
	}
	return math.Copysign(a, y)
}

// atanUnit returns atan(t) for t in [0, 1]: subtract the nearest of eight table
// angles, then the Taylor series on what is left, |u| <= 1/16.
func atanUnit(t float64) float64 {
	k := math.Floor(float64(t*8) + 0.5)
	c := k / 8
	u := (t - c) / (1 + float64(t*c))
	z := float64(u * u)
	p := -1.0 / 15
	p = float64(p*z) + 1.0/13
	p = float64(p*z) - 1.0/11
	p = float64(p*z) + 1.0/9
	p = float64(p*z) - 1.0/7
	p = float64(p*z) + 1.0/5
	p = float64(p*z) - 1.0/3
	return atanTable[int(k)] + (u + float64(float64(u*z)*p))
}

// atanTable holds atan(k/8).
var atanTable = [9]float64{
	0,
	0.12435499454676143503,
	0.24497866312686415417,
	0.35877067027057222040,
	0.46364760900080611621,
	0.55859931534356243597,
	0.64350110879328438680,
	0.71882999962162450541,
	0.78539816339744830962,
}
