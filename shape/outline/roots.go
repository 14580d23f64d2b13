package outline

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// cuts holds the parameters at which a piece is cut, ascending, with both ends of the piece.
// A polynomial of the second degree has two roots in a piece at most.
type cuts struct {
	at [4]float64
	n  int
}

// cutsOf returns the parameters inside a piece at which a polynomial is zero, between the
// two ends. Roots without a change of sign may be missing: they bound parts without area.
func (p *Piece) cutsOf(f polynomial) cuts {
	from, to := p.span()
	c := cuts{n: 1}
	c.at[0] = from
	if p.Kind == Arc {
		c.addArcRoots(f, from, to)
	} else {
		c.addRoots(f, from, to)
	}
	c.add(to)
	return c
}

func (c *cuts) add(t float64) {
	c.at[c.n] = t
	c.n++
}

// addBetween adds two roots, in order, if they lie inside the interval.
func (c *cuts) addBetween(s, t, from, to float64) {
	if s > t {
		s, t = t, s
	}
	if s > from && s < to {
		c.add(s)
	}
	if t > from && t < to && t > s {
		c.add(t)
	}
}

// addArcRoots solves a + r cos(t - phase) = 0, where (b, c) has the length r and the angle phase.
func (c *cuts) addArcRoots(f polynomial, from, to float64) {
	r := math.Sqrt(float64(f.b*f.b) + float64(f.c*f.c))
	if !(math.Abs(f.a) < r) {
		return // no change of sign
	}
	phase := geom.Atan2(f.c, f.b)
	x := -f.a / r
	angle := geom.Atan2(math.Sqrt(float64((1-x)*(1+x))), x)
	c.addBetween(nextAfter(phase-angle, from), nextAfter(phase+angle, from), from, to)
}

// nextAfter returns the angle, up to whole turns, that is from or the next after it.
func nextAfter(t, from float64) float64 {
	return t + float64(twoPi*math.Ceil((from-t)/twoPi))
}

const twoPi = 6.28318530717958647692528676655900576839

// addRoots solves a + b t + c t^2 = 0 by the form that does not cancel.
func (c *cuts) addRoots(f polynomial, from, to float64) {
	if f.c == 0 {
		if f.b != 0 {
			t := -f.a / f.b
			c.addBetween(t, t, from, to)
		}
		return
	}
	d := float64(f.b*f.b) - float64(4*float64(f.a*f.c))
	if !(d > 0) {
		return
	}
	q := float64(-0.5 * (f.b + math.Copysign(math.Sqrt(d), f.b)))
	if q == 0 {
		return
	}
	c.addBetween(q/f.c, f.a/q, from, to)
}
