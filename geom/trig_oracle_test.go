package geom

import (
	"math"
	"math/big"
)

// The oracle works on big.Float with enough digits for the argument: reducing x
// needs as many more bits of pi as x has before the binary point.

const oracleBits = 300

func newBig(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

// bigPi is Machin's formula, 16 atan(1/5) - 4 atan(1/239), on plain integers.
func bigPi(prec uint) *big.Float {
	guardBits := prec + 32
	arctanInverse := func(n int64) *big.Int {
		term := new(big.Int).Lsh(big.NewInt(1), guardBits)
		term.Quo(term, big.NewInt(n))
		sum, square := new(big.Int), big.NewInt(n*n)
		for k := int64(1); term.Sign() != 0; k += 2 {
			part := new(big.Int).Quo(term, big.NewInt(k))
			if k%4 == 1 {
				sum.Add(sum, part)
			} else {
				sum.Sub(sum, part)
			}
			term.Quo(term, square)
		}
		return sum
	}
	pi := new(big.Int).Mul(big.NewInt(16), arctanInverse(5))
	pi.Sub(pi, new(big.Int).Mul(big.NewInt(4), arctanInverse(239)))
	f := newBig(prec).SetInt(pi)
	return f.SetMantExp(f, -int(guardBits))
}

var hugePi = bigPi(1024 + 128 + oracleBits)

// bigSinCos reduces modulo 2 pi and sums both Taylor series until they stop.
func bigSinCos(x float64) (sin, cos *big.Float) {
	const reductionBits = 1024 + 128 + oracleBits
	tau := newBig(reductionBits).Mul(hugePi, big.NewFloat(2))
	r := newBig(reductionBits).SetFloat64(x)
	turns := newBig(reductionBits).Quo(r, tau)
	whole, _ := turns.Int(nil)
	r.Sub(r, newBig(reductionBits).Mul(tau, newBig(reductionBits).SetInt(whole)))
	r = newBig(oracleBits).Set(r)

	sin, cos = newBig(oracleBits), newBig(oracleBits)
	term := newBig(oracleBits).SetInt64(1)
	for n := int64(0); ; n++ {
		sum := cos
		if n%2 == 1 {
			sum = sin
		}
		if n%4 < 2 {
			sum.Add(sum, term)
		} else {
			sum.Sub(sum, term)
		}
		term.Mul(term, r)
		term.Quo(term, newBig(oracleBits).SetInt64(n+1))
		if term.Sign() == 0 || term.MantExp(nil) < -oracleBits {
			if r.MantExp(nil) > -oracleBits/4 || n > 2 {
				return sin, cos
			}
		}
	}
}

// bigAtan2 corrects math.Atan2, which is exact to about 1e-16. With that estimate a the
// remainder is the arctangent of (y cos a - x sin a) / (x cos a + y sin a), of which the
// first two terms of the series are exact to 1e-80.
func bigAtan2(y, x float64) *big.Float {
	a := math.Atan2(y, x)
	s, c := bigSinCos(a)
	bx, by := newBig(oracleBits).SetFloat64(x), newBig(oracleBits).SetFloat64(y)
	mul := func(p, q *big.Float) *big.Float { return newBig(oracleBits).Mul(p, q) }
	u := newBig(oracleBits).Sub(mul(by, c), mul(bx, s))
	u.Quo(u, newBig(oracleBits).Add(mul(bx, c), mul(by, s)))
	third := newBig(oracleBits).Quo(mul(u, mul(u, u)), newBig(oracleBits).SetInt64(3))
	u.Sub(u, third)
	return u.Add(u, newBig(oracleBits).SetFloat64(a))
}

// ulps returns the distance of got from the exact value in units in the last place
// of the float64 nearest to the exact value.
func ulps(got float64, exact *big.Float) float64 {
	near, _ := exact.Float64()
	near = math.Abs(near)
	unit := math.Nextafter(near, math.Inf(1)) - near
	d := newBig(oracleBits).SetFloat64(got)
	d.Sub(d, exact)
	d.Quo(d, newBig(oracleBits).SetFloat64(unit))
	f, _ := d.Float64()
	return math.Abs(f)
}
