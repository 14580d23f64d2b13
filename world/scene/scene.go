package scene

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Scene is a world as data. The zero Scene is an empty world without gravity. All of it may
// be changed freely; Validate, Encode, New and Load check it again.
type Scene struct {
	Description string
	Seconds     float64 // the duration of the scene for the command; zero means 10
	View        Camera  // the box of a picture; the zero Camera fits the world

	// Config configures the world. The fields that depend on the machine and not on
	// the scene (Workers, Broadphase, MaxTicks and the callbacks) are not part of
	// the document.
	Config world.Config

	// Shapes has the custom shapes of the colliders; it is not part of the
	// document.
	Shapes *Shapes

	Materials []Material
	Bodies    []Body
	Joints    []Joint
	Areas     []Area

	Characters []Character

	limits Limits // those that it was parsed with
}

// Camera is the box of the world in a picture, in metres.
type Camera struct{ Min, Max mgl64.Vec2 }

// Material is a material that colliders refer to by its name.
type Material struct {
	Name string
	shape.Material
}

// Body is a body with everything attached to it. Def.UserData is not part of
// the document. A name must be unique, and is needed only by joints.
type Body struct {
	Def body.Def
	// Mass overrides the mass of the colliders unless it is zero.
	Mass      world.MassData
	Colliders []Collider
	Chains    []Chain
}

// Collider is a shape with its material and other properties. Def.Material and Def.UserData
// are not part of the document: Material names the material, and the empty name is the
// default one.
type Collider struct {
	Shape    shape.Support
	Material string
	Def      world.ColliderDef
}

// Chain is a chain of segments. Materials is empty or holds a name for each segment in order; the
// empty name means Material.
type Chain struct {
	Points    []mgl64.Vec2
	Closed    bool
	Material  string
	Materials []string
	Def       world.ColliderDef
}

// Joint connects two bodies. A and B are their names; the empty name is the world's ground.
// Def is a definition of package joint, as a value: joint.Revolute.
type Joint struct {
	A, B string
	Def  any
}

// Parse reads a document. The error is an *Error that names the first field with an error and its
// line. New builds every scene that Parse accepts. The method Parse of Shapes reads documents with
// custom shapes.
func Parse(data []byte, options ...Option) (*Scene, error) { return parse(data, nil, options) }

func parse(data []byte, shapes *Shapes, options []Option) (*Scene, error) {
	s := newScene(shapes, options)
	limits := s.limits.normalized()
	d, err := indexDocument(data, limits)
	if err != nil {
		return nil, err
	}
	state := readingState{limits: limits, memory: limits.Memory}
	(&reader{readingState: &state, value: d.root(), index: -1}).read(s.walk)
	s.checkReferences(&state.firstError)
	s.checkMotorSpeeds(&state.firstError)
	if state.err != nil {
		return nil, state.asError(d)
	}
	return s, nil
}

func newScene(shapes *Shapes, options []Option) *Scene {
	s := &Scene{Shapes: shapes}
	for _, o := range options {
		o(&s.limits)
	}
	return s
}

// Encode writes the document. Parsing the document gives the same scene, and encoding that scene
// gives the same bytes. The error comes from Validate.
func (s *Scene) Encode() ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	root := write(s.walk)
	return append(appendNode(nil, &root, 0, 0), '\n'), nil
}

// Validate returns the first error that Parse would find, as an *Error.
func (s *Scene) Validate() error {
	var first firstError
	s.walk(&checker{&docPath{}, &first})
	s.checkReferences(&first)
	s.checkMotorSpeeds(&first)
	return first.asError(nil)
}
