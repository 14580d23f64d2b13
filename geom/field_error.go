package geom

import (
	"errors"
	"fmt"
)

// The reasons for which a value is refused. Match them with errors.Is.
var (
	ErrNotFinite   = errors.New("must be finite")
	ErrNegative    = errors.New("must not be negative")
	ErrNotPositive = errors.New("must be positive")
	ErrOutOfRange  = errors.New("is out of range")
	ErrDegenerate  = errors.New("is degenerate")
)

// The reasons for which points are refused as an outline, a polygon or a chain.
var (
	ErrTooFewPoints     = errors.New("is too few points")
	ErrDuplicate        = errors.New("repeats")
	ErrCollinear        = errors.New("lies on the line of its neighbours")
	ErrSelfIntersecting = errors.New("starts an edge that crosses the edge from")
	ErrNotConvex        = errors.New("makes the polygon concave")
)

// FieldError says which field of a definition was refused, with its value.
// Err wraps one of the reasons above or a sentinel of the package that refused.
type FieldError struct {
	Field string // as the user wrote it: "Radius", "Points[3]"
	Value any
	Err   error
}

// Error returns "Field: value reason", for example "Radius: -1 must be positive".
func (e *FieldError) Error() string { return fmt.Sprintf("%s: %v %v", e.Field, e.Value, e.Err) }

// Unwrap returns the reason.
func (e *FieldError) Unwrap() error { return e.Err }

// NewFieldError returns a FieldError.
func NewFieldError(field string, value any, reason error) error {
	return &FieldError{Field: field, Value: value, Err: reason}
}

// CheckFinite refuses NaN and infinities.
func CheckFinite(field string, x float64) error {
	if !Finite(x) {
		return NewFieldError(field, x, ErrNotFinite)
	}
	return nil
}

// CheckPoint refuses a point with a NaN or infinite component.
func CheckPoint(field string, p Vec2) error {
	if !p.Finite() {
		return NewFieldError(field, p, ErrNotFinite)
	}
	return nil
}

// CheckPositive refuses anything but a finite number above zero.
func CheckPositive(field string, x float64) error {
	if err := CheckFinite(field, x); err != nil {
		return err
	}
	if x <= 0 {
		return NewFieldError(field, x, ErrNotPositive)
	}
	return nil
}

// CheckNotNegative refuses anything but a finite number of at least zero.
func CheckNotNegative(field string, x float64) error {
	if err := CheckFinite(field, x); err != nil {
		return err
	}
	if x < 0 {
		return NewFieldError(field, x, ErrNegative)
	}
	return nil
}
