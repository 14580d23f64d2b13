package geom

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"
)

// Limits of shapes and outlines, in metres. Within them squares, areas and moments of
// inertia stay far inside the range of float64. The Validate method of a custom shape
// may use the checks below.
const (
	MinSize   = 1e-9 // of a length that is not zero
	MaxExtent = 1e12 // of a coordinate or a length
)

// CheckExtent refuses a point that is not finite, or that is farther from the origin
// than MaxExtent along either axis.
func CheckExtent(field string, p Vec2) error {
	if err := CheckPoint(field, p); err != nil {
		return err
	}
	if !withinExtent(p) {
		return NewFieldError(field, p, ErrOutOfRange)
	}
	return nil
}

// CheckExtents is CheckExtent for a list of points. The error names the first point
// that is refused by its index: "Points[3]".
func CheckExtents(field string, points []mgl64.Vec2) error {
	for i, p := range points {
		if v := From(p); !withinExtent(v) { // the name is made for the refused point only
			return CheckExtent(fmt.Sprintf("%s[%d]", field, i), v)
		}
	}
	return nil
}

func withinExtent(p Vec2) bool {
	a := p.Abs()
	return max(a.X, a.Y) <= MaxExtent // false for NaN
}

// CheckSize refuses lengths that are not positive, below MinSize or above MaxExtent.
func CheckSize(field string, x float64) error {
	if err := CheckPositive(field, x); err != nil {
		return err
	}
	return CheckThickness(field, x)
}

// CheckThickness is CheckSize, but accepts zero: a skin may be absent. A thickness
// between zero and MinSize is taken for a mistake.
func CheckThickness(field string, x float64) error {
	if err := CheckNotNegative(field, x); err != nil {
		return err
	}
	if x > 0 && x < MinSize {
		return NewFieldError(field, x, ErrDegenerate)
	}
	if x > MaxExtent {
		return NewFieldError(field, x, ErrOutOfRange)
	}
	return nil
}
