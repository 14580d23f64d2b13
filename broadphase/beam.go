package broadphase

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// beam is a box that moves along a straight line: the one thing behind Ray (a
// point grown by the radius) and Cast. It meets a target at fraction t when
//
//	target.Min - box.Max <= t d <= target.Max - box.Min    on both axes,
//
// an interval of t per axis. The tests of all implementations are this one,
// so that their results are the same to the last bit.
//
// Every step of it (a difference, a product with 1/d) is monotone under
// rounding. So a box that contains a met box is met itself, no later: a tree
// loses nothing by testing the boxes of its nodes first.
type beam struct {
	box          geom.Box
	mask         uint64
	invX, invY   float64 // 1/d, of either sign
	flatX, flatY bool    // d is zero: the axis only asks for overlap
}

const (
	// stillness is the motion, in metres, below which an axis counts as flat.
	// It is far above the smallest normal number, so 1/d stays finite.
	stillness = 1e-290
	// slack is how far a beam's box is grown, relative to all the magnitudes
	// that enter the test. The two differences and the product round by at most
	// 2^-53 each, the reciprocal by 2^-53 more; a face that is farther away than
	// those magnitudes is out of reach whatever its rounding. Hence no miss.
	slack = 1.0 / (1 << 50)
)

// makeBeam returns the beam of a box that moves by d, for fractions up to limit.
func makeBeam(box geom.Box, d geom.Vec2, limit float64, mask uint64) beam {
	reach := max(1, limit)
	pad := func(side, d float64) float64 {
		return float64(slack*(math.Abs(side)+float64(reach*math.Abs(d)))) + 2*stillness
	}
	b := beam{
		box: geom.Box{
			Min: geom.Vec2{X: box.Min.X - pad(box.Min.X, d.X), Y: box.Min.Y - pad(box.Min.Y, d.Y)},
			Max: geom.Vec2{X: box.Max.X + pad(box.Max.X, d.X), Y: box.Max.Y + pad(box.Max.Y, d.Y)},
		},
		mask:  mask,
		flatX: math.Abs(d.X) < stillness,
		flatY: math.Abs(d.Y) < stillness,
	}
	if !b.flatX {
		b.invX = 1 / d.X
	}
	if !b.flatY {
		b.invY = 1 / d.Y
	}
	return b
}

// makeRay returns the beam of a point that grows by radius and moves along ray.
func makeRay(ray geom.Ray, radius, limit float64, mask uint64) beam {
	point := geom.Box{Min: ray.Origin, Max: ray.Origin}
	return makeBeam(point.Grow(radius), ray.Translation, limit, mask)
}

// missed is the fraction of a target that is not met; any limit is below it.
var missed = math.Inf(1)

// meets returns the fraction at which the beam first touches a target, at
// least zero and at most limit, or missed.
func (b *beam) meets(target geom.Box32, limit float64) float64 {
	near, far := 0.0, limit
	lo := float64(target.MinX) - b.box.Max.X
	hi := float64(target.MaxX) - b.box.Min.X
	if b.flatX {
		if lo > 0 || hi < 0 {
			return missed
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
	if b.flatY {
		if lo > 0 || hi < 0 {
			return missed
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
	return missed
}
