package shape

import (
	"errors"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// The reasons for which this package refuses a shape, besides the reasons of package geom. Match
// them with errors.Is.
var (
	ErrTooManyPoints = errors.New("is too many points")
	ErrNoShape       = errors.New("is no shape")
	ErrBadSupport    = errors.New("is not what a support function answers")
)

// maxPoints is the largest number that Geometry.Count holds.
const maxPoints = math.MaxUint16

// checkEnds refuses two points that are not a segment.
func checkEnds(a, b mgl64.Vec2) error {
	va, vb := geom.From(a), geom.From(b)
	if err := geom.CheckExtent("A", va); err != nil {
		return err
	}
	if err := geom.CheckExtent("B", vb); err != nil {
		return err
	}
	if va.Distance(vb) < mergeDistance(va, vb) {
		return geom.NewFieldError("B", vb, pointReason{geom.ErrDuplicate, "A"})
	}
	return nil
}

// mergeDistance returns the distance below which two points count as the same: their
// difference is then mostly rounding, and so is the direction of an edge.
func mergeDistance(a, b geom.Vec2) float64 {
	far := a.Abs().Max(b.Abs())
	return max(geom.MinSize, float64(max(far.X, far.Y)*1e-14))
}
