package geom

import (
	"math"
	"math/bits"
)

// reduce returns the quadrant (0 to 3) and the remainder r + tail of x after subtraction of
// the nearest multiple of pi/2, for a finite x >= pi/4. |r| is at most pi/4, |tail| is
// below one unit in the last place of r, and together they are exact to 2^-70 of r, however
// large x is and however close to a multiple.
//
// Method (Payne and Hanek, 1983): with x = m 2^e, the product m 2^e (2/pi) is needed modulo 4 only.
// Digits of 2/pi above 2^(2-e) contribute multiples of 4 and are skipped. The next 192 digits are
// enough, because no float64 comes closer to a multiple of pi/2 than 2^-62 (Muller, Elementary
// Functions, 2016). The method uses integer arithmetic only, so it is equally fast and exact in
// every range and on every platform.
func reduce(x float64) (quadrant int, r, tail float64) {
	b := math.Float64bits(x)
	m := b&(1<<52-1) | 1<<52
	e := int(b>>52) - 1023 - 52

	// 192 digits of 2/pi, of which the first has weight 2^(1-e). The table starts
	// with 64 zeros because e may be as low as -53.
	skip := uint(64 + e - 2)
	t := twoOverPi[skip>>6:]
	up, down := skip&63, 64-skip&63
	w0 := t[0]<<up | t[1]>>down
	w1 := t[1]<<up | t[2]>>down
	w2 := t[2]<<up | t[3]>>down

	// f = m w modulo 2^192: two digits before the binary point, 190 behind.
	h1, l1 := bits.Mul64(m, w1)
	h2, f2 := bits.Mul64(m, w2)
	f1, carry := bits.Add64(l1, h2, 0)
	f0 := m*w0 + h1 + carry

	// The nearest multiple is the one below if the fraction is below one half;
	// otherwise the next, and the remainder is negative.
	quadrant = int(f0 >> 62)
	f0 = f0<<2 | f1>>62
	f1 = f1<<2 | f2>>62
	f2 <<= 2
	negative := f0>>63 != 0
	if negative {
		quadrant = (quadrant + 1) & 3
		var borrow uint64
		f2, borrow = bits.Sub64(0, f2, 0)
		f1, borrow = bits.Sub64(0, f1, borrow)
		f0, _ = bits.Sub64(0, f0, borrow)
	}

	// Normalise to 128 digits and multiply by pi/2, kept to 128 digits too.
	zeros := bits.LeadingZeros64(f0)
	f0 = f0<<zeros | f1>>(64-zeros)
	f1 = f1<<zeros | f2>>(64-zeros)
	g0, g1 := bits.Mul64(f0, piOver2[0])
	a, _ := bits.Mul64(f0, piOver2[1])
	c, _ := bits.Mul64(f1, piOver2[0])
	g1, carry = bits.Add64(g1, a, 0)
	g0 += carry
	g1, carry = bits.Add64(g1, c, 0)
	g0 += carry

	// The value is g 2^-(127+zeros). Both halves have at most 53 digits, so the
	// conversions and the scaling are exact.
	scale := math.Float64frombits(uint64(1023-52-zeros) << 52)
	r = float64(g0>>11) * scale
	tail = float64(g0<<53>>11|g1>>22) * (scale * 0x1p-53)
	if negative {
		r, tail = -r, -tail
	}
	return quadrant, r, tail
}

// piOver2 is pi/2 times 2^127, rounded down.
var piOver2 = [2]uint64{0xc90fdaa22168c234, 0xc4c6628b80dc1cd1}

// twoOverPi holds 64 zeros and 1216 binary digits of 2/pi behind the point: for
// the largest float64, e is 971 and 971 - 2 + 192 of them are reached.
var twoOverPi = [20]uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
}
