package broadphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// sweptBox is a box that moves along a straight line. RayCast (of a point grown by the
// radius) and BoxCast of all implementations use it, so their results agree to the last
// bit. It meets a target at fraction t when
//
//	target.Min - box.Max <= t d <= target.Max - box.Min    on both axes,
//
// an interval of t per axis.
//
// Every operation of the test (a difference, a product with 1/d) is monotone under rounding. So a
// box that contains a met box is met itself, at the same fraction or earlier. A tree may therefore
// test the boxes of its nodes first and misses nothing.
type sweptBox struct {
	box                  geom.Box
	mask                 uint64
	invX, invY           float64 // 1/d, of either sign
	parallelX, parallelY bool    // d is zero: the axis only asks for overlap
}

const (
	// minMotion is the motion, in metres, below which an axis counts as parallel. It is far
	// above the smallest normal number, so 1/d stays finite.
	minMotion = 1e-290
	// roundoffPad is the distance by which a swept box is grown, relative to all the
	// magnitudes that enter the test. The two differences and the product round by at most
	// 2^-53 each, the reciprocal by 2^-53 more. A side that is farther away than those
	// magnitudes is out of reach whatever its rounding. So no box is missed.
	roundoffPad = 1.0 / (1 << 50)
)

// makeSweptRay returns a point that is grown by radius and moves along ray.
func makeSweptRay(ray geom.Ray, radius, limit float64, mask uint64) sweptBox {
	point := geom.Box{Min: ray.Origin, Max: ray.Origin}
	return makeSweptBox(point.Grow(radius), ray.Translation, limit, mask)
}

// makeSweptBox returns a box that moves by d, for fractions up to limit.
func makeSweptBox(box geom.Box, d geom.Vec2, limit float64, mask uint64) sweptBox {
	maxFraction := max(1, limit)
	pad := func(side, d float64) float64 {
		return float64(roundoffPad*(math.Abs(side)+float64(maxFraction*math.Abs(d)))) + 2*minMotion
	}
	b := sweptBox{
		box: geom.Box{
			Min: geom.Vec2{X: box.Min.X - pad(box.Min.X, d.X), Y: box.Min.Y - pad(box.Min.Y, d.Y)},
			Max: geom.Vec2{X: box.Max.X + pad(box.Max.X, d.X), Y: box.Max.Y + pad(box.Max.Y, d.Y)},
		},
		mask:      mask,
		parallelX: math.Abs(d.X) < minMotion,
		parallelY: math.Abs(d.Y) < minMotion,
	}
	if !b.parallelX {
		b.invX = 1 / d.X
	}
	if !b.parallelY {
		b.invY = 1 / d.Y
	}
	return b
}

// noHit is the fraction of a target that is not met. Any limit is below it.
var noHit = math.Inf(1)

// hitFraction returns the fraction at which the swept box first touches a target, at least
// zero and at most limit, or noHit.
func (b *sweptBox) hitFraction(target geom.Box32, limit float64) float64 {
	near, far := 0.0, limit
	lo := float64(target.MinX) - b.box.Max.X
	hi := float64(target.MaxX) - b.box.Min.X
	if b.parallelX {
		if lo > 0 || hi < 0 {
			return noHit
		}
	} else {
		t, u := float64(lo*b.invX), float64(hi*b.invX)
		if t > u {
			t, u = u, t
		}
		if t > near {
			near = t
		}
		if u < far {
			far = u
		}
	}
	lo = float64(target.MinY) - b.box.Max.Y
	hi = float64(target.MaxY) - b.box.Min.Y
	if b.parallelY {
		if lo > 0 || hi < 0 {
			return noHit
		}
	} else {
		t, u := float64(lo*b.invY), float64(hi*b.invY)
		if t > u {
			t, u = u, t
		}
		if t > near {
			near = t
		}
		if u < far {
			far = u
		}
	}
	if near <= far {
		return near
	}
	return noHit
}
