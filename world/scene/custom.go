package scene

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
)

// CustomShape describes a shape of the game in documents: a collider of type "custom" with
// the shape's name and its parameters, which are numbers.
type CustomShape struct {
	Name       string
	Parameters []string // their names, in the order of the functions below

	// New makes the shape. The document is rejected with its error; the field of a
	// *geom.FieldError is the name of a parameter.
	New func(parameters []float64) (shape.Support, error)
	// Describe returns the parameters of a shape that New made, and false for a shape of
	// another kind.
	Describe func(s shape.Support) (parameters []float64, ok bool)
}

// Shapes is a registry of the custom shapes that documents may name. A nil *Shapes is empty. A
// registry does not change and may be used by many goroutines.
type Shapes struct{ known []CustomShape }

// NewShapes returns a registry. It panics when a shape has no name, a duplicate name, a duplicate
// parameter or a missing function.
func NewShapes(shapes ...CustomShape) *Shapes {
	known := slices.Clone(shapes)
	for i := range known {
		k := &known[i]
		switch {
		case k.Name == "":
			panic("scene: a custom shape without a name")
		case k.New == nil || k.Describe == nil:
			panic("scene: the custom shape " + k.Name + " lacks a function")
		case slices.ContainsFunc(known[:i], func(o CustomShape) bool { return o.Name == k.Name }):
			panic("scene: two custom shapes called " + k.Name)
		}
		k.Parameters = slices.Clone(k.Parameters)
		for j, name := range k.Parameters {
			if name == "" || slices.Contains(k.Parameters[:j], name) {
				panic(fmt.Sprintf("scene: the parameter %q of the custom shape %s is empty or there twice", name, k.Name))
			}
		}
	}
	return &Shapes{known}
}

// Parse reads a document that may name these shapes. See the function Parse.
func (s *Shapes) Parse(data []byte, options ...Option) (*Scene, error) {
	return parse(data, s, options)
}

// FromWorld describes a world that may hold these shapes. See the function
// FromWorld.
func (s *Shapes) FromWorld(w *world.World, controllers ...*character.Controller) (*Scene, error) {
	return captureWorld(w, s, controllers)
}

// parameter is the range of a custom shape's parameters. The shape checks them further.
var parameter = numberRange{min: -maxAmount, max: maxAmount}

// walkCustom describes a custom shape, turned by an angle and then shifted.
func walkCustom(f visitor, known *Shapes, s *shape.Support) {
	var kind *CustomShape
	var values []float64
	inner, angle, center := shape.Placement(*s)
	name := ""
	if !f.reading() {
		if kind, values = known.describe(inner); kind == nil {
			f.fail("type", fmt.Errorf("%T %w: no custom shape of its kind is registered", inner, ErrNotInScene))
			return
		}
		name = kind.Name
	}
	f.text("name", &name, MaxText)
	if f.reading() {
		if kind = known.named(name); kind == nil {
			f.fail("name", unknownShape(name))
			return
		}
		values = make([]float64, len(kind.Parameters))
	}
	f.point("center", &center, localPosition)
	f.number("angle", &angle, anyAngle)
	build := func() (err error) {
		inner, err = kind.New(slices.Clone(values))
		return err
	}
	if len(values) == 0 {
		f.finish(build)
	} else {
		found := false
		f.object("parameters", true, func(f visitor) {
			found = true
			for i, key := range kind.Parameters {
				f.number(key, &values[i], parameter.asRequired())
			}
			f.finish(build)
		})
		if f.reading() && !found {
			f.fail("parameters", ErrMissing)
		}
	}
	created := inner
	if angle != 0 || center != (mgl64.Vec2{}) {
		created = shape.Transformed(inner, angle, center)
	}
	storeShape(f, s, created)
}

// named returns the shape with a name, or nil.
func (s *Shapes) named(name string) *CustomShape {
	if s != nil {
		for i := range s.known {
			if s.known[i].Name == name {
				return &s.known[i]
			}
		}
	}
	return nil
}

// describe returns the document's description of a shape, or nil.
func (s *Shapes) describe(of shape.Support) (*CustomShape, []float64) {
	if s == nil {
		return nil, nil
	}
	for i := range s.known {
		k := &s.known[i]
		parameters, ok := k.Describe(of)
		if !ok {
			continue
		}
		if len(parameters) != len(k.Parameters) {
			panic(fmt.Sprintf("scene: Describe of the custom shape %s returned %d parameters, not %d",
				k.Name, len(parameters), len(k.Parameters)))
		}
		return k, parameters
	}
	return nil, nil
}

func unknownShape(name string) error {
	if name == "" {
		return ErrMissing
	}
	return fmt.Errorf("%q %w", shorten(name), ErrUnknownShape)
}
