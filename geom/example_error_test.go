package geom_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/carom2d/carom/geom"
)

// A definition that is rejected gives a FieldError, which wraps the reason.
func ExampleFieldError() {
	err := geom.CheckPositive("Radius", -1)
	fmt.Println(err)
	fmt.Println(errors.Is(err, geom.ErrNotPositive))
	var field *geom.FieldError
	fmt.Println(errors.As(err, &field), field.Field, field.Value)
	// Output:
	// Radius: -1 must be positive
	// true
	// true Radius -1
}

// star is a custom shape. The checks of this package serve its Validate method.
type star struct {
	Tips   int
	Radius float64
	Skin   float64
	Spin   float64
	Center mgl64.Vec2
	Holes  []mgl64.Vec2
}

func (s star) Validate() error {
	if s.Tips < 3 {
		return geom.NewFieldError("Tips", s.Tips, geom.ErrOutOfRange)
	}
	return errors.Join(
		geom.CheckSize("Radius", s.Radius),
		geom.CheckThickness("Skin", s.Skin),
		geom.CheckFinite("Spin", s.Spin),
		geom.CheckExtent("Center", geom.From(s.Center)),
		geom.CheckExtents("Holes", s.Holes),
	)
}

func ExampleNewFieldError() {
	fmt.Println(star{Tips: 2}.Validate())
	// Output: Tips: 2 is out of range
}

// Sizes lie between MinSize and MaxExtent, or are zero where zero has a meaning.
func ExampleCheckSize() {
	fmt.Println(star{Tips: 5, Radius: 1}.Validate())
	fmt.Println(star{Tips: 5, Radius: geom.MinSize / 2, Skin: 2 * geom.MaxExtent}.Validate())
	// Output:
	// <nil>
	// Radius: 5e-10 is degenerate
	// Skin: 2e+12 is out of range
}

func ExampleCheckExtents() {
	fmt.Println(star{Tips: 5, Radius: 1, Spin: math.NaN(), Holes: []mgl64.Vec2{{0, 1}, {1e13, 0}}}.Validate())
	// Output:
	// Spin: NaN must be finite
	// Holes[1]: {1e+13 0} is out of range
}

func ExampleCheckPoint() {
	fmt.Println(geom.CheckPoint("Anchor", geom.Vec2{X: math.Inf(1)}))
	fmt.Println(geom.CheckNotNegative("Damping", 0), geom.CheckNotNegative("Damping", -0.5))
	// Output:
	// Anchor: {+Inf 0} must be finite
	// <nil> Damping: -0.5 must not be negative
}
