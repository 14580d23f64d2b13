package geom

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl64"
)

// The reasons for which a value is rejected. Match them with errors.Is.
var (
	ErrNotFinite   = errors.New("must be finite")
	ErrNegative    = errors.New("must not be negative")
	ErrNotPositive = errors.New("must be positive")
	ErrOutOfRange  = errors.New("is out of range")
	ErrDegenerate  = errors.New("is degenerate")
)

// The reasons for which points are rejected as an outline, a polygon or a chain.
var (
	ErrTooFewPoints     = errors.New("is too few points")
	ErrDuplicate        = errors.New("repeats")
	ErrCollinear        = errors.New("lies on the line of its neighbours")
	ErrSelfIntersecting = errors.New("starts an edge that crosses the edge from")
	ErrNotConvex        = errors.New("makes the polygon concave")
)

// FieldError names the field of a definition that was rejected, with its value. Err wraps
// one of the reasons above or a sentinel of the package that rejected it.
type FieldError struct {
	Field string // as the user wrote it: "Radius", "Points[3]"
	Value any    // a point is a Vec2
	Err   error
}

// Error returns "Field: value reason", for example "Radius: -1 must be positive" or
// "Center: {NaN 0} must be finite".
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: %v %v", e.Field, pointOrValue(e.Value), e.Err)
}

// Unwrap returns the reason.
func (e *FieldError) Unwrap() error { return e.Err }

// NewFieldError returns a FieldError. A value of type mgl64.Vec2 becomes a Vec2, so that
// every point has one type and is printed in one way. It is not inlined: hundreds of places
// call it and seldom run.
//
//go:noinline
func NewFieldError(field string, value any, reason error) error {
	return &FieldError{Field: field, Value: pointOrValue(value), Err: reason}
}

// InField returns the error of a part of a value, such as Parts[3]: it puts the name of the part
// before the name of the field. Errors that are no FieldError stay unchanged.
func InField(err error, part string) error {
	fe, ok := errors.AsType[*FieldError](err)
	if !ok {
		return err
	}
	return &FieldError{Field: part + "." + fe.Field, Value: fe.Value, Err: fe.Err}
}

func pointOrValue(value any) any {
	if p, ok := value.(mgl64.Vec2); ok {
		return From(p)
	}
	return value
}

// CheckFinite rejects NaN and infinities.
//
//go:noinline
func CheckFinite(field string, x float64) error {
	if !Finite(x) {
		return NewFieldError(field, x, ErrNotFinite)
	}
	return nil
}

// CheckPoint rejects a point with a NaN or infinite component.
func CheckPoint(field string, p Vec2) error {
	if !p.Finite() {
		return NewFieldError(field, p, ErrNotFinite)
	}
	return nil
}

// CheckPositive rejects anything but a finite number above zero.
func CheckPositive(field string, x float64) error {
	if err := CheckFinite(field, x); err != nil {
		return err
	}
	if x <= 0 {
		return NewFieldError(field, x, ErrNotPositive)
	}
	return nil
}

// CheckNotNegative rejects anything but a finite number of at least zero.
func CheckNotNegative(field string, x float64) error {
	if err := CheckFinite(field, x); err != nil {
		return err
	}
	if x < 0 {
		return NewFieldError(field, x, ErrNegative)
	}
	return nil
}
