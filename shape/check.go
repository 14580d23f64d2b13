package shape

import (
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// The reasons for which this package refuses a shape, besides those of geom.
// Match them with errors.Is.
var (
	ErrTooFewPoints     = errors.New("is too few points")
	ErrTooManyPoints    = errors.New("is too many points")
	ErrDuplicate        = errors.New("repeats")
	ErrCollinear        = errors.New("lies on the line of its neighbours")
	ErrSelfIntersecting = errors.New("starts an edge that crosses the edge from")
	ErrNotConvex        = errors.New("makes the polygon concave")
	ErrNoShape          = errors.New("is no shape")
	ErrBadSupport       = errors.New("is not what a support function answers")
)

// Limits of what a shape may measure, in metres. They keep squares, areas and
// inertias of every accepted shape far inside the range of float64.
const (
	minSize   = 1e-9
	maxExtent = 1e12
	maxPoints = math.MaxUint16
)

// checkPoint refuses points that are not finite or farther out than maxExtent.
func checkPoint(field string, p mgl64.Vec2) error {
	v := geom.From(p)
	if err := geom.CheckPoint(field, v); err != nil {
		return err
	}
	if a := v.Abs(); max(a.X, a.Y) > maxExtent {
		return geom.NewFieldError(field, v, geom.ErrOutOfRange)
	}
	return nil
}

// validPoint is checkPoint without a name: thousands of points need one for the one
// that is refused only.
func validPoint(p mgl64.Vec2) bool {
	a := geom.From(p).Abs()
	return max(a.X, a.Y) <= maxExtent // not so for NaN
}

// checkSize refuses lengths that are not positive, or of no practical size.
func checkSize(field string, x float64) error {
	if err := geom.CheckPositive(field, x); err != nil {
		return err
	}
	return checkSkin(field, x)
}

// checkSkin refuses thicknesses that are negative, too large, or too small to
// be meant: zero is no skin, and 1e-300 is a mistake.
func checkSkin(field string, x float64) error {
	if err := geom.CheckNotNegative(field, x); err != nil {
		return err
	}
	if x > 0 && x < minSize {
		return geom.NewFieldError(field, x, geom.ErrDegenerate)
	}
	if x > maxExtent {
		return geom.NewFieldError(field, x, geom.ErrOutOfRange)
	}
	return nil
}

// checkEnds refuses two points that are not a segment.
func checkEnds(a, b mgl64.Vec2) error {
	if err := checkPoint("A", a); err != nil {
		return err
	}
	if err := checkPoint("B", b); err != nil {
		return err
	}
	if va, vb := geom.From(a), geom.From(b); va.Distance(vb) < mergeDistance(va, vb) {
		return geom.NewFieldError("B", vb, fmt.Errorf("%w A", ErrDuplicate))
	}
	return nil
}

// mergeDistance returns the distance below which two points are the same: their
// difference is then mostly rounding, and so is the direction of an edge.
func mergeDistance(a, b geom.Vec2) float64 {
	far := a.Abs().Max(b.Abs())
	return max(minSize, float64(max(far.X, far.Y)*1e-14))
}
