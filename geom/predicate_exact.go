package geom

import (
	"math"
	"math/big"
)

// crossExact returns (b-a) x (d-c) with the sign of the exact value: an
// expansion when the coordinates leave room for it, big numbers otherwise.
func crossExact(a, b, c, d Vec2) float64 {
	low, high := math.Inf(1), 0.0
	for _, x := range [8]float64{a.X, a.Y, b.X, b.Y, c.X, c.Y, d.X, d.Y} {
		if !Finite(x) {
			return math.NaN()
		}
		if x = math.Abs(x); x != 0 {
			low, high = min(low, x), max(high, x)
		}
	}
	if low < expansionLow || high > expansionHigh {
		return crossBig(a, b, c, d)
	}
	var e expansion
	e.addProduct(b.X, d.Y)
	e.addProduct(-b.X, c.Y)
	e.addProduct(-a.X, d.Y)
	e.addProduct(a.X, c.Y)
	e.addProduct(-b.Y, d.X)
	e.addProduct(b.Y, c.X)
	e.addProduct(a.Y, d.X)
	e.addProduct(-a.Y, c.X)
	return e.value()
}

// Between these magnitudes no product of two coordinates overflows when it is
// split, and the low half of a product, a multiple of 2^(2(-460-52)), is exact.
const (
	expansionLow  = 0x1p-460
	expansionHigh = 0x1p460
)

// expansion is an exact sum: terms of growing magnitude whose bits do not overlap, without
// zeros. Sixteen terms are the halves of eight products.
type expansion struct {
	n    int
	term [16]float64
}

// addProduct adds x y exactly.
func (e *expansion) addProduct(x, y float64) {
	p, low := twoProduct(x, y)
	e.add(low)
	e.add(p)
}

// add adds x exactly. It is added to one term after the other from the smallest up, and the
// roundoff of each step becomes a term of the result.
func (e *expansion) add(x float64) {
	n := 0
	for _, t := range e.term[:e.n] {
		sum, low := twoSum(x, t)
		if low != 0 {
			e.term[n] = low
			n++
		}
		x = sum
	}
	if x != 0 {
		e.term[n] = x
		n++
	}
	e.n = n
}

// value returns the sum rounded. The largest term outweighs all others
// together, so the sign is exact.
func (e *expansion) value() float64 {
	sum := 0.0
	for _, t := range e.term[:e.n] {
		sum += t
	}
	return sum
}

// twoSum returns the rounded sum and its roundoff (Knuth).
func twoSum(a, b float64) (sum, low float64) {
	sum = a + b
	part := sum - a
	return sum, (a - (sum - part)) + (b - part)
}

// twoProduct returns the rounded product and its roundoff, from halves of 26 bits whose
// products are exact (Dekker, 1971). math.FMA would be shorter but is slow software where
// the processor has none.
func twoProduct(a, b float64) (product, low float64) {
	product = float64(a * b)
	ah, al := split(a)
	bh, bl := split(b)
	low = product - float64(ah*bh)
	low -= float64(al * bh)
	low -= float64(ah * bl)
	return product, float64(al*bl) - low
}

// split cuts a into two numbers of at most 26 bits whose sum is a (Veltkamp).
func split(a float64) (high, low float64) {
	c := float64((1<<27 + 1) * a)
	high = c - (c - a)
	return high, a - high
}

// crossBig is crossExact for coordinates near the ends of the range of float64.
// A coordinate is a multiple of 2^-1074 below 2^1024, so a product needs fewer
// than 4200 bits and nothing is rounded before the end.
func crossBig(a, b, c, d Vec2) float64 {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(4300).SetFloat64(x) }
	sub := func(x, y float64) *big.Float { return new(big.Float).Sub(exact(x), exact(y)) }
	left := new(big.Float).Mul(sub(b.X, a.X), sub(d.Y, c.Y))
	right := new(big.Float).Mul(sub(b.Y, a.Y), sub(d.X, c.X))
	det := left.Sub(left, right)
	value, _ := det.Float64()
	switch {
	case math.IsInf(value, 0):
		return math.Copysign(math.MaxFloat64, value)
	case value == 0 && det.Sign() != 0:
		return math.Copysign(math.SmallestNonzeroFloat64, float64(det.Sign()))
	default:
		return value
	}
}
