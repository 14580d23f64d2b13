package polygon

import (
	"math"
	"math/bits"

	"github.com/carom2d/carom/geom"
)

// wide is an integer of 128 bits in two's complement.
type wide struct {
	high int64
	low  uint64
}

func product(x, y int64) wide {
	high, low := bits.Mul64(uint64(x), uint64(y))
	h := int64(high)
	if x < 0 {
		h -= y
	}
	if y < 0 {
		h -= x
	}
	return wide{h, low}
}

func (a wide) add(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	return wide{a.high + b.high + int64(carry), low}
}

func (a wide) sub(b wide) wide {
	low, borrow := bits.Sub64(a.low, b.low, 0)
	return wide{a.high - b.high - int64(borrow), low}
}

// times returns a k, which must fit.
func (a wide) times(k int64) wide {
	p := product(k, int64(a.low))
	if int64(a.low) < 0 {
		p.high += k // the low word was read as its value less 2^64
	}
	p.high += a.high * k
	return p
}

func (a wide) negative() bool { return a.high < 0 }

// float returns a rounded to about 53 bits.
func (a wide) float() float64 { return float64(float64(a.high)*0x1p64) + float64(a.low) }

// roundedCrossing returns the lattice point in whose pixel the segments ab and cd cross. They must
// cross in one point that is an end of neither. A pixel is the square around a lattice point. It
// includes its left and lower sides and excludes the others. The answer is exact.
//
// The crossing is a + (b-a) n/d with n = (c-a) x (d-c) and d = (b-a) x (d-c). Differences of
// coordinates are below 2^(gridBits+1) and n and d below 2^(2 gridBits+3), so the
// numbers compared below stay under 2^(3 gridBits+6).
func roundedCrossing(a, b, c, d geom.Vec2) geom.Vec2 {
	ab, ac, cd := b.Sub(a), c.Sub(a), d.Sub(c)
	numerator, denominator := exactCross(ac, cd), exactCross(ab, cd)
	if denominator.negative() {
		numerator, denominator = wide{}.sub(numerator), wide{}.sub(denominator)
	}
	return geom.Vec2{
		X: a.X + roundedPart(int64(ab.X), numerator, denominator),
		Y: a.Y + roundedPart(int64(ab.Y), numerator, denominator),
	}
}

func exactCross(a, b geom.Vec2) wide {
	return product(int64(a.X), int64(b.Y)).sub(product(int64(a.Y), int64(b.X)))
}

// roundedPart returns the integer m with m - 1/2 <= length n/d < m + 1/2, for a positive d. The
// guess in float64 is off by at most one.
func roundedPart(length int64, n, d wide) float64 {
	guess := int64(math.Floor(float64(float64(length)*(n.float()/d.float())) + 0.5))
	twice := d.add(d)
	// The remainder of (2 length n + d) / (2 d) must lie in [0, 2d).
	rest := n.times(2 * length).add(d).sub(twice.times(guess))
	for rest.negative() {
		guess--
		rest = rest.add(twice)
	}
	for !rest.sub(twice).negative() {
		guess++
		rest = rest.sub(twice)
	}
	return float64(guess)
}

// passesPixel reports whether the segment ab contains a point of the pixel around p. All
// three are lattice points. The answer is exact.
//
// The box of the segment must contain p: lattice points beyond are a whole unit away. Then the
// segment passes the open square if corners of the square lie on both sides of the line. The
// segment may contain only the lower left corner, which belongs to the pixel, if the line falls
// from left to right.
func passesPixel(a, b, p geom.Vec2) bool {
	lower, upper := a.Min(b), a.Max(b)
	if !(geom.Box{Min: lower, Max: upper}).ContainsPoint(p) {
		return false
	}
	if p == a || p == b {
		return true
	}
	ab := b.Sub(a)
	// Corners are off the line of p by half of this at most. The slack covers the rounding of
	// the area, whose terms are below 2^(2 gridBits+2).
	reach := math.Abs(ab.X) + math.Abs(ab.Y)
	if math.Abs(geom.Orient(a, b, p)) > reach {
		return false
	}
	lowerLeft := geom.Orient(a, b, geom.Vec2{X: p.X - 0.5, Y: p.Y - 0.5})
	lowerRight := geom.Orient(a, b, geom.Vec2{X: p.X + 0.5, Y: p.Y - 0.5})
	upperLeft := geom.Orient(a, b, geom.Vec2{X: p.X - 0.5, Y: p.Y + 0.5})
	upperRight := geom.Orient(a, b, geom.Vec2{X: p.X + 0.5, Y: p.Y + 0.5})
	least := min(lowerLeft, lowerRight, upperLeft, upperRight)
	most := max(lowerLeft, lowerRight, upperLeft, upperRight)
	if least < 0 && most > 0 {
		return true
	}
	return lowerLeft == 0 && lower.X < p.X && lower.Y < p.Y
}
