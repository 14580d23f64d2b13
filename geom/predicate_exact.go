package geom

import (
	"math"
	"math/bits"
)

// crossExact returns (b-a) x (d-c), rounded once.
func crossExact(a, b, c, d Vec2) float64 {
	lowest, highest := math.MaxInt, math.MinInt
	for _, x := range [8]float64{a.X, a.Y, b.X, b.Y, c.X, c.Y, d.X, d.Y} {
		if !Finite(x) {
			return math.NaN()
		}
		if m, exponent := integerParts(x); m != 0 {
			lowest, highest = min(lowest, exponent), max(highest, exponent)
		}
	}
	if lowest > highest {
		return 0
	}
	s := exactSum{unit: 2 * lowest, count: (2*(highest-lowest)+productBits+carryBits)/64 + 1}
	s.addProduct(b.X, d.Y)
	s.addProduct(-b.X, c.Y)
	s.addProduct(-a.X, d.Y)
	s.addProduct(a.X, c.Y)
	s.addProduct(-b.Y, d.X)
	s.addProduct(b.Y, c.X)
	s.addProduct(a.Y, d.X)
	s.addProduct(-a.Y, c.X)
	return s.value()
}

// exactSum is a sum of up to eight products of float64 without any rounding: one integer in two's
// complement, least word first (Kulisch's accumulator). Its last bit counts 2^unit, and its words
// reach from the smallest of the products to the largest. Expansions of doubles (Shewchuk, 1997)
// are as fast, but need a second method where halves of a product overflow or underflow.
type exactSum struct {
	words       [maxWords]uint64
	count, unit int
}

const (
	productBits = 2 * 53
	carryBits   = 4                                           // eight products, and a sign
	maxWords    = (2*(971+1074)+productBits+carryBits)/64 + 1 // a float64 is m 2^e with e from -1074 to 971
)

// addProduct adds x y.
func (s *exactSum) addProduct(x, y float64) {
	mx, ex := integerParts(x)
	my, ey := integerParts(y)
	high, low := bits.Mul64(mx, my)
	if high|low == 0 {
		return
	}
	shift := ex + ey - s.unit
	words, by := s.words[shift/64:s.count], shift%64
	parts := [3]uint64{low << by, high<<by | low>>(64-by), high >> (64 - by)} // a shift by 64 gives 0
	var carry, part uint64
	negative := math.Signbit(x) != math.Signbit(y)
	for i := range words {
		if part = 0; i < len(parts) {
			part = parts[i]
		} else if carry == 0 {
			return
		}
		if negative {
			words[i], carry = bits.Sub64(words[i], part, carry)
		} else {
			words[i], carry = bits.Add64(words[i], part, carry)
		}
	}
}

// integerParts returns an integer of 53 bits and an exponent such that |x| = m 2^exponent.
func integerParts(x float64) (m uint64, exponent int) {
	b := math.Float64bits(x)
	m, exponent = b&(1<<52-1), int(b>>52&0x7ff)
	if exponent == 0 {
		return m, -1074 // zero or subnormal
	}
	return m | 1<<52, exponent - 1075
}

// value returns the sum rounded to the nearest float64, ties to even. A sum that is not zero is
// clamped between the smallest and the largest float64 of its sign.
func (s *exactSum) value() float64 {
	sign := 1.0
	if int64(s.words[s.count-1]) < 0 {
		sign = -1
		s.negate()
	}
	top := s.count - 1
	for top >= 0 && s.words[top] == 0 {
		top--
	}
	if top < 0 {
		return 0
	}
	leading := 64*top + bits.Len64(s.words[top]) - 1
	last := max(leading-52, -1074-s.unit, 0) // position of the last bit that a float64 has room for
	m := s.bits(last)
	if last > 0 && s.bits(last-1)&1 != 0 && (m&1 != 0 || s.anyBelow(last-1)) {
		m++
	}
	x := math.Ldexp(float64(m), last+s.unit)
	return math.Copysign(min(max(x, math.SmallestNonzeroFloat64), math.MaxFloat64), sign)
}

func (s *exactSum) negate() {
	carry := uint64(1)
	for i := range s.count {
		s.words[i], carry = bits.Add64(^s.words[i], 0, carry)
	}
}

// bits returns the bits from a position up, the lowest 64 of them. All above the words are zero.
func (s *exactSum) bits(position int) uint64 {
	word, by := position/64, position%64
	switch {
	case word >= s.count:
		return 0
	case word == s.count-1:
		return s.words[word] >> by
	}
	return s.words[word]>>by | s.words[word+1]<<(64-by)
}

// anyBelow reports whether a bit below a position is set.
func (s *exactSum) anyBelow(position int) bool {
	for word := range s.count {
		switch low := position - 64*word; {
		case low <= 0:
			return false
		case low < 64:
			return s.words[word]&(1<<low-1) != 0
		case s.words[word] != 0:
			return true
		}
	}
	return false
}
