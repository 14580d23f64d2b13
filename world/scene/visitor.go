package scene

import (
	"fmt"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// visitor is the interface by which the format is described once and used three times. The
// functions of schema.go name every key of an object with its Go variable. A visitor reads the
// variable from a document, writes it into a document, or checks it. So the three cannot differ.
//
// A variable equal to its fallback is left out of the document.
type visitor interface {
	number(key string, x *float64, r numberRange)
	integer(key string, x *int, limit int)
	bits(key string, x *uint64)
	flag(key string, x *bool)
	text(key string, x *string, limit int)
	names(key string, x *[]string, limit int)
	// choice is one of a few texts; the first is the fallback unless the field is required.
	choice(key string, x *string, required bool, of ...string)
	point(key string, x *mgl64.Vec2, r numberRange)
	points(key string, x *[]mgl64.Vec2, r numberRange, limit int)
	object(key string, present bool, walk func(visitor))
	// list walks the items of a list; resize makes room for them when they are read.
	list(key string, length, limit int, resize func(int), walk func(int, visitor))

	// finish is called when the fields above are complete, to build and check their object.
	// The writer does not call the function.
	finish(func() error)
	// fail reports an error in a field, when fields are read or checked.
	fail(key string, err error)
	// reading reports whether variables are being filled in.
	reading() bool
}

// numberRange is the range of a number, with the value that stands for an absent field.
type numberRange struct {
	min, max     float64
	exclusiveMin bool // the minimum itself is outside
	required     bool
	fallback     float64
	zeroMeans    float64 // the value by which the engine replaces a zero
}

func (r numberRange) withFallback(fallback float64) numberRange {
	r.fallback = fallback
	return r
}

// withZero returns the range of a number whose zero means a default of the engine.
func (r numberRange) withZero(means float64) numberRange {
	r.zeroMeans = means
	return r
}

// asRequired returns the range of a field that may not be left out.
func (r numberRange) asRequired() numberRange {
	r.required = true
	return r
}

func (r numberRange) check(x float64) error {
	switch {
	case !geom.Finite(x):
		return fmt.Errorf("%v %w", x, geom.ErrNotFinite)
	case x <= 0 && (r.min > 0 || r.exclusiveMin && r.min == 0):
		return fmt.Errorf("%v %w", x, geom.ErrNotPositive)
	case !r.exclusiveMin && r.min == 0 && x < 0:
		return fmt.Errorf("%v %w", x, geom.ErrNegative)
	case x < r.min || x > r.max || r.exclusiveMin && x == r.min:
		return fmt.Errorf("%v %w: %v to %v", x, geom.ErrOutOfRange, r.min, r.max)
	}
	return nil
}

func list[T any](f visitor, key string, items *[]T, limit int, walk func(visitor, *T)) {
	f.list(key, len(*items), limit,
		func(n int) { *items = make([]T, n) },
		func(i int, f visitor) { walk(f, &(*items)[i]) })
}

// pair visits two numbers that the document holds as a list.
func pair(f visitor, key string, x, y *float64, r numberRange) {
	p := mgl64.Vec2{*x, *y}
	f.point(key, &p, r)
	if f.reading() {
		*x, *y = p[0], p[1]
	}
}

func whole[T int | int8 | int32](f visitor, key string, x *T, low, high float64) {
	value := float64(*x)
	f.number(key, &value, numberRange{min: low, max: high})
	if f.reading() {
		if value != math.Trunc(value) {
			f.fail(key, fmt.Errorf("%v %w: must be a whole number", value, ErrWrongType))
		}
		*x = T(value)
	}
}

// enumeration has the values that a text of a document stands for; the first is the fallback.
type enumeration[T fmt.Stringer] struct {
	values []T
	names  []string
}

func enumerate[T fmt.Stringer](values ...T) enumeration[T] {
	e := enumeration[T]{values: values}
	for _, v := range values {
		e.names = append(e.names, v.String())
	}
	return e
}

func (e enumeration[T]) visit(f visitor, key string, x *T) {
	name := (*x).String()
	f.choice(key, &name, false, e.names...)
	if f.reading() {
		*x = e.values[max(slices.Index(e.names, name), 0)]
	}
}

// The ranges of the format. They are far wider than any sensible scene and keep
// every product that the engine forms of them inside float32.
var (
	worldPosition     = numberRange{min: -maxPosition, max: maxPosition}
	localPosition     = numberRange{min: -maxLength, max: maxLength}
	positiveLength    = numberRange{min: minLength, max: maxLength}
	optionalLength    = numberRange{max: maxLength}
	anyAngle          = numberRange{min: -maxAngle, max: maxAngle}
	anyRate           = numberRange{min: -maxRate, max: maxRate}
	nonNegativeRate   = numberRange{max: maxRate}
	nonNegativeFactor = numberRange{max: maxCoefficient}
	restitution       = numberRange{max: shape.MaxRestitution}
	nonNegativeAmount = numberRange{max: maxAmount}
	anyAmount         = numberRange{min: -maxAmount, max: maxAmount}
	anyFactor         = numberRange{min: -maxCoefficient, max: maxCoefficient}
)

// The limits of a scene, in the game's unit (metres unless World.LengthUnit says
// otherwise), radians, seconds and kilograms.
const (
	MaxBytes      = 32 << 20 // of a document
	MaxBodies     = 100_000
	MaxColliders  = 400_000 // all bodies together; a chain counts as its points
	MaxJoints     = 400_000
	MaxMaterials  = 10_000
	MaxAreas      = 10_000
	MaxCharacters = 10_000
	MaxPoints     = math.MaxUint16 // of a polygon or chain
	MaxText       = 4096           // bytes of a text

	maxPosition    = 1e9  // of a body's position
	maxLength      = 1e6  // of lengths inside a body
	minLength      = 1e-4 // of sizes that must not be zero
	maxAngle       = 1e6
	maxRate        = 1e6 // of speeds, accelerations, dampings and frequencies
	maxCoefficient = 1e6
	maxAmount      = 1e9 // of densities, masses, forces and torques
	maxSeconds     = 1e5
)
